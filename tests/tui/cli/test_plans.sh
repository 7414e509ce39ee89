#!/usr/bin/env bash
# reins plans, by the program itself: each verb, and a file of them in and out.
set -u
. "${REINS_SOURCE:?}/tests/helper/cli.sh"
field() { "$reins" plans show "$1" --json | grep -oE '"'"$2"'":("[^"]*"|[a-z0-9]+)' | head -1 | cut -d: -f2-; }

check none 0 'no plan is kept' plans list
check none__show 2 'there is no plan' plans show 1

cat >"$box/in.jsonl" <<'END'
{"app":"world","goal":"stick","outcome":"worked","steps":2,"situation":"planks 2","text":"craft(stick)","proven":true}

{"app":"world","goal":"stick","outcome":"failed","cause":"no planks","text":"craft(stick, 1)"}
{"app":"world","goal":"stick","outcome":"lucky","text":"x"}
{"app":"world","goal":"coal"}
not json
{"app":"world","goal":"coal","text":"mine(coal)"}
END
check import 1 '3 plans are added' plans import "$box/in.jsonl"
check import__names_the_bad_ones 1 'line 4: "outcome" is worked, failed or untried' plans import "$box/in.jsonl"
check import__again_is_one 1 '0 plans are added, 3 were here already' plans import "$box/in.jsonl"
yes nonsense | head -100 >"$box/nonsense"
check import__no_plan 1 'no line is a plan: line 1: not JSON' plans import "$box/nonsense"
check import__no_file 1 'No such file' plans import "$box/none"
check list 0 '(imported) worked' plans list --goal stick
check list__outcome 0 'no planks' plans list --outcome failed
check list__no_outcome 2 'worked, failed or untried' plans list --outcome lucky
same imported__is_not_proven false "$(field 1 proven)"
same imported__names_its_file '"in.jsonl"' "$(field 1 origin)"
check show 0 'planks 2' plans show 1
check show__no_number 2 'is not a plan' plans show one
check search 0 'mine(coal)' plans search COAL world
check search__none 0 'no plan matches' plans search brick gold
check search__nothing 2 'a word, or --like FRAME' plans search
check search__like_no_frame 1 'there is no picture to look for' plans search --like "$box/none.png"
check search__like_none_has_a_picture 0 'no plan matches' plans search --like "$REINS_SOURCE/tui/demo.png"
cat >"$box/memory.json" <<'END'
{"furnace": {"time": 3, "status": "success", "image": "a.png", "init_inventory": {"0": {"type": "iron_axe", "quantity": 1}},
  "plan": [{"goal": {"cobblestone": 8}, "type": "mine", "text": "mine 8 cobblestone"},
           {"goal": {"furnace": 1}, "type": "craft", "text": "craft 1 furnace"}]},
 "two": {"status": "success", "plan": [{"goal": {"a": 1, "b": 2}, "type": "mine"}]},
 "none": {"status": "success", "plan": []}}
END
check import__released 1 'two: "goal" is one item with its count' plans import --app world:small "$box/memory.json"
check import__released_once 1 '0 plans are added, 1 were here already' plans import --app world:small "$box/memory.json"
check import__released_is_marked 0 '(imported) worked' plans list --goal furnace
check import__released_is_shown 0 '"iron_axe":1' plans show 4
same import__released_goals true "$(field 4 of_goals)"
check withdraw__released 0 'plan 4 is withdrawn' plans withdraw 4
check edit 0 'plan 1 is changed' plans edit 1 'craft(planks) craft(stick)' --reason shorter
same edit__is_marked true "$(field 1 touched)"
same edit__is_a_version 2 "$(field 1 version)"
check list__edited 0 '(imported) (edited) untried' plans list
check log 0 'plan 1, version 1' plans log 1
EDITOR=true check edit__nothing 0 'stays as it was' plans edit 1
check export 0 '3 plans are written' plans export --app world "$box/out.jsonl"
same export__lines 3 "$(grep -c '"app":"world"' "$box/out.jsonl")"
check export__other_program 0 '0 plans are written' plans export --app other "$box/other.jsonl"
check withdraw 0 'plan 1 is withdrawn' plans withdraw 1 --reason wrong
check withdraw__twice 2 'was withdrawn already' plans withdraw 1
check withdraw__not_imported_again 0 '0 plans are added, 3 were here already' plans import "$box/out.jsonl"
same withdraw__list 2 "$("$reins" plans list | grep -c world)"
check list__all 0 '(withdrawn)' plans list --all
check list__withdrawn 0 'craft(planks)' plans list --withdrawn --app world
same list__withdrawn_alone 1 "$("$reins" plans list --withdrawn --app world | grep -c craft)"
check restore 0 'plan 1 is restored' plans restore 1
same restore__list 3 "$("$reins" plans list | grep -c world)"
check restore__stands 2 'plan 1 is not withdrawn' plans restore 1
check restore__none 2 'there is no plan 99' plans restore 99
check restore__withdrawn_again 0 'plan 1 is withdrawn' plans withdraw 1

# equal plans are one row, which is withdrawn or changed whole
for n in 1 2 3; do echo '{"app":"equal","goal":"spade","text":"mine(timber)","situation":"day '$n'"}'; done >"$box/equal.jsonl"
{ cat "$box/equal.jsonl"; head -1 "$box/equal.jsonl"; } >"$box/twice.jsonl"
check equal__import_twice 0 '3 plans are added, 1 say the same as another line' plans import "$box/twice.jsonl"
check equal__import 0 '0 plans are added, 3 were here already' plans import "$box/equal.jsonl"
same equal__one_row 1 "$("$reins" plans list --app equal | grep -c timber)"
equal=$("$reins" plans list --app equal | awk '/timber/ { print $1 }')
check equal__edit 0 "plan $equal is changed, and 2 equal ones" plans edit "$equal" 'mine(tree)'
same equal__edited 1 "$("$reins" plans list --app equal | grep -c tree)"
check equal__withdraw 0 '"equal":2' plans withdraw "$equal" --json
check equal__none_stands 0 'no plan matches' plans list --app equal
check equal__restore 0 "plan $equal is restored, and 2 equal ones" plans restore "$equal"
same equal__restored 3 "$("$reins" plans list --app equal --json | grep -o mine | wc -l)"
check equal__gone_again 0 'is withdrawn, and 2 equal ones' plans withdraw "$equal"

# goals that are only like what is asked
{
    echo '{"app":"tools","goal":"stone_pickaxe","text":"craft(stone_pickaxe)"}'
    echo '{"app":"tools","goal":"iron_pickaxe","text":"craft(iron_pickaxe)"}'
    echo '{"app":"tools","goal":"cooked_beef","text":"smelt(cooked_beef)"}'
} >"$box/tools.jsonl"
check like__import 0 '3 plans are added' plans import "$box/tools.jsonl"
same like__words_first_then_goals 'iron_pickaxe stone_pickaxe' \
    "$("$reins" plans search iron_pickaxe --json | grep -oE '"goal":"[^"]*"' | cut -d'"' -f4 | paste -sd' ')"
check like__score 0 '"likeness":1' plans search iron_pickaxe --json
same like__less 1 "$("$reins" plans search iron_pickaxe --json | grep -cE '"goal":"stone_pickaxe".*"likeness":0\.[0-9]+')"
check like__table 0 'LIKE' plans search iron_pickaxe
check like__filter 0 'no plan matches' plans search iron_pickaxe --outcome failed
check verify 0 "is intact" memory verify
