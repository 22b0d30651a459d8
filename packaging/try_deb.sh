#!/usr/bin/env bash
# Tries a Debian package in a bare Debian root, without Python and without X libraries:
#   packaging/try_deb.sh dist/fitsheet_VERSION_amd64.deb ROOT [EXTERNAL_PYTHON] > docs/deb-trial.log
#
# ROOT      a folder that `debootstrap --variant=minbase bookworm ROOT` made; a copy of it is tried and removed.
# EXTERNAL_PYTHON  a Python with torch, outside the root: its folders are mounted into it for the measurement.
# Needs root, Xvfb and xdotool on this machine; the display is Xvfb's, whose socket is mounted into the root.
set -euo pipefail
deb=$(realpath "$1") base=$(realpath "$2") python=${3:-}
root=$(mktemp -d /var/tmp/fitsheet-root-XXXX)
shots=${SHOTS:-}
display=:97
mounts=() started=()

finish() {
    for process in "${started[@]}"; do kill "$process" 2>/dev/null || true; done
    sleep 1
    for ((at = ${#mounts[@]} - 1; at >= 0; at--)); do umount -l "${mounts[at]}" || true; done
    mountpoint -q "$root/proc" || rm -rf --one-file-system "$root"
}
trap finish EXIT

say() { printf '\n== %s\n' "$*"; }
bind() { mkdir -p "$root$2"; mount --bind "$1" "$root$2"; mounts+=("$root$2"); }
inside() { chroot "$root" env -i HOME=/root LANG=C.UTF-8 PATH=/usr/bin:/bin:/usr/sbin:/sbin DISPLAY=$display XDG_RUNTIME_DIR=/tmp "$@"; }
shot() { [ -z "$shots" ] || DISPLAY=$display import -window root "$shots/$1.png" 2>/dev/null || true; } # ImageMagick's
end_program() { # ours alone: the one whose program file lies in this root
    local process
    for process in /proc/[0-9]*; do
        [ "$(readlink "$process/exe")" != "$root/usr/lib/fitsheet/fitsheet" ] || kill "${process#/proc/}"
    done
    sleep 2
}
await_window() { # a window whose title has the text
    for _ in $(seq 60); do
        window=$(DISPLAY=$display timeout 5 xdotool search --name "$1" 2>/dev/null | tail -1) && [ -n "$window" ] && return
        sleep 0.5
    done
    echo "no window with “$1” in its title" >&2; return 1
}

cp -a "$base/." "$root/"
mount -t proc none "$root/proc"; mounts+=("$root/proc")
mount -t tmpfs none "$root/tmp"; mounts+=("$root/tmp")
mount --bind /dev "$root/dev"; mounts+=("$root/dev")
cp /etc/resolv.conf "$root/etc/resolv.conf"
for file in /etc/apt/apt.conf.d/*proxy* /etc/apt/apt.conf; do
    [ ! -f "$file" ] || cp "$file" "$root/etc/apt/apt.conf.d/"
done
cp "$deb" "$root/tmp/fitsheet.deb"
Xvfb $display -screen 0 1920x1200x24 -nolisten tcp >/dev/null 2>&1 & started+=($!)
sleep 2
bind /tmp/.X11-unix /tmp/.X11-unix

say "The root: Debian $(cat "$root/etc/debian_version"), $(inside dpkg-query -f '.\n' -W | wc -l) packages"
inside sh -c 'command -v python3 || echo "no python3"; ls /usr/lib/x86_64-linux-gnu/libX11* 2>/dev/null || echo "no libX11"'

say "Install"
inside env http_proxy="${http_proxy:-}" https_proxy="${https_proxy:-}" sh -c \
    'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends /tmp/fitsheet.deb desktop-file-utils shared-mime-info' \
    >"$root/tmp/apt.log" 2>&1 || { tail -n 20 "$root/tmp/apt.log"; exit 1; }
inside dpkg-query -W -f='${Package} ${Version} ${db:Status-Abbrev} ${Installed-Size} KiB\n' fitsheet
inside sh -c 'command -v fitsheet; command -v python3 || echo "still no python3"; fitsheet --version'

say "Desktop entry, MIME type, metadata, man page"
inside desktop-file-validate /usr/share/applications/fitsheet.desktop && echo "the desktop entry is valid"
inside grep -h fitsheet /usr/share/applications/mimeinfo.cache
inside grep -h fitsheet /usr/share/mime/globs
inside sh -c 'cd /usr/share/metainfo && ls *itsheet*'
inside sh -c 'zcat /usr/share/man/man1/fitsheet.1.gz | head -n 1; ls /usr/share/icons/hicolor'
inside sh -c 'ls /usr/lib/fitsheet/licenses; ls /usr/lib/fitsheet/licenses/system | wc -l; head -n 12 /usr/share/doc/fitsheet/copyright'

say "The command line"
inside sh -c 'fitsheet plan /usr/share/doc/fitsheet/examples/example.fitsheet --summary | head -n 5'
inside fitsheet doctor

say "Start from the menu entry, without a file"
entry=$(sed -n 's/^Exec=//p' "$root/usr/share/applications/fitsheet.desktop")
inside "${entry%% *}" >/dev/null 2>&1 & started+=($!)
await_window "Example"; echo "the window “$(DISPLAY=$display xdotool getwindowname "$window")”"
sleep 2; shot menu
end_program

say "Start on a system in Chinese"
inside env LC_ALL=zh_CN.UTF-8 "${entry%% *}" >/dev/null 2>&1 & started+=($!)
await_window "— Fitsheet"; sleep 2; echo "the window “$(DISPLAY=$display xdotool getwindowname "$window")”"
shot chinese
end_program

say "Start by opening a file"
inside cp /usr/share/doc/fitsheet/examples/example.fitsheet "/root/My plan.fitsheet"
if [ -n "$python" ]; then
    for folder in $("$python" -c 'import os,sys,sysconfig; print(*{sys.prefix, sys.base_prefix, os.path.dirname(os.path.dirname(os.path.realpath(sys.executable)))}, sep="\n")'); do
        bind "$folder" "$folder"
    done
    inside mkdir -p /root/.config/Fitsheet
    printf '[measure]\npython=%s\n' "$python" > "$root/root/.config/Fitsheet/Fitsheet.conf"
fi
inside "${entry%% *}" "/root/My plan.fitsheet" >/dev/null 2>&1 & started+=($!)
await_window "My plan"; echo "the window “$(DISPLAY=$display xdotool getwindowname "$window")”"
sleep 3; shot file
if [ -n "$python" ]; then
    say "Measure with an external Python"
    export DISPLAY=$display
    timeout 5 xdotool windowfocus "$window"; timeout 5 xdotool key ctrl+m
    for _ in $(seq 90); do
        sleep 2
        timeout 5 xdotool windowfocus "$window"; timeout 5 xdotool key ctrl+s
        grep -q '"torch":' "$root/root/My plan.fitsheet" && break
    done
    shot measured
    grep -m 6 -E '"(device|torch|date|dtype|median|samples)":' "$root/root/My plan.fitsheet" || { echo "nothing was measured"; exit 1; }
fi
end_program
say "Remove"
inside sh -c 'DEBIAN_FRONTEND=noninteractive apt-get purge -qq -y fitsheet' >"$root/tmp/apt.log" 2>&1 || { tail -n 20 "$root/tmp/apt.log"; exit 1; }
inside sh -c 'command -v fitsheet || echo "no fitsheet on the PATH"; find / -xdev -path /proc -prune -o -iname "*fitsheet*" -print 2>/dev/null | grep -v "^/root\|^/tmp" || echo "nothing of it is left outside the home folder"'
inside sh -c 'find /root -iname "*fitsheet*"'
