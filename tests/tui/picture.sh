#!/usr/bin/env bash
# The picture of the README, from the real screen: the demo in an xterm (120x36, DejaVu Sans Mono 10.5) on an Xvfb display of its
# own, three steps approved, the fourth waiting. tests/tui/picture.sh REINS OUT.png
# (needs xvfb, xterm, xdotool, fonts-dejavu-core, imagemagick)
set -eu
reins=$(realpath "$1"); out=$(realpath -m "$2")
box=$(mktemp -d /tmp/reins-picture.XXXXXX)
xvfb= xterm=
trap 'kill $xterm $xvfb 2>/dev/null || true; wait; rm -rf "$box"' EXIT
mkdir -m 700 "$box/run"
export HOME=$box XDG_CONFIG_HOME=$box/config XDG_DATA_HOME=$box/data XDG_RUNTIME_DIR=$box/run LC_ALL=C.UTF-8
unset TMUX TMUX_PANE WAYLAND_DISPLAY XAUTHORITY
mkfifo "$box/number"
Xvfb -displayfd 3 -screen 0 1200x800x24 -nolisten tcp 3>"$box/number" >/dev/null 2>&1 & xvfb=$!
read -r number <"$box/number"
export DISPLAY=:$number
xterm -fa 'DejaVu Sans Mono' -fs 10.5 -geometry 120x36+0+0 +sb -b 4 -bw 0 -bg '#101418' -fg '#d8dee6' \
    -e env -u WINDOWID COLORTERM=truecolor "$reins" demo & xterm=$!
exec {pause}<>"$box/number"
a_moment() { read -r -t 0.8 -u "$pause" _ || true; }
proposals() { "$reins" memory show last 2>/dev/null | grep -c '^ *proposal' || true; }
await_proposal() {
    local end=$((SECONDS + 60))
    until [ "$(proposals)" -ge "$1" ]; do
        [ $SECONDS -lt $end ] || { echo "no proposal $1" >&2; exit 1; }
        a_moment
    done
    a_moment # it arms
    a_moment
}
for n in 1 2 3; do await_proposal $n; xdotool mousemove 400 300 key y; done
await_proposal 4
import -window "$(xdotool search --class xterm | tail -1)" -depth 8 +dither -colors 255 -define png:compression-level=9 "$out"
