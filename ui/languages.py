"""The languages of the window, and how one is put on: numbers and units stay the same in all of them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from ui.sheets.choices import forget_labels

FOLDER = Path(__file__).parent / "translations"
ENGLISH, CHINESE = "en", "zh_CN"
NAMES = {ENGLISH: "English", CHINESE: "简体中文"}
"""Each language in its own words: who needs it can read it."""
_KEPT = "fitsheet_translators"


class Catalogue(QTranslator):
    """A compiled catalogue; Qt reads it where it lies, so it is held as long as the translator."""

    def __init__(self, parent: QCoreApplication, data: bytes) -> None:
        super().__init__(parent)
        self._data = data
        self.load(data)


def offered(of_the_system: str) -> list[tuple[str, str]]:
    """Code and name of each choice; the first follows the system."""
    return [("", of_the_system), *NAMES.items()]


def resolved(code: str, system: QLocale | None = None) -> str:
    """The language that a choice comes to: an empty one to that of the system, where there is a translation.

    >>> resolved("zh_CN"), resolved("", QLocale("zh_CN")), resolved("", QLocale("fr_FR")), resolved("xx")
    ('zh_CN', 'zh_CN', 'en', 'en')
    """
    if code:
        return code if code in NAMES else ENGLISH
    locale = QLocale.system() if system is None else system
    simplified = locale.script() == QLocale.Script.SimplifiedChineseScript
    return CHINESE if locale.language() == QLocale.Language.Chinese and simplified else ENGLISH


def install(application: QCoreApplication, code: str) -> str:
    """Put a language on, for all texts that are asked for from now on; gives the one that it came to."""
    for before in application.property(_KEPT) or []:
        application.removeTranslator(before)
    language = resolved(code)
    translators: list[QTranslator] = []
    if language != ENGLISH:
        # Qt's own words: the buttons of dialogs, the menus of editors. Not every installation has them.
        of_qt = QTranslator(application)
        if of_qt.load(f"qtbase_{language}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
            translators.append(of_qt)
        ours = Catalogue(application, compiled(language))
        if not ours.isEmpty():
            translators.append(ours)
    for translator in translators:
        application.installTranslator(translator)
    application.setProperty(_KEPT, translators)
    forget_labels()
    return language


def compiled(language: str) -> bytes:
    """The catalogue of a language as Qt loads it; packages carry it, in the sources it is made from the texts."""
    ready = FOLDER / f"{language}.qm"
    if ready.is_file():
        return ready.read_bytes()
    from ui.translations import catalogue  # with a reader of XML, which English does without

    return catalogue.compiled(language, catalogue.read(FOLDER / f"{language}.ts"))
