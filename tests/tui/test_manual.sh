#!/usr/bin/env bash
# The man page names every option that a command's --help names, and has no request in the middle of a line, where it is text.
set -u
reins=${REINS_BIN:?}
page=${REINS_SOURCE:?}/reins.1
bad=0
text=$(sed 's/\\-/-/g' "$page")

# part COMMAND: what the page says of it, from its .BR "reins COMMAND" to the next command's.
part() {
    awk -v at="\"reins $1\"" '/^\.SH KEYS/ { on = 0 } /^\.BR? "?reins / { on = index($0, at) > 0 } on' <<<"$text"
}

# options TEXT: "--name" each, but --help.
options() {
    grep -oE -- '^ +(-[a-z], )?--[a-z-]+' <<<"$1" | grep -oE -- '--[a-z-]+' | grep -vx -- --help
}

# verbs TEXT: the words that stand alone at two spaces, each a verb.
verbs() {
    sed -nE '/^Options/q; s/^  ([a-z]+).*/\1/p' <<<"$1"
}

# look COMMAND [VERB]
look() {
    local said option about
    said=$("$reins" "$@" --help 2>&1 </dev/null)
    about=$(part "$1")
    for option in $(options "$said"); do
        grep -qE -- "$option\\b" <<<"$about" && continue
        echo "not ok reins.1: reins $* takes $option"
        bad=1
    done
    [ $# -eq 1 ] || grep -qE "\\b$2\\b" <<<"$about" || { echo "not ok reins.1: nothing about reins $*"; bad=1; }
}

for command in run resume attach demo do see ask config doctor; do
    look $command
done
for command in skills memory; do
    for verb in $(verbs "$("$reins" $command --help 2>&1 </dev/null)"); do
        look $command "$verb"
    done
done
[ $bad -eq 0 ] && echo "ok every option is in the man page"
if grep -nE '[^ ] \.(B|I|R|BR|BI|IR|RB|RI|IB|TP|PP)( |$)' "$page"; then
    echo "not ok a request in the middle of a line"
    bad=1
else
    echo "ok every request begins its line"
fi
# without a man it warns of nothing
warned=$(LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -l "$page" 2>&1 >/dev/null | grep -E 'warning|error')
if [ -z "$warned" ]; then
    echo "ok man has nothing to warn of"
else
    printf 'not ok %s\n' "$warned"
    bad=1
fi
exit $bad
