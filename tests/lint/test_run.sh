#!/usr/bin/env bash
# The runner against programs that fail in each way that a test can: what it does not see fails nobody.
set -u
unset ALONE TEST_KEEP TEST_SHOW
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
exit $bad
