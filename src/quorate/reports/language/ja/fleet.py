"""What is said of a fleet in Japanese."""

PHRASES = {
    "fleet.allowed": "{id}：許可：{condition}",
    "fleet.crosses": "{id}：不可：{condition}",
    "fleet.crossed": "{rule}（該当箇所：{found}）",
    "fleet.title.agent": "エージェント",
    "fleet.title.authority": "権限",
    "fleet.title.health": "健全性",
    "fleet.title.track_record": "実績",
    "fleet.title.domain": "分野",
    "fleet.title.freshness": "新しさ",
}
