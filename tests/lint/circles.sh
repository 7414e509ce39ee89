#!/usr/bin/env bash
# No circle of calls over 6 files inside a room. circles.sh ROOMS.mk ARCHIVE…: one finding a line; exit 1 if there is any. A file
# calls another where its object uses a global symbol, function or table, that the other's defines. CIRCLES in ROOMS.mk lists
# the rooms that may have a larger one, with its size.
set -u
export LC_ALL=C
rooms=$1; shift
nm -A -g "$@" 2>/dev/null | awk -v rooms="$rooms" '
    BEGIN {
        while ((getline line < rooms) > 0)
            if (sub(/^CIRCLES :=/, "", line))
                for (n = split(line, row, " "); n > 0; n--) {
                    split(row[n], part, "=")
                    most[part[1]] = part[2]
                }
    }
    NF == 3 { # ARCHIVE:OBJECT:ADDRESS KIND SYMBOL
        if ($1 != place && split($1, part, ":") && part[1] ":" part[2] != object) {
            object = part[1] ":" part[2]
            room = part[1]
            sub(/\.a$/, "", room)
            sub(/.*\//, "", room)
            gsub(/_/, "/", room)
            file = room "/" substr(part[2], 1, length(part[2]) - 2)
            in_room[file] = room
        }
        place = $1
        if ($2 == "U")
            uses[file] = uses[file] " " $3
        else if ($2 ~ /^[A-TX-Z]$/)
            where[$3] = file
    }
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
