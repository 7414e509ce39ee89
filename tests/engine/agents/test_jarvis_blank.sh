#!/usr/bin/env bash
# [brain blank] answers the modules of jarvis that a person who plans need not fill in.
set -u
. "${REINS_SOURCE:?}/tests/helper/cli.sh"
mkdir -p "$XDG_CONFIG_HOME/reins" "$box/pool"
cat >"$XDG_CONFIG_HOME/reins/reins.ini" <<END
[brain jarvis]
kind=lua
script=$REINS_SOURCE/tests/e2e/brains/jarvis.lua
[modules]
describe=blank
query=blank
check=blank
explain=blank
END
# the second is thought backward, for there is a memory then; it fails first, and is explained
for task in stick cobblestone; do
    printf '[task]\ninstruction=%s\n[world]\nname=small\n' $task >"$box/$task.ini"
    echo "$task.ini" >>"$box/list"
done
check learns 1 'all is done' learn --agent jarvis --brain jarvis --practice --seeds 1 --jobs 1 --yes --pool "$box/list"
same succeeds 2 "$("$reins" learn --table --json | grep -oE '"outcome":"success"' | wc -l)"
same answers 'check describe explain query' "$("$reins" memory show 2 --json | grep -oE '"spent":\[.*' |
    grep -oE '"module":"(check|describe|explain|query)"' | cut -d'"' -f4 | sort -u | paste -sd' ')"
