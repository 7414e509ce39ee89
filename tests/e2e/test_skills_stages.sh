#!/usr/bin/env bash
# A version's stages, and texts that are changed at several places at once, as a person sees them (in a terminal): verified uses
# make a version trusted; a draft is refused; an external editor, an accepted draft and the console change one skill, and nothing
# is lost; its file changes while $EDITOR has it.
set -u
. "$REINS_SOURCE/tests/helper/tmux.sh"
. "$REINS_SOURCE/tests/helper/story.sh"

printf '[skills]\ntrust_after=2\n' >>"$XDG_CONFIG_HOME/reins/reins.ini"

skill=view_weapons
view() { story_text "$skill" "$1"; } # KEY
log() { timeout 30 "$REINS_BIN" skills log "$skill" </dev/null; }
# has WHAT TEXT: the text is in it
has() { printf '%s\n' "$2" | grep -qF -- "$1" || { echo "    has not: $1"; printf '%s\n' "$2" | sed 's/^/    /'; return 1; }; }

# Two verified uses; each asked for, the third would not have to be. Its draft is refused with a reason, and told to the model.
trusted_and_refused() {
    view Tab >"$own"
    story_start a 100x30 ''
    await a 'F3 ✎1' && await a 'proposal 1 ' && await a ' armed ' || return 1
    keys a w; await a 'view_weapons is trial' && keys a Escape && await_gone a 'view_weapons is trial' || return 1
    keys a F3; await a '1 draft waiting' || return 1
    keys a r; await a 'refuse, because' && keys a 9 Enter && await a 'was refused: not needed' || return 1
    keys a F2; await a 'proposal 1 ' && await a ' armed ' && keys a y || return 1
    await a 'proposal 2 ' && await a ' armed ' && keys a y && await a 'proposal 3 ' || return 1
    keys a F3
    await a '/ filter' && keys a / && await a 'filter .enter' && keys a view_w && await a '1 found' && keys a Enter || return 1
    await_gone a 'filter .enter' || return 1
    await a '● view_weapons' && await a '2✓ 0✗' && await a "only the gate's usual rules apply" || return 1
    keys a 2; await a 'trusted' && await a '2 verified in a row' || return 1
    keys a 1 F2; await a 'proposal 3 ' && await a ' armed ' && keys a w || return 1
    await a 'mode step: it waits for you' || return 1
    ! screen a | grep -q 'view_weapons is trial' || { echo '    it still asks as one on trial'; return 1; }
    keys a Escape; await_gone a 'mode step: it waits' && keys a Q || return 1
    await a 'ended stopped' && keys a q && await a 'EXIT=4' || return 1
    local told; told=$(log)
    has 'not needed' "$told" && has 'refused' "$told" && has 'trusted' "$told"
}

# open NAME: the skills screen alone, on that skill
open() {
    screen_start "$1" 100x30 xterm-256color '' "EDITOR=$HOME/editor $REINS_BIN skills"
    await "$1" 'by name' && await "$1" 'e edit' || return 1
    keys "$1" /; await "$1" 'filter \(enter' && keys "$1" "$skill" && await "$1" '[12] found' && keys "$1" Enter || return 1
    await_gone "$1" 'filter \(enter'
}

# all_there WORD…: a version with each of them is in the history
all_there() {
    local word sha list; list=$(log)
    for word; do
        for sha in $(printf '%s\n' "$list" | grep -oE '\b[0-9a-f]{12}\b'); do
            timeout 30 "$REINS_BIN" skills show "$skill@$sha" </dev/null | grep -qF "\"$word\"" && continue 2
        done
        echo "    lost: $word"; printf '%s\n' "$list" | sed 's/^/    /'
        return 1
    done
}

# The console's text was begun before the others' were written: each of the four is kept, and what is written over is shown first.
three_at_once() {
    local skill=wave own=$XDG_DATA_HOME/reins/skills/story/wave.lua
    view F1 >"$own"
    open b && await b 'key.press..F1' || return 1
    keys b i; await b 'ctrl-x check and write' && keys b C-x && await_gone b 'ctrl-x check and write' || return 1
    keys b i && await b 'ctrl-x check and write' || return 1
    keys b Down Down Right Right Right Right; keys b End; keys b BSpace BSpace BSpace
    keys b '3")'; await b 'F3' && await b ', changed' || return 1
    view F2 >"$own"; await b 'someone else changed it, too' || return 1
    view F4 >"$HOME/draft.lua"; timeout 30 "$REINS_BIN" skills add --draft "$HOME/draft.lua" </dev/null >"$HOME/said" || return 1
    timeout 30 "$REINS_BIN" skills accept $skill </dev/null >"$HOME/said" || { cat "$HOME/said"; return 1; }
    grep -qF '"F4"' "$own" || { echo '    the draft was not accepted'; return 1; }
    keys b C-x; await b 'press..F4|nothing was decided' || return 1 # the console looks at its files once a second
    screen b | grep -q 'press..F4' || keys b C-x
    await b 'someone else changed [a-z_]+, too' && await b 'F4' && await b 'F3' && await b 'armed: y' || return 1
    grep -qF '"F4"' "$own" || { echo '    written before it was decided'; return 1; }
    keys b y; await b 'was written' && grep -qF '"F3"' "$own" && all_there F1 F2 F3 F4 || return 1
    keys b u; await b 'taken back' && grep -qF '"F4"' "$own" && keys b q || return 1
    await b 'skills: [0-9]+ · by name' && keys b q && await b 'EXIT=0'
}

# While $EDITOR, opened from the console, has a copy, the file itself is changed: the console shows both and asks.
editor_open() {
    local skill=nod own=$XDG_DATA_HOME/reins/skills/story/nod.lua
    view F1 >"$own"
    printf '#!/bin/sh\nsed -i s/F1/F5/ "%s"\nsed -i s/F1/F6/ "$1"\n' "$own" >"$HOME/editor"
    chmod +x "$HOME/editor"
    open c && await c 'key.press..F1' || return 1
    keys c e
    await c 'someone else changed [a-z_]+, too' && await c 'F5' && await c 'F6' && await c 'armed: y' || return 1
    grep -qF '"F5"' "$own" || { echo '    written before it was decided'; return 1; }
    keys c Escape; await_gone c 'armed: y' && await c 'ctrl-x check and write' || return 1
    screen c | grep -q F6 || { echo '    the text is gone'; return 1; }
    keys c C-x; await c 'someone else changed [a-z_]+, too' && await c 'armed: y' && keys c y && await c 'was written' || return 1
    grep -qF '"F6"' "$own" && all_there F1 F5 F6
}

check tmux__skills__trusted_after_verified_uses__and_a_draft_refused trusted_and_refused
check tmux__skills__changed_at_three_places_at_once three_at_once
check tmux__skills__changed_while_the_editor_has_it editor_open
exit 0
