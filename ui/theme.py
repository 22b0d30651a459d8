"""How the window looks: two palettes over Fusion, one colour per component, a colour and a shape per verdict.

Views ask `colours(self.palette())`, so they need no reference to the theme and follow a change by the palette-change
event that Qt sends anyway. Sizes are multiples of `em`, the height of the widget's own font.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QToolTip, QWidget


class Appearance(StrEnum):
    """What the user asked for; SYSTEM follows the desktop."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


COMPONENT_COLOURS: Mapping[str, str] = MappingProxyType(
    {
        "weights": "#0072B2",
        "adapters": "#DDCC77",
        "draft": "#F0E442",
        "kv_cache": "#E69F00",
        "activations": "#009E73",
        "gradients": "#56B4E9",
        "master": "#332288",
        "optimizer": "#CC79A7",
        "transient": "#882255",
        "overhead": "#999999",
        "missing": "#D55E00",
    }
)
"""Okabe and Ito's set, told apart by colour-blind people (jfly.uni-koeln.de/color), and for training three of Paul
Tol's muted set (sronpersonalpages.nl/~pault); the same in light and dark.
"""

VERDICTS = ("Fits", "Tight", "Does not fit", "Unknown")
VERDICT_SYMBOLS: Mapping[str, str] = MappingProxyType({"Fits": "●", "Tight": "▲", "Does not fit": "✕", "Unknown": "?"})


@dataclass(frozen=True)
class Colours:
    """Every colour of one appearance as #RRGGBB; texts reach a contrast of 4.5 on each ground they stand on."""

    window: str
    base: str
    alternate: str
    button: str
    header: str
    border: str
    outline: str
    grid: str
    text: str
    muted: str
    link: str
    accent: str
    accent_text: str
    selection: str
    selection_inactive: str
    input_ground: str
    result_ground: str
    result_text: str
    track: str
    marker: str
    fits: str
    tight: str
    misfit: str
    unknown: str

    def verdict(self, word: str) -> QColor:
        """The text colour of a verdict; an unheard word looks like Unknown."""
        names = {"Fits": self.fits, "Tight": self.tight, "Does not fit": self.misfit}
        return QColor(names.get(word, self.unknown))


LIGHT = Colours(
    window="#F3F5F7", base="#FFFFFF", alternate="#F8F9FB", button="#FBFCFD", header="#EAEDF1", border="#C9D0D8",
    outline="#818A95",
    grid="#E3E7EC", text="#1A1E24", muted="#59626E", link="#1A5FA8", accent="#2A6DB0", accent_text="#FFFFFF",
    selection="#D3E4F6", selection_inactive="#E2E8EF", input_ground="#FFFFFF", result_ground="#F0F2F5",
    result_text="#333B46", track="#E6E9EE", marker="#1A1E24", fits="#00674B", tight="#7D5200", misfit="#A83C00",
    unknown="#59626E",
)  # fmt: skip
DARK = Colours(
    window="#212429", base="#181A1E", alternate="#1D2024", button="#2C3036", header="#282C32", border="#444B54",
    outline="#77818D",
    grid="#2D3137", text="#E6E9ED", muted="#A3ACB7", link="#7DB8EE", accent="#3A7FC1", accent_text="#FFFFFF",
    selection="#1F3C5A", selection_inactive="#30373F", input_ground="#181A1E", result_ground="#23272C",
    result_text="#C8CED6", track="#31363D", marker="#F2F4F6", fits="#43C59E", tight="#F0B429", misfit="#FF8A4C",
    unknown="#A3ACB7",
)  # fmt: skip


def colours(palette: QPalette) -> Colours:
    """The set that belongs to a palette: LIGHT over a light ground, DARK over a dark one."""
    return LIGHT if palette.color(QPalette.ColorRole.Base).lightness() >= 128 else DARK


def em(of: QWidget | QFont) -> int:
    """Height of the font in device-independent pixels, the measure of every size in the window."""
    font = of.font() if isinstance(of, QWidget) else of
    return QFontMetrics(font).height()


def give_size(widget: QWidget, wide: int, high: int) -> None:
    """Resize to so many times the font's height, within the screen."""
    size = em(widget)
    widget.resize(QSize(size * wide, size * high).boundedTo(widget.screen().availableSize()))


def text_on(ground: QColor) -> QColor:
    """Black or white, whichever is easier to read on this ground (WCAG 2.1 contrast)."""
    white, black = QColor("#FFFFFF"), QColor("#101215")
    return white if contrast(white, ground) >= contrast(black, ground) else black


def contrast(a: QColor, b: QColor) -> float:
    """Contrast ratio of two colours, 1 to 21 (WCAG 2.1, "relative luminance")."""
    lighter, darker = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: QColor) -> float:
    def linear(channel: float) -> float:
        return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4

    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF())


