#!/usr/bin/env bash
# A skill's life in the console, in a terminal, on a real program: an instruction on the screen → draft → diff → edit → accept →
# trial → used on the next step → outcome counted → rolled back → taken back. Each stage is one key (and the y of a decision).
set -u
. "$REINS_SOURCE/tests/helper/tmux.sh"
. "$REINS_SOURCE/tests/helper/story.sh"

printf '#!/bin/sh\nsed -i s/0.2/0.3/ "$1"\n' >"$HOME/editor"
chmod +x "$HOME/editor"
export EDITOR=$HOME/editor

# holds TEXT: the skill's file
holds() { grep -qF -- "$1" "$own" || { echo "    the file has not: $1"; sed 's/^/    /' "$own"; return 1; }; }
# the sandbox has no terminal of ours: y may be pressed as soon as the card is armed
approve() { await s ' armed ' && keys s y; }

# the draft, from the shell: on the picture of its step, as on the skills screen
previewed() {
    local sha
    sha=$("$REINS_BIN" skills list --drafts --json | grep -o '"sha256": *"[0-9a-f]*' | head -1 | grep -o '[0-9a-f]*$')
    "$REINS_BIN" skills preview "view_weapons@$sha" >"$HOME/preview" 2>&1 </dev/null
    grep -q 'on the picture of run [0-9]*, step 1, where it came from (640×400):' "$HOME/preview" &&
        grep -q 'key Tab down' "$HOME/preview" || { sed 's/^/    /' "$HOME/preview"; return 1; }
}

told_to_decided() {
    story_text view_weapons F7 >"$own"
    story_start s "$1" truecolor
    await s 'F3 ✎1' && await s ' armed ' || return 1        # the old one waits for a decision; the draft for a look
    # its first line of code: at 80x24 the others may lie below the pane; what it presses is seen in the preview and the diff
    keys s F3; await s '1 draft waiting' && await s 'function view_weapons' || return 1
    keys s p; await s 'key Tab down' && await s 'On the picture of run [0-9]+, step 1 .640×400.' && previewed || return 1
    keys s Escape; await_gone s 'On the picture of run' && await s '1 draft waiting' || return 1
    keys s d; await s '\+ -- @expect|F7.*0\.2' || return 1
    keys s 1; await s 'by model · from run' || return 1
    # (what it says is in the file once it is accepted: holds, below)
    keys s e; await s 'it passes the check; a accepts it' || return 1
    keys s a; await s 'found nothing wrong, on the picture of run' && await s 'armed: y' || return 1
    keys s y; await s 'is on trial: each use asks' && holds 0.3 || return 1
    keys s F2; await s ' armed ' && keys s n; await s 'proposal 2 .*' && await s '300 ms' || return 1
    keys s w; await s 'view_weapons is trial' && keys s Escape && await_gone s 'view_weapons is trial' || return 1
    approve; await s 'proposal 3 ' || return 1
    keys s F3; await s '1✓ 0✗' && keys s 3 && await s 'verified 1 · no effect 0' || return 1
    keys s b; await s 'roll view_weapons back to' && await s 'armed: y' || return 1
    keys s y; await s 'is the version [0-9a-f]+ now' && holds F7 || return 1
    keys s u; await s 'taken back: roll back view_weapons' && holds 0.3 || return 1
    keys s u; await s 'taken back: accept view_weapons' && holds F7 && await s '1 draft waiting' || return 1
    keys s F2; await s 'proposal 3 ' && keys s Q && await s 'ended stopped' && keys s q && await s 'EXIT=4'
    local code=$?
    t kill-session -t s
    return $code
}

check story__told_to_rolled_back told_to_decided "${SIZE:-80x24}"
exit 0
