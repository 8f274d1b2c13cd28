"""A block in YAML as plain values, with every number as it was written."""

from decimal import Decimal
from typing import Any

import yaml

from quorate.core.errors import DocumentError, Path, Problem
from quorate.documents.strict_yaml import Builder
from quorate.replies.block import DEEPEST, MOST_VALUES


class YamlAsWritten(Builder):
    """Keeps a number's own digits: 8.5e1 and 85.0 are not the same to the reader of a confidence."""

    def _node(self, event: Any, path: Path) -> Any:
        if len(path) >= DEEPEST and isinstance(event, yaml.CollectionStartEvent):
            problem = Problem(path, "nesting that is too deep", f"at most {DEEPEST} levels")
            raise DocumentError([*self.problems, problem])
        if len(self.lines) > MOST_VALUES:
            raise DocumentError([*self.problems, Problem(path, "too many values", f"at most {MOST_VALUES}")])
        value = super()._node(event, path)
        return event.value if type(value) in (int, Decimal) else value
