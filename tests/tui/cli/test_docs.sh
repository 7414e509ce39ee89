#!/usr/bin/env bash
# reins docs, by the program itself: each verb, versions, folders of the release out and in.
set -u
. "${REINS_SOURCE:?}/tests/helper/cli.sh"
number() { "$reins" docs show "$1" --json | grep -oE '"'"$2"'":[0-9]+' | cut -d: -f2; }
text() { "$reins" docs show "$1" --json | sed -E 's/.*"text":"(.*)"\}$/\1/'; }

check none 0 'no document is kept' docs list
check none__show 2 'there is no document' docs show 1
check add 0 'document 1 is written' docs add --app mousepad 00ff tap 'opens the menu'
check add__unknown_element 0 'no document has named the element 00fe before' docs add --app other 00fe tap 'x'
same add__known_element '' "$("$reins" docs add --app mousepad 00ff tap 'opens the menu' 2>&1 >/dev/null)"
check add__same_is_one 0 'document 1 is written' docs add --app mousepad 00ff tap 'opens the menu'
check add__other_text 1 'document 1 says something else' docs add --app mousepad 00ff tap 'closes the menu'
check add__no_kind 2 'long_press' docs add --app mousepad 00ff poke 'opens the menu'
check add__no_program 2 '--app' docs add 00ff tap 'opens the menu'
check edit 0 'document 1 is changed' docs edit 1 'opens the menu of files'
check diff 0 '+opens the menu of files' docs diff 1
check log 0 'document 1, version 1' docs log 1
check rollback 0 'back to version 1' docs rollback 1
same rollback__is_a_version 3 "$(number 1 version)"
same rollback__text 'opens the menu' "$(text 1)"
check rollback__none 2 'no version 9' docs rollback 1 9
check search 0 'opens the menu' docs search MENU mousepad
check search__none 0 'no document matches' docs search menu gimp
EDITOR="sed -i s/menu/list/" check edit__editor 0 'document 1 is changed' docs edit 1
same edit__editor_text 'opens the list' "$(text 1)"
EDITOR=true check edit__nothing 0 'stays as it was' docs edit 1

# Folders of the release: two bases, quotes, line ends, what is no dict.
mkdir -p "$box/in/apps/xcalc/auto_docs" "$box/in/apps/xcalc/demo_docs"
put() { printf "{'tap': '%s', 'text': '', 'v_swipe': '', 'h_swipe': %s, 'long_press': ''}" "$2" "$3" >"$box/in/apps/xcalc/$1"; }
put auto_docs/a.b_1.txt 'clears "all"' '"it'"'"'s\nnothing"'
put demo_docs/a.b_1.txt 'clears the display' "''"
printf '%s' "__import__('os').system('x')" >"$box/in/apps/xcalc/demo_docs/bad.txt"
check import 0 '3 documents in 2 files' docs import "$box/in"
check import__names_the_bad_one 0 'bad.txt: not a dict of strings' docs import "$box/in"
check list 0 'explored' docs list --app xcalc --author explored
check import__nothing_there 1 'no documents' docs import "$box"
check export 0 '3 documents in 2 files' docs export --app xcalc "$box/out"
same export__explored "'it\\'s\\nnothing'" "$(grep -oE "'it.*nothing'" "$box/out/apps/xcalc/auto_docs/a.b_1.txt")"
same export__watched "$(<"$box/in/apps/xcalc/demo_docs/a.b_1.txt")" "$(<"$box/out/apps/xcalc/demo_docs/a.b_1.txt")"
check export__twice 1 'is there already' docs export "$box/out"
same export__nothing_stays "" "$(ls -d "$box"/out.* 2>/dev/null)"


# Another store has the element's name, too; what was withdrawn comes back, and that is said.
lens="apps/lens/auto_docs/c.d_1.txt"
mkdir -p "$box/named/${lens%/*}"
printf '%s' "{'tap': 'opens', 'text': '', 'v_swipe': '', 'h_swipe': '', 'long_press': ''" \
    ", 'name': 'menu \"Search\"'}" >"$box/named/$lens"
"$reins" docs import "$box/named" >/dev/null 2>&1
check import__name 0 'menu "Search"' docs search menu search lens
named=$("$reins" docs search menu search lens --json | grep -oE '"id":[0-9]+' | head -1 | cut -d: -f2)
"$reins" docs rm "$named" >/dev/null
check import__withdrawn__said 0 "document $named was withdrawn, and the import brings it back" docs import "$box/named"
same import__again__nothing_to_say '' "$("$reins" docs import "$box/named" 2>&1 >/dev/null)"
"$reins" docs export --app lens "$box/out2" >/dev/null
same export__name "$(<"$box/named/$lens")" "$(<"$box/out2/$lens")"

id() {
    "$reins" docs list --app xcalc --author "$1" --json | tr '{' '\n' | sed -nE '/"kind":"tap"/s/^"id":([0-9]+).*/\1/p'
}
explored=$(id explored) watched=$(id watched)
check merge__other_element 2 'are not two of one element' docs merge 1 "$watched"
check merge 0 'has what both said' docs merge "$explored" "$watched" 'clears the display and all'
same merge__text 'clears the display and all' "$(text "$explored")"
check merge__other_is_withdrawn 2 'was withdrawn already' docs edit "$watched" x
check rm 0 'is withdrawn' docs rm 1 --reason wrong
check rm__twice 2 'was withdrawn already' docs rm 1
check rm__list 0 'no document' docs list --app mousepad
check rm__list_all 0 '(withdrawn)' docs list --app mousepad --all
check verify 0 "is intact" memory verify
