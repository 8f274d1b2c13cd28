"""The public names of the library, with what the source says of them."""

import ast
import inspect
from textwrap import dedent
from typing import Any

import quorate

INTRODUCTION = """# The library

Everything that `from quorate import ...` gives. Every value is an immutable named tuple; exact numbers are `int` or
`fractions.Fraction`. The [tutorial](../tutorial.md#from-python) shows a count,
[Deliberate from Python](../how-to/deliberate-from-python.md) the rest.

Names below `quorate.core` that only authors of protocols need are shown in
[A new protocol in ten minutes](../../CONTRIBUTING.md#a-new-protocol-in-ten-minutes).
"""
WIDEST = 100


def _group(one: Any) -> str:
    if inspect.isfunction(one):
        return "Functions"
    return "Errors" if issubclass(one, Exception) else "Values"


def library() -> str:
    """Functions, values and errors."""
    public = {name: getattr(quorate, name) for name in sorted(quorate.__all__)}
    sections = (
        f"\n## {title}\n" + "".join(_entry(name, one) for name, one in public.items() if _group(one) == title)
        for title in ("Functions", "Values", "Errors")
    )
    return INTRODUCTION + "".join(sections) + _error_tree()


def _entry(name: str, one: Any) -> str:
    node = ast.parse(dedent(inspect.getsource(one))).body[0]
    said = inspect.getdoc(one) or ""
    return f"\n### {name}\n\n```text\n{_signature(node)}\n```\n\n{said}\n{_members(node)}"


def _signature(node: ast.AST) -> str:
    match node:
        case ast.FunctionDef(name=name, args=args, returns=ast.expr() as returns):
            return f"{name}({ast.unparse(args)}) -> {ast.unparse(returns)}"
        case ast.AsyncFunctionDef(name=name, args=args, returns=ast.expr() as returns):
            return f"async {name}({ast.unparse(args)}) -> {ast.unparse(returns)}"
        case ast.ClassDef(name=name, bases=[ast.Name("NamedTuple")], body=body):
            fields = [ast.unparse(one) for one in body if isinstance(one, ast.AnnAssign)]
            return _call(name, fields)
        case ast.ClassDef(name=name, bases=bases):
            return f"{name}({', '.join(map(ast.unparse, bases))})"
    raise TypeError(f"no signature for {node}")


def _call(name: str, fields: list[str]) -> str:
    line = f"{name}({', '.join(fields)})"
    return line if len(line) <= WIDEST else "\n    ".join([f"{name}(", *(f"{field}," for field in fields)]) + "\n)"


def _members(node: ast.AST) -> str:
    """Properties and methods, with their first lines."""
    if not isinstance(node, ast.ClassDef):
        return ""
    members = [one for one in node.body if isinstance(one, ast.FunctionDef) and not one.name.startswith("_")]
    lines = [f"- `{_member(one)}`: {(ast.get_docstring(one) or '').splitlines()[0]}\n" for one in members]
    return "\n" + "".join(lines) if lines else ""


def _member(node: ast.FunctionDef) -> str:
    if any(isinstance(one, ast.Name) and one.id == "property" for one in node.decorator_list):
        return node.name
    arguments = ast.arguments(**{**_fields(node.args), "args": node.args.args[1:]})
    return f"{node.name}({ast.unparse(arguments)})"


def _fields(node: ast.arguments) -> dict[str, Any]:
    return dict(ast.iter_fields(node))


def _error_tree() -> str:
    from quorate.core import errors

    return f"\n### All errors\n\n```text\n{inspect.getdoc(errors)}\n```\n"
