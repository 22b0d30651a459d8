"""Draw the icon as PNG, .ico (Windows) and .icns (macOS): `python packaging/icon/render.py [FOLDER]`.

By default into build/icon/.

Sizes up to 24 pixels come from fitsheet-small.svg, which is laid out on the pixel grid; larger ones from fitsheet.svg.
"""

import os
import struct
import sys
from collections.abc import Sequence
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


def ico(pictures: Sequence[tuple[int, bytes]]) -> bytes:
    """A Windows icon of PNG pictures up to 256 pixels: a header, one entry of 16 bytes for each, the pictures."""
    kept = [(size, data) for size, data in pictures if size <= 256]
    entries, place = b"", 6 + 16 * len(kept)
    for size, data in kept:
        entries += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(data), place)
        place += len(data)
    return struct.pack("<HHH", 0, 1, len(kept)) + entries + b"".join(data for _, data in kept)


# By pixels: the picture itself, and the one of half the size on a display with twice the pixels.
ICNS = {
    16: (b"icp4",),
    32: (b"icp5", b"ic11"),
    64: (b"icp6", b"ic12"),
    128: (b"ic07",),
    256: (b"ic08", b"ic13"),
    512: (b"ic09", b"ic14"),
}


def icns(pictures: Sequence[tuple[int, bytes]]) -> bytes:
    """A macOS icon of PNG pictures: chunks of a type, their length with its header, the picture."""
    chunks = [kind + struct.pack(">I", len(data) + 8) + data for size, data in pictures for kind in ICNS.get(size, ())]
    body = b"".join(chunks)
    return b"icns" + struct.pack(">I", len(body) + 8) + body


def main() -> None:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtGui import QGuiApplication

    application = QGuiApplication(sys.argv[:1])
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "icon"
    paths = render(folder)
    pictures = [(size, path.read_bytes()) for size, path in zip(SIZES, paths, strict=True)]
    (folder / "fitsheet.ico").write_bytes(ico(pictures))
    (folder / "fitsheet.icns").write_bytes(icns(pictures))
    for path in (*paths, folder / "fitsheet.ico", folder / "fitsheet.icns"):
        print(path)
    application.quit()


if __name__ == "__main__":
    main()
