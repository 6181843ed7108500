"""The mutants of a module: one small change each, as text, with a name that stays when lines move.

Changed are comparisons, arithmetic, `and`/`or`/`not`, conditions, constants, default values, what is returned
and assigned, statements (left out), arguments (swapped, or a keyword left out), bounds of slices, `break` and
`continue`. Left alone: annotations, docstrings, asserts (they speak to us, not to the player), pieces of
f-strings, the words of declared options, imports and what is only there for the type checker.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

COMPARISONS = {
    ast.Lt: ["<="],
    ast.LtE: ["<"],
    ast.Gt: [">="],
    ast.GtE: [">"],
    ast.Eq: ["!="],
    ast.NotEq: ["=="],
    ast.Is: ["is not"],
    ast.IsNot: ["is"],
    ast.In: ["not in"],
    ast.NotIn: ["in"],
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}

SPARED = ("en", "fr", "strict")
"""Keywords that are left alone: words for people, and what only checks that two lengths agree."""
OPTIONS = ("Whole", "Numbers", "Text", "Choice", "Switch", "Board")
"""Declarations whose third and fourth arguments are words in two languages."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change of a module: where it is, what stood there and what stands there now."""

    path: str
    scope: str
    """The function or class, `""` for the module itself."""
    was: str
    becomes: str
    place: tuple[int, int]
    """From where to where in the bytes of the module."""
    function: str
    """The outermost function, `""` if the line runs when the module is imported."""
    number: int = 1
    """Among mutants that read the same."""

    @property
    def name(self) -> str:
        again = f" #{self.number}" if self.number > 1 else ""
        return f"{self.path} {self.scope or '(module)'}: {self.was} → {self.becomes}{again}"

    def applied(self, source: bytes) -> bytes:
        return source[: self.place[0]] + self.becomes.encode() + source[self.place[1] :]


def mutants(path: str) -> list[Mutant]:
    """All mutants of a module, in the order of its lines; each compiles."""
    source = (ROOT / path).read_bytes()
    found, seen = [], Counter[str]()
    for mutant in sorted(_Finder(path, source).mutants(), key=lambda mutant: mutant.place):
        seen[mutant.name] += 1
        mutant = Mutant(*(getattr(mutant, name) for name in mutant.__slots__[:-1]), seen[mutant.name])
        try:
            compile(mutant.applied(source), path, "exec")
        except SyntaxError:
            continue
        found.append(mutant)
    return found


class _Finder:
    """Walks a module and knows in which function and statement it is."""

    def __init__(self, path: str, source: bytes) -> None:
        self.path, self.source = path, source
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def mutants(self) -> Iterator[Mutant]:
        yield from self._body(ast.parse(self.source).body, "", "")

    def _body(self, body: list[ast.stmt], scope: str, function: str) -> Iterator[Mutant]:
        for statement in body:
            if _is_silent(statement):
                continue
            for node, becomes in _changes(statement):
                yield self._mutant(node, becomes, scope, function)
            yield from self._inner(statement, scope, function)

    def _inner(self, statement: ast.stmt, scope: str, function: str) -> Iterator[Mutant]:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            scope = f"{scope}.{statement.name}" if scope else statement.name
            if not function and not isinstance(statement, ast.ClassDef):
                function = scope
        for name in "body", "orelse", "finalbody":
            yield from self._body(getattr(statement, name, []), scope, function)
        for part in [*getattr(statement, "handlers", []), *getattr(statement, "cases", [])]:
            yield from self._body(part.body, scope, function)

    def _mutant(self, node: ast.AST, becomes: str, scope: str, function: str) -> Mutant:
        start = self.starts[node.lineno - 1] + node.col_offset
        end = self.starts[node.end_lineno - 1] + node.end_col_offset
        was = " ".join(self.source[start:end].decode().split())
        return Mutant(self.path, scope, was, becomes, (start, end), function)


def _changes(statement: ast.stmt) -> Iterator[tuple[ast.AST, str]]:
    yield from _statement_changes(statement)
    for expression in _expressions(statement):
        for node in _walk(expression):
            if isinstance(node, ast.comprehension):
                for test in node.ifs:
                    yield from _negated(test)
            for becomes in _expression_changes(node):
                yield node, becomes


def _is_silent(statement: ast.stmt) -> bool:
    match statement:
        case ast.Import() | ast.ImportFrom() | ast.Assert() | ast.Pass() | ast.Global() | ast.Nonlocal():
            return True
        case ast.Expr(value=ast.Constant()):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            return True
        case ast.Assign(value=ast.Call(func=ast.Name(id="TypeVar"))):
            return True
    return False


def _statement_changes(statement: ast.stmt) -> Iterator[tuple[ast.AST, str]]:
    match statement:
        case ast.Return(value=value) if value is not None:
            if not any(_is(value, known) for known in (None, True, False)):  # the last two are exchanged
                yield value, "None"
        case ast.Expr() | ast.Raise() | ast.Delete():
            if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Yield)):
                yield statement, "pass"
        case ast.Assign(targets=[ast.Name()], value=value) | ast.AnnAssign(target=ast.Name(), value=value):
            if value is not None and not _is(value, None):
                yield value, "None"
        case ast.Assign(targets=[ast.Tuple()]):
            pass  # what is unpacked cannot be left out
        case ast.Assign():
            yield statement, "pass"
        case ast.AugAssign(target, operator, value):
            yield statement, "pass"
            if type(operator) in ARITHMETIC:
                yield statement, ast.unparse(ast.AugAssign(target, ARITHMETIC[type(operator)](), value))
        case ast.Break():
            yield statement, "continue"
        case ast.Continue():
            yield statement, "break"
        case ast.If(test=test) | ast.While(test=test):
            yield from _negated(test)


