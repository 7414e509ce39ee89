#!/usr/bin/env bash
# What a compiler does not hold: includes point down only, libraries only where the design says, banned functions, guards,
# lengths. lint.sh [ROOT]: one finding a line, "FILE:LINE: what"; exit 1 if there is any. The rules are in lint.awk. Where
# archives are built (LINT_LIB, build/lib), that none defines what another does (symbols.sh), none calls upward (calls.sh), no
# circle of calls is over 6 files (circles.sh), what decides knows no X (xlib.sh), and a function has its file's noun (nouns.sh).
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "${1:-.}" || exit 2
export LC_ALL=C # bytes: awk counts characters by leaving out UTF-8's continuation bytes

mapfile -d '' files < <(find . \( -name .git -o -path ./build \) -prune -o -type f \
    \( -name '*.[ch]' -o -name '*.sh' -o -name '*.awk' -o -name '*.lua' -o -name '*.ini' -o -name '*.md' -o -name '*.mk' \
    -o -name GNUmakefile \) -printf '%P\0' | sort -z)
[ ${#files[@]} -gt 0 ] || { echo "lint: no files in $PWD"; exit 2; }

look() { # prints what it finds; few processes, since test_lint.sh comes here 150 times
    shopt -s nullglob
    # .name = "…" and MODULE_FORM("…" in the files of agents, and the folders of those
    agents=(engine/agents/*.c engine/agents/*/*.c)
    folders=(engine/agents/*/)
    folders=("${folders[@]%/}")
    declare -A is_name=()
    mapfile -t found < <([ ${#agents[@]} -eq 0 ] || grep -ohE '(MODULE_FORM\(|\.name = )"[a-z0-9_]+"' "${agents[@]}")
    for name in "${folders[@]##*/}" "${found[@]}"; do
        name=${name%\"}
        is_name[${name##*\"}]=1
    done
    names=$(IFS='|'; echo "${!is_name[*]}")
    awk -v names="$names" -v rooms="$here/../rooms.mk" -f "$here/lint.awk" "${files[@]}"

    # Every folder says what lives in it. Not those whose every file ships (prompts of an agent, an application's icons): a page
    # of ours would ship with them.
    declare -A readmes=()
    for file in "${files[@]}"; do
        [[ $file == *.md || $file != */* || $file =~ ^config/(prompts|apps)/[^/]*/ ]] || readmes[${file%/*}/README.md]=1
    done
    there=()
    for readme in "${!readmes[@]}"; do
        if [ -f "$readme" ]; then there+=("$readme"); else
            echo "$readme:1: missing: every folder says what lives in it and what may not"; fi
    done
    [ ${#there[@]} -eq 0 ] || awk 'FNR == 41 { print FILENAME ":41: longer than 40 lines" }' "${there[@]}"

    archives=("${LINT_LIB:-build/lib}"/*.a)
    if [ ${#archives[@]} -ne 0 ]; then
        bash "$here/symbols.sh" "${archives[@]}" 2>&1
        bash "$here/calls.sh" "$here/../rooms.mk" "${archives[@]}" 2>&1
        bash "$here/circles.sh" "$here/../rooms.mk" "${archives[@]}" 2>&1
        bash "$here/xlib.sh" "$here/../rooms.mk" "${archives[@]}" 2>&1
        bash "$here/nouns.sh" "${archives[@]}" 2>&1
    fi
}

findings=$(look)
[ -n "$findings" ] || exit 0
mapfile -t lines <<<"$findings"
printf '%s\n' "$findings" "lint: ${#lines[@]} findings"
exit 1
