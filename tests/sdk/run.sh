#!/usr/bin/env bash
# The wire formats beside the official SDKs (Node 20, npm): run.sh BUILD_DIR, where all, tests and bench_call are built.
# bodies: what our tests send, against the SDKs' types; streams: read by both; call: the time of one.
# Without node or the packages it says so, and is no failure. Exit code: 1 a test is red, 2 the comparison is, 3 both.
set -eu
build=$(realpath -m "$1")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tests=(engine/brain/test_stream engine/brain/test_native engine/brain/test_pictures engine/brain/test_pool
    engine/brain/test_prefix tui/cli/test_ask e2e/test_computer e2e/test_grammar e2e/test_embeddings)
mkdir -p "$build/sdk"
cp "$here"/package.json "$here"/*.mjs "$build/sdk/"
cd "$build/sdk"
if ! npm install --no-audit --no-fund --ignore-scripts >npm.log 2>&1; then
    echo "sdk: skipped: node and npm with $(sed -n '/": "[0-9]/s/[",:]//gp' package.json | paste -sd, | tr -s ' ') are needed"
    exit 0
fi
bodies=$(mktemp -d)
trap 'rm -rf "$bodies"' EXIT
tests_bad=0 compared_bad=0
(cd "$here/../.." && TEST_BODIES=$bodies tests/run.sh "$build" "${tests[@]/#/$build/tests/}") || tests_bad=1
node bodies.mjs "$bodies" || compared_bad=2
node streams.mjs "$build/reins" "$here/streams" || compared_bad=2
[ ! -x "$build/tests/bench/bench_call" ] || node call.mjs "$build/tests/bench/bench_call" || compared_bad=2
exit $((tests_bad + compared_bad))
