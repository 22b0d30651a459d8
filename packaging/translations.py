"""Brings the .ts files up to date with the texts of the program: `make translations`.

Texts are found in the source: QT_TRANSLATE_NOOP and translate with their context, tr in the class that it is said in
(Qt gives a text of `window.tr` to Window, whatever function says it), and what fields of the document say of
themselves. Qt's own lupdate sees neither the fields nor the class behind a variable.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from ui.translations.catalogue import Message, read, written  # noqa: E402

LANGUAGES = ("zh_CN",)
FOLDER = ROOT / "ui" / "translations"
FIELDS = {"Number": 2, "Choice": 2, "Flag": 2, "Text": 2, "Reference": 2, "Field": 2}
"""Kinds of field, with how many of their first arguments are texts: title and help."""
OWNERS = {"window": "Window", "model": "TableModel", "view": "TableView", "dialog": "", "panel": ""}
"""The class behind a variable on which `tr` is called."""
CONTEXT_OF_ALIAS = "translate"


def messages(root: Path = ROOT) -> set[Message]:
    """Every text of the program, untranslated."""
    found: set[Message] = set()
    for package in ("planner", "ui"):
        for file in sorted((root / package).rglob("*.py")):
            found.update(Message(context, text) for context, text, _ in texts_of(file))
    found.update(Message("fields", text) for text in of_fields())
    # The names of groups are texts of the document, save the one that a new group has.
    found.update((Message("ledger", "Decoder layers"), Message("parts", "none")))
    return found


def of_fields() -> set[str]:
    """What the fields of every record say of themselves, however those texts came about."""
    from planner.edits import kind_choice
    from planner.fields import Choice, Record, fields_of
    from ui.sheets import layers_sheet, scenarios_sheet  # noqa: F401 - with them come all kinds of record

    found: set[str] = set()
    kinds = [Record]
    while kinds:
        kind = kinds.pop()
        kinds.extend(kind.__subclasses__())
        if not kind.__module__.startswith("planner."):
            continue  # a kind that a test made up
        for name in kind.model_fields:
            if choice := kind_choice(kind, name):
                found.update((choice.title, choice.help))  # the names of the kinds are marked where they are written
        for _, field in fields_of(kind):
            found.update((field.title, field.help))
            if isinstance(field, Choice):
                found.update(label for _, label in field.options)
    return {text for text in found if any(sign.isalpha() for sign in text)}


def texts_of(file: Path) -> Iterator[tuple[str, str, int]]:
    """Context, text and line of each text in a file."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    yield from _within(tree, "")
    short = dict(_short_for_translate(tree))
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in short and call.args:
            for text in _either(call.args[0]):
                yield short[call.func.id], text, call.lineno


def _within(node: ast.AST, owner: str) -> Iterator[tuple[str, str, int]]:
    if isinstance(node, ast.ClassDef):
        owner = node.name
    if isinstance(node, ast.Call):
        yield from _of_call(node, owner)
    for child in ast.iter_child_nodes(node):
        yield from _within(child, owner)


def _short_for_translate(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Functions of a file that only translate their first argument in one context: their names, and the contexts."""
    for each in tree.body:
        if isinstance(each, ast.FunctionDef) and each.args.args and isinstance(each.body[-1], ast.Return):
            call = each.body[-1].value
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "translate":
                context, text = call.args[:2]
                if isinstance(text, ast.Name) and text.id == each.args.args[0].arg and _constant(context):
                    yield each.name, _constant(context)


def _of_call(call: ast.Call, owner: str) -> Iterator[tuple[str, str, int]]:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    texts = [_constant(argument) for argument in call.args]
    if name in ("QT_TRANSLATE_NOOP", "translate") and len(texts) > 1:
        if texts[0] and texts[1]:
            yield texts[0], texts[1], call.lineno
    elif name == "tr" and isinstance(call.func, ast.Attribute) and texts:
        said_by = call.func.value
        variable = said_by.id if isinstance(said_by, ast.Name) else getattr(said_by, "attr", "").strip("_")
        context = owner if variable == "self" else OWNERS.get(variable, "")
        for text in _either(call.args[0]):
            yield context or owner, text, call.lineno
    elif name in FIELDS:
        given = [*call.args[: FIELDS[name]], *(word.value for word in call.keywords if word.arg in ("title", "help"))]
        for argument in given:
            if text := _constant(argument):
                yield "fields", text, call.lineno
        for word in call.keywords:
            if word.arg == "options" and isinstance(word.value, ast.Tuple):
                for option in word.value.elts:
                    if isinstance(option, ast.Tuple) and len(option.elts) == 2 and (text := _constant(option.elts[1])):
                        yield "fields", text, call.lineno


def _either(argument: ast.expr) -> Iterator[str]:
    """A text, or both of a choice between two."""
    if isinstance(argument, ast.IfExp):
        yield from _either(argument.body)
        yield from _either(argument.orelse)
    elif text := _constant(argument):
        yield text


def _constant(argument: ast.expr) -> str:
    return argument.value if isinstance(argument, ast.Constant) and isinstance(argument.value, str) else ""


def brought_up_to_date(language: str) -> str:
    """The .ts file with the texts that there are now and the translations that it had."""
    file = FOLDER / f"{language}.ts"
    known = {(m.context, m.source): m.translation for m in read(file)} if file.exists() else {}
    by_text = {source: text for (_, source), text in known.items() if text}
    return written(language, (
        Message(m.context, m.source, known.get((m.context, m.source)) or by_text.get(m.source, "")) for m in messages()
    ))  # fmt: skip


def main() -> int:
    """Writes the files and says how much of each is translated."""
    for language in LANGUAGES:
        file = FOLDER / f"{language}.ts"
        file.write_text(brought_up_to_date(language), encoding="utf-8")
        all_of_them = read(file)
        done = sum(bool(message.translation) for message in all_of_them)
        print(f"{file.relative_to(ROOT)}: {done} of {len(all_of_them)} texts translated")
    return 0


if __name__ == "__main__":
    sys.exit(main())
