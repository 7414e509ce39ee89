#!/usr/bin/env bash
# Every exported function carries a noun of its file. nouns.sh ARCHIVE…, in their tree: one finding a line; exit 1 for any. Its
# name begins with the first word or the last words of its .c file (text_lines.c: text_, text_lines_, lines_), with the first word
# of the header that declares it, with a struct or enum that either defines, or with the folder of either; below memory/ and
# skills/ also with memory_ and skill_. Singular and plural are the same.
set -u
export LC_ALL=C
mapfile -d '' sources < <(find config engine memory skills tui -name '*.[ch]' -print0 2>/dev/null)
awk 'function plain(name) { # in the singular
        name = name "_"
        gsub(/ies_/, "y_", name); gsub(/ss_/, "S_", name); gsub(/s_/, "_", name); gsub(/S_/, "ss_", name)
        return name
    }
    function base(path) { sub(/.*\//, "", path); sub(/\..*/, "", path); return path }
    function nouns(path,    first, room) {
        first = base(path); sub(/_.*/, "", first); room = path; sub(/\/[^\/]*$/, "", room)
        return " " first " " base(room) defines[path]
    }
    function carries(name, file,    list, i, n, part) {
        list = nouns(file) (file ~ /^memory/ ? " memory" : file ~ /^skills/ ? " skill" : "")
        if (name in declared) list = list nouns(declared[name])
        for (i = base(file); sub(/^[^_]*_/, "", i);) list = list " " i
        for (n = split(list, part, " "); n > 0; n--)
            if (index(plain(name), plain(part[n])) == 1) return 1
    }
    !symbols && /^(typedef )?(struct|enum|union) [a-z0-9_]+ \{/ {
        defines[FILENAME] = defines[FILENAME] " " ($1 == "typedef" ? $3 : $2)
    }
    !symbols && FILENAME ~ /h$/ && /^[A-Za-z]/ && !/^typedef/ && match($0, /[ *][a-z][a-z0-9_]*\(/) {
        declared[substr($0, RSTART + 1, RLENGTH - 2)] = FILENAME
    }
    symbols && $2 == "T" && $3 ~ /^[a-z][a-z0-9_]*$/ && $3 != "main" { # ARCHIVE:OBJECT:ADDRESS KIND SYMBOL
        n = split($1, part, "[/:]")
        sub(/\.a$/, "", part[n - 2]); gsub(/_/, "/", part[n - 2]); sub(/\.o$/, ".c", part[n - 1])
        file = part[n - 2] "/" part[n - 1]
        if (file ~ /^(config|engine|memory|skills|tui)\// && !carries($3, file)) {
            print file ": " $3 " carries no noun of its file, header or room"; bad = 1
        }
    }
    END { exit bad }' "${sources[@]}" symbols=1 <(nm -A -g --defined-only "$@" 2>/dev/null)
