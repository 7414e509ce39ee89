#!/usr/bin/env bash
# No archive uses a symbol of a room that it may not use: calls go one way, as includes do. calls.sh ROOMS.mk ARCHIVE…: one
# finding a line; exit 1 if there is any. engine_gate.a is of room engine/gate. Rooms of memory/ reach each other through their
# port, whose headers lint.awk holds, and an agent's table is filled by make (gen/agents.c): these are left out.
set -u
export LC_ALL=C
rooms=$1; shift
nm -A -g "$@" 2>/dev/null | awk -v rooms="$rooms" '
    BEGIN {
        while ((getline line < rooms) > 0) {
            if (line !~ /^[A-Za-z_]+ :=/)
                continue
            name = value = line
            sub(/ :=.*/, "", name)
            sub(/^[A-Za-z_]+ :=[ ]*/, "", value)
            while (match(value, /\$\([A-Za-z_]+\)/))
                value = substr(value, 1, RSTART - 1) variable[substr(value, RSTART + 2, RLENGTH - 3)] \
                    substr(value, RSTART + RLENGTH)
            variable[name] = value
            if (sub(/^USES_/, "", name)) {
                gsub(/_/, "/", name)
                may[name] = " " value " "
            }
        }
    }
    function place(room) { return room ~ /^memory/ ? "memory" : room ~ /^engine\/agents\// ? "engine/agents/x" : room }
    NF == 3 { # ARCHIVE:OBJECT:ADDRESS KIND SYMBOL
        room = $1
        sub(/\.a:.*/, "", room)
        sub(/.*\//, "", room)
        gsub(/_/, "/", room)
        if ($2 == "U")
            uses[room " " $3] = 1
        else if ($2 ~ /^[A-TX-Z]$/)
            where[$3] = room
    }
    END {
        for (use in uses) {
            split(use, part, " ")
            from = place(part[1])
            if (!(part[2] in where) || !(from in may))
                continue
            to = place(where[part[2]])
            if (from == to || index(may[from], " " to " "))
                continue
            if (from == "engine/agents" && part[2] ~ /^agent_/)
                continue
            print part[2] ": " part[1] " may not use " where[part[2]]
            bad = 1
        }
        exit bad
    }' | sort
exit "${PIPESTATUS[1]}"