def _negated(test: ast.expr) -> Iterator[tuple[ast.AST, str]]:
    """Single comparisons and `not` are negated anyway."""
    match test:
        case ast.UnaryOp(op=ast.Not()) | ast.Compare(ops=[ast.Eq() | ast.NotEq() | ast.Is() | ast.IsNot()]):
            return
        case ast.Compare(ops=[ast.In() | ast.NotIn()]):
            return
    yield test, f"not ({ast.unparse(test)})"


def _expressions(statement: ast.stmt) -> Iterator[ast.AST]:
    """The expressions of a statement itself: neither its inner statements nor annotations."""
    match statement:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield from (default for default in statement.args.defaults)
            yield from (default for default in statement.args.kw_defaults if default is not None)
        case ast.ClassDef():
            pass
        case ast.AnnAssign():
            if statement.value is not None:
                yield statement.value
        case ast.Match():
            yield statement.subject
            for case in statement.cases:
                yield from (part for part in (case.pattern, case.guard) if part is not None)
        case _:
            for name, value in ast.iter_fields(statement):
                if name in ("body", "orelse", "finalbody", "handlers"):
                    continue
                for part in value if isinstance(value, list) else [value]:
                    if isinstance(part, ast.AST):
                        yield part


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.JoinedStr):
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                yield from _walk(part.value)
        return
    yield node
    words = node.args[2:4] if isinstance(node, ast.Call) and _name(node) in OPTIONS else []
    for child in ast.iter_child_nodes(node):
        if child in words:
            continue
        if isinstance(child, ast.keyword):
            if child.arg not in SPARED:
                yield from _walk(child.value)
        elif not isinstance(child, ast.operator | ast.cmpop | ast.boolop | ast.unaryop | ast.expr_context):
            yield from _walk(child)


def _expression_changes(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Compare():
            yield from _other_comparisons(node)
        case ast.BinOp(op=operator) if type(operator) in ARITHMETIC:
            yield f"({ast.unparse(ast.BinOp(node.left, ARITHMETIC[type(operator)](), node.right))})"
        case ast.BoolOp(op=operator):
            other = ast.Or() if isinstance(operator, ast.And) else ast.And()
            yield f"({ast.unparse(ast.BoolOp(other, node.values))})"
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield f"({ast.unparse(operand)})"
        case ast.Constant(value=bool()):
            yield str(not node.value)
        case ast.Constant(value=int() | float()):
            yield repr(node.value + 1)
        case ast.Constant(value=str() | bytes()):
            yield repr(type(node.value)() if node.value else "XX")
        case ast.IfExp(test=test):
            if any(_negated(test)):
                other = ast.IfExp(ast.UnaryOp(ast.Not(), test), node.body, node.orelse)
                yield f"({ast.unparse(other)})"
        case ast.Slice(lower=lower, upper=upper):
            for bound in lower, upper:
                if bound is not None and not isinstance(bound, ast.Constant | ast.UnaryOp):
                    yield _with_bound(node, bound)
        case ast.Call():
            yield from _exchanged_arguments(node)
            yield from _fewer_keywords(node)


def _other_comparisons(node: ast.Compare) -> Iterator[str]:
    parts = [ast.unparse(each) for each in (node.left, *node.comparators)]
    for place, op in enumerate(node.ops):
        for other in COMPARISONS[type(op)]:
            signs = [_sign(each) for each in node.ops]
            signs[place] = other
            text = parts[0] + "".join(f" {s} {p}" for s, p in zip(signs, parts[1:], strict=True))
            yield f"({text})"


def _exchanged_arguments(node: ast.Call) -> Iterator[str]:
    match node.args:
        case [first, second, *rest] if not _starred(first, second):
            if ast.unparse(first) != ast.unparse(second) and _name(node) not in ("max", "min"):
                yield ast.unparse(ast.Call(node.func, [second, first, *rest], node.keywords))


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _starred(*nodes: ast.AST) -> bool:
    return any(isinstance(node, ast.Starred) for node in nodes)


def _with_bound(node: ast.Slice, bound: ast.expr) -> str:
    later = ast.BinOp(bound, ast.Add(), ast.Constant(1))
    lower, upper = (later if each is bound else each for each in (node.lower, node.upper))
    return ast.unparse(ast.Slice(lower, upper, node.step))


def _fewer_keywords(node: ast.Call) -> Iterator[str]:
    for keyword in node.keywords:
        if keyword.arg and keyword.arg not in SPARED:
            fewer = [each for each in node.keywords if each is not keyword]
            yield ast.unparse(ast.Call(node.func, node.args, fewer))


def _sign(op: ast.cmpop) -> str:
    return ast.unparse(ast.Compare(ast.Constant(0), [op], [ast.Constant(0)]))[2:-2]


def _is(node: ast.AST, value: object) -> bool:
    return isinstance(node, ast.Constant) and node.value is value
