"""What the frozen program does before anything else, in place of PyInstaller's own preparations (fitsheet.spec).

PyInstaller's for PySide imports Qt, also where a command needs none.
"""

import os
import sys

# Qt takes its plugins from the program, whatever a desktop says to the programs that it starts.
os.environ["QT_PLUGIN_PATH"] = os.path.join(sys._MEIPASS, "PySide6", "Qt", "plugins")
# `1` would have PySide remove the modules that the program carries (packaging/shiboken_support.py).
os.environ.pop("SBK_EMBED", None)
