"""The list of what touches a disk: every module of the window that does has its reason."""

from __future__ import annotations

import ast

from tests.ui.beside.silence import ROOT

OF_PATHS = frozenset(
    {
        "write_text", "read_bytes", "write_bytes", "exists", "is_file", "is_dir", "iterdir", "stat", "lstat", "mkdir",
        "unlink", "glob", "rglob", "resolve", "rename", "touch", "samefile", "expanduser",
    }
)  # fmt: skip
OF_MODULES = ("os.path.", "shutil.", "tempfile.")
OF_OS = frozenset(
    f"os.{name}" for name in ("access", "listdir", "makedirs", "mkdir", "open", "remove", "replace", "scandir", "stat")
)
NAMED = frozenset(
    {"write_whole", "refuse_no_file", "QFile", "QSaveFile", "QFileInfo", "QDir", "QFileDialog", "QSettings"}
)
ALLOWED = {
    "choosing.py": "asks only with ui.waiting.shortly where a dialog begins",
    "saving.py": "writes in work of ui.waiting",
    "importing.py": "called in work of ui.waiting",
    "handover/reconcile_dialog.py": "reads in work of ui.waiting",
    "checkpoint_dialog.py": "looks in work of ui.waiting",
    "preset_dialogs.py": "looks with ui.waiting.shortly",
    "external_python.py": "called with ui.waiting.shortly; what lies beside the program",
    "logs.py": "the thread that writes the log",
    "doctor.py": "no window; each look with ui.waiting.shortly",
    "smoke.py": "no window of a person's",
    "start.py": "what the system says of the process",
    "languages.py": "what lies beside the program",
    "compiled_texts.py": "what lies beside the program; before there is a window",
    "guide.py": "what lies beside the program",
    "private_paths.py": "what lies beside the program",
    "measurement.py": "what lies beside the program; the Python with ui.waiting.shortly",
    "settings.py": "Qt's settings, which Qt reads and writes itself",
    "__main__.py": "before there is a window, and only a name without a folder",
}
"""Why each module of the window may touch a disk."""


def touched(source: str) -> set[str]:
    """What a module calls or names that touches a disk.

    >>> sorted(touched("path.exists() and open(path) and dialog.open() and file.open('rb')"))
    ['exists', 'open']
    """
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name) and (node.id in NAMED or node.id == "open"):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            if node.attr in OF_PATHS or ast.unparse(node).startswith(OF_MODULES) or ast.unparse(node) in OF_OS:
                found.add(node.attr)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "open":
            mode = node.args[0] if node.args else None
            if isinstance(mode, ast.Constant) and isinstance(mode.value, str):
                found.add("open")
    return found


def test_that_every_module_of_the_window_that_touches_a_disk_is_known() -> None:
    folder = ROOT / "ui"
    found = {path.relative_to(folder).as_posix(): touched(path.read_text("utf-8")) for path in folder.rglob("*.py")}
    unknown = {name: sorted(names) for name, names in found.items() if names and name not in ALLOWED}
    assert not unknown, "give this work to ui.waiting, or say in ALLOWED why it may stay"
    assert not [name for name in ALLOWED if not found.get(name)], "no reason without a need"
