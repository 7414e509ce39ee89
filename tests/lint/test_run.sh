#!/usr/bin/env bash
# The runner against programs that fail in each way that a test can: what it does not see fails nobody.
set -u
unset JOBS TEST_AGAIN TEST_DURATIONS TEST_KEEP TEST_SHOW
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
bad=0

# judged NAME WANT LINES: a program that prints LINES (printf's escapes) and does what stands after "DO " there
judged() {
    local name=$1 want=$2 lines=$3 out do=""
    [[ $lines != *DO\ * ]] || { do=${lines#*DO }; lines=${lines%%DO *}; }
    printf '#!/bin/sh\nprintf %s\n%s\n' "'$lines'" "$do" >"$dir/test_program"
    chmod +x "$dir/test_program"
    out=$(TEST_TIMEOUT=10 "$here/../run.sh" "$dir" "$dir/test_program" 2>&1)
    local code=$?
    if [ "$(tail -n 1 <<<"$out")" = "$want" ] && [ $code -eq "$([[ $want == *' 0 failed' ]] && echo 0 || echo 1)" ]; then
        echo "ok run__$name"
    else
        echo "not ok run__$name: wanted $want, exit $code"
        sed 's/^/    | /' <<<"$out"
        bad=1
    fi
}

begin='[==========] Running 1 test(s).\n[ RUN      ] one\n'
well='[       OK ] one\n[==========] 1 test(s) run.\n'
judged a_program_that_passes '1 passed, 0 failed' "$begin$well"
judged a_script_that_passes '2 passed, 0 failed' 'ok one\nok two\n'
judged a_script_with_a_failure '1 passed, 1 failed' 'ok one\nnot ok two\n'
judged an_exit_code '1 passed, 1 failed' "${begin}${well}DO exit 1"
judged a_signal '0 passed, 1 failed' "${begin}DO kill -SEGV \$\$"
judged a_teardown_of_the_group '1 passed, 1 failed' "$begin$well[  FAILED  ] GROUP TEARDOWN\n[  ERROR   ] tests\n"
judged an_end_before_its_tests '0 passed, 1 failed' "$begin"
judged an_end_after_some '1 passed, 1 failed' "${begin}[       OK ] one\n"
judged nothing_at_all '0 passed, 1 failed' ''
judged an_interrupt__is_not_ignored '0 passed, 1 failed' "${begin}DO kill -INT \$\$; printf '$well'"

# ---- programs beside each other, in a tree of their own ----
mkdir -p "$dir/tests/helper/bin" "$dir/bin"
cp "$here/../helper/bin/Xvfb" "$dir/tests/helper/bin"
# a server that tells its number, and does not start where a lock says that another has it
printf '#!/bin/sh\n[ -e "/tmp/.X${1#:}-lock" ] || echo "${1#:}"\n' >"$dir/bin/Xvfb"
chmod +x "$dir/bin/Xvfb"
cd "$dir" || exit 1
# program NAME SCRIPT
program() { printf '#!/bin/bash\n%s\n' "$2" >"tests/test_$1.sh"; chmod +x "tests/test_$1.sh"; }
# ran NAME…: the programs are run; what they said, without the seconds
ran() { PATH=$dir/bin:$PATH TEST_SHOW='^ok' "$here/../run.sh" build "${@/%/.sh}" 2>&1 | awk '{ print $1, $2 }'; }
same() { # NAME WANT GOT
    if [ "$2" = "$3" ]; then echo "ok run__$1"; else printf 'not ok run__%s: wanted\n%s\ngot\n%s\n' "$1" "$2" "$3"; bad=1; fi
}
for name in short long unknown gone; do program $name 'echo ok it'; done
printf 'test_gone.sh 2 1\ntest_long.sh 9 7\ntest_short.sh 1\n' >tests/durations
same longest_first 'tests/test_long.sh tests/test_unknown.sh tests/test_short.sh' \
    "$(ran tests/test_{short,long,unknown} | awk '/^tests/ { printf "%s%s", space, $1; space = " " }')"
rm tests/test_gone.sh
TEST_DURATIONS=1 ran tests/test_{short,unknown} >/dev/null
same durations__are_kept 'test_long.sh 9 7 test_short.sh SECONDS LOAD test_unknown.sh SECONDS LOAD' \
    "$(sed -E '/long/!s/[0-9]+ [0-9]+$/SECONDS LOAD/' tests/durations | paste -sd ' ')"
program works 'for ((i = 0; i < 300000; i++)); do :; done; echo ok it'
program waits 'read -r -t 1.2 <> <(:); echo ok it'
TEST_DURATIONS=1 ran tests/test_{works,waits} >/dev/null
same durations__have_the_load 'waits works' \
    "$(sed -nE 's/^test_(waits|works).sh [0-9]+ ([0-9]+)$/\2 \1/p' tests/durations | sort -n | cut -d ' ' -f 2 | paste -sd ' ')"

# What a program leaves is gone when it has ended, whatever session it made, and counts in its load.
mkdir -p left/tests/helper/bin
cp "$(dirname "$TEST_REINS")/tests/helper/bin/reaper" left/tests/helper/bin
program leaves "setsid sh -c 'sh -c \"exec sleep 1000\" & echo \$! >\"$dir/left.pid\"; exec sleep 1000' &
    until [ -s '$dir/left.pid' ]; do read -r -t 0.02 <> <(:); done; echo ok it; exit 3"
"$here/../run.sh" left tests/test_leaves.sh >left.out 2>&1
same what_is_left__is_killed 'gone, 1 passed, 1 failed' \
    "$(kill -0 "$(cat left.pid)" 2>/dev/null && echo there || echo gone), $(tail -n 1 left.out)"

# What failed is run once more, alone, where it is said; what fails again has failed.
program other '[ ! -e tried ] && : >tried && echo "not ok it" && exit; echo ok it'
program never 'echo "not ok it"'
program other_too 'echo ok it'
again() { # TEST_AGAIN
    rm -f tried
    TEST_AGAIN=$1 JOBS=2 "$here/../run.sh" build tests/test_{works,other,never,other_too}.sh 2>&1 |
        grep -E 'alone|failed:|passed,'
}
same a_failure__is_a_failure '2 passed, 2 failed' "$(again 0 | tail -n 1)"
same a_failure__runs_again_alone 'passed when it ran alone, not beside others: tests/test_other.sh it
failed: tests/test_never.sh it
3 passed, 1 failed' "$(again 2)"
same many_failures__do_not_run_again '2 passed, 2 failed' "$(again 1 | tail -n 1)"

program servers 'first=$(Xvfb) second=$(Xvfb); [ "$second" = $((first + 1)) ] && echo "ok $first"'
cp tests/test_servers.sh tests/test_others.sh
numbers=$(JOBS=2 ran tests/test_{servers,others} | awk '$1 == "ok" { print $2 }' | sort -n | paste -sd ' ')
# blocks of 50; of each, the first number that no server has
same displays__are_a_programs_own 1 "$(awk '{ print int($2 / 50) - int($1 / 50) }' <<<"$numbers")"

program locked 'first=$(Xvfb); lock=/tmp/.X$((first + 1))-lock; echo $$ >"$lock"; second=$(Xvfb); rm -f "$lock"
    [ "$second" = $((first + 1)) ] && echo ok it'
same a_lock_of_a_server_that_is_gone__is_no_hindrance '1 passed,' "$(ran tests/test_locked | tail -n 1)"

# A picture is read once; what went wrong, or is another picture, is read again.
mkdir -p b/tests/helper/bin home/.words
cp "$(dirname "$TEST_REINS")"/tests/helper/bin/{reins,words} b/tests/helper/bin
cat >b/reins <<END
#!/usr/bin/python3
# A warm parent that gives back what it is asked; half of it, where that is "dies".
import socket
control = socket.socket(fileno=0)
while True:
    text, fds = socket.recv_fds(control, 64, 1)[:2]
    if not fds:
        break
    asked = socket.socket(fileno=fds[0])
    request = asked.makefile("rb").read()
    open("$dir/asked", "a").write("asked\n")
    asked.sendall(b"ok 9\nhalf" if request == b"dies" else request)
    asked.close()
END
cat >asks.py <<'END'
# asks.py LIMITS REQUEST…: what the warm parent answers to each
import os, socket, subprocess, sys
control, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
subprocess.Popen(["b/tests/helper/bin/reins", "worker", "ocr", "warm", "0", str(os.getpid())], stdin=other, stdout=other)
other.close()
for request in sys.argv[2:]:
    asked, end = socket.socketpair()
    socket.send_fds(control, [sys.argv[1].encode()], [end.fileno()])
    end.close()
    asked.sendall(request.encode())
    asked.shutdown(socket.SHUT_WR)
    print(asked.makefile("rb").read().decode().replace("\n", " "), end=" ")
END
chmod +x b/reins
# reads NAME ANSWERS TIMES REQUEST…
reads() {
    local name=$1 answers=$2 times=$3; shift 3
    rm -f asked
    same "$name" "$answers$times" "$(HOME=$dir/home python3 asks.py '9 9' "$@")$(wc -l <asked)"
}
one=$'ok 1\n1' other=$'ok 1\n2'
reads words__of_a_picture__are_read_once 'ok 1 1 ok 1 1 ok 1 2 ' 2 "$one" "$one" "$other"
reads words__that_failed__are_read_again 'error 1 error 1 ' 2 'error 1' 'error 1'
reads words__whose_reader_died__are_read_again 'ok 9 half ok 9 half ' 2 dies dies
printf '#!/bin/sh\necho "$*"\n' >b/reins # any other worker is the real one
same work__of_other_kinds__is_the_programs 'worker dryrun 9 9 1' "$(HOME=$dir/home b/tests/helper/bin/reins worker dryrun 9 9 1)"

# Two that wait for each other end only where they run beside each other.
for name in one other; do
    program $name "cd '$dir'; : >$name
        for ((i = 0; i < 100; i++)); do
            [ -e one ] && [ -e other ] && echo ok it && exit
            read -r -t 0.02 <> <(:)
        done
        echo not ok it"
done
same beside_each_other '2 passed,' "$(JOBS=2 ran tests/test_{one,other} | tail -n 1)"
rm -f one other
printf 'test_one.sh 9 99999\n' >tests/durations
same a_load_that_fills_all_cores__has_nothing_beside_it '1 passed,' "$(JOBS=4 ran tests/test_{one,other} | tail -n 1)"
rm -f one other tests/durations

# The comparison with the SDKs runs, however its tests ended, and the exit code has both.
mkdir -p tests/sdk sdk.bin
cp "$here"/../sdk/{run.sh,package.json,*.mjs} tests/sdk
printf '#!/bin/sh\nexit "$TESTS"\n' >tests/run.sh
printf '#!/bin/sh\n' >sdk.bin/npm
printf '#!/bin/sh\necho "$1"\nexit "$COMPARED"\n' >sdk.bin/node
chmod +x tests/run.sh sdk.bin/*
for row in '0 0 0' '1 0 1' '0 1 2' '1 1 3'; do
    read -r tests compared code <<<"$row"
    said=$(PATH=$dir/sdk.bin:$PATH TESTS=$tests COMPARED=$compared tests/sdk/run.sh build; echo $?)
    same "sdk__tests_${tests}_comparison_$compared" "bodies.mjs streams.mjs $code" "$(paste -sd ' ' <<<"$said")"
done
exit $bad
