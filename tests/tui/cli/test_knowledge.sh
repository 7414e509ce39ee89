#!/usr/bin/env bash
# reins knowledge, by the program itself: built of a world and of files, built again, searched, changed.
set -u
. "${REINS_SOURCE:?}/tests/helper/cli.sh"
first() { # QUESTION
    "$reins" knowledge search "$1" --limit 1 --json | grep -oE '"(subject|score|named)":("[^"]*"|[a-z0-9.]+)' | tr '\n' ' '
}

check none 0 'no knowledge is kept' knowledge list
check none__show 2 'there is no paragraph yet' knowledge show 1
check build__what 2 'world:NAME' knowledge build
check build__no_app 2 'and --app' knowledge build --from "$box"
check build__no_world 2 'nowhere' knowledge build --from world:nowhere
check build__world 0 ' stay, 0 are gone' knowledge build --from world:small
check build__again 0 '0 paragraphs are added' knowledge build --from world:small
check search 0 'iron_pickaxe' knowledge search --app world:small iron_pickaxe
check search__group 0 'planks is any of oak_planks, birch_planks, spruce_planks.' knowledge search planks
check search__tool 0 'wooden_pickaxe of level 1, stone_pickaxe of level 2' knowledge search pickaxe
same search__named_first 1 "$(first iron_pickaxe | grep -cE '"subject":"iron_pickaxe" "score":1\.[0-9]+ "named":true')"
same search__words_of_a_name 1 "$(first 'iron pickaxe' | grep -cE '"subject":"iron_pickaxe" "score":1\.[0-9]+ "named":true')"
check search__none 0 'no paragraph is like that' knowledge search --app elsewhere iron

# worlds: the one that ships, the example of the manual, one with a defect
worlds=$XDG_CONFIG_HOME/reins/worlds
mkdir -p "$worlds"
"$reins" knowledge world small >"$worlds/mine.ini"
same world__prints 0 "$(cmp "$worlds/mine.ini" "$REINS_SOURCE/config/worlds/small.ini" >&2; echo $?)"
sed -n '/^# example: bakery.ini/,/^# end/p' "$REINS_SOURCE/tui/man/reins-world.7" >"$worlds/bakery.ini"
check world__of_the_manual 0 'has: branch=1' do --yes --display "world:bakery?seed=1&fail=0&file=$box/bakery.json" \
    explore object=bush -- approach object=bush -- mine object=bush
check world__all_can_be_had 0 '' config check
same world__list 'bakery 7 4 4 0' "$("$reins" knowledge world | awk '/^bakery/ { print $1, $2, $3, $4, $5 }')"
printf '[world]\n[biome a]\n[item jug]\n[item hen]\n[recipe hen]\nneeds=hen 1\n[item egg]\n[recipe egg]\nneeds=jug\n' \
    >"$worlds/odd.ini"
check world__out_of_reach 0 'odd.ini: note: jug, hen (made of itself), egg cannot be had by one who begins with nothing' \
    config check
check world__json 0 '"out":["jug","hen","egg"]' knowledge world --json
echo 'fuel=x' >>"$worlds/odd.ini"
check world__defect 1 'odd.ini:10: [recipe egg] fuel: no such key' config check
check world__none 2 'there is no world nowhere' knowledge world nowhere

