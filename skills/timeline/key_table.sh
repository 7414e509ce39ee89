#!/bin/sh
# Writes key_table.c from the X headers (names and numbers only), so that the build itself needs none of them:
#   skills/timeline/key_table.sh > skills/timeline/key_table.c
# A row is name, keysym, code point (0 where the keysym is no character, or not its first name: deprecated, or only alike).
set -e
{
    sed -n 's/^#define XK_\([A-Za-z0-9_]*\)[ \t]*0x\([0-9a-fA-F]*\)\(.*\)$/\1 \2 \3/p' "${1:-/usr/include/X11/keysymdef.h}"
    sed -n 's/^#define XF86XK_\([A-Za-z0-9_]*\)[ \t]*0x\([0-9a-fA-F]*\)\(.*\)$/XF86\1 \2 -/p' \
        "${2:-/usr/include/X11/XF86keysym.h}"
} | awk '
{
    sym = tolower($2); code = "0"
    if (match($0, /\/\* *U\+[0-9A-F]+/)) {
        code = substr($0, RSTART, RLENGTH); sub(/.*U\+/, "", code); code = "0x" tolower(code)
    }
    first = !(sym in seen); seen[sym] = 1
    if (!first || $0 ~ /[Dd]eprecated/) code = "0"
    print $1, "0x" sym, code, first ? 1 : 0
}' | LC_ALL=C sort | awk '
BEGIN {
    print "/* Written by key_table.sh from the X headers: names sorted by byte; `first`: the canonical name of its keysym. */"
    print ""; print "#include \"skills/timeline/key_table.h\""; print ""
    print "const struct key_row key_table[] = {"
}
{
    row = sprintf("{\"%s\", %s, %s, %s},", $1, $2, $3, $4 ? "true" : "false")
    if (length(line) + length(row) > 124) { print "    " line; line = row } else line = line (line == "" ? "" : " ") row
}
END { print "    " line; print "};"; print ""; print "const unsigned key_table_length = sizeof key_table / sizeof *key_table;" }'
