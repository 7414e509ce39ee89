#!/usr/bin/env bash
# Runs test programs, each in an empty sandbox of its own, and closes with "N passed, N failed".
# run.sh BUILD_DIR TEST… (cmocka binaries, or test_*.sh scripts that print "ok NAME" / "not ok NAME" lines)
# JOBS=1 at a time at most. Most of a test is waiting (for a fuse, a window, a death), so that two cores carry twelve: the
# longest goes first of those for whose load the loads of those that run leave room.
# tests/durations: seconds and load (processor time in percent of them) of each. TEST_DURATIONS=1 writes it.
# Tesseract reads a picture once in a run, however many tests show it (helper/bin/words.c); TEST_READ=1: each time.
# A keymap is made once in a run, too (helper/bin/keymap.c).
# A program's servers have display numbers of its own (helper/bin): no other program's server takes the number of one that dies.
# TEST_BUSY=120: percent of each core that the loads of those that run may come to.
# TEST_AGAIN=0: of programs that failed, at most so many run once more at the end, each alone. What passes then counts as passed
# and is named: real toolkits draw late when a dozen programs share two cores, which a failure that repeats is not.
# What a program leaves behind is killed when it has ended (helper/bin/reaper.c).
# TEST_TIMEOUT=600 seconds each; TEST_DEADLINE=300 seconds for one test of a program, which then says where it hangs;
# TEST_TAIL=120 lines of what failed; TEST_KEEP=1 keeps the sandboxes; TEST_SHOW=RE prints those lines of what passed.
# ASAN_OPTIONS set: every process, however deep, reports into the sandbox, and a report is a failure.
set -u
# What is worth reading of a failed program's output: not the tests that passed, and of a stack the lines of the source.
failed_lines() { # FILE PROGRAM
    awk 'function tell(i) { for (i = 1; i <= n; i++) print held[i]; n = holding = 0 }
        /^\[ RUN      \]/ { n = 0; holding = 1 }
        /^\[       OK \]/ { n = holding = 0; next }
        /^ok / { next }
        !holding { print; next }
        { held[++n] = $0; if (/^\[  (FAILED|ERROR) /) tell() }
        END { tell() }' "$1" | tail -n "${TEST_TAIL:-120}" | while IFS= read -r line; do
        if [[ $line == "$2(+0x"*")"* ]]; then
            address=${line#*(+}
            addr2line -pfse "$2" "${address%%)*}" 2>/dev/null || printf '%s\n' "$line"
        else
            printf '%s\n' "$line"
        fi
    done | sed 's/^/    /'
}
# One test program: its line, and what is worth reading of its failure, in one piece. Few processes: each is one of hundreds.
run_one() { # TEST FIRST_DISPLAY NUMBER
    local test=$1 box=$boxes/reins-t.${tally##*.}$((1000 + $3)) name start asan ubsan code ok bad skipped broken
    local cut_off reports took load seconds process_us times which address
    asan=${ASAN_OPTIONS:-} ubsan=${UBSAN_OPTIONS:-}
    [[ $test == /* ]] || test=$PWD/$test
    name=${test#"$build"/}; name=${name#"$PWD"/}
    start=${EPOCHREALTIME/./}
    mkdir -m 700 "$box" "$box/run" || return
    [ -z "$asan" ] || mkdir "$box/san"
    ln -s "$tally/words" "$box/.words"
    umask 0; echo 0 >"$box/displays"; umask "$mask" # a test may start reins as another user
    [ -z "$asan" ] || export ASAN_OPTIONS="$asan:log_path=$box/san/report" UBSAN_OPTIONS="$ubsan:log_path=$box/san/report"
    HOME=$box XDG_CONFIG_HOME=$box/config XDG_DATA_HOME=$box/data XDG_RUNTIME_DIR=$box/run TMPDIR=$box \
        TEST_DISPLAYS="$2 $((DISPLAYS_EACH)) $box/displays" \
        "${reaper[@]}" timeout --kill-after=10 "${TEST_TIMEOUT:-600}" "$test" >"$box/out" 2>&1 </dev/null &
    trap 'kill $!' TERM
    wait $!
    code=$?
    # cmocka names each failed test twice; its summary counts them. No exit code tells of a group's teardown that failed (cmocka),
    # nor of a program that left in the middle of its tests
    read -r ok bad skipped broken cut_off < <(awk '/^(\[       OK \]|ok )/ { ok++ }
        /^(\[  FAILED  \] [a-z_0-9]+( |$)|not ok )/ { bad++ }
        /^\[  FAILED  \] .*: *[0-9]+ test\(s\)/ { n = $0; sub(/ test\(s\).*/, "", n); sub(/.*[^0-9]/, "", n) }
        /^ *[0-9]+ FAILED TEST\(S\)$/ { n = $1 }
        /^\[  SKIPPED \] [a-z_0-9]/ { skipped++ }
        /\[  (FAILED |ERROR  ) \]/ { broken = 1 }
        /^\[==========\] Running / { cut_off = 1 }
        /^\[==========\] .* run\.$/ { ended = 1 }
        END { print ok + 0, (n == "" ? bad : n) + 0, skipped + 0, broken + 0, cut_off && !ended }' "$box/out") || bad=1
    if [ "$bad" -eq 0 ] && [ "$code$broken" != 00 ]; then bad=1; fi
    if [ "$bad" -eq 0 ] && [ "$cut_off" -ne 0 ]; then bad=1; echo "$name: it ended before its tests did"; fi
    if [ $code -eq 0 ] && [ "$ok" -eq 0 ] && [ "$skipped" -eq 0 ]; then bad=1; echo "$name: no test ran"; fi
    # a worker's file is there beforehand, and has what else it says
    reports=0; [ -z "$asan" ] || reports=$(grep -rlE 'Sanitizer|runtime error:' "$box/san" | wc -l)
    if [ "$reports" -ne 0 ] && [ "$bad" -eq 0 ]; then bad=1; fi
    printf '%s\t%s\t%s\n' "$test" "$ok" "$bad" >>"$tally/counts" # short lines, appended: whole, however many write
    times >"$box/times" # of this shell, and of all that it waited for: with the reaper, all that ran
    { read -r _; IFS='ms. ' read -r -a times; } <"$box/times" # minutes, seconds, thousandths: of the user, of the system
    process_us=$((((times[0] + times[3]) * 60 + times[1] + times[4]) * 1000000 + (10#${times[2]} + 10#${times[5]}) * 1000))
    took=$((${EPOCHREALTIME/./} - start)) seconds=$(((took + 500000) / 1000000)) load=$(((process_us * 100 + took / 2) / took))
    printf '%s %s\n' "$(name_of "$test")" "$seconds $load" >>"$tally/took"
    printf '%-44s %4d ok %3d failed  %4d.%d s\n' "$name" "$ok" "$bad" "$((took / 1000000))" "$((took / 100000 % 10))"
    [ -z "${TEST_SHOW:-}" ] || grep -E "$TEST_SHOW" "$box/out" | sed 's/^/    /'
    if [ "$bad" -ne 0 ]; then
        which=$(sed -nE 's/^(\[  (FAILED|ERROR )  \]|not ok) ([A-Za-z_0-9].*)/\3/p
            s/^TEST_DEADLINE is over: ([^ ]*) hangs.*/\1 (hangs)/p' "$box/out" |
            grep -v ' test(s)' | awk '!seen[$0]++' | paste -sd ' ')
        [ $code -eq 124 ] || [ $code -lt 128 ] || which="$which (ended by signal $((code - 128)))"
        printf '%s\t%s\n' "$test" "$name $which" >>"$tally/broken"
        failed_lines "$box/out" "$test"
        if [ "$reports" -ne 0 ]; then
            echo "    $reports reports of a sanitizer:"
            grep -rlZE 'Sanitizer|runtime error:' "$box/san" | xargs -0 head -qn 40 | head -n 200 | sed 's/^/    /'
        fi
        [ $code -eq 124 ] && echo "    (stopped after ${TEST_TIMEOUT:-600} s)"
    fi
    [ -n "${TEST_KEEP:-}" ] || { chmod -R u+w "$box" 2>/dev/null; rm -rf "$box"; }
}
# As rules.mk and tests/durations name it.
name_of() { # TEST
    local name=$1
    [[ $name == /* ]] || name=$PWD/$name # no process for it: it is asked a thousand times
    name=${name#"$build"/}; name=${name#"$PWD"/}
    printf '%s' "${name#tests/}"
}
# A block of display numbers that no other run on this machine has: $first_display.
DISPLAYS_EACH=50 DISPLAYS=5000
take_displays() {
    for ((first_display = 10000; first_display < 60000; first_display += DISPLAYS)); do
        { exec {displays}>"/tmp/reins-displays.$first_display"; } 2>/dev/null || continue # another user's
        flock -n "$displays" && return
        exec {displays}>&-
    done
    echo "run.sh: no block of display numbers is free (/tmp/reins-displays.*)" >&2
    exit 1
}
# "LOAD TEST" of each, the longest first; one that tests/durations does not know is taken for 5 seconds and a load of 40.
longest_first() { # TEST…
    local test name seconds load
    declare -A known=() loads=()
    while read -r name seconds load; do known[$name]=$seconds loads[$name]=$load; done < <(cat "$durations" 2>/dev/null)
    for test in "$@"; do
        name=$(name_of "$test")
        printf '%s\t%s %s\n' "${known[$name]:-5}" "${loads[$name]:-40}" "$test"
    done | sort -s -k1,1nr | cut -f 2
}
# What ran now replaces what the file had; a program that is gone leaves it.
write_durations() {
    awk 'NR == FNR { new[$1] = 1; print; next } !($1 in new)' "$tally/took" <(cat "$durations" 2>/dev/null) |
        while read -r name seconds load; do
            [ ! -e "tests/$name" ] && [ ! -e "tests/$name.c" ] || printf '%s %s %s\n' "$name" "$seconds" "${load:-40}"
        done | sort >"$tally/durations"
    cp "$tally/durations" "$durations"
}
cd -P . # tests are named by their path below it
build=$(realpath -m "$1") mask=$(umask); shift
durations=tests/durations
export G_DEBUG=fatal-criticals TZ=UTC LC_ALL=C.UTF-8
export TEST_DEADLINE=${TEST_DEADLINE:-300}
export TEST_REINS="$build/reins" REINS_BIN="$build/reins" REINS_SOURCE="$PWD" CMOCKA_MESSAGE_OUTPUT=STDOUT
unset DISPLAY TMUX TMUX_PANE WAYLAND_DISPLAY XAUTHORITY LINES COLUMNS WINDOWID
# Sandboxes are in memory where there is room (a store waits for the disk at each step), those of campaigns on the disk.
boxes=/tmp room=$(df --type=tmpfs --output=avail -B 1M /dev/shm 2>/dev/null | tail -n 1)
[ -n "${REINS_SOAK:-}" ] || [ "${room:-0}" -lt 4096 ] || boxes=/dev/shm
tally=$(mktemp -d /tmp/reins-tally.XXXXXX)
reader=
trap 'kill $reader 2>/dev/null; rm -rf "$tally"' EXIT
mkdir -m 1777 "$tally/words"
if [ -z "${ASAN_OPTIONS:-}${TEST_READ:-}" ] && [ -x "$build/tests/helper/bin/reins" ]; then
    REINS_BIN=$build/tests/helper/bin/reins
    # It loads Tesseract once for all (helper/bin/words.c). No job of this shell: nothing waits for it.
    env -u TESSDATA_PREFIX -u REINS_LANGUAGES "$build/tests/helper/bin/words" serve "$tally/words" </dev/null >/dev/null 2>&1 &
    reader=$!; disown
fi
# A server has its keymap from another of this run (helper/bin/keymap.c).
if [ -e "$build/tests/helper/bin/keymap" ]; then
    mkdir -m 1777 "$tally/keymaps"
    export TEST_KEYMAP=$build/tests/helper/bin/keymap TEST_KEYMAPS=$tally/keymaps
fi
reaper=()
[ ! -x "$build/tests/helper/bin/reaper" ] || reaper=("$build/tests/helper/bin/reaper")
# A program of Xt in a UTF-8 locale opens a font of each charset, and those of Chinese, Japanese and Korean take a server longer
# than its own start: $TEST_FONTS has the others (helper/bin/Xvfb), those of Unicode too.
misc=/usr/share/fonts/X11/misc
if [ -r $misc/fonts.dir ] && [ -r $misc/fonts.alias ]; then
    mkdir "$tally/fonts"
    cp $misc/fonts.alias "$tally/fonts" # a server follows no links to fonts
    awk 'NR > 1 && !/-(jisx|ksc|gb|big5|cns)/ { line[++n] = $0 } END { print n; for (i = 1; i <= n; i++) print line[i] }' \
        $misc/fonts.dir >"$tally/fonts/fonts.dir"
    (cd $misc && sed '1d; s/ .*//' "$tally/fonts/fonts.dir" | sort -u | xargs cp -t "$tally/fonts")
    chmod 711 "$tally"
    export TEST_FONTS=$tally/fonts,/usr/share/fonts/X11/Type1,built-ins
fi
take_displays
export TEST_PATH=$PATH PATH="$PWD/tests/helper/bin:$PATH"
mapfile -t sorted < <(longest_first "$@")
BUSY=$(($(nproc) * ${TEST_BUSY:-120})) # percent of a core
load=0 n=0
declare -A running=() # by pid: its load
trap 'kill ${!running[@]} 2>/dev/null; wait; exit 1' INT TERM
fits() { # LOAD
    [ ${#running[@]} -eq 0 ] || { [ ${#running[@]} -lt "${JOBS:-1}" ] && [ $((load + $1)) -le "$BUSY" ]; }
}
start() { # TEST LOAD
    local display=$((first_display + n * DISPLAYS_EACH % DISPLAYS))
    n=$((n + 1))
    { run_one "$1" "$display" "$n" >"$tally/out.$n" 2>&1; cat "$tally/out.$n"; } {displays}>&- &
    running[$!]=$2 load=$((load + $2))
}
# The longest that there is room for; where there is none, one must end.
while [ ${#sorted[@]} -ne 0 ]; do
    for i in "${!sorted[@]}"; do
        fits "${sorted[i]%% *}" || continue
        start "${sorted[i]#* }" "${sorted[i]%% *}"
        unset "sorted[$i]"
        continue 2
    done
    wait -n -p ended
    load=$((load - running[$ended]))
    unset "running[$ended]"
done
wait
touch "$tally/counts" "$tally/broken"
if [ "$(wc -l <"$tally/broken")" -le "${TEST_AGAIN:-0}" ]; then
    mapfile -t broken <"$tally/broken"
    for line in "${broken[@]}"; do
        test=${line%%$'\t'*}
        for file in counts broken; do
            cp "$tally/$file" "$tally/$file.first"
            awk -F '\t' -v test="$test" '$1 != test' "$tally/$file.first" >"$tally/$file"
        done
        start "$test" 0
        wait
        grep -qF -- "$test"$'\t' "$tally/broken" ||
            echo "passed when it ran alone, not beside others: ${line#*$'\t'}" >>"$tally/again"
    done
fi
read -r passed failed < <(awk -F '\t' '{ ok += $2; bad += $3 } END { print ok + 0, bad + 0 }' "$tally/counts")
ran=$(wc -l <"$tally/counts")
if [ "$ran" -ne $# ]; then
    echo "failed: $(($# - ran)) of $# test programs were not run to their end"
    failed=$((failed + $# - ran))
fi
[ -z "${TEST_DURATIONS:-}" ] || write_durations
cat "$tally/again" 2>/dev/null
sed 's/^[^\t]*\t/failed: /' "$tally/broken"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
