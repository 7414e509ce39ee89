#!/usr/bin/env bash
# Runs benchmarks, each in an empty home of its own: bench.sh BUILD_DIR NAME…
set -u
build=$(realpath -m "$1"); shift
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export REINS_BIN="$build/reins" REINS_SOURCE="$PWD" TZ=UTC LC_ALL=C.UTF-8
unset DISPLAY TMUX TMUX_PANE WAYLAND_DISPLAY XAUTHORITY LINES COLUMNS WINDOWID
# Debian's Python: the one that has numpy from python3-numpy
python=/usr/bin/python3
bad=0
echo "$(nproc) processors, load $(cut -d ' ' -f 1 /proc/loadavg), $(date -u +%FT%TZ)"
for name in "$@"; do
    box=$(mktemp -d /tmp/reins-bench.XXXXXX)
    mkdir -m 700 "$box/run"
    echo "== $name"
    for part in "$build/tests/bench/bench_$name" "$here/bench_$name.py"; do
        [ -e "$part" ] || continue
        command=("$part"); [[ $part != *.py ]] || command=("$python" -B "$part")
        HOME=$box XDG_CONFIG_HOME=$box/config XDG_DATA_HOME=$box/data XDG_RUNTIME_DIR=$box/run TMPDIR=$box \
            timeout --kill-after=10 "${BENCH_TIMEOUT:-3600}" "${command[@]}" 2>"$box/err" </dev/null
        code=$?
        if [ $code -ne 0 ]; then
            echo "  did not end well (exit $code)"; tail -n 20 "$box/err" | sed 's/^/    /'; bad=1
        fi
    done
    chmod -R u+w "$box" 2>/dev/null; rm -rf "$box"
done
exit $bad
