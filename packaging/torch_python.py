"""The Python of the package with torch: behaves as `python -E -B FILE_OR_FOLDER ARGUMENTS` does, and knows torch.

The measuring worker, which is plain files, is started by it as by any other Python, ranks of several GPUs included.
"""

import multiprocessing
import runpy
import sys


def main() -> int:
    """Runs what the first argument that is no option names; 2 without one."""
    given = sys.argv[1:]
    while given and given[0] in ("-E", "-B", "-I", "-s", "-u"):  # what they ask for holds here anyway
        del given[0]
    if given[:1] == ["-c"] and len(given) > 1:
        sys.argv = ["-c", *given[2:]]
        exec(compile(given[1], "<string>", "exec"), {"__name__": "__main__"})
        return 0
    if not given:
        print("fitsheet-python runs the measuring worker: fitsheet-python FOLDER", file=sys.stderr)
        return 2
    sys.argv = given
    runpy.run_path(given[0], run_name="__main__")
    return 0


if __name__ == "__main__":
    multiprocessing.freeze_support()
    sys.exit(main())
