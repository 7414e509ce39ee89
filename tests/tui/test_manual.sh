#!/usr/bin/env bash
# The man page names every option that a command's --help names, and has no request in the middle of a line, where it is text.
set -u
reins=${REINS_BIN:?}
page=${REINS_SOURCE:?}/reins.1
bad=0
text=$(sed 's/\\-/-/g' "$page")

# part COMMAND: what the page says of it: from the headers that name it, each the line after a .TP, to the next command's.
part() {
    awk -v command="$1" '/^\.SH KEYS/ { on = 0 }
        after && /^\.BR? "?reins / { name = $0; gsub(/"/, "", name); split(name, word, " "); on = word[3] == command }
        { after = /^\.TP/ } on' <<<"$text"
}

# options TEXT: "--name" each, but --help.
options() {
    grep -oE -- '^ +(-[a-z], )?--[a-z-]+' <<<"$1" | grep -oE -- '--[a-z-]+' | grep -vx -- --help
}

# verbs TEXT: the words that stand alone at two spaces, each a verb.
verbs() {
    sed -nE '/^Options/q; /^  reins /d; s/^  ([a-z]+).*/\1/p' <<<"$1"
}

# wrong WHAT
wrong() {
    echo "not ok reins.1: $1"
    bad=1
}

# help COMMAND [VERB]: into $said; false when there is none.
help() {
    said=$("$reins" "$@" --help 2>/dev/null </dev/null) && [ -n "$said" ] && return
    wrong "reins $* --help says nothing"
    return 1
}

# look COMMAND [VERB]
look() {
    local option about
    help "$@" || return
    about=$(part "$1")
    [ -n "$about" ] || wrong "nothing about reins $1"
    for option in $(options "$said"); do
        looked[$1]=$((${looked[$1]:-0} + 1))
        grep -qE -- "$option([^a-z-]|\$)" <<<"$about" || wrong "reins $* takes $option"
    done
    [ $# -eq 1 ] || grep -qE "\\b$2\\b" <<<"$about" || wrong "nothing about reins $*"
}

declare -A looked # how many options of each command were looked for
for command in run resume attach demo do see ask config doctor; do
    look $command
done
for command in skills memory profile; do
    help $command || continue
    verbs=$(verbs "$said")
    [ "$(wc -w <<<"$verbs")" -ge 5 ] || wrong "these are the verbs of reins $command: $verbs"
    for verb in $verbs; do
        look $command "$verb"
    done
done
for command in run do skills memory; do
    [ "${looked[$command]:-0}" -gt 0 ] || wrong "no option of reins $command was looked for"
done
[ $bad -eq 0 ] && echo "ok every option is in the man page"
if grep -nE '[^ ] \.(B|I|R|BR|BI|IR|RB|RI|IB|TP|PP)( |$)' "$page"; then
    echo "not ok a request in the middle of a line"
    bad=1
else
    echo "ok every request begins its line"
fi
# without a man it warns of nothing
box=$(mktemp -d) || exit 1
trap 'rm -rf "$box"' EXIT
"$reins" profile keys --man >"$box/reins-profile.5"
warned=$(for page in "$page" "$box/reins-profile.5"; do
    LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -l "$page" 2>&1 >/dev/null
done | grep -E 'warning|error')
if [ -z "$warned" ]; then
    echo "ok man has nothing to warn of"
else
    printf 'not ok %s\n' "$warned"
    bad=1
fi
exit $bad
