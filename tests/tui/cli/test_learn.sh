#!/usr/bin/env bash
# reins learn by the program itself: until five successes, killed at any moment, ended by a signal, asked by a rule.
set -u
. "${REINS_SOURCE:?}/tests/helper/cli.sh"
mkdir -p "$XDG_CONFIG_HOME/reins/brains" "$box/pool"
cp "$REINS_SOURCE/tests/e2e/brains/gitm.lua" "$XDG_CONFIG_HOME/reins/brains/"
printf '[brain gitm]\nkind=lua\nscript=gitm\n' >"$XDG_CONFIG_HOME/reins/reins.ini"
task() { # NAME INSTRUCTION INVENTORY
    printf '[task]\ninstruction=%s\ngroup=wood\n[world]\nname=small\ninventory=%s\n' "$2" "$3" >"$box/pool/$1.ini"
}
task 1stick stick "oak_planks 2"
task 2dirt "300 dirt" ""
printf 'pool/1stick.ini\n' >"$box/list"
learn=(learn --agent gitm --brain gitm --pool "$box/pool" --yes)
field() { grep -oE "\"$1\":[0-9]+" | head -1 | cut -d: -f2; } # the first: of all tasks
table() { "$reins" learn --table --json 2>/dev/null; }
await() { # DESCRIPTION COMMAND…
    local what=$1
    shift
    for _ in $(seq 1000); do "$@" && return; done
    echo "not ok: never $what"; cat "$box/out"; exit 1
}

check none 2 'there is no learning yet' learn --table
check asks 2 'needs --yes' learn --agent gitm --brain gitm --practice --pool "$box/pool"
check brain__demo 2 'the brain demo plays the demo alone, and cannot answer gitm' \
    learn --agent gitm --practice --pool "$box/pool" --yes
check what 2 'give --practice, or --evaluate, or --curriculum' "${learn[@]}"
check agent 2 'give --agent' learn --practice --pool "$box/pool" --yes
check agent__none 2 'no agent nobody' "${learn[@]}" --practice --agent nobody
check agent__writes 2 'cannot be evaluated' "${learn[@]}" --evaluate --agent direct
check file 2 'leave seed= and file= out' "${learn[@]}" --practice --display 'world:small?file=/tmp/w'
check seed 2 'leave seed= and file= out' "${learn[@]}" --practice --display 'world:small?seed=3'
check world 2 'a learning works in a world alone' "${learn[@]}" --practice --display :99
check jobs 2 '--jobs is 1 to' "${learn[@]}" --practice --jobs 65
check jobs__none 2 '--jobs is 1 to' "${learn[@]}" --practice --jobs 0
check seeds__none 2 '--seeds is 1 to' "${learn[@]}" --practice --seeds 0
check curriculum__none 2 'is proposed, random, or a file that lists tasks: there is no file propsed' "${learn[@]}" \
    --curriculum propsed
check epochs__none 2 '--epochs is 1 to' "${learn[@]}" --curriculum random --epochs 0
check world__none 2 '1stick.ini: there is no world nosuchworld' "${learn[@]}" --practice --display world:nosuchworld
mkdir "$box/none"
none() { # WORLD'S LINE
    printf '[task]\ninstruction=stick\n[world]\nname=small\n%s\n' "$1" >"$box/none/task.ini"
}
none 'inventory=stick 1; gold 3'
check item__none 2 'task.ini: the world small has no item "gold"' "${learn[@]}" --practice --pool "$box/none"
none 'biome=moon'
check biome__none 2 'task.ini: the world small has no biome "moon"' "${learn[@]}" --evaluate --pool "$box/none"
check brain__none 2 'no brain "nobody"' "${learn[@]}" --practice --brain nobody
check set 2 '--set check: must be one of auto, model' learn --agent jarvis --brain gitm --curriculum random --set check=nope \
    --pool "$box/pool" --yes
check set__recipes 2 'there is no world smal: did you mean "small"?' run --headless --agent jarvis --brain gitm \
    --display world:small --set check=exact --set recipes=smal stick
check set__nothing_begun 2 'there is no learning yet' learn --table
check pool 2 'nowhere' learn --agent gitm --practice --yes --pool "$box/nowhere"
check other__words 2 'leave its other options out' learn --resume --seeds 3

"$reins" knowledge build --from world:small >/dev/null
check practice 0 'all is done' learn --agent gitm --brain gitm --pool "$box/list" --yes --practice --seeds 9 --jobs 2
same practice__five 5 "$(field successes <<<"$(table)")"
check practice__reference 0 '"reference":true' plans list --goal stick --json
same practice__has_reference 0 "$(table | grep -c without_reference)"
"$reins" plans withdraw "$("$reins" plans list --reference --json | grep -oE '"plan":[0-9]+' | head -1 | cut -d: -f2)" >/dev/null
check practice__without_reference 0 'memory has no reference plan of: stick' learn --table
before=$("$reins" plans list --all --json | md5sum)

