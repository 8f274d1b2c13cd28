"""Japanese sentences which say that what stands there is no ballot, or that their writer takes it back."""

import re

from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.replies.prose.japanese.grammar import is_question, without_quotations
from quorate.replies.prose.signals import either

_POINTING = either("上記?の, 以下の, 下記?の, 次の, この, 前述の, 先ほどの, 私の")
_NOUN = either("票, 投票, 回答, ブロック, 判定, 内容, yaml")
_POINTED = rf"(?:これ|上記|以上|以下|下記|次|{_POINTING}{_NOUN})"
_BALLOT = either("投票, 票, 回答, 最終回答, 最終判断, 判定, 意思表示")
_PRETENCE = either(
    "例, 例示, 記入例, 回答例, 記載例, 見本, サンプル, 下書き, 草案, テスト, テンプレート, 雛形, ひな形, ダミー,"
    " 仮の回答, 仮の票, 仮のもの"
)
_SORRY = r"(?:すみません|申し訳\w{0,8}|失礼しました|やはり|やっぱり|訂正|[、,:：])*"
_WRONG = either("誤り, 間違い, 誤記, ミス, 無効, 手違い")
_NO_BALLOT = lazy_pattern(
    rf"^{_SORRY}(?:取り?消し|撤回し|破棄し|取り?下げ)(?:ます|ました|てください|て下さい|たい\w{{0,4}})$"
    rf"|^{_SORRY}考え(?:を)?(?:直し|改め)(?:まし)?た$"
    rf"|^{_SORRY}(?:上記|以上|前言|上の内容)(?:は|を|も)[^。、]{{0,6}}?(?:{_WRONG}(?:です|でした|だ|で)|取り?消|撤回|無視)"
    rf"|{_POINTED}(?:は|が)(?:単なる|ただの|あくまで|飽くまで|、|(?:書式|形式|フォーマット|書き方)の)*{_PRETENCE}(?:です|でした|である|だ|に過ぎ|にすぎ|$)"
    rf"|{_POINTED}(?:は|が)(?:私の|本当の|正式な)*{_BALLOT}では?(?:ない|ありません|ございません)"
    rf"|{_PRETENCE}として(?:書[いき]|記載し|示し|出し|載せ|作成し)(?:た|まし)"
    rf"|^{_PRETENCE}(?:です|のみ|だけ)?$"
    r"|(?:投票|回答|判断)を(?:辞退|差し控え)(?:し|さ|ます|る)|(?:忌避|回避)(?:します|いたします)$"
)
_OPPOSED = lazy_pattern(
    rf"{_SORRY}(?:私は|本件は|本件には|これには|賛成ではなく)*(?:反対|却下|不賛成|不同意|否決|reject|no)(?:です|だ|します|いたします|する)?"
)
# most sentences have none of these, and are not looked at more closely
_HINT = lazy_pattern(
    "例|見本|サンプル|下書|草案|テスト|テンプレ|雛形|ひな形|ダミー|仮の"
    "|消|撤回|棄し|下げ|考え|上記|以上|前言|では|辞退|控え|避"
)
_AGAINST = lazy_pattern("反対|却下|不賛成|不同意|否決|reject|no", re.IGNORECASE)
_IF = lazy_pattern("もし|仮に|場合|なら|たら|れば")


def japanese_disclaims(sentence: str) -> bool:
    """True where a Japanese sentence says that the ballot beside it is none."""
    if sentence.isascii() or not _HINT.search(sentence):
        return False
    text = without_quotations(sentence)
    return not is_question(text) and not _IF.search(text) and bool(_NO_BALLOT.search(text))


def japanese_opposes(sentence: str) -> bool:
    """True for a sentence that is nothing but `反対です`: where options are voted on, that goes with none of them."""
    return bool(_AGAINST.search(sentence)) and bool(_OPPOSED.fullmatch(without_quotations(sentence)))
