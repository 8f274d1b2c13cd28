"""What is found while a document is read: the problems, and the lines of all parts."""

from quorate.core.errors import DocumentError, Path, Problem

MOST_PROBLEMS = 100


class Findings(list[Problem]):
    """A list of problems that ends the reading when there are too many to be of use."""

    def append(self, problem: Problem) -> None:
        """Adds a problem, or raises all of them."""
        if len(self) >= MOST_PROBLEMS:
            more = Problem((), "more problems", f"none; only the first {MOST_PROBLEMS} are listed")
            raise DocumentError([*self, more])
        super().append(problem)


class Places(dict[Path, int]):
    """The line of every part of a document."""

    def line_of(self, path: Path) -> int | None:
        """The line of a part, or of the nearest part around it."""
        while path and path not in self:
            path = path[:-1]
        return self.get(path)
