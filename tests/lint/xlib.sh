#!/usr/bin/env bash
# No object but those of XLIB (tests/rooms.mk) uses a symbol of Xlib or of an X extension. xlib.sh ROOMS.mk ARCHIVE…: one finding
# a line; exit 1 if there is any. engine_hand.a has the objects of engine/hand.
set -u
export LC_ALL=C
rooms=$1; shift
for archive in "$@"; do
    room=$(basename "$archive" .a | tr _ /)
    nm -A -u "$archive" 2>/dev/null | sed 's|^[^:]*:|'"$room"'/|; s|\.o: *[Uw] *| |'
done | awk -v allowed="$(sed -n 's/^XLIB := //p' "$rooms")" '
    BEGIN { for (i = split(allowed, list, " "); i > 0; i--) may[list[i]] = 1 }
    $2 ~ /^(X[A-Z]|Xkb|Xutf8|Xmb|xcb_)/ && !($1 in may) { print $1 ": uses " $2 ", and is not of XLIB (tests/rooms.mk)"; bad = 1 }
    END { exit bad }' | sort
exit "${PIPESTATUS[1]}"