# Killed while a run is under way: the client alone, then with its engine; then ended by a person. What was done stays, what was
# half goes on or is dropped.
run=0
is_on() { # COUNT: so many runs that are newer than the last one of these
    local now
    now=$(table | grep -oE '"goal":"300 dirt","seed":[0-9]+,"run":[0-9]+,"outcome":null' |
        cut -d: -f4 | cut -d, -f1 | sort -n | awk -v run="$run" '$1 > run')
    [ "$(wc -w <<<"$now")" -ge "$1" ] && run=${now##*$'\n'}
}
begin() { # COUNT WORDS…: until so many runs are under way
    local count=$1
    shift
    "$reins" "$@" >>"$box/out" 2>&1 &
    client=$!
    await 'a run under way' is_on "$count"
}
begin 2 "${learn[@]}" --evaluate --seeds 2 --jobs 2 # both: one that came later would be taken for the next one
kill -9 $client
wait $client 2>/dev/null
begin 1 learn --resume --yes --jobs 1
kill -STOP $client # neither tells the other of its end: an engine whose client goes first ends its run
kill -9 "$(head -1 "$XDG_DATA_HOME/reins/locks/run-$run.lock")" $client 2>/dev/null
wait $client 2>/dev/null
begin 1 learn --resume --yes
kill -INT $client
wait $client
same interrupt__code 4 $?
same interrupt__told 1 "$(grep -c '^stopping: ' "$box/out")"
check resume 0 'all is done' learn --resume --yes
json=$(table)
same tries 4 "$(field tries <<<"$json")"
ended=$("$reins" memory runs --json | grep -oE '"outcome":"(success|failed)"' | wc -l)
same tries__runs 4 $((ended - 5))
same once "" "$(grep -oE '"task":"[^"]*","goal":"[^"]*","seed":[0-9]+' <<<"$json" | sort | uniq -d)"
same dropped 1 "$(($(field dropped <<<"$json") > 0))"
same told 1 "$(grep -c 'goes on where it was' "$box/out")"
same open 0 "$(field open <<<"$json")"
check again 0 'all is done' learn --resume --yes
same again__nothing 4 "$(field tries <<<"$(table)")"
same evaluate__nothing "$before" "$("$reins" plans list --all --json | md5sum)"

# Rounds: proposed by the agent, out of a list with a task whose ground fails; memory stays small.
mkdir "$box/rounds"
cp "$REINS_SOURCE/tests/e2e/brains/jarvis.lua" "$XDG_CONFIG_HOME/reins/brains/"
printf '[brain jarvis]\nkind=lua\nscript=jarvis\n' >>"$XDG_CONFIG_HOME/reins/reins.ini"
round() { # NAME INSTRUCTION GROUP [LINE]
    printf '[task]\ninstruction=%s\ngroup=%s\n%s[world]\nname=small\ninventory=oak_log 1\n' "$2" "$3" "${4:-}" \
        >"$box/rounds/$1.ini"
}
round 1un unobtainium none
round 2stick stick wood $'ground=1un.ini\n'
round 3table crafting_table wood
mkdir "$box/groundless"
printf '[task]\ninstruction=stick\nground=nope.ini\n[world]\nname=small\n' >"$box/groundless/1.ini"
check ground 2 'ground: there is no task file ' learn --agent jarvis --yes --brain jarvis \
    --curriculum random --pool "$box/groundless"
printf 'rounds/1un.ini\nrounds/2stick.ini\nrounds/3table.ini\n' >"$box/order"
rounds=(learn --agent jarvis --brain jarvis --yes --jobs 2 --epochs 1 --batch 3)
check rounds__cannot 2 'proposes no tasks' "${learn[@]}" --curriculum proposed
check rounds__one 2 'or --curriculum' "${learn[@]}" --curriculum random --practice
numbers() { "$reins" plans list --json | grep -oE '"plan":[0-9]+' | sort; } # of equal plans one
others=$(numbers)
check rounds__file 0 'is left out: its ground, unobtainium, has failed' "${rounds[@]}" --jobs 1 \
    --curriculum "$box/order" --memory-max 1
same rounds__left_out 1 "$(table | field left_out)"
same rounds__memory 1 "$(($(numbers | wc -l) - $(wc -l <<<"$others")))" # of its own runs
same rounds__others_stay "" "$(comm -23 <(echo "$others") <(numbers))"
same rounds__counted 6 "$(table | grep -oE '"memory":[0-9]+' | tail -1 | cut -d: -f2)" # five of the practice
check rounds__groups 0 'EPOCH' learn --table
check rounds__proposed 0 'round 1: proposed: stick' "${rounds[@]}" --curriculum proposed --pool "$box/rounds"
same rounds__proposed__tries 1 "$(table | field tries)"

# What a rule makes ask has nobody to ask.
printf '[rule craft]\nverdict=ask\nskill=craft\n' >>"$XDG_CONFIG_HOME/reins/reins.ini"
check rule 1 'it cannot go on without a person: three proposals in a row were rejected' learn --agent gitm --brain gitm \
    --pool "$box/list" --yes --practice --seeds 2
same rule__tries 2 "$(table | field tries)"
same rule__told 3 "$("$reins" memory show last --json | grep -oE '"verdict":"rejected"[^}]*nobody is there who could' | wc -l)"
same rule__fires_nothing 0 "$("$reins" memory show last --json | grep -c '"verdict":"auto"')"
# What ends with an error is tried once more, then given up.
printf 'function decompose(vars)\n    return {}\nend\n' >"$XDG_CONFIG_HOME/reins/brains/broken.lua"
printf '[brain broken]\nkind=lua\nscript=broken\n' >>"$XDG_CONFIG_HOME/reins/reins.ini"
check error 0 'is given up' learn --agent gitm --brain broken --yes --evaluate --seeds 1 --pool "$box/list"
same error__tries 1 "$(table | field tries)"
check run__refused 4 'this one could not be begun' learn --agent gitm --practice --yes --brain gitm --max-cost inf \
    --pool "$box/pool"
check verify 0 'is intact' memory verify
[ $bad -eq 0 ] || cat "$box/out"
exit $bad
