#!/usr/bin/env bash
# What is written on a real program (mousepad, GTK) stands as text in the console's picture: read from the terminal's cells.
set -u
. "$REINS_SOURCE/tests/helper/tmux.sh"

app=mousepad
[ "$(id -u)" != 0 ] || ! unshare -U true 2>/dev/null || app="unshare -U --map-user=1000 mousepad" # it warns root of itself
mkdir -p "$XDG_CONFIG_HOME/reins"
cat >"$HOME/menu.lua" <<'END'
function gather()
    return {text = {}, description = "an editor", target = "", guidance = "", screen_class = "editor"}
end
function reflect() return {reasoning = "as expected", success = "yes", cause = "", task_done = false, hold = "none"} end
function infer() return {reasoning = "a menu", subtask = "open it", horizon = "short", subtask_done = false} end
function curate() return {reasoning = "nothing new", skills = {}} end
function summarize() return {summary = "a menu opens"} end
function plan()
    local click = {skill = "click_at_position", args = {x = 18, y = 13}, expectation = "it opens", reason = "the first menu"}
    return {reasoning = "the first menu", actions = {click}, outcome = "continue"}
end
END
printf '[brain menu]\nkind=lua\nscript=%s\n' "$HOME/menu.lua" >"$XDG_CONFIG_HOME/reins/reins.ini"

label='[^"]File[^"]' # on the card it is in quotes
# read_at SIZE: the label at the target, then the picture alone, and the numbers of marks
read_at() {
    local name=words$1
    screen_start "$name" "$1" screen-256color '' "$REINS_BIN run --sandbox 640x480 --app '$app' --brain menu 'open the menu'"
    await "$name" 'proposal 1 ' && await "$name" "$label" || return 1
    keys "$name" W; await "$name" 'numbered marks' || return 1
    keys "$name" W; await "$name" 'the picture alone' && await_gone "$name" "$label" || return 1
    keys "$name" W; await "$name" "$label" || return 1
    keys "$name" :2; await "$name" ':2' && keys "$name" Enter || return 1
    await "$name" 'mark 2: text "[A-Z][a-z]+" at [0-9]+,[0-9]+' || return 1
    keys "$name" Q; await "$name" 'ended stopped' && keys "$name" q && await "$name" 'EXIT=4'
}

check tmux__words_of_mousepad__read_at_120x36 read_at 120x36
check tmux__words_of_mousepad__read_at_80x24 read_at 80x24
check tmux__words_of_mousepad__read_at_200x60 read_at 200x60
exit 0
