#!/usr/bin/env bash
# The memory screen in a real terminal (tmux): without a run, and on a store that a run in another terminal is writing.
set -u
. "$REINS_SOURCE/tests/helper/tmux.sh"

# `reins memory` alone: nothing is there yet; the skills are one key away, and q comes back before it leaves.
empty() {
    screen_start alone 80x24 xterm-256color '' "$REINS_BIN memory"
    await alone 'no run was recorded yet' && keys alone F3 && await alone 'skills: [0-9]+' || return 1
    keys alone q; await alone 'memory: 0 runs' || return 1
    keys alone q; await alone 'EXIT=0'
}

# (no name that begins another: tmux takes "b" for a window that runs bash)
# What is approved in one terminal is a step more in the other, with all that the model was told.
written_meanwhile() {
    screen_start writer 120x36 xterm-256color truecolor "$REINS_BIN demo"
    await writer 'proposal 1 .*' && await writer ' armed ' || return 1
    screen_start reader 120x36 xterm-256color truecolor "$REINS_BIN memory"
    await reader 'memory: 1 run ' && await reader 'drives it now' || return 1
    keys reader Enter; await reader 'step 1 of 1' || return 1
    keys writer y
    await writer 'proposal 2 .*' && await reader 'step 1 of 2' || return 1
    await reader 'approved by human' && await reader 'fired: ' || return 1
    keys reader 3; await reader '▸ plan +done' && await reader '"reasoning"' || return 1
    keys reader 2; await reader 'differs: ' || return 1
    keys writer Q; await writer 'ended stopped' && keys writer q && await writer 'EXIT=4' || return 1
    keys reader q; await reader '■' || return 1
    t resize-window -t reader -x 80 -y 24
    keys reader q; await reader 'EXIT=0'
}

check tmux__memory__alone_and_empty empty
check tmux__memory__written_by_a_run_meanwhile written_meanwhile
exit 0
