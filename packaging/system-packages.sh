#!/usr/bin/env bash
# Installs the system packages that Fitsheet needs on Debian and its relatives, if any is missing.
#
#   packaging/system-packages.sh run|test|package ...
#
# run      libraries that Qt loads for a window, and one font
# test     a virtual display and the tools that type into a real window
# package  what PyInstaller and the archive need
#
# apt-get runs only when something is missing and may be installed (root, or sudo without a password). Otherwise the
# missing packages are named and the caller goes on: the libraries may be there under another name.
set -euo pipefail

run_packages=(libgl1 libegl1 libxkbcommon0 libxkbcommon-x11-0 libfontconfig1 libglib2.0-0 libdbus-1-3
    libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-randr0 libxcb-render-util0 libxcb-shape0
    libxcb-shm0 libxcb-sync1 libxcb-xfixes0 libxcb-xkb1 libx11-xcb1 fonts-dejavu-core)
test_packages=(xvfb xauth xdotool xclip)
package_packages=(binutils xz-utils)

wanted=()
for group in "$@"; do
    case "$group" in
        run) wanted+=("${run_packages[@]}") ;;
        test) wanted+=("${test_packages[@]}") ;;
        package) wanted+=("${package_packages[@]}") ;;
        *) echo "system-packages: unknown group '$group'; the groups are run, test and package." >&2; exit 2 ;;
    esac
done

[ "$(uname -s)" = Linux ] || exit 0
if ! command -v dpkg-query >/dev/null; then
    echo "system-packages: this is not a Debian-like system, so nothing was checked. Where a window does not open," \
        "install what these Debian packages hold: ${wanted[*]}." >&2
    exit 0
fi

installed() {
    # Newer releases renamed some libraries when time_t became 64 bit wide (libglib2.0-0 is libglib2.0-0t64 there).
    local name
    for name in "$1" "$1t64"; do
        [ "$(dpkg-query -W -f='${db:Status-Status}' "$name" 2>/dev/null)" = installed ] && return 0
    done
    return 1
}

missing=()
for name in "${wanted[@]}"; do
    installed "$name" || missing+=("$name")
done
[ ${#missing[@]} -gt 0 ] || exit 0

if ! command -v apt-get >/dev/null; then
    as_root=none
elif [ "$(id -u)" = 0 ]; then
    as_root=()
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    as_root=(sudo -n)
else
    as_root=none
fi

if [ "${as_root[0]-}" != none ]; then
    echo "system-packages: installing ${missing[*]}" >&2
    log=$(mktemp)
    if { "${as_root[@]}" apt-get update &&
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"
    } >"$log" 2>&1 </dev/null; then
        rm -f "$log"
        exit 0
    fi
    tail -n 15 "$log" >&2
    rm -f "$log"
    echo "system-packages: apt-get could not install them (its last lines are above). Going on without." >&2
fi
echo "system-packages: missing on this system: ${missing[*]}." \
    "Install them with: sudo apt-get install ${missing[*]}" >&2
