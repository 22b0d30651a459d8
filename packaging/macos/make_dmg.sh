#!/usr/bin/env bash
# A disk image with Fitsheet.app and a link to Applications, from what packaging/build.py froze:
#   packaging/macos/make_dmg.sh VERSION        -> dist/fitsheet-VERSION-macos-MACHINE.dmg
# Not tried: there was no macOS to try it on (packaging/README.md). PyInstaller has signed the app, for this machine only
# unless CODESIGN_IDENTITY named a Developer ID when packaging/build.py ran; to pass the image on, have it notarised.
set -euo pipefail
version=${1:?the version}
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
app=dist/Fitsheet.app
[ -d "$app" ] || { echo "make_dmg: $app is not there; run packaging/build.py first." >&2; exit 1; }
codesign --verify --deep --strict "$app"
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
cp -R "$app" LICENSE NOTICE "$stage/"
cp -R dist/fitsheet/licenses "$stage/licenses"
ln -s /Applications "$stage/Applications"
hdiutil create -volname "Fitsheet $version" -srcfolder "$stage" -ov -format UDZO "dist/fitsheet-$version-macos-$(uname -m).dmg"
