#!/usr/bin/env bash
# JARVIS-1 in a terminal, in the small world: a flawed plan is found by the check and mended; a goal fails, is explained, and a
# plan is made from there; a plan is recalled with the scores that say why.
set -u
. "$REINS_SOURCE/tests/helper/tmux.sh"

mkdir -p "$XDG_CONFIG_HOME/reins"
printf '[brain jarvis]\nkind=lua\nscript=%s\n' "$REINS_SOURCE/tests/e2e/brains/jarvis.lua" >"$XDG_CONFIG_HOME/reins/reins.ini"

# the next card, or the end, is there after it
approve() {
    local n
    await s ' armed |ended [sf]' || return 1
    n=$(screen s | sed -n 's/.*┌ proposal \([0-9]*\) .*/\1/p')
    [ -z "$n" ] || { keys s y && await s "proposal $((n + 1)) |ended [sf]"; }
}
approve_until() { while ! has_now s "$1|ended [sf]"; do approve || return 1; done; await s "$1"; }
begun() { # TASK SET…
    local task=$1 set sets=
    shift
    for set; do sets+=" --set $set"; done
    screen_start s 240x75 xterm-256color truecolor \
        "$REINS_BIN run --agent jarvis --brain jarvis --display 'world:small?seed=3&fail=0'$sets '$task'"
}
ended() { approve_until 'ended success' && keys s q && await s 'EXIT=0' && t kill-session -t s; }
stopped() { keys s Q && await s 'ended stopped' && keys s q && await s 'EXIT=4' && t kill-session -t s; }

mended() {
    begun wooden_pickaxe check=exact retrieval=off
    await s 'mended by the check: craft oak_planks: 9 instead of 4' && await s 'craft 9 oak_planks.*foreseen' && ended
}

explained() {
    begun cobblestone check=off retrieval=off tries=1
    await s 'mine 3 cobblestone with wooden_pickaxe' && approve_until 'there is no pickaxe to do it with' || return 1
    await s 'craft 1 wooden_pickaxe' && await s ' armed ' && stopped
}

recalled() {
    begun wooden_pickaxe check=off
    await s 'wooden_pickaxe: worked .plan [0-9]+' || return 1
    await s 'text 1.00, picture [0-9]+ of 64 bits differ, state 1.00' && await s ' armed ' && stopped
}

asked() {
    begun diamond check=off retrieval=off
    await s 'nobody has found one; so it was 3 times in a row. What is to be done' &&
        await s 'failed: goal [0-9]+, mine 1 diam' && keys s : && keys s stop Enter &&
        await s 'ended stopped' && keys s q && await s 'EXIT=4' && t kill-session -t s
}

t new-session -d -s keep cat # the server stays between two screens
check tmux__jarvis__a_flawed_plan_is_mended mended
check tmux__jarvis__a_failure_is_explained_and_planned_anew explained
check tmux__jarvis__a_plan_is_recalled_with_its_scores recalled
check tmux__jarvis__the_same_failure_again_asks_the_person asked
exit 0
