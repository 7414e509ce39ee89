#!/usr/bin/env bash
# The skills screen in a real terminal (tmux): a try gets the terminal and gives it back, at another size; $EDITOR; true colour.
set -u
. "$REINS_SOURCE/tests/helper/tmux.sh"

mkdir -p "$XDG_DATA_HOME/reins/skills"
cat >"$XDG_DATA_HOME/reins/skills/greet_them.lua" <<'L'
--- Greets somebody.
-- @param who string whom
-- @expect a greeting
function greet_them(who)
    key.type("hello " .. who)
end
L

# skills_open NAME SIZE COLORTERM: the screen on that skill
skills_open() {
    screen_start "$1" "$2" xterm-256color "$3" "EDITOR=$HOME/editor $REINS_BIN skills"
    await "$1" 'by name' && await "$1" 'e edit' || return 1
    keys "$1" /; await "$1" 'filter \(enter' || return 1
    keys "$1" greet_them; await "$1" '1 found' || return 1
    keys "$1" Enter; await_gone "$1" 'filter \(enter'
}

# ask_for_a_try NAME ARGUMENT: until the gate asks on the terminal
ask_for_a_try() {
    keys "$1" t; await "$1" 'try greet_them where' || return 1
    keys "$1" "$(screen "$1" | sed -n "s/.* \([1-9]\) in a sandbox with xterm's program.*/\1/p")"
    await "$1" 'with what' || return 1
    keys "$1" "$2"; await "$1" "who +$2" || return 1
    keys "$1" Enter; await "$1" 'Type terminal to fire'
}

leave() { keys "$1" q; await "$1" 'skills: [0-9]+ · by name' && keys "$1" q && await "$1" 'EXIT=0'; }

# Approved: fired in the sandbox, counted; the terminal was made smaller meanwhile.
tried() {
    skills_open a 120x36 '' && ask_for_a_try a Bob || return 1
    screen a | grep -q 'type "hello Bob"' || { echo '    what would be fired is not shown'; return 1; }
    keys a terminal Enter
    await a 'enter goes back to the console' || return 1
    t resize-window -t a -x 80 -y 24
    keys a Enter
    await a 'it was fired' && await a '1✓ 0✗' && leave a
}

# Ctrl-C at the gate's question: nothing is fired, and the console that comes back has not heard of it.
interrupted() {
    skills_open b 120x36 '' && ask_for_a_try b Ann || return 1
    keys b C-c
    await b 'enter goes back to the console' && keys b Enter && await b 'it was not approved' || return 1
    keys b 3; await b 'rejected 1' && leave b
}

# The program draws once the person has been asked: they are asked again, on what it shows then.
stale_asks_again() {
    mkfifo "$HOME/gate"
    printf 'read -r line <"%s/gate"; seq 40; exec cat\n' "$HOME" >"$HOME/late.sh"
    screen_start f 120x36 xterm-256color '' \
        "$REINS_BIN skills try --app 'xterm -e sh $HOME/late.sh' greet_them who=Eve"
    await f 'Type terminal to fire' || return 1
    echo go >"$HOME/gate"
    keys f terminal Enter
    await f 'It is shown again, on the screen as it is now' && await f 'stale: ' || return 1
    keys f terminal Enter
    await f 'done, window "sh", the screen: changed' && await f 'EXIT=0'
}

# What was edited elsewhere is there at once; resized while its children work.
edited_and_resized() {
    local size
    printf '#!/bin/sh\nsed -i "s/hello/good day/" "$1"\n' >"$HOME/editor"
    chmod +x "$HOME/editor"
    skills_open c 120x36 '' || return 1
    keys c e
    for size in 80x24 20x5 200x60 61x16 100x30; do t resize-window -t c -x "${size%x*}" -y "${size#*x}"; done
    await c 'was written' && await c 'good day' || return 1
    keys c p; await c 'what would greet_them fire' || return 1
    for size in 80x24 20x5 120x36; do t resize-window -t c -x "${size%x*}" -y "${size#*x}"; done
    await c 'what would greet_them fire' || return 1 # a console of 20x5 takes no text
    keys c Zoe; await c 'who +Zoe' && keys c Enter || return 1
    for size in 200x60 60x15 80x24; do t resize-window -t c -x "${size%x*}" -y "${size#*x}"; done
    await c 'type "good day Zoe"' && keys c Escape && await_gone c 'type "good day Zoe"' && leave c
}

# Code in the colours as they are meant where the terminal says that it has them, else of the palette.
colours() {
    t start-server \; set-option -s -g exit-empty off \; set-option -s -a terminal-overrides ',*:Tc'
    skills_open d 120x36 truecolor || return 1
    t capture-pane -t d -e -p | grep -q $'38;2;47;134;208m.*function' || { echo '    no true colour'; return 1; }
    leave d && skills_open e 120x36 '' || return 1
    t capture-pane -t e -e -p | grep -q $'38;5;32m.*function' || { echo '    none of 256 colours'; return 1; }
    leave e
}

check tmux__skills__tried_in_a_sandbox tried
check tmux__skills__ctrl_c_in_a_try__is_not_the_consoles interrupted
check tmux__skills__a_try_that_went_stale__asks_again stale_asks_again
check tmux__skills__edited_and_resized_while_busy edited_and_resized
check tmux__skills__colours colours
exit 0
