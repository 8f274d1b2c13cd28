"""`decide --dry-run`: who would be asked, in which mode, and what it may take and cost at most."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from quorate.app.question.cost_estimate import Calling, PanelPlan, Worst, externals, fallback_worst, is_first
from quorate.core.codec import json_line
from quorate.core.panel import Seat
from quorate.core.wording import worded
from quorate.deliberation.engines.independence import has_engines
from quorate.deliberation.framing import Mode
from quorate.surfaces.cli.options import Look
from quorate.surfaces.cli.terminal.hints import engine_names, notice_line
from quorate.surfaces.cli.terminal.option_names import as_option
from quorate.surfaces.cli.terminal.output.deliberation_lines import action_lines
from quorate.surfaces.cli.terminal.output.tables import aligned
from quorate.surfaces.cli.terminal.phrases import Words
from quorate.surfaces.cli.terminal.streams import put, put_json


def put_plan(plan: PanelPlan, look: Look) -> None:
    """The plan on standard output."""
    words = Words(look.lang)
    if look.form == "json":
        put_json(json_line(_plain(plan, words)))
    else:
        put("".join(line + "\n" for line in _lines(plan, words, look.width)))


def _lines(plan: PanelPlan, words: Words, width: int) -> Iterator[str]:
    opening, mode = plan.opening, plan.mode
    if has_engines(opening.seats):
        yield words("plan.mode", protocol=opening.protocol, mode=mode.name, why=_why(mode, words))
    else:
        yield opening.protocol
    yield from (words("notice", what=notice_line(one, words)) for one in plan.notices)
    calls = {one.seat.name: one for one in plan.calls}
    rows = [_row(seat, calls.get(seat.name), words) for seat in opening.seats]
    yield from (f"  {line}" for line in aligned(rows))
    yield from action_lines(opening.question, words, width)
    if plan.calls:
        yield _total(plan, words)
        yield from _debates(plan, words)
        yield from _fallback(plan, words)
        yield from budget_lines(plan, words)
    yield from (words("plan.refused", problem=problem) for problem in _problems(plan))


def _why(mode: Mode, words: Words) -> str:
    reason = words(f"why.{mode.reason}")
    return words("why.but", reason=reason, missing=engine_names(mode.missing, words)) if mode.missing else reason


def _row(seat: Seat, call: Calling | None, words: Words) -> tuple[str, ...]:
    known = (seat.name, seat.lens, seat.voter, words("plan.weight", weight=seat.weight))
    if not call:
        return (*known, "", "", "")
    spans = {"timeout": f"{call.timeout:g}", "seconds": f"{call.seconds:g}"}
    time = words("plan.time", n=call.requests, attempts=call.all_attempts, **spans)
    return (*known, time, words("plan.bytes", n=f"{call.prompt:,}"), _cost(call.worst_cost, words))


def _cost(cost: Decimal | None, words: Words) -> str:
    return words("plan.cost.unknown") if cost is None else words("plan.cost", cost=money(cost))


def money(amount: Decimal) -> str:
    """An amount in full, without needless zeros."""
    return f"{amount.normalize():f}"


def _total(plan: PanelPlan, words: Words) -> str:
    first = [one.seat.name for one in plan.calls if is_first(plan.opening, one.seat)]
    in_turn = first and len(first) < len(plan.calls)
    how = words("plan.in.turn", first=words.named(first)) if in_turn else words("plan.together")
    return words("plan.all", seconds=f"{plan.worst.seconds:g}", how=how, cost=_worst_cost(plan.worst, words))


def _worst_cost(worst: Worst, words: Words) -> str:
    if not worst.unknown:
        return _cost(worst.cost, words)
    if not worst.cost:
        return _cost(None, words)
    return words("plan.some.unknown", cost=money(worst.cost), seats=words.named(worst.unknown))


def _debates(plan: PanelPlan, words: Words) -> Iterator[str]:
    if rounds := plan.opening.policy.debate_rounds:
        yield words("plan.debate", rounds=rounds)


def _fallback(plan: PanelPlan, words: Words) -> Iterator[str]:
    if more := fallback_worst(plan.opening, plan.calls):
        missing = engine_names(externals(plan.opening), words)
        yield words("plan.fallback", missing=missing, seconds=f"{more.seconds:g}", cost=_worst_cost(more, words))


def budget_lines(plan: PanelPlan, words: Words) -> Iterator[str]:
    """What the budget would do."""
    budget, worst = plan.budget, plan.worst
    if budget is None:
        return
    stated = {"budget": money(budget)}
    dear = [one.seat.name for one in plan.calls if one.cost is not None and one.cost > budget]
    if not budget:
        yield words("budget.nothing", seats=words.named([one.seat.name for one in plan.calls]), **stated)
        return
    if dear:
        yield words("budget.never", seats=words.named(dear), **stated)
    elif worst.cost > budget:
        yield words("budget.short", **stated)
    if worst.unknown:
        yield words("budget.unknown", seats=words.named(worst.unknown), **stated)
    elif worst.cost <= budget:
        yield words("budget.enough", **stated)


def _plain(plan: PanelPlan, words: Words) -> dict[str, Any]:
    opening, worst, more = plan.opening, plan.worst, fallback_worst(plan.opening, plan.calls)
    calls = {one.seat.name: one for one in plan.calls}
    return {
        "protocol": opening.protocol,
        "mode": plan.mode.name,
        "why": _why(plan.mode, words),
        "action": opening.question.action,
        "notices": [notice_line(one, words) for one in plan.notices],
        "seats": [_plain_seat(seat, calls.get(seat.name)) for seat in opening.seats],
        **_plain_worst(worst),
        "fallback": _plain_worst(more) if more else None,
        "max_cost": opening.policy.max_cost or None,
        "budget": list(budget_lines(plan, words)),
        "problems": _problems(plan),
    }


def _problems(plan: PanelPlan) -> list[str]:
    return [worded(problem, as_option) for problem in plan.problems]


def _plain_seat(seat: Seat, call: Calling | None) -> dict[str, Any]:
    known = {**seat._asdict(), "weight": str(seat.weight)}
    if not call:
        return known
    spent = {"worst_seconds": call.seconds, "worst_cost": None if call.worst_cost is None else money(call.worst_cost)}
    return {
        **known,
        "requests": call.requests,
        "attempts": call.attempts,
        "timeout": call.timeout,
        "prompt_bytes": call.prompt,
        **spent,
    }


def _plain_worst(worst: Worst) -> dict[str, Any]:
    return {
        "worst_seconds": worst.seconds,
        "worst_cost": None if worst.unknown else money(worst.cost),
        "known_cost": money(worst.cost),
        "unknown_cost": list(worst.unknown),
    }
