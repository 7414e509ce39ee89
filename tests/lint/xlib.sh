#!/usr/bin/env bash
# No object but those of XLIB (tests/rooms.mk) uses a symbol of Xlib or of an X extension. xlib.sh ROOMS.mk ARCHIVE…: one finding
# a line; exit 1 if there is any. engine_hand.a has the objects of engine/hand.
set -u
export LC_ALL=C
rooms=$1; shift
nm -A -u "$@" 2>/dev/null | awk -v allowed="$(sed -n 's/^XLIB := //p' "$rooms")" '
    BEGIN { for (i = split(allowed, list, " "); i > 0; i--) may[list[i]] = 1 }
    $3 ~ /^(X[A-Z]|Xkb|Xutf8|Xmb|xcb_)/ { # ARCHIVE:OBJECT: KIND SYMBOL
        n = split($1, part, "[/:]")
        sub(/\.a$/, "", part[n - 2])
        gsub(/_/, "/", part[n - 2])
        file = part[n - 2] "/" substr(part[n - 1], 1, length(part[n - 1]) - 2)
        if (!(file in may)) {
            print file ": uses " $3 ", and is not of XLIB (tests/rooms.mk)"
            bad = 1
        }
    }
    END { exit bad }' | sort
exit "${PIPESTATUS[1]}"
