#!/usr/bin/env bash
# The picture of the README, from the real screen: Mousepad, a GTK program, in a sandbox; the console in an xterm with sixel
# (120x36, DejaVu Sans Mono 10.5) on an Xvfb display of its own; two steps approved, the third waiting.
# tests/tui/picture.sh REINS OUT.png (needs xvfb, xterm, xdotool, mousepad, fonts-dejavu-core, imagemagick)
set -eu
reins=$(realpath "$1"); out=$(realpath -m "$2")
box=$(mktemp -d /tmp/reins-picture.XXXXXX)
xvfb= xterm=
trap 'kill $xterm $xvfb 2>/dev/null || true; wait; rm -rf "$box"' EXIT
mkdir -m 700 "$box/run" "$box/config" "$box/config/reins"
export HOME=$box XDG_CONFIG_HOME=$box/config XDG_DATA_HOME=$box/data XDG_RUNTIME_DIR=$box/run LC_ALL=C.UTF-8
unset TMUX TMUX_PANE WAYLAND_DISPLAY XAUTHORITY
app=mousepad
[ "$(id -u)" != 0 ] || app="unshare -U --map-user=1000 mousepad" # it warns root of itself
cat >"$box/note.lua" <<'EOF'
function gather()
    return {text = {"Untitled 1 - Mousepad"}, description = "an editor with a menu bar", target = "", guidance = "",
            screen_class = "editor"}
end
function reflect()
    return {reasoning = "the screen shows what was expected", success = "yes", cause = "", task_done = false, hold = "none"}
end
function infer()
    return {reasoning = "the note has to be a file", subtask = "save the note", horizon = "short", subtask_done = false}
end
function curate() return {reasoning = "nothing new", skills = {}} end
function summarize() return {summary = "a note is being written"} end
local note = "Minutes of the meeting\n\nPresent: Ada, Grace, Margaret\n"
local steps = {
    {"type_text", {text = note}, "the note is there", "the editor is empty: the note is typed first"},
    {"click_at_position", {x = 18, y = 13}, "the menu File opens", "the note is written; saving is in the menu File"},
    {"click_at_position", {x = 62, y = 190}, "a dialog asks for a name", "the menu is open: Save As... asks for the file's name"},
}
function plan(input)
    local s = steps[input.step]
    return {reasoning = s[4], actions = {{skill = s[1], args = s[2], expectation = s[3], reason = s[4]}}, outcome = "continue"}
end
EOF
printf '[brain note]\nkind=lua\nscript=%s\n' "$box/note.lua" >"$box/config/reins/reins.ini"
mkfifo "$box/number"
Xvfb -displayfd 3 -screen 0 1200x800x24 -nolisten tcp 3>"$box/number" >/dev/null 2>&1 & xvfb=$!
read -r number <"$box/number"
export DISPLAY=:$number
xterm -ti vt340 -fa 'DejaVu Sans Mono' -fs 10.5 -geometry 120x36+0+0 +sb -b 4 -bw 0 -bg '#101418' -fg '#d8dee6' \
    -e env -u WINDOWID COLORTERM=truecolor "$reins" run --sandbox 640x480 --app "$app" --brain note \
    "write a note and save it" & xterm=$!
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
for n in 1 2; do await_proposal $n; xdotool mousemove 400 300 key y; done
await_proposal 3
import -window "$(xdotool search --class xterm | tail -1)" -depth 8 +dither -colors 255 -define png:compression-level=9 "$out"