mkdir "$box/wiki"
printf '# iron_ore\nlies below y 60,\nmined with stone\n\nstone: is everywhere\n\n# gold ore\n\nis rare\n' >"$box/wiki/ores.md"
printf 'any text\n' >"$box/wiki/other.txt"
printf 'not read\n' >"$box/wiki/x.dat"
check build__folder 0 '4 paragraphs are added' knowledge build --app wiki --from "$box/wiki"
check list 0 'gold ore' knowledge list --app wiki
same list__subjects 'gold ore,iron_ore,other,stone' \
    "$("$reins" knowledge list --app wiki --json | grep -oE '"subject":"[^"]*"' | cut -d'"' -f4 | sort | paste -sd,)"
number=$("$reins" knowledge search --app wiki stone --limit 1 --json | grep -oE '"paragraph":[0-9]+' | cut -d: -f2)
check edit 0 'is changed' knowledge edit "$number" is under the ground
check show__versions 0 'version 1' knowledge show "$number"
printf '# iron_ore\nlies below y 60,\nmined with stone\n' >"$box/wiki/ores.md"
check build__follows 0 '0 paragraphs are added, 2 stay, 1 are gone' knowledge build --app wiki --from "$box/wiki"
check list__persons_stays 0 'is under the ground' knowledge list --app wiki
check rm 0 'is withdrawn' knowledge rm "$number" --reason wrong
check rm__twice 2 'was withdrawn already' knowledge rm "$number"
check list__all 0 '(withdrawn)' knowledge list --app wiki --all
check add 0 'is written' knowledge add --app wiki --subject gold_ore is below y 30
check add__no_subject 2 '--subject' knowledge add --app wiki is below
check build__empty 1 'no text' knowledge build --app wiki --from "$(mkdir -p "$box/empty" && echo "$box/empty")"
printf '\377\376' >"$box/bytes.txt"
check build__bytes 1 'not text in UTF-8' knowledge build --app wiki --from "$box/bytes.txt"
# a game's data
mkdir "$box/game" "$box/half"
tail -c +2 "$REINS_SOURCE/tests/fuzz/seeds/game/minetest" >"$box/game/minetest.json"
check game__build 0 '12 items, 6 recipes, 3 things to find (--display world:ours)' \
    knowledge build --from "$box/game" --app world:ours
check game__left_out 0 'left out: 1 that contradict another recipe' knowledge build --from "$box/game" --app world:ours
check game__again 0 '0 paragraphs are added' knowledge build --from "$box/game" --app world:ours
check game__json 0 '"why":"make an item of itself","what":"recipe cobble of cobble 1"' \
    knowledge build --json --from "$box/game" --app world:ours
check game__known 0 'gem is got by mining ore with a pickaxe of level 2' knowledge search --app world:ours gem
check game__is_a_world 0 'Minetest Game' see --display world:ours --out "$box/ours.png"
echo '# of mine' >>"$XDG_CONFIG_HOME/reins/worlds/ours.ini"
check game__anothers 0 'things to find' knowledge build --from "$box/game" --app world:ours
same game__old_kept 1 "$(grep -c 'of mine' "$XDG_CONFIG_HOME/reins/worlds/ours.ini~")"
check game__name 2 'world:NAME' knowledge build --from "$box/game" --app ours
echo '[' >"$box/half/items.json"
echo '{}' >"$box/half/blocks.json"
check game__half 1 'there is no recipes.json beside the others' knowledge build --from "$box/half"
echo '{}' >"$box/half/recipes.json"
check game__broken 1 'half: items.json: ' knowledge build --from "$box/half"
check dump__what 2 'DIR' knowledge dump
mkdir "$box/bin"
printf '#!/bin/sh\necho "ERROR: no game" >&2\n' >"$box/bin/minetestserver"
chmod +x "$box/bin/minetestserver"
PATH=$box/bin:$PATH check dump__failed 1 'wrote no dump: ERROR: no game' knowledge dump "$box/dump"
if [ -x /usr/games/minetestserver ]; then
    check dump 0 'is written' knowledge dump "$box/dump"
    check dump__build 0 '(--display world:minetest)' knowledge build --from "$box/dump"
fi
# the actions that goals need, from a scripted model's plans
printf '[brain deriver]\nkind=lua\nscript=%s/tests/e2e/brains/deriver.lua\n' "$REINS_SOURCE" >"$XDG_CONFIG_HOME/reins/reins.ini"
printf '# goals\niron_ore\nwool\ncheese\n' >"$box/goals"
check derive__what 2 '--tasks FILE' knowledge derive --tasks "$box/goals"
check derive__no_file 2 'there is no file' knowledge derive --tasks "$box/nothing" --brain deriver
check derive__merge 2 'VERB=VERB' knowledge derive --tasks "$box/goals" --brain deriver --merge mine
check derive__no_brain 2 'nobody' knowledge derive --tasks "$box/goals" --brain nobody
check derive 0 '6 actions of 2 goals; 2 without a verb are left out' knowledge derive --tasks "$box/goals" --brain deriver
check derive__failed 0 'nothing came of cheese: field "steps"' knowledge derive --tasks "$box/goals" --brain deriver
check derive__json 0 '"verb":"gather","count":2,"goals":2,"objects":[{"name":"iron_ore","count":1},{"name":"wool","count":1}]' \
    knowledge derive --tasks "$box/goals" --brain deriver --json
check derive__drafts 0 'craft is a skill that ships' \
    knowledge derive --tasks "$box/goals" --brain deriver --drafts --merge gather=harvest
check derive__draft_is_stored 0 'harvest(object, tool)' skills show harvest
check verify 0 "is intact" memory verify
