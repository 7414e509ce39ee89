#!/usr/bin/env bash
# The tasks of JARVIS-1's 11 groups: task files that reins reads, over a world that ships.
set -u
. "${REINS_SOURCE:?}/tests/helper/cli.sh"
tasks=$REINS_SOURCE/engine/agents/jarvis/jarvis_tasks.py
mkdir -p "$XDG_CONFIG_HOME/reins"
out=$(python3 "$tasks" "$box/pool" "$REINS_SOURCE/config/worlds/overworld.ini")
same written "213 tasks of 11 groups in $box/pool" "$out"
same groups 11 "$(grep -h ^group= "$box"/pool/*.ini | sort -u | wc -l)"
same begins "inventory=iron_axe 1" "$(grep ^inventory= "$box/pool/iron-bucket.ini")"
# they are read in their order: the first that is refused is the one behind them
printf '[brain jarvis]\nkind=lua\nscript=%s/tests/e2e/brains/jarvis.lua\n' "$REINS_SOURCE" >"$XDG_CONFIG_HOME/reins/reins.ini"
(cd "$box" && ls pool/*.ini && echo bad) >"$box/list"
check are_read 2 '/bad: there is no such file' learn --agent jarvis --brain jarvis --evaluate --yes --pool "$box/list"
check begins_there 0 '640x360' see --display 'world:overworld?seed=4&biome=jungle&give=iron_axe 1'
lacking=$(python3 "$tasks" "$box/small" "$REINS_SOURCE/config/worlds/small.ini" | tail -1 | cut -c1-26)
same lacking 'the world small lacks what' "$lacking"
