"""What the checkpoint view says of a checkpoint, as plain values: a verdict, figures, tables, Findings.

Reading and comparing touch no widget, so that they may happen in another thread than the window's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from planner.findings import Finding
from planner.layers import write_positions
from planner.plan import Evaluation
from planner.readers.checkpoint import Checkpoint, CheckpointError
from planner.readers.file_formats import FileFormats, formats_of_checkpoint, formats_of_gguf
from planner.readers.gguf import read_gguf
from planner.readers.gguf_file import GgufFile
from planner.readers.reconcile import reconcile
from planner.readers.reconciliation import OUTSIDE, Reconciliation, Row
from planner.readers.safetensors import read_headers
from planner.units import minus
from ui.figures import memory
from ui.importing import GGUF
from ui.ledger_model import line_label
from ui.plain_table import WARNING, Table, Value

GOOD, UNKNOWN = "●", "?"


@dataclass(frozen=True, slots=True)
class Account:
    """`verdict` is a sentence that begins with its sign; `figures` are captions and texts.

    `formats` are those of the files' parts, which a model's row can take over.
    """

    verdict: str
    figures: tuple[tuple[str, str], ...]
    tables: tuple[Table, ...]
    findings: tuple[Finding, ...]
    formats: FileFormats


def account_of(path: Path, evaluation: Evaluation | None) -> Account | CheckpointError:
    """Read a checkpoint and hold it against a model counted by itself; the refusal where it cannot be read."""
    try:
        if path.name.lower().endswith(GGUF):
            return _gguf(read_gguf(path), evaluation)
        return _safetensors(read_headers(path), evaluation)
    except CheckpointError as refused:
        return refused


# safetensors


def _safetensors(checkpoint: Checkpoint, evaluation: Evaluation | None) -> Account:
    result = None if evaluation is None else reconcile(evaluation, checkpoint)
    by_type: dict[str, list[int]] = {}
    for tensor in checkpoint.tensors.values():
        if tensor.dtype is not None and tensor.bytes is not None and tensor.elements is not None:
            entry = by_type.setdefault(tensor.dtype, [0, 0, 0])
            for at, amount in enumerate((1, tensor.elements, tensor.bytes)):
                entry[at] += amount
    types = tuple((name, *by_type[name]) for name in checkpoint.bytes_by_dtype)
    dtypes = Table(_tr("Bytes by type"), (_tr("Type"), _tr("Tensors"), _tr("Stored elements"), _tr("Bytes")), types)
    files = Table(_tr("Files"), (_tr("File"), _tr("Bytes on disk")), tuple(checkpoint.shards.items()))
    tables = (dtypes, files)
    bits = None if result is None else result.bits_per_weight
    if result is not None and evaluation is not None:
        tables = (_lines(result, evaluation), _extras(result), dtypes, files)
    figures = (
        (_tr("Tensors"), f"{len(checkpoint.tensors):,}"),
        (_tr("Bytes of the tensors"), _bytes(checkpoint.bytes)),
        (_tr("Files on disk"), _bytes(checkpoint.disk_bytes)),
        (_tr("Bits per weight"), _bits(bits)),
    )
    findings = checkpoint.findings if result is None else result.findings
    formats = formats_of_checkpoint(checkpoint)
    return Account(_verdict(result), figures, tables, (*findings, *formats.findings), formats)


def _verdict(result: Reconciliation | None) -> str:
    if result is None:
        return f"{UNKNOWN} " + _tr("There is no model to hold this checkpoint against.")
    if result.agrees:
        text = _tr("Agrees: {count} elements in the files, exactly those of the ledger, line by line.")
        return f"{GOOD} " + text.format(count=f"{result.found:,}")
    if result.difference is None:
        return f"{UNKNOWN} " + _tr(
            "Not every element is known, so that the sum cannot be compared; the lines say where."
        )
    sign = "+" if result.difference > 0 else ""
    text = _tr("Differs: {found} elements in the files, {expected} in the ledger ({difference}).")
    return f"{WARNING} " + text.format(
        found=f"{result.found:,}", expected=f"{result.expected:,}", difference=minus(f"{sign}{result.difference:,}")
    )


def _lines(result: Reconciliation, evaluation: Evaluation) -> Table:
    header = (
        _tr("State"), _tr("Layers"), _tr("Line of the ledger"), _tr("Expected"), _tr("Found"), _tr("Difference"),
        _tr("Bytes"), _tr("Tensors"), _tr("Types"), _tr("Layers without it"), _tr("Layers that differ"),
    )  # fmt: skip
    return Table(_tr("Line by line"), header, tuple(_line(row, evaluation) for row in result.rows))


def _line(row: Row, evaluation: Evaluation) -> tuple[Value, ...]:
    label = ", ".join(line_label(evaluation.line(key)) for key in row.lines)
    types = ", ".join(row.bytes_by_dtype)
    amounts = (row.expected, row.found, row.difference, row.bytes, row.tensors)
    where = (_layers(row.missing), _layers(row.differing))
    return (_state(row), _group(row, evaluation), label, *amounts, types, *where)


def _group(row: Row, evaluation: Evaluation) -> str:
    """What the layers of a row are called; those that predict further tokens come after the groups."""
    groups = evaluation.model.groups
    if row.group is None:
        return ""
    return groups[row.group].name if row.group < len(groups) else _tr("Prediction layers")


def _state(row: Row) -> str:
    if row.missing:
        return f"{WARNING} " + _tr("missing")
    if row.differing or row.difference:
        return f"{WARNING} " + _tr("differs")
    return f"{UNKNOWN} " + _tr("not known") if row.difference is None else f"{GOOD} " + _tr("agrees")


def _layers(layers: tuple[int, ...]) -> str:
    return _tr("the whole of it") if layers == (OUTSIDE,) else write_positions(sorted(layers))


def _extras(result: Reconciliation) -> Table:
    header = (_tr("State"), _tr("Tensor"), _tr("Why it is in no line"), _tr("Elements"), _tr("Bytes"))
    rows = tuple(
        (f"{GOOD} " + _tr("in order") if extra.allowed else f"{WARNING} " + _tr("extra"), extra.weight.name,
         _tr(str(extra.reason)), extra.weight.elements, extra.weight.bytes)
        for extra in result.extras
    )  # fmt: skip
    return Table(_tr("In no line: {count}").format(count=f"{len(rows):,}"), header, rows)


# GGUF


def _gguf(file: GgufFile, evaluation: Evaluation | None) -> Account:
    types = Table(
        _tr("Types"),
        (_tr("Type"), _tr("Tensors"), _tr("Elements"), _tr("Bytes"), _tr("Bits per weight")),
        tuple((name, *amounts, file.bits_by_type.get(name)) for name, amounts in file.by_type.items()),
    )
    facts = Table(_tr("Facts of the file"), (_tr("State"), _tr("Fact"), _tr("In the file"), _tr("In the model")),
                  tuple(_facts(file, evaluation)))  # fmt: skip
    tensors = Table(
        _tr("Tensors"),
        (_tr("Tensor"), _tr("Type"), _tr("Shape"), _tr("Elements"), _tr("Bytes")),
        tuple((each.name, each.type_name, " x ".join(map(str, each.shape)), each.elements, each.bytes)
              for each in file.tensors),
    )  # fmt: skip
    figures = (
        (_tr("Architecture"), file.architecture or "–"),
        (_tr("Calls itself"), file.file_type or "–"),
        (_tr("Bytes of the tensors"), _bytes(file.bytes)),
        (_tr("File on disk"), _bytes(file.size)),
        (_tr("Bits per weight"), _bits(file.bits_per_weight)),
        (_tr("Mix"), file.mix or "–"),
    )
    formats = formats_of_gguf(file)
    findings = (*file.findings, *formats.findings)
    return Account(_gguf_verdict(file, evaluation), figures, (types, facts, tensors), findings, formats)


def _gguf_verdict(file: GgufFile, evaluation: Evaluation | None) -> str:
    expected = None if evaluation is None else evaluation.value("parameters")
    if expected is None:
        return f"{UNKNOWN} " + _tr("{count} elements in the file; there is no model to hold them against.").format(
            count=f"{file.elements:,}")  # fmt: skip
    difference = file.elements - expected
    if not difference:
        return f"{GOOD} " + _tr("{count} elements in the file, exactly those of the ledger.").format(
            count=f"{expected:,}")  # fmt: skip
    text = _tr("{found} elements in the file, {expected} in the ledger ({difference}).")
    return f"{WARNING} " + text.format(
        found=f"{file.elements:,}", expected=f"{expected:,}", difference=minus(f"{difference:+,}")
    )


def _facts(file: GgufFile, evaluation: Evaluation | None) -> Iterator[tuple[Value, ...]]:
    """Each size that the file states, beside the one size of that name in the model, where all its layers have one."""
    for name, value in file.facts.items():
        stated = value if isinstance(value, int) else write_values(value)
        own = None if evaluation is None else _in_model(evaluation, name)
        if own is None:
            yield UNKNOWN, name, stated, None
        else:
            agrees = own == value or (isinstance(value, tuple) and set(value) == {own})
            yield (GOOD + " " + _tr("agrees") if agrees else f"{WARNING} " + _tr("differs")), name, stated, own


def _in_model(evaluation: Evaluation, name: str) -> int | None:
    model = evaluation.model
    if name == "layers":
        return sum(group.count for group in model.groups if isinstance(group.count, int))
    if name in type(model).model_fields:
        value = getattr(model, name)
        return value if isinstance(value, int) else None
    values = {
        getattr(part, name)
        for group in model.groups
        for part in (group.attention, group.feed_forward)
        if name in type(part).model_fields
    }
    (value,) = values if len(values) == 1 else (None,)
    return value if isinstance(value, int) else None


def write_values(values: tuple[int, ...]) -> str:
    """A value per layer in short.

    >>> write_values((8, 8, 0, 8))
    '2 x 8, 0, 8'
    """
    runs: list[list[int]] = []
    for value in values:
        if runs and runs[-1][1] == value:
            runs[-1][0] += 1
        else:
            runs.append([1, value])
    return ", ".join(str(value) if count == 1 else f"{count} x {value}" for count, value in runs)


def _bytes(count: int | None) -> str:
    return "–" if count is None else f"{count:,} ({memory(count)})"


def _bits(bits: float | None) -> str:
    return "–" if bits is None else f"{bits:.3f}"


def _tr(text: str) -> str:
    return QCoreApplication.translate("checkpoints", text)
