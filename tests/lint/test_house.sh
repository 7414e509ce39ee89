#!/usr/bin/env bash
# `make lint` of this tree, beside the other tests.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$(LINT_LIB=$(dirname "$TEST_REINS")/lib bash "$here/lint.sh" "$here/../.." 2>&1) && { echo "ok lint__the_house"; exit 0; }
printf 'not ok lint__the_house\n%s\n' "$out"
exit 1
