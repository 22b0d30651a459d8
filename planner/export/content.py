"""The bytes of an export by the name of its format, for those that need no window."""

from __future__ import annotations

from collections.abc import Sequence

from planner.evaluations import Evaluations
from planner.workbook import Workbook


class ExportError(ValueError):
    """An export that cannot be made, with the reason and what to do."""


def content(kind: str, workbook: Workbook, evaluations: Evaluations, title: str, chosen: Sequence[str] = ()) -> bytes:
    """The file's content for "xlsx", "csv" or "md"; `chosen` are ids of scenarios, all of them where it is empty."""
    if kind == "csv":
        from planner.export.text_files import ledgers_csv

        # Excel takes a file for UTF-8 only where it begins with this mark.
        return b"\xef\xbb\xbf" + ledgers_csv(evaluations, chosen).encode("utf-8", "replace")
    if kind == "md":
        from planner.export.report import report
        from planner.export.text_files import markdown_text

        return markdown_text(report(workbook, evaluations, title, chosen)).encode("utf-8", "replace")
    from planner.export.xlsx_file import xlsx_bytes

    try:
        return xlsx_bytes(workbook, evaluations, chosen)
    except ImportError:
        raise ExportError("XLSX needs the Python package XlsxWriter: install it with pip, or export CSV.") from None
