#!/usr/bin/env bash
# AppAgent in a terminal: a document is corrected after a wrong tap, and the next step works from it; a demonstration by number;
# the same by mouse in a window (Xephyr). The programs are tests/sinks/explore_gtk.py and teach_gtk.py.
set -u
. "$REINS_SOURCE/tests/helper/tmux.sh"

mkdir -p "$XDG_CONFIG_HOME/reins/apps"
profile() { # NAME SINK WINDOW
    printf '[profile]\napp=/usr/bin/python3 -BEs %s/tests/sinks/%s\nwindow=%s\nback=escape\nsettle_ms=100\n' \
        "$REINS_SOURCE" "$2" "$3" \
        >"$XDG_CONFIG_HOME/reins/apps/$1.ini"
}
profile icons explore_gtk.py '^icons$'
profile form "teach_gtk.py $HOME/comment" '^(form|saved .*)$'
printf '[brain explorer]\nkind=lua\nscript=%s\n[eye]\nsettle_ms=60\n' "$REINS_SOURCE/tests/e2e/brains/explorer.lua" \
    >"$XDG_CONFIG_HOME/reins/reins.ini"

start() { # NAME WHAT…
    screen_start "$1" 120x36 xterm-256color truecolor "$REINS_BIN ${*:2}"
}
agent() { # NAME PHASE TASK
    start "$1" run --agent appagent --sandbox 800x500 --profile icons --brain explorer --set "phase=$2" "'$3'"
}
# approve NAME CALL: the card of that call
approve() { await "$1" "│ $2" && await "$1" ' armed ' && keys "$1" y; }
# say NAME WORDS: in the line at the bottom
say() { keys "$1" : && await "$1" '^:' && keys "$1" -l "$2" && keys "$1" Enter; }
# form NAME: it is open, and takes keys
form() { await "$1" 'demonstrate: you are asked' && await_gone "$1" 'arming…'; }
doc_of() { # NAME
    "$REINS_BIN" docs list --json --app icons | tr '{' '\n' |
        sed -n "s/.*\"id\":\([0-9]*\),.*button \\\\\"$1\\\\\"\".*/\1/p"
}

# Two documents are written, a person confuses them, the agent taps the wrong icon, and says what did not come as it was promised.
# On F3 the person writes what is right; the card of the next step is on the other icon.
corrected() {
    agent a explore 'explore B C'
    approve a '.*element = 2' && approve a '.*element = 3' || return 1
    await a 'ended success' && keys a q && await a 'EXIT=0' || return 1
    local lamp drawer
    lamp=$(doc_of B) drawer=$(doc_of C)
    "$REINS_BIN" docs edit "$lamp" 'opens the drawer' >/dev/null &&
        "$REINS_BIN" docs edit "$drawer" 'does nothing' >/dev/null || return 1

    agent b deploy 'until: opens the drawer'
    approve b '.*element = 2' && await b "document $lamp of push button \"B\" says: opens the drawer" &&
        await b 'proposal 2 ' || return 1
    keys b F3 && await b 'documents|skills' && keys b D && await b 'documents: 2' || return 1
    mend 'opens the drawer' 'turns a lamp on or off' && mend 'does nothing' 'opens the drawer' || return 1
    keys b Escape && await_gone b 'documents: 2' && keys b Escape && await b '│ .*element = 2' && await b ' armed ' &&
        keys b n || return 1
    approve b '.*element = 3' && await b 'ended success' && keys b q && await b 'EXIT=0'
}
# mend OLD NEW: the text of the document that says OLD, in the list of F3, whose two rows are in the order of the elements' ids
mend() {
    if screen b | grep -m1 'explored: ' | grep -q "explored: ${1%% *}"; then keys b Up; else keys b Down; fi
    await b "tap: $1" && keys b e && await b "text: $1" && keys b C-u && await_gone b "text: $1" || return 1
    keys b -l "$2" && await b "text: $2" && keys b Enter && await b "tap: $2"
}

taught() { # SKILL: its draft presses the button by its name
    "$REINS_BIN" skills list --drafts | grep -q "$1" &&
        "$REINS_BIN" skills show "$1" | grep -q 'at("Save", "push button"' && return 0
    "$REINS_BIN" skills show "$1" 2>&1 | sed 's/^/    /'
    return 1
}

by_number() {
    start c teach --calls --sandbox 500x400 --profile form --name by_number "'press save'"
    form c && keys c Escape && await_gone c 'demonstrate: you are asked' || return 1
    # the console says so where it has the marks already, else the engine
    say c 'tap 99' && await c 'no mark 99 (is on the|on this) picture' && await c 'step 1/' || return 1
    form c && keys c Escape && await_gone c 'demonstrate: you are asked' || return 1
    await c '3 · push button "Save"' && say c 'tap 3' && approve c 'click_element.element = "Save"' || return 1
    await c 'step 2/' && form c && keys c Tab Right && await c 'outcome success' && keys c C-x || return 1
    await c 'ended success' && keys c q && await c 'EXIT=0' && taught by_number
}

by_mouse() {
    local server
    exec 3<> <(:)
    Xvfb -displayfd 1 -screen 0 900x700x24 -nolisten tcp >"$HOME/outer" 2>/dev/null &
    server=$!
    while ! [ -s "$HOME/outer" ] && kill -0 $server; do read -r -t 0.05 -u 3 _; done
    export DISPLAY=:$(cat "$HOME/outer")
    start d teach --sandbox xephyr:500x400 --profile form --name by_mouse "'press save'"
    await d 'May reins record' && say d 'answer 1' && await d 'Recording: 0 steps' || return 1
    xdotool mousemove 200 160 click 1
    await d 'Recording: 1 step, the last click_element.element = "Save"' && say d 'answer 1' || return 1
    await d 'ended success' && keys d q && await d 'EXIT=0' && taught by_mouse
    kill $server
}

check tmux__a_document__corrected_after_a_wrong_tap__used_on_the_next_step corrected
check tmux__a_demonstration__by_number by_number
check tmux__a_demonstration__by_mouse_in_a_window by_mouse
exit 0
