#!/usr/bin/env bash
# What `make demo` installs is enough to build the program: nothing of what the tests include is compiled for it.
set -u
tree=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
empty=$(mktemp -d) || exit 1
trap 'rm -rf "$empty"' EXIT
# without ccache, which gets no precompiled header
plan=$(env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS -u VARIANT PATH=/usr/sbin:/usr/bin:/sbin:/bin \
    make -n -C "$tree" B="$empty/build" CC=gcc "$empty/build/reins" 2>&1)
if [[ $plan == *"CC tui/main.c"* ]] && [[ $plan == *once_product.h* ]] && [[ $plan != *cmocka* ]]; then
    echo "ok build__program__without_what_the_tests_need"
else
    echo "not ok build__program__without_what_the_tests_need"
    grep -m 3 cmocka <<<"$plan"
    exit 1
fi
