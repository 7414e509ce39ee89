#!/usr/bin/env bash
# The console in a real terminal (tmux): keys in, screen out.
set -u
. "$REINS_SOURCE/tests/helper/tmux.sh"
trap 't kill-server 2>/dev/null; tmux -L "$viewer" kill-server 2>/dev/null' EXIT

approve_to_the_end() {
    local step
    for step in 1 2 3 4 5 6; do
        await "$1" "proposal $step .*" && await "$1" ' armed ' || return 1
        keys "$1" y
    done
    await "$1" 'ended success' && keys "$1" q && await "$1" 'EXIT=0'
}

# look_at NAME: a client of that session, in a tmux of its own
viewer=reins-viewer-$$
look_at() {
    tmux -L "$viewer" -f /dev/null new-session -d -s "$1" -x 120 -y 38 "env -u TMUX tmux -L $socket attach -f ignore-size -t $1"
    local end=$((SECONDS + 60))
    while [ -z "$(t list-clients -t "$1" 2>/dev/null)" ]; do [ $SECONDS -lt $end ] || return 1; read -r -t 0.1 <> <(:); done
    return 0
}

stop_now() { keys "$1" Q; await "$1" 'ended stopped' && keys "$1" q && await "$1" 'EXIT=4'; }

demo_to_408() { screen_start a 120x36 xterm-256color truecolor "$REINS_BIN demo"; approve_to_the_end a; }
small_256() { screen_start b 80x24 screen-256color '' "$REINS_BIN demo"; approve_to_the_end b; }
large() { screen_start c 200x60 xterm-256color truecolor "$REINS_BIN demo"; approve_to_the_end c; }

# Somebody who is elsewhere is told once that a card waits: run and step.
notified() {
    mkdir -p "$XDG_CONFIG_HOME/reins"
    printf '[tui]\nnotify=sh -c "echo run $REINS_RUN step $REINS_STEP >>%s/told"\n' "$HOME" >"$XDG_CONFIG_HOME/reins/reins.ini"
    screen_start told 120x36 xterm-256color truecolor "$REINS_BIN demo"
    await told ' armed ' && keys told y && await told 'proposal 2 .*' && await told ' armed ' && stop_now told
    local code=$?
    rm "$XDG_CONFIG_HOME/reins/reins.ini"
    [ $code -eq 0 ] && [ "$(cut -d' ' -f3,4 "$HOME/told" | paste -sd,)" = "step 1,step 2" ]
}

# Enter, Space and typing approve nothing; Space pauses and voids.
nothing_by_reflex() {
    screen_start d 120x36 xterm-256color truecolor "$REINS_BIN demo"
    await d ' armed ' || return 1
    keys d Enter; keys d Enter
    await d 'proposal 1 ' || return 1
    keys d Space
    await d 'paused' && keys d Space && await d 'proposal 2 ' && stop_now d
}

# A terminal that is told of a new size late disarms a card that already said armed: then y says so, and comes again.
approve_resized() { # NAME PROPOSAL
    local n
    for n in 1 2 3 4 5 6; do
        await "$1" ' armed ' && keys "$1" y && await "$1" "$2|not approved: " || return 1
        has_now "$1" "$2" && return 0
    done
    return 1
}

resized_while_busy() {
    local size
    screen_start e 120x36 xterm-256color truecolor "$REINS_BIN demo"
    await e 'proposal 1 ' || return 1
    for size in 80x24 20x5 200x60 61x16 120x36; do t resize-window -t e -x "${size%x*}" -y "${size#*x}"; done
    approve_resized e 'proposal 2 ' && t resize-window -t e -x 90 -y 30 && await e 'proposal 2 ' && stop_now e
}

too_small() {
    screen_start f 20x5 xterm-256color truecolor "$REINS_BIN demo"
    await f 'too small' && t resize-window -t f -x 120 -y 36 && await f 'proposal 1 ' && stop_now f
}

# kill -9 of the console: the run pauses and waits; a second console gets it, a third is told who has it.
killed_console() {
    local console
    screen_start g 120x36 xterm-256color truecolor "$REINS_BIN demo"
    await g ' armed ' || return 1
    console=$(pgrep -x -P "$(t display-message -p -t g '#{pane_pid}')" reins) || return 1
    kill -9 "$console"
    await g 'EXIT=137' || return 1
    screen_start h 120x36 xterm-256color truecolor "$REINS_BIN attach"
    await h 'paused' && await h 'gather ✓' && await h 'plan ✓' || return 1 # what was thought before it came
    "$REINS_BIN" memory runs --json | grep -q '"status": *"paused"' || { echo '    memory does not say paused'; return 1; }
    screen_start i 120x36 xterm-256color truecolor "$REINS_BIN attach"
    await i 'has a console already' || return 1
    t kill-session -t i
    screen_start_again h
    keys h Space
    await h 'proposal 2 ' && stop_now h
}
screen_start_again() { exec {pipe}<>"$HOME/$1.pipe"; }

# Mode watch needs its word; a fuse burns down and fires; any key stops one and the card waits; a grant is given and revoked.
burn_and_grant() {
    screen_start k 120x36 xterm-256color truecolor "$REINS_BIN demo"
    look_at k # a fuse burns only where somebody can see it
    await k ' armed ' || return 1
    keys k :mode Space w Tab Enter
    await k 'Only tier 3 asks' || return 1
    local typed='' key # one by one: several in one read count for nothing
    for key in y e; do typed+=$key; keys k $key; await k "leave: $typed" || return 1; done
    keys k s
    await k 'mode watch: tiers 0-2 fire' && await k ' armed ' || return 1
    keys k y
    await k 'proposal 2 ' && await k 'fires in [0-9]' && keys k x && await k 'fuse stopped: it waits for you' || return 1
    await k ' armed ' && keys k g && await k 'y give it' && keys k y && await k 'grant ≤1 · 5 left' || return 1
    keys k X
    await k 'WATCH  step' && await k ' armed ' || return 1
    keys k y
    await k 'proposal 3 ' && await k 'its fuse ended: firing|fired by its fuse|proposal 4 ' && stop_now k
}
fuses_and_grants() {
    local code
    mkdir -p "$XDG_CONFIG_HOME/reins"
    printf '[gate]\nfuse_ms=6000\n' >"$XDG_CONFIG_HOME/reins/reins.ini" # on a busy machine, too, one comes before it
    burn_and_grant
    code=$?
    rm "$XDG_CONFIG_HOME/reins/reins.ini" # whatever came of it: the checks after this one have the fuses of everybody
    return $code
}

# A fuse that burns goes out when the last client of the tmux leaves.
detached() {
    screen_start n 120x36 xterm-256color truecolor \
        "$REINS_BIN run --mode watch --sandbox 640x480 --app xcalc --profile xcalc --brain demo 'compute 12 × 34'"
    look_at n && await n 'its fuse ended: firing|fired by its fuse|proposal 2 ' || return 1
    tmux -L "$viewer" kill-server
    await n 'fuse stopped: no client of tmux shows the console' && stop_now n
}

check tmux__demo__to_408 demo_to_408
check tmux__80x24_256_colours small_256
check tmux__200x60_true_colour large
check tmux__notified notified
check tmux__nothing_by_reflex nothing_by_reflex
check tmux__resized_while_busy resized_while_busy
check tmux__too_small too_small
check tmux__killed_console__attach killed_console
check tmux__fuses_and_grants fuses_and_grants
check tmux__detached__fuse_goes_out detached
exit 0
