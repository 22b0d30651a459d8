"""Draw the icon as PNG files: `python packaging/icon/render.py [FOLDER]`, by default into build/icon/.

Sizes up to 24 pixels come from fitsheet-small.svg, which is laid out on the pixel grid; larger ones from fitsheet.svg.
"""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DRAWINGS = ROOT / "ui" / "icons"
SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
LARGEST_SMALL = 24


def render(folder: Path) -> list[Path]:
    """Write fitsheet-<size>.png for every size into the folder and return the paths; needs a QGuiApplication."""
    from PySide6.QtCore import QRectF, Qt
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for size in SIZES:
        source = DRAWINGS / ("fitsheet-small.svg" if size <= LARGEST_SMALL else "fitsheet.svg")
        image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        QSvgRenderer(str(source)).render(painter, QRectF(0, 0, size, size))
        painter.end()
        path = folder / f"fitsheet-{size}.png"
        if not image.save(str(path)):
            raise OSError(f"{path} could not be written")
        written.append(path)
    return written


def main() -> None:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtGui import QGuiApplication

    application = QGuiApplication(sys.argv[:1])
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "icon"
    for path in render(folder):
        print(path)
    application.quit()


if __name__ == "__main__":
    main()
