#!/usr/bin/env bash
# No global symbol is defined twice: of two archives the linker takes whichever comes first, and nobody is told. symbols.sh
# ARCHIVE…: one finding a line, "SYMBOL: defined in A and B"; exit 1 if there is any, 2 when an archive cannot be read.
set -u
export LC_ALL=C
[ $# -gt 0 ] || { echo "symbols: no archives"; exit 2; }
table=$(mktemp) || exit 2
trap 'rm -f "$table" "$table.broken"' EXIT
# ARCHIVE:OBJECT:ADDRESS KIND SYMBOL
nm -A -g --defined-only "$@" >"$table" 2>"$table.broken" || {
    sed -nE '/no symbols$/!s/^[^:]*nm: (.*): .*/symbols: \1 cannot be read/p' "$table.broken" | grep . || echo "symbols: nm fails"
    exit 2
}
# what sanitizers and coverage add begins with __; weak symbols may be there twice
awk 'NF == 3 && $2 ~ /^[A-TX-Z]$/ && $3 !~ /^__/ { sub(/:.*/, "", $1); sub(/.*\//, "", $1); print $3, $1 }' "$table" |
    sort | awk 'function tell() { if (n > 1) { print name ": defined in " both; bad = 1 } }
    $1 == name { n++; both = both " and " $2; next }
    { tell(); name = $1; both = $2; n = 1 }
    END { tell(); exit bad }'
