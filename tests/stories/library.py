"""Stories through the use cases themselves."""

import io
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from quorate.app.access.access_keys import issue_key, list_keys, list_refusals, revoke_key, rotate_key
from quorate.app.app import App, Deliberation
from quorate.app.copies import back_up, export_all, export_deliberation, restore
from quorate.app.deliberation_list import list_inbox, list_log, show_deliberation, show_replies
from quorate.app.deliberation_name import find_deliberation
from quorate.app.documents.ballot_count import count_document
from quorate.app.documents.demonstration import demonstrate, example
from quorate.app.evidence.checked_ballots import check_evidence
from quorate.app.evidence.conflict_files import (
    ConflictVoteParts,
    propose_resolution,
    resolve_conflict,
    show_epic,
    vote_on_resolution,
)
from quorate.app.evidence.epic import EpicRequest
from quorate.app.evidence.filed_report import file_report
from quorate.app.evidence.manifest_file import NewReport
from quorate.app.fleet.agents import (
    AgentReport,
    agent_history,
    archive_agent,
    describe_agent,
    judge_review,
    list_agents,
    pause_agent,
    register_agent,
    report_state,
    show_agent,
)
from quorate.app.fleet.dialectic_reviews import (
    check_speaker,
    decide_review,
    reassign_review,
    submit_antithesis,
    submit_synthesis,
    submit_thesis,
    verify_review,
)
from quorate.app.fleet.fleet_overview import list_reviews, show_fleet
from quorate.app.fleet.quorum_reviews import settle_review, submit_quorum_vote
from quorate.app.fleet.review_requests import request_dialectic_review, request_quorum_review
from quorate.app.fleet.session_import import import_plain, import_sessions
from quorate.app.gate.gate_judgement import advise_call, judge_call
from quorate.app.gate.gate_terms import GateTerms, resolver
from quorate.app.gate.suggestions import suggest_rules
from quorate.app.gate.windows import WindowTerms, close_window, grant_window, list_windows
from quorate.app.integrity.audit import CheckpointFile, verify_record
from quorate.app.integrity.checkpoints import make_checkpoint
from quorate.app.integrity.redactions import plan_redaction, redact, sweep
from quorate.app.learning.outcomes import due_outcomes, record_outcome, record_outcomes
from quorate.app.learning.voters import voter_tables
from quorate.app.life.answers import Answers, answerable, required_answers, resolve
from quorate.app.life.ballots import BallotParts, BallotTerms, FilledBallot, own_seats, votable, vote, voted_before
from quorate.app.life.carriers import Carriers, wait_for_deliberation
from quorate.app.life.deadlock_answers import deadlock, defer, reframe
from quorate.app.life.event_feed import watch_deliberation
from quorate.app.life.management import release, revoke
from quorate.app.life.new_deliberation import OwnBallot, open_deliberation, plan_deliberation
from quorate.app.life.resumption import resumable, resume, stop_calls
from quorate.app.life.round_changes import close, redeliberate, retry, revise
from quorate.app.machine.gate_preset import known_commands
from quorate.app.question.draft import AskedQuestion, Edits, SourceDocument
from quorate.app.risks.risk_changes import set_item, vindicate_item
from quorate.app.risks.risk_list import RiskFilter, list_risks
from quorate.app.upkeep.carrier import Carrier
from quorate.app.upkeep.sweep import Sweep
from quorate.app.verdict_analysis import OtherCount, explain, retally
from quorate.batch.outcome_rows import OutcomeRow, RefusedRow
from quorate.checks.evidence_check import CheckRequest
from quorate.core.codec import json_line, shown, to_json
from quorate.core.errors import QuorateError
from quorate.deliberation.precondition import Seen
from quorate.deliberation.principal import Principal
from quorate.deliberation.rounds.redeliberation import Again
from quorate.evidence.conflict_life import state_plain
from quorate.fleet.dialectic.dialectic_events import AntithesisFiled, SynthesisFiled, ThesisFiled
from quorate.gate.call_pattern import CallPattern
from quorate.gate.gate_rules import Approvers, Gate, GateRule
from quorate.gate.own_ground import OwnGround
from quorate.gate.tool_call import ToolCall
from quorate.record.memory import MemoryRecord
from quorate.record.redact.stored_redaction import Wish
from quorate.reports import render_deliberation
from quorate.views.deliberation import ShownEvent, in_full
from quorate.views.evidence import conflicts_plain, consensus_plain
from quorate.views.fleet import agent_plain, history_plain
from quorate.views.lists import register_page
from tests.stories.answer import Answer, code_of
from tests.stories.contributions import EPIC
from tests.stories.story import Person
from tests.stories.world import GATE, OWNER, World

