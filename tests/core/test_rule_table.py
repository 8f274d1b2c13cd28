"""The rows that decide are the rows that explain."""

import pytest

from quorate.core.protocol.explainer import Step, steps_through
from quorate.core.protocol.rule_table import Row, always, first_fitting, plainly

TABLE: tuple[Row[int], ...] = (
    Row("small", "SMALL", lambda size: plainly(size < 2)),
    Row("even", "EVEN", lambda size: (size % 2 == 0, "halves" if size % 2 == 0 else "odd")),
    Row("rest", "REST", always),
)


@pytest.mark.parametrize(("size", "result"), [(1, "SMALL"), (4, "EVEN"), (5, "REST")])
def test_the_first_row_that_fits_decides(size: int, result: str) -> None:
    assert first_fitting(TABLE, size).result == result


def test_an_explanation_is_the_rows_up_to_the_one_that_decided() -> None:
    values = {"size": 4}
    assert steps_through(TABLE, 4, values) == [Step("small", False, "no", values), Step("even", True, "halves", values)]


def test_a_table_whose_last_row_does_not_fit_is_a_mistake() -> None:
    with pytest.raises(LookupError):
        first_fitting(TABLE[:2], 5)
