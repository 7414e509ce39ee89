#!/usr/bin/env bash
# No circle of calls over 6 files inside a room. circles.sh ROOMS.mk ARCHIVE…: one finding a line; exit 1 if there is any. A file
# calls another where its object uses a global symbol, function or table, that the other's defines. CIRCLES in ROOMS.mk lists
# the rooms that may have a larger one, with its size.
set -u
export LC_ALL=C
rooms=$1; shift
for archive in "$@"; do
    echo "archive $(basename "$archive" .a | tr _ /)"
    nm -g "$archive" 2>/dev/null
done | awk -v rooms="$rooms" '
    BEGIN {
        while ((getline line < rooms) > 0)
            if (sub(/^CIRCLES :=/, "", line))
                for (n = split(line, row, " "); n > 0; n--) {
                    split(row[n], part, "=")
                    most[part[1]] = part[2]
                }
    }
    $1 == "archive" { room = $2; next }
    NF == 1 && /\.o:$/ { file = room "/" substr($1, 1, length($1) - 3); in_room[file] = room; next }
    NF == 2 && $1 == "U" { uses[file] = uses[file] " " $2; next }
    NF == 3 && $2 ~ /^[A-TX-Z]$/ { where[$3] = file }
    # All files that `from` comes to by `next_of`, into `ret`.
    function reach(from, next_of, ret,    stack, top, n, i, part) {
        stack[top = 1] = from
        while (top) {
            n = split(next_of[stack[top--]], part, " ")
            for (i = 1; i <= n; i++)
                if (!(part[i] in ret)) {
                    ret[part[i]] = 1
                    stack[++top] = part[i]
                }
        }
    }
    END {
        for (file in uses) {
            n = split(uses[file], symbol, " ")
            for (i = 1; i <= n; i++) {
                to = (symbol[i] in where) ? where[symbol[i]] : file
                if (to == file || in_room[to] != in_room[file] || seen[file, to]++)
                    continue
                callees[file] = callees[file] " " to
                callers[to] = callers[to] " " file
            }
        }
        for (file in in_room) {
            if (file in done)
                continue
            split("", down); split("", up)
            reach(file, callees, down); reach(file, callers, up)
            size = 0; names = ""
            for (other in down)
                if (other in up) {
                    done[other] = 1
                    size++
                    names = names " " other
                }
            limit = in_room[file] in most ? most[in_room[file]] : 6
            if (size > limit) {
                print in_room[file] ": a circle of " size " files that call each other, " limit " may:" names
                bad = 1
            }
        }
        exit bad
    }' | sort
exit "${PIPESTATUS[1]}"