def palette(of: Colours) -> QPalette:
    """The palette of every widget but the item views."""
    role, group = QPalette.ColorRole, QPalette.ColorGroup
    result = QPalette()
    for each, name in (
        (role.Window, of.window), (role.WindowText, of.text), (role.Base, of.base), (role.AlternateBase, of.alternate),
        (role.Text, of.text), (role.Button, of.button), (role.ButtonText, of.text), (role.BrightText, of.misfit),
        (role.ToolTipBase, of.header), (role.ToolTipText, of.text), (role.PlaceholderText, of.muted),
        (role.Highlight, of.accent), (role.HighlightedText, of.accent_text), (role.Accent, of.accent),
        (role.Link, of.link), (role.LinkVisited, of.link), (role.Light, of.base), (role.Midlight, of.grid),
        (role.Mid, of.border), (role.Dark, of.border), (role.Shadow, of.border),
    ):  # fmt: skip
        result.setColor(each, QColor(name))
    faded = QColor(of.muted)
    faded.setAlphaF(0.7)
    for each in (role.WindowText, role.Text, role.ButtonText):
        result.setColor(group.Disabled, each, faded)
    result.setColor(group.Disabled, role.Highlight, QColor(of.selection_inactive))
    return result


CHECKED_LISTS = ("QTreeWidget", "QListWidget")
"""Lists of dialogs, whose rows have check boxes."""
OUTLINED = ("QCheckBox", "QRadioButton", "QLineEdit", "QPlainTextEdit", "QComboBox", "QAbstractSpinBox", "QGroupBox")
"""Widgets that are told from their ground by nothing but their outline."""
FUSION_DARKENS = 1.4
"""Fusion outlines a widget in the colour of the window, so many times darker (`QFusionStylePrivate::outline`)."""


def outlined(of: Colours, result: QPalette) -> QPalette:
    """A palette for `OUTLINED` and `CHECKED_LISTS`: the window's colour, which they paint no ground with, makes an
    outline that is seen.

    On a dark window Fusion's own outline is darker still, and a check box without a check cannot be made out.
    """
    colour = QColor(of.outline)
    result.setColor(QPalette.ColorRole.Window, QColor.fromHsvF(
        max(colour.hsvHueF(), 0.0), colour.hsvSaturationF(), min(colour.valueF() * FUSION_DARKENS, 1.0)
    ))  # fmt: skip
    return result


def view_palette(of: Colours) -> QPalette:
    """The palette of tables, trees and lists: a quiet selection that leaves the colours of the text readable."""
    role, group = QPalette.ColorRole, QPalette.ColorGroup
    result = palette(of)
    for each, name in ((group.Active, of.selection), (group.Inactive, of.selection_inactive)):
        result.setColor(each, role.Highlight, QColor(name))
        result.setColor(each, role.HighlightedText, QColor(of.text))
    return result


def header_sheet(of: Colours, height: int) -> str:
    """Style sheet of a header view: flat, with thin lines; `height` is the em of its font."""
    pad = max(3, round(height * 0.3))
    return (
        f"QHeaderView {{ background: {of.header}; border: 0; }}"
        f"QHeaderView::section {{ background: {of.header}; color: {of.muted}; border: 0;"
        f" border-right: 1px solid {of.grid}; border-bottom: 1px solid {of.border}; padding: {pad}px {pad + 2}px; }}"
    )


_SCHEMES: Mapping[Appearance, Qt.ColorScheme] = MappingProxyType(
    {
        Appearance.SYSTEM: Qt.ColorScheme.Unknown,
        Appearance.LIGHT: Qt.ColorScheme.Light,
        Appearance.DARK: Qt.ColorScheme.Dark,
    }
)


class Theme(QObject):
    """Dresses the application in Fusion and keeps it in step with the setting and the desktop; says so by `changed`."""

    changed = Signal()

    def __init__(self, application: QApplication, appearance: Appearance = Appearance.SYSTEM) -> None:
        super().__init__(application)
        self._application = application
        self._appearance = appearance
        self._shown: Colours | None = None
        self._asked = Appearance.SYSTEM
        application.setStyle("Fusion")
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._apply)
        self._apply()

    @property
    def application(self) -> QApplication:
        """What is dressed."""
        return self._application

    @property
    def appearance(self) -> Appearance:
        """What the user asked for."""
        return self._appearance

    @property
    def colours(self) -> Colours:
        """The set in use."""
        dark = self._appearance is Appearance.DARK or (
            self._appearance is Appearance.SYSTEM and QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark
        )
        return DARK if dark else LIGHT

    def set_appearance(self, appearance: Appearance) -> None:
        """Show light, dark, or what the desktop shows, from now on."""
        self._appearance = appearance
        self._apply()

    def _apply(self) -> None:
        # The hint colours native title bars where the platform has them; plain X11 ignores it, hence own palettes.
        # Asked only when it differs: it answers by colorSchemeChanged, which comes back here.
        if self._asked is not self._appearance:
            self._asked = self._appearance
            QGuiApplication.styleHints().setColorScheme(_SCHEMES[self._appearance])
        if self.colours is self._shown:
            return
        self._shown = self.colours
        QApplication.setPalette(palette(self._shown))
        QToolTip.setPalette(palette(self._shown))
        QApplication.setPalette(view_palette(self._shown), "QAbstractItemView")
        for name in OUTLINED:
            QApplication.setPalette(outlined(self._shown, palette(self._shown)), name)
        for name in CHECKED_LISTS:
            QApplication.setPalette(outlined(self._shown, view_palette(self._shown)), name)
        self.changed.emit()
