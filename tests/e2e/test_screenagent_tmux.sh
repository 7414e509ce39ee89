#!/usr/bin/env bash
# ScreenAgent in a terminal, on Mousepad: the first plan is corrected while an action waits, and its wrong subtask is changed on
# the board; a reply of the actor is corrected and read again; a batch is granted as listed; a list of task files follows; the
# session is exported.
set -u
. "$REINS_SOURCE/tests/helper/tmux.sh"

printf '#!/bin/sh\nsed -i "s/a line/another line/" "$1"\n' >"$HOME/editor"
chmod +x "$HOME/editor"
export EDITOR=$HOME/editor
mkdir -p "$XDG_CONFIG_HOME/reins"
printf '[brain screenagent]\nkind=lua\nscript=%s\n[eye]\nsettle_ms=60\n' "$REINS_SOURCE/tests/e2e/brains/screenagent.lua" \
    >"$XDG_CONFIG_HOME/reins/reins.ini"
app='env -u G_DEBUG GSETTINGS_BACKEND=memory mousepad --disable-server'
file=$HOME/story.txt
mkdir "$HOME/quiet" && cd "$HOME/quiet" # the dialog lists this folder, and changes whenever a file in it does

# the next card, or the end, is there after it
approve() {
    local n
    await s ' armed ' || return 1
    n=$(screen s | sed -n 's/.*┌ proposal \([0-9]*\) .*/\1/p')
    keys s y && await s "proposal $((n + 1)) |ended "
}
# say WORDS: in the line at the bottom
say() { keys s : && await s '^:' && keys s -l "$1" && keys s Enter; }
# card CALL: a card of it, whatever waits came before it
card() {
    local tries
    for tries in 1 2 3 4 5 6 7 8 9; do
        await s "│ ($1|screenagent_wait\()|ended " || return 1
        screen s | grep -qE -- "│ $1" && return 0
        screen s | grep -q '│ screenagent_wait(' && approve || break
    done
    screen s | sed 's/^/    /'
    return 1
}

# The batch as it is listed: a y for the grant, one for its first action, and the second one fires by itself. Where the dialog
# moves meanwhile the first is shown again and the grant has ended: then the second one needs its y.
granted() {
    card 'screenagent_keyboard_text.*story.txt"' && await s '1 of 2' && keys s g || return 1
    await s '2 of 2 .*Return.* · tier [0-9]|Shown again' && await s 'y give it|Shown again' && keys s y || return 1
    await s '≤2 ?· ?1 left|Shown again|· 2 of 2 ·' || return 1
    while ! screen s | grep -q 'ended '; do
        approve || return 1
        read -r -t 2 -N 4096 -u "$pipe" _
    done
    return 0
}

begun() { # SIZE FILE
    screen_start s "$1" xterm-256color truecolor "$REINS_BIN run --agent screenagent --sandbox 900x600 --profile mousepad \
        --app '$app' --brain screenagent --set retries=9 --rule 'deny key=F9' 'save a line as $2 astray'"
}

story() {
    begun 120x36 "$file"
    await s 'the mail is open' && await s 'proposal 1 ' || return 1
    keys s 1 m && await s 'planner: its output' && keys s Tab && keys s -l ' ; nothing' && keys s C-x || return 1
    await s '3 . nothing' && await s 'proposal 2 ' || return 1
    say 'board subtasks remove 3' && await_gone s '3 . nothing' || return 1
    say 'board subtasks edit 2 the file is saved as story.txt'
    await s 'the file is saved as story' && await_gone s '2 . the mail is open' || return 1
    card 'screenagent_keyboard_text.keyboard_text = "a line"' && keys s 2 m && await s 'ctrl-r reply' || return 1
    keys s C-r
    card 'screenagent_keyboard_text.keyboard_text = "another line"' && approve || return 1
    card 'screenagent_keyboard_press.*Control_L' && approve || return 1
    granted && await s 'ended success' || return 1
    grep -qx 'another line' "$file" || { echo "    not saved"; return 1; }
}

tasks() {
    printf '[task]\ninstruction=save a line as %s/two.txt\napp=%s\nprofile=mousepad\nsandbox=900x600\n' "$HOME" "$app" \
        >"$HOME/two.ini"
    echo two.ini >"$HOME/list"
    say "tasks $HOME/nothing"; await s 'nothing: ' || return 1
    say "tasks $HOME/list" && await s 'q begins it' && keys s q || return 1
    await s '^│ screenagent_keyboard_text.*"a line"' && await s ' armed ' || return 1
    keys s Q; await s 'ended stopped' && keys s q && await s 'two.ini +[0-9]+ +stopped' || return 1
    t capture-pane -t s -p -J | grep -qF -- "--set retries=9 --rule 'deny key=F9'" || { echo '    set, rule lost'; return 1; }
    keys s Enter; await s 'the tasks have ended .exit code 4.' && keys s q && await s 'EXIT=0'
}

exported() { # RUN
    "$REINS_BIN" memory export "$1" --format screenagent --out "$HOME/session$1" >/dev/null 2>&1 || return 1
    grep -rlE '"LLM_response":.*a line' "$HOME/session$1" | xargs grep -lE '"LLM_response_editer":.*another line' | grep -q . ||
        { echo '    no reply is corrected in it'; return 1; }
    "$REINS_BIN" memory verify >/dev/null
}

# The same where a pane is one line until it is opened, and the card has 40 columns.
small() {
    local small=$HOME/small.txt
    t kill-session -t s
    begun 80x24 "$small"
    await s 'proposal 1 ' && keys s 5 && await s '2 . the mail is open' || return 1
    say 'board subtasks edit 2 the file is saved as small.txt'
    await s 'the file is saved as small' && await_gone s '2 . the mail is open' || return 1
    card screenagent_keyboard_text && await s 'type "a line"' && keys s 2 m && await s 'ctrl-r reply' || return 1
    keys s C-r
    await s 'type "another line"' || return 1
    while ! screen s | grep -q 'ended '; do approve || return 1; done
    await s 'ended success' && grep -qx 'another line' "$small" || { echo "    not saved"; return 1; }
    keys s q; await s 'EXIT=0' && exported 3
}

check tmux__screenagent__corrected_and_granted story
check tmux__screenagent__task_files_after_it tasks
check tmux__screenagent__exported exported 1
check tmux__screenagent__at_80x24 small
exit 0