Fields = dict[str, Any]
Act = Callable[["Library", Principal, Fields], Coroutine[Any, Any, Answer]]
ANSWER_NAMES: Mapping[str, str] = {
    "choice": "choose",
    "go": "go",
    "reason": "reason",
    "mitigation_plan": "mitigation",
    "owner": "owner",
    "monitor": "monitor",
    "verification": "verified",
    "accept_notes": "accept_notes",
    "strike_notes": "strike_notes",
    "risk_acceptance": "accept_risk",
    "decline": "decline",
}
"""What people answer, and what it is called today."""
PARTS = ("choice", "confidence", "rationale", "option", "conditions", "challenge", "convinced_by")
WHOLE_BALLOT = frozenset(
    {
        *("concerns", "risks", "alternatives", "key_evidence", "evidence", "dissent_note"),
        *("recused", "error", "inferred", "answered_by", "weight"),
    }
)
"""Fields of a ballot that are given as a whole document only."""
EDITS = ("subject", "context", "domain", "reversibility", "action", "options", "constraints")


class Library:
    """The use cases, each called as whoever acts."""

    name = "library"
    binds_content = False

    def __init__(self, world: World) -> None:
        self.world, self.app = world, world.app
        self._streams = dict[str, AsyncIterator[ShownEvent]]()

    def codes(self, code: str) -> tuple[str, ...]:
        """As it is."""
        return (code,)

    async def do(self, person: Person, operation: str, fields: Fields) -> Answer:
        """What a use case answers, or the code of its refusal."""
        try:
            if operation == "hear":
                return await self._hear(self._streams[person.label])
            who = await self.world.principal(person)
            if operation == "listen":
                self._streams[person.label] = watch_deliberation(self.app, who, fields["id"])
                return await self._hear(self._streams[person.label])
            answer: Answer = await getattr(self, f"_{operation.replace(' ', '_')}")(who, fields)
        except QuorateError as error:
            return Answer(text=str(error), refusal=code_of(error))
        return answer

    async def _open(self, who: Principal, said: Fields) -> Answer:
        asked = AskedQuestion(SourceDocument(self.world.document(said)), supersedes=said.get("supersedes", ""))
        own = said.get("ballot")
        brought = OwnBallot(ballot_parts(own)) if own else None
        found = await open_deliberation(self.app, who, asked, said.get("request"), brought)
        if "story" in self.world.panels:
            carried = await resume(self.app, who, found.session.id)
            found = carried._replace(is_new=found.is_new)
        return _whole(found)._replace(id=found.session.id)

    async def _plan(self, who: Principal, said: Fields) -> Answer:
        asked = AskedQuestion(SourceDocument(self.world.document(said)), supersedes=said.get("supersedes", ""))
        plan = await plan_deliberation(self.app, who, asked)
        return Answer({"calls": len(plan.calls), "problems": len(plan.problems)}, repr(plan))

    async def _look_at_own_seats(self, who: Principal, said: Fields) -> Answer:
        return Answer({"seats": [seat.name for seat in await own_seats(self.app, who, said["id"])]})

    async def _look_before_voting(self, who: Principal, said: Fields) -> Answer:
        session, terms = await votable(self.app, who, said["id"], _terms(said))
        return Answer({"seat": terms.seat, "round": terms.seen.round}, repr(session.question))

    async def _look_before_voting_again(self, who: Principal, said: Fields) -> Answer:
        found = await voted_before(self.app, who, said["id"], _terms(said), said.get("request"))
        return _whole(found) if found else Answer()

    async def _look_before_answering(self, who: Principal, said: Fields) -> Answer:
        return _whole(await answerable(self.app, who, said["id"]))

    async def _ask_what_is_required(self, who: Principal, said: Fields) -> Answer:
        return _plain((await required_answers(self.app, who, said["id"])).values)

    async def _look_before_resuming(self, who: Principal, said: Fields) -> Answer:
        return _whole(await resumable(self.app, who, said["id"]))

    async def _look_before_reframing(self, who: Principal, said: Fields) -> Answer:
        return Answer(text=repr(await deadlock(self.app, who, said["id"])))

    async def _vote(self, who: Principal, said: Fields) -> Answer:
        terms = _terms(said)
        ballot = filled_ballot(self.world, said) if WHOLE_BALLOT & set(said) else ballot_parts(said)
        return _whole(await vote(self.app, who, said["id"], ballot, terms, said.get("request")))

    async def _revise(self, who: Principal, said: Fields) -> Answer:
        edits = Edits(**{name: _tuple(said[name]) for name in EDITS if name in said})
        return _whole(await revise(self.app, who, said["id"], edits, said.get("reason", ""), said.get("request")))

    async def _close(self, who: Principal, said: Fields) -> Answer:
        return _whole(await close(self.app, who, said["id"], said.get("request")))

    async def _redeliberate(self, who: Principal, said: Fields) -> Answer:
        again = Again(
            said.get("trigger", "new_evidence"),
            said.get("reason", "new evidence"),
            said.get("evidence", ""),
            tuple(said.get("seats", ())),
            said.get("factual", False),
        )
        found = await redeliberate(self.app, who, said["id"], again, said.get("request"))
        return await self._carried(who, found)

    async def _retry(self, who: Principal, said: Fields) -> Answer:
        found = await retry(self.app, who, said["id"], tuple(said.get("seats", ())), said.get("request"))
        return await self._carried(who, found)

    async def _carried(self, who: Principal, found: Deliberation) -> Answer:
        """Where engines are to be asked, they are."""
        if "story" not in self.world.panels:
            return _whole(found)
        return _whole((await resume(self.app, who, found.session.id))._replace(is_new=found.is_new))

    async def _resume(self, who: Principal, said: Fields) -> Answer:
        return _whole(await resume(self.app, who, said["id"]))

    async def _check_evidence(self, who: Principal, said: Fields) -> Answer:
        request = CheckRequest(str(self.world.folder))
        return _whole(await check_evidence(self.app, who, said["id"], request, said.get("request")))

    async def _reframe(self, who: Principal, said: Fields) -> Answer:
        wish = said.get("accept", ""), tuple(said.get("into", ())), said.get("reason", ""), said["verdict"]
        return _whole(await reframe(self.app, who, said["id"], *wish, said.get("request")))

    async def _defer(self, who: Principal, said: Fields) -> Answer:
        wish = said["step"], said["owner"], said["monitor"], said["verdict"]
        return _whole(await defer(self.app, who, said["id"], *wish, said.get("request")))

    async def _resolve(self, who: Principal, said: Fields) -> Answer:
        answers = Answers(**{ANSWER_NAMES[name]: _tuple(said[name]) for name in ANSWER_NAMES if name in said})
        return _whole(await resolve(self.app, who, said["id"], answers, said["verdict"], said.get("request")))

    async def _release(self, who: Principal, said: Fields) -> Answer:
        wish = said["action"], said["question"], said.get("request")
        return _whole(await release(self.app, who, said["id"], *wish))

    async def _revoke(self, who: Principal, said: Fields) -> Answer:
        return _whole(await revoke(self.app, who, said["id"], said["reason"], said.get("request")))

    async def _show(self, who: Principal, said: Fields) -> Answer:
        return _whole(await show_deliberation(self.app, who, said["id"]))

    async def _find(self, who: Principal, said: Fields) -> Answer:
        return Answer(text=repr(await find_deliberation(self.app, who, said["name"])))

    async def _wait(self, who: Principal, said: Fields) -> Answer:
        carriers = Carriers()
        try:
            return _whole(await wait_for_deliberation(self.app, who, said["id"], carriers, 0, _nothing))
        finally:
            await carriers.close()

    async def _keep_report(self, who: Principal, said: Fields) -> Answer:
        folder = self.world.folder / "reports"
        folder.mkdir(exist_ok=True)
        report = NewReport(said.get("title", ""))
        kept = {file: file.read_text() for file in folder.glob("*.md")}
        try:
            entry = await file_report(self.app, who, said["id"], str(folder), report)
        finally:
            assert all(file.exists() and file.read_text() == text for file, text in kept.items())
        return Answer({"status": entry.status}, (folder / entry.file).read_text())

    async def _log(self, who: Principal, said: Fields) -> Answer:
        return _plain(shown(await list_log(self.app, who, search=said.get("search", ""))))

    async def _inbox(self, who: Principal, said: Fields) -> Answer:
        return _plain(shown(await list_inbox(self.app, who, said.get("for", ""))))

    async def _risks(self, who: Principal, said: Fields) -> Answer:
        page = await list_risks(self.app, who, RiskFilter(everything=True))
        found = await show_deliberation(self.app, who, said["id"])
        return _plain([json.loads(json_line(shown(register_page(found.session)))), repr(page)])

    async def _explain(self, who: Principal, said: Fields) -> Answer:
        found = await explain(self.app, who, said["id"])
        return _verdict(found.verdict)

    async def _retally(self, who: Principal, said: Fields) -> Answer:
        found = await retally(
            self.app,
            who,
            said["id"],
            OtherCount(said["protocol"], str(said["threshold"]) if "threshold" in said else None),
        )
        return _verdict(found.other)

    async def _replies(self, who: Principal, said: Fields) -> Answer:
        return Answer(text=repr(await show_replies(self.app, who, said["id"], said["seat"])))

    async def _report(self, who: Principal, said: Fields) -> Answer:
        found = await show_deliberation(self.app, who, said["id"])
        forms = ("text", "markdown", "html", "madr")
        texts = [render_deliberation(found.session, found.history, form=form) for form in forms]
        return Answer(text="\n".join(texts))

    async def _look_everywhere(self, who: Principal, said: Fields) -> Answer:
        """All that can be looked up of a deliberation, refusals included, as one text."""
        one = {"id": said["id"]}
        looks: list[Callable[[], Coroutine[Any, Any, Answer]]] = [
            lambda: self._show(who, one),
            lambda: self._log(who, {}),
            lambda: self._inbox(who, {}),
            lambda: self._risks(who, one),
            lambda: self._explain(who, one),
            lambda: self._retally(who, {**one, "protocol": "quorum"}),
            lambda: self._report(who, one),
            lambda: self._list_voters(who, {}),
            lambda: self._due(who),
            lambda: self._hear(watch_deliberation(self.app, who, said["id"])),
            lambda: self._export(who, one),
            lambda: self._export_all(who),
            *(
                lambda seat=seat: self._replies(who, {**one, "seat": seat})
                for seat in await self.world.seats(said["id"])
            ),
        ]
        texts = []
        for look in looks:
            try:
                texts.append((await look()).text)
            except QuorateError as error:
                texts.append(str(error))
        return Answer(text="\n".join(texts))

    async def _due(self, who: Principal) -> Answer:
        return Answer(text=repr(await due_outcomes(self.app, who)))

    async def _hear(self, stream: AsyncIterator[ShownEvent]) -> Answer:
        """All that there is to hear by now."""
        last = len((await self.app.whole(self.world.last)).history)
        texts = []
        async for event in stream:
            texts.append(repr(event))
            if event.position >= last:
                break
        return Answer(text="\n".join(texts))

    async def _export_all(self, who: Principal) -> Answer:
        file = io.BytesIO()
        await export_all(self.app, who, file)
        return Answer(text=file.getvalue().decode())

    async def _track(self, who: Principal, said: Fields) -> Answer:
        changes = {name: said[name] for name in said if name not in ("id", "item", "request")}
        return _whole(await set_item(self.app, who, said["id"], said["item"], changes, said.get("request")))

    async def _vindicate(self, who: Principal, said: Fields) -> Answer:
        wish = said["item"], said["what"], said.get("link"), said.get("request")
        return _whole(await vindicate_item(self.app, who, said["id"], *wish))

    async def _tell_outcome(self, who: Principal, said: Fields) -> Answer:
        wish = said["was"], said.get("note", ""), said.get("on", ""), said.get("request")
        found = _whole(await record_outcome(self.app, who, said["id"], *wish))
        return found._replace(is_whole=False)  # what the record says of its verdict is told when somebody looks

    async def _tell_outcomes(self, who: Principal, said: Fields) -> Answer:
        """What became of each row."""
        rows = [
            OutcomeRow(number, self.world.labels.get(one["of"], one["of"]), one["was"], one.get("note", ""))
            for number, one in enumerate(said["rows"], 1)
        ]
        told = [one async for one in record_outcomes(self.app, who, rows)]
        said_of = [one.why if isinstance(one, RefusedRow) else one.was if one.is_new else "known" for one in told]
        return Answer(said_of, repr(told))

    async def _list_due_outcomes(self, who: Principal, _: Fields) -> Answer:
        return Answer({"lines": [{"id": one.id} for one in await due_outcomes(self.app, who)]})

    async def _list_voters(self, who: Principal, _: Fields) -> Answer:
        return Answer(text=repr(await voter_tables(self.app, who)))

    async def _issue_key(self, who: Principal, said: Fields) -> Answer:
        made = await issue_key(self.app, who, said["name"], said["scopes"], said.get("expires"))
        return Answer({"key": made.text}, id=made.key.id)

    async def _list_keys(self, who: Principal, _: Fields) -> Answer:
        return Answer(text=repr(await list_keys(self.app, who)))

    async def _rotate_key(self, who: Principal, said: Fields) -> Answer:
        made = await rotate_key(self.app, who, said["key"], said.get("overlap", "1h"), said.get("expires"))
        return Answer({"key": made.text}, id=made.key.id)

    async def _revoke_key(self, who: Principal, said: Fields) -> Answer:
        return Answer(text=repr(await revoke_key(self.app, who, said["key"], said.get("reason", ""))))

    async def _list_refusals(self, who: Principal, _: Fields) -> Answer:
        found = await list_refusals(self.app, who)
        return Answer([f"{one.refusal.code}, {one.author.name}, {one.refusal.operation}" for one in found], repr(found))

    async def _verify_record(self, who: Principal, said: Fields) -> Answer:
        found = await verify_record(self.app, who, checkpoint_in(said))
        return Answer({"intact": found.is_intact}, repr(found))

    async def _make_checkpoint(self, who: Principal, said: Fields) -> Answer:
        file = self.world.folder / f"checkpoint of {said['as']}"
        file.write_bytes((await make_checkpoint(self.app, who)).content)
        return Answer(id=str(file))

    async def _back_up(self, who: Principal, said: Fields) -> Answer:
        file = self.world.folder / f"copy of {said['as']}"
        await back_up(self.app, who, file)
        return Answer(id=str(file))

    async def _restore(self, who: Principal, said: Fields) -> Answer:
        """Into a new record, which is then checked."""
        other = App(MemoryRecord(self.world.clock), self.app.surroundings)
        try:
            await restore(other, who, Path(said["copy"]))
            found = await verify_record(other, OWNER, checkpoint_in(said))
            return Answer({"intact": found.is_intact, "events": len(await other.record.export(list))}, repr(found))
        finally:
            await other.record.close()

    async def _sweep_record(self, who: Principal, _: Fields) -> Answer:
        return Answer({"done": await sweep(self.app, who)})

    async def _look_after_the_record(self, _: Principal, __: Fields) -> Answer:
        """What a server does from time to time, whoever is there."""
        round_, carrier = Sweep(self.app, OWNER), Carrier(self.app)
        for name in (*await round_.due(), *round_.due_here()):
            await carrier.carried_on(name)
        await round_.settle_reviews()
        await carrier.close(0)
        return Answer()

    async def _stop_calls(self, who: Principal, _: Fields) -> Answer:
        return Answer({"calls": await stop_calls(self.app, who)})

    async def _demonstrate(self, who: Principal, _: Fields) -> Answer:
        found = await demonstrate(self.app, who, example("magi"))
        return Answer(id=found.id)

    async def _export(self, who: Principal, said: Fields) -> Answer:
        file = io.BytesIO()
        await export_deliberation(self.app, who, said["id"], file)
        return Answer(text=file.getvalue().decode())

    async def _redact(self, who: Principal, said: Fields) -> Answer:
        wish = Wish(
            **{"reason": "", **{name: said[name] for name in ("text", "event", "field", "reason") if name in said}}
        )
        act = plan_redaction if said.get("preview") else redact
        found = await act(self.app, who, said["id"], wish, said.get("request"))
        return Answer({"gone": found.is_gone}, repr(found), is_repeated=found.is_repeated)

    async def _tally(self, _: Principal, said: Fields) -> Answer:
        counted = count_document(json.dumps(said["document"]).encode(), "the story", said.get("protocol"))
        return _verdict(counted.verdict)

    async def _call_tool(self, who: Principal, said: Fields) -> Answer:
        return await self._judged(judge_call, who, said)

    async def _ask_advice_on_tool(self, who: Principal, said: Fields) -> Answer:
        return await self._judged(advise_call, who, said)

    async def _judged(self, judge: Any, who: Principal, said: Fields) -> Answer:
        folder, names = str(self.world.folder), {"command": "command", "file": "file_path"}
        given = {names[name]: said[name] for name in names if name in said}
        call = ToolCall("claude", "PreToolUse", said.get("session", "s1"), folder, said["tool"], given)
        found = await judge(self.app, who, call, self._terms_of_gate(said))
        is_asked = found.where.startswith("APPROVAL")
        value = {"gate": f"{found.decision}: {found.code}", "rule": found.rule}
        return Answer(value, id=found.where if is_asked else "")

    def _terms_of_gate(self, said: Fields) -> GateTerms:
        """The gate of the story, unless the step has settings of its own: the user's default, and whom it asks; and
        rules of the project."""
        users = GATE._replace(wait=0, default=said.get("default", GATE.default))
        if "people" in said:
            users = users._replace(asked=Approvers(tuple(said["people"]), min(2, len(said["people"]))))
        theirs = [GateRule(CallPattern((tool,)), decision) for tool, decision in said.get("project", {}).items()]
        return GateTerms(users, Gate(tuple(theirs)), {}, OwnGround(()), resolver(str(self.world.folder)))

    async def _suggest_rules(self, who: Principal, _: Fields) -> Answer:
        found = await suggest_rules(self.app, who, "", lambda _: self._terms_of_gate({}), known_commands())
        return Answer({rule.name: f"{rule.calls} calls, {rule.approved} approved" for rule in found.rules})

    async def _grant_window(self, who: Principal, said: Fields) -> Answer:
        terms = WindowTerms(said.get("minutes", 15), said.get("uses", 1))
        found = await grant_window(self.app, who, said["id"], terms)
        return Answer(id=found.id)

    async def _close_window(self, who: Principal, said: Fields) -> Answer:
        return Answer(text=repr(await close_window(self.app, who, said["window"], said.get("reason", ""))))

    async def _list_windows(self, who: Principal, _: Fields) -> Answer:
        return Answer({"lines": [{"id": one.id} for one in await list_windows(self.app, who)]})

    async def _register_agent(self, who: Principal, said: Fields) -> Answer:
        whose, voter = (said.get("owner", ""), said.get("tags", ())), said.get("voter", "")
        found = await register_agent(self.app, who, said["agent"], *whose, voter=voter, key=said.get("request"))
        return _plain(agent_plain(found))

    async def _describe_agent(self, who: Principal, said: Fields) -> Answer:
        wish = said.get("owner", ""), said.get("tags", ()), said.get("request")
        found = await describe_agent(self.app, who, said["agent"], *wish)
        return _plain(agent_plain(found))

    async def _report_agent(self, who: Principal, said: Fields) -> Answer:
        report = AgentReport(said.get("risk"), said.get("coherence"), said.get("void"))
        return _plain(agent_plain(await report_state(self.app, who, said["agent"], report, said.get("request"))))

    async def _pause_agent(self, who: Principal, said: Fields) -> Answer:
        wish = said["agent"], said["reason"], said.get("request")
        return _plain(agent_plain(await pause_agent(self.app, who, *wish)))

    async def _archive_agent(self, who: Principal, said: Fields) -> Answer:
        wish = said["agent"], said.get("reason", ""), said.get("request")
        return _plain(agent_plain(await archive_agent(self.app, who, *wish)))

    async def _judge_review(self, who: Principal, said: Fields) -> Answer:
        wish = {"held_up": said["held_up"], "key": said.get("request")}
        found = await judge_review(self.app, who, said["agent"], said["id"], **wish)
        return _plain(agent_plain(found))

    async def _show_agent(self, who: Principal, said: Fields) -> Answer:
        return _plain(agent_plain(await show_agent(self.app, who, said["agent"])))

    async def _show_history(self, who: Principal, said: Fields) -> Answer:
        return _plain(history_plain(await agent_history(self.app, who, said["agent"])))

    async def _list_agents(self, who: Principal, said: Fields) -> Answer:
        found = await list_agents(self.app, who, said.get("status", ""))
        return _plain({"agents": [one.agent.agent_id for one in found]})

    async def _list_reviews(self, who: Principal, said: Fields) -> Answer:
        page = await list_reviews(self.app, who, said.get("status", ""), said.get("agent", ""))
        return _plain(with_lines(page.plain(who.name)))

    async def _show_fleet(self, who: Principal, _: Fields) -> Answer:
        return _plain((await show_fleet(self.app, who)).plain(who.name))

    async def _speak_for_agent(self, who: Principal, said: Fields) -> Answer:
        await check_speaker(self.app, who, self.world.last_review, said["agent"])
        return Answer()

    async def _import_sessions(self, who: Principal, said: Fields) -> Answer:
        data = json.dumps(said["sessions"]).encode()
        return _plain(import_plain(await import_sessions(self.app, who, data, "the story", said.get("request"))))

    async def _request_review(self, who: Principal, said: Fields) -> Answer:
        agent, reason, dispute = said["agent"], said["reason"], said.get("dispute", "")
        if said.get("dialectic"):
            found = await request_dialectic_review(self.app, who, agent, reason, None, dispute, said.get("request"))
            return _review(found, who)
        return _review(await request_quorum_review(self.app, who, agent, reason, dispute, said.get("request")), who)

    async def _vote_in_review(self, who: Principal, said: Fields) -> Answer:
        names = ("vote", "reasoning", "conditions")
        ballot = {"conditions": [], **{name: said[name] for name in names if name in said}}
        cast = said["id"], ballot, said.get("agent", ""), said.get("request")
        return _review(await submit_quorum_vote(self.app, who, *cast), who)

    async def _show_review(self, who: Principal, said: Fields) -> Answer:
        return _review(await settle_review(self.app, who, said["id"]), who)

    async def _file_thesis(self, who: Principal, said: Fields) -> Answer:
        thesis = ThesisFiled(said["root_cause"], tuple(said.get("conditions", ())), said.get("reasoning", ""))
        return _review(await submit_thesis(self.app, who, said["id"], thesis, said.get("request")), who)

    async def _file_antithesis(self, who: Principal, said: Fields) -> Answer:
        parts = said.get("metrics", {}), tuple(said.get("concerns", ())), said.get("reasoning", "")
        filed = said["id"], AntithesisFiled(*parts), said.get("request")
        return _review(await submit_antithesis(self.app, who, *filed), who)

    async def _file_synthesis(self, who: Principal, said: Fields) -> Answer:
        parts = tuple(said.get("conditions", ())), said.get("agrees", False), said.get("root_cause", "")
        filed = SynthesisFiled("", *parts, said.get("reasoning", ""), tuple(said.get("concerns", ())))
        return _review(await submit_synthesis(self.app, who, said["id"], filed, said.get("request")), who)

    async def _reassign_review(self, who: Principal, said: Fields) -> Answer:
        wish = said["to"], said.get("reason", ""), said.get("request")
        return _review(await reassign_review(self.app, who, said["id"], *wish), who)

    async def _verify_review(self, who: Principal, said: Fields) -> Answer:
        names = ("approves", "reason", "accept_notes", "strike_notes", "ended")
        wish = {name: said[name] for name in names if name in said}
        return _review(await verify_review(self.app, who, said["id"], **wish, key=said.get("request")), who)

    async def _decide_review(self, who: Principal, said: Fields) -> Answer:
        wish = said["action"], tuple(said.get("conditions", ())), said["reason"], said.get("request")
        return _review(await decide_review(self.app, who, said["id"], *wish), who)

    async def _show_consensus(self, who: Principal, _: Fields) -> Answer:
        return _plain(consensus_plain(await show_epic(self.app, who, self._epic())))

    async def _list_conflicts(self, who: Principal, _: Fields) -> Answer:
        return _plain([*conflicts_plain(await show_epic(self.app, who, self._epic()))])

    async def _propose_resolution(self, who: Principal, said: Fields) -> Answer:
        wish = self._epic(), await self._conflict(), said["type"], said["proposal"], said.get("request")
        return _plain(state_plain(await propose_resolution(self.app, who, *wish)))

    async def _vote_on_resolution(self, who: Principal, said: Fields) -> Answer:
        confidence = Fraction(str(said["confidence"])) if "confidence" in said else None
        ballot = ConflictVoteParts(said["vote"], confidence, said.get("reason", ""))
        wish = self._epic(), await self._conflict(), ballot, said.get("request")
        return _plain(state_plain(await vote_on_resolution(self.app, who, *wish)))

    async def _resolve_conflict(self, who: Principal, said: Fields) -> Answer:
        wish = self._epic(), await self._conflict(), said["accept"], said.get("text", ""), said.get("request")
        return _plain(state_plain(await resolve_conflict(self.app, who, *wish)))

    def _epic(self) -> EpicRequest:
        return EpicRequest(str(self.world.folder / "epics"), EPIC)

    async def _conflict(self) -> str:
        """The only one, by its id."""
        return conflict_id(self.world)


