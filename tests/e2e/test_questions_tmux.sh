#!/usr/bin/env bash
# A newcomer's questions about a run that took place, each answered in a terminal with few keys: when did it go wrong first, what
# did I change, why did step 7 click there, what did the model see, what did it cost? The run: the demo's model calculates; the
# person edits its second action into a click beside the window and rejects what it says next.
set -u
. "$REINS_SOURCE/tests/helper/tmux.sh"

member() { sed -n "s/.*\"$1\":\"\{0,1\}\([^\",}]*\).*/\1/p" <<<"$2"; }
tell() { printf '%s\n' "$1" >&"${RUN[1]}"; }

recorded() {
    local line n=0 id digest outcome= why='"reason":"is there anything in the corner","expectation":"a menu"'
    coproc RUN {
        exec timeout 120 "$REINS_BIN" run --headless --sandbox 1280x720 --app xcalc --brain demo 'compute 12 × 34' 2>/dev/null
    }
    while IFS= read -r -u "${RUN[0]}" line; do
        case $line in
        *'"event":"proposal"'*)
            n=$((n + 1)) id=$(member id "$line") digest=$(member digest "$line")
            case $n in
            2) tell '{"command":"edit","id":'"$id"',"action":{"skill":"click_at_position","args":{"x":1200,"y":700},'"$why"'}}' ;;
            4) tell '{"command":"reject","id":'"$id"',"reason":"wait for the display first"}' ;;
            *) tell '{"command":"approve","id":'"$id"',"digest":"'"$digest"'","word":"outside"}' ;;
            esac ;;
        *'"event":"ended"'*) outcome=$(member outcome "$line"); break ;;
        esac
    done
    exec {RUN[1]}>&- 2>/dev/null
    wait "$RUN_PID"
    [ "$outcome" = success ] || { echo "    the run ended ${outcome:-without a word}"; return 1; }
}

# shown PATTERN…: on the screen, or (where that is small) one page further down
shown() {
    local pattern
    for pattern; do
        screen ask | grep -qE -- "$pattern" && continue
        keys ask Tab; await ask 'more lines: page-down' || return 1
        keys ask NPage; await ask "$pattern" || return 1
        keys ask Home; await ask 'more lines: page-down' || return 1
        keys ask Tab; await ask 'more lines: tab' || return 1
    done
}

# when did it go wrong first, and what did it cost? One key: F4 (here: the command); a second one goes there.
first_wrong() {
    screen_start ask "$1" "$2" '' "$REINS_BIN memory"
    await ask 'went wrong first: step 2 \(.*failed' && await ask 'cost: \$[0-9.]+ · .* tokens in [0-9]+ calls' || return 1
    keys ask n; await ask 'step 2 of' && await ask 'marked: .*failed'
}
# what did I change? It is told below; what n finds next is what I rejected.
changed() {
    shown '- press_button\(label = "2"\)' '\+ click_at_position\(x = 1200, y = 700\)' 'judged afterwards: no' || return 1
    keys ask n; await ask 'marked: .*rejected' && shown 'rejected by human: wait for the'
}
# why did step 7 click there?
why_there() {
    keys ask g; await ask 'which number' || return 1
    keys ask 7; await ask 'which number. 7'; keys ask Enter; await ask 'step 7 of' || return 1
    await ask 'why: ' && await ask 'action: press_button\(label = "' && await ask 'aimed at [0-9]+,[0-9]+.* in "Calculator"' &&
        await ask 'expected: the display shows' || return 1
    shown 'approved by human' 'fired: [0-9]+ events'
}
# what did the model see, and what was it told?
seen() {
    keys ask 2; await ask 'before · ' && await ask '┼|─ *4 *─' && await ask 'differs: [0-9]+×[0-9]+ at' || return 1
    keys ask 3; await ask '▸ plan +done' && await ask 'output' || return 1
    shown 'prompt as sent'
}
cost() { keys ask q; await ask 'cost: \$[0-9.]+ · .* tokens in [0-9]+ calls'; }

questions() {
    t kill-session -t ask 2>/dev/null
    first_wrong "$1" "$2" && changed && why_there && seen && cost || return 1
    keys ask q; await ask 'EXIT=0'
}

check tmux__questions__a_run_is_recorded recorded
check tmux__questions__80x24_256_colours questions 80x24 xterm-256color
check tmux__questions__200x60 questions 200x60 xterm-direct
exit 0
