"""`companion bench`: every row measures something, the table says what it says, and only benchmarks judge times."""

from __future__ import annotations

import ast
import io
import json
import math
from pathlib import Path

import pytest

from companion import cli
from companion.lab import bench
from companion.lab.balance_settings import LabError
from companion.lab.bench import ROWS, Line, Row, Run, UnmeasurableError, chosen, compared, machine, measure, shown

TESTS = Path(__file__).parents[1]
CLOCKS = {"perf_counter", "perf_counter_ns", "process_time", "thread_time", "monotonic"}
LONG = {"idle", "flip", "memory", "start"}  # processes with a window, some of which must come to rest first
NEEDS = {"bulk": "numpy", "strength": "treys", "jokers": "treys", "split": "treys"}


@pytest.mark.parametrize(
    "row", [pytest.param(row, marks=pytest.mark.slow if row.name in LONG else (), id=row.name) for row in ROWS]
)
def test_every_row_measures(row: Row) -> None:
    """Measured quickly, each row gives figures above zero with a unit; whether an aim is met is not judged here."""
    if row.name in NEEDS:
        pytest.importorskip(NEEDS[row.name], reason=f"{NEEDS[row.name]} (extras `bench`, `lab`) is not installed")
    lines = list(row.load()(Run(quick=True)))
    assert lines
    for line in lines:
        assert line.row == row.name
        assert line.note.startswith("not measured") or (math.isfinite(line.ours) and line.ours >= 0 and line.unit), line
        assert (line.theirs is None) == (line.ratio is None)
        assert (line.met is None) == (not line.aim)
    assert any(line.ours > 0 for line in lines)


def test_ratios_and_aims() -> None:
    """Less is better counts ours to theirs; more is better too, for rates; every bound must hold."""
    less = compared("x", "x", 3, "ms", peer="p", theirs=2, most=4, ratio=1.2)
    assert (less.ratio, less.aim, less.met) == (1.5, "≤ 4 ms and ≤ 1.2 ×", False)
    more = compared("x", "x", 6, "M/s", peer="p", theirs=2, better="more", ratio=3)
    assert (more.ratio, more.aim, more.met) == (3, "≥ 3 ×", True)
    assert compared("x", "x", 6, "M/s", better="more", most=7).met is False
    told = compared("x", "x", 6, "M/s")
    assert (told.aim, told.met) == ("", None)


def test_rows_are_chosen_by_name() -> None:
    """`--only` takes rows of the list in its order; another name has a code."""
    assert [row.name for row in chosen(["wire", "bulk"])] == ["bulk", "wire"]
    assert chosen([]) == ROWS
    with pytest.raises(LabError) as error:
        chosen(["warp"])
    assert error.value.code == "unknown-row"


def test_what_cannot_be_measured_is_told() -> None:
    """A row whose needs are not met is a line with the reason; the next one is measured all the same."""

    def broken(run: Run) -> list[Line]:
        raise UnmeasurableError("no such thing here")

    good = Line("good", "good", 1.0, "ms")
    lines = list(measure([Row("bad", "bad", lambda: broken), Row("good", "", lambda: lambda run: [good])], Run()))
    assert lines[0].note == "not measured: no such thing here"
    assert math.isnan(lines[0].ours)
    assert lines[1] == good


def test_the_table_and_its_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table names the machine and the missed aims, and the JSON holds the same lines."""
    lines = [compared("one", "fast", 1, "ms", peer="p", theirs=2, most=2), compared("one", "slow", 9, "ms", most=2)]
    monkeypatch.setattr(bench, "ROWS", (Row("one", "", lambda: lambda run: lines),))
    kept, out = tmp_path / "bench.json", io.StringIO()
    assert bench.command([], True, str(kept), out) == 0
    said = out.getvalue()
    assert machine()["processor"] in said
    assert "| fast | 1 ms | p 2 | 0.5 × | ≤ 2 ms | ✓ |" in said
    assert "2 figures, 1 aims missed: slow" in said
    told = json.loads(kept.read_text())
    assert told["machine"]["cores"] == machine()["cores"]
    assert [line["what"] for line in told["lines"]] == ["fast", "slow"]
    assert shown(lines[1]).endswith("| ✗ |")


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    """The list names every row; a wrong one, or a file that cannot be, ends with status 2."""
    assert cli.main(["bench", "--list"]) == 0
    said = capsys.readouterr().out
    assert all(row.name in said for row in ROWS)
    assert cli.main(["bench", "--only", "warp"]) == 2
    assert cli.main(["bench", "--only", "wire", "--json", "/nowhere/at/all.json"]) == 2


def timed_asserts(source: str) -> list[int]:
    """Lines of asserts that compare what a clock said by size, in tests that are not benchmarks."""
    tree = ast.parse(source)
    if "pytest.mark.bench" in source:
        return []
    found = []
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        timed: set[str] = set()

        def from_clock(node: ast.AST, timed: set[str] = timed) -> bool:
            names = {getattr(one, "attr", getattr(one, "id", "")) for one in ast.walk(node)}
            return bool(names & (CLOCKS | timed))

        for node in ast.walk(function):
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp | ast.Call) and from_clock(node.value):
                timed |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        for node in ast.walk(function):
            if isinstance(node, ast.Assert) and isinstance(node.test, ast.Compare) and from_clock(node.test):
                bounds = [one for one in node.test.comparators if isinstance(one, ast.Constant | ast.BinOp)]
                if bounds and any(isinstance(op, ast.Lt | ast.LtE) for op in node.test.ops):
                    found.append(node.lineno)
    return found


def test_only_benchmarks_judge_times() -> None:
    """No test of the normal run fails because a machine is slow: bounds on measured seconds stand in benchmarks alone.

    Bounds of a second and more that keep a hang from being taken for success are named here, one by one.
    """
    paths = [path for path in TESTS.rglob("test_*.py") if path.parent.name != "bench" and path != Path(__file__)]
    found = {str(path.relative_to(TESTS)): lines for path in paths if (lines := timed_asserts(path.read_text()))}
    assert found == {}


def test_a_timed_assert_would_be_found() -> None:
    """The search can fail: it sees a bound on a difference of clocks, and none where only order is compared."""
    assert timed_asserts(
        "def test_x():\n    t = time.perf_counter()\n    t2 = time.perf_counter() - t\n    assert t2 < 0.1\n"
    ) == [4]
    assert timed_asserts("def test_x():\n    t = time.perf_counter()\n    assert clock.now == 3\n") == []