def conflict_id(world: World) -> str:
    """The id of the only conflict of the epic."""
    from quorate.app.evidence.epic import compute_consensus

    found = compute_consensus(EpicRequest(str(world.folder / "epics"), EPIC), world.clock.now)
    (only,) = conflicts_plain(found)
    return str(only["conflictId"])


def checkpoint_in(said: Fields) -> CheckpointFile | None:
    """The checkpoint to compare with, if there is one."""
    return CheckpointFile(Path(said["against"]).read_bytes(), "the checkpoint") if "against" in said else None


def with_lines(page: dict[str, Any]) -> dict[str, Any]:
    """A list of reviews by their ids, as other lists are."""
    return {**page, "lines": [{"id": one["session_id"]} for one in page["sessions"]]}


def ballot_parts(said: Mapping[str, Any]) -> BallotParts:
    """A ballot by its parts."""
    parts = {name: _tuple(said[name]) for name in PARTS if name in said}
    if "confidence" in parts:
        parts["confidence"] = str(parts["confidence"])
    return BallotParts(**parts)


def filled_ballot(world: World, said: Mapping[str, Any]) -> FilledBallot:
    """A ballot as a document."""
    if said.get("recused"):
        return FilledBallot({"error": "recused"})
    parts = {name: said[name] for name in (*PARTS, *WHOLE_BALLOT) if name in said}
    return FilledBallot(json.loads(json.dumps(world.ballot(parts, world.protocol_of(said["id"]))), parse_float=Decimal))


def _terms(said: Fields) -> BallotTerms:
    seen = Seen(said["question"], said.get("round", 0))
    return BallotTerms(said.get("seat"), seen, said.get("supersede", False))


async def _nothing(_: object) -> None:
    """Listens to nothing."""


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _plain(value: Any) -> Answer:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return Answer(json.loads(text), text)


def _whole(found: Deliberation) -> Answer:
    text = json_line(in_full(found.session, found.history, found.record))
    return Answer(json.loads(text), text, is_repeated=not found.is_new, is_whole=True, line=text)


def _verdict(verdict: Any) -> Answer:
    text = to_json(verdict)
    return Answer({"verdict": json.loads(text)}, text)


def _review(found: Any, who: Principal) -> Answer:
    return _plain(found.plain(who.name))._replace(id=found.id)
