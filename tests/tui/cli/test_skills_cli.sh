#!/usr/bin/env bash
# `reins skills`: each verb and each error over real files and a real store, by the program itself.
set -u
reins=${REINS_BIN:?}
bad=0
box=$(mktemp -d) || exit 1
. "$(dirname "$0")/../../helper/json.sh"
trap 'json_end; rm -rf "$box"' EXIT
export XDG_CONFIG_HOME=$box/config XDG_DATA_HOME=$box/data
own=$box/data/reins/skills
cd "$box" || exit 1
unset VISUAL DISPLAY

# check NAME CODE WANT COMMAND…: exit code, and a text in stdout and stderr together ("" = nothing is looked for).
check() {
    local name=$1 code=$2 want=$3
    shift 3
    out=$("$reins" skills "$@" 2>&1 </dev/null)
    local got=$?
    if [ $got -eq "$code" ] && [[ $out == *"$want"* ]]; then
        echo "ok $name"
    else
        printf 'not ok %s: exit %d, wanted %d and "%s" in:\n%s\n' "$name" $got "$code" "$want" "$out"
        bad=1
    fi
}

# that NAME COMMAND…: it succeeds.
that() {
    local name=$1
    shift
    if "$@"; then
        echo "ok $name"
    else
        echo "not ok $name: $*"
        bad=1
    fi
}

# field NAME PYTHON-EXPRESSION COMMAND…: --json prints one document `d`, for which the expression holds.
field() {
    local name=$1 holds=$2
    shift 2
    "$reins" skills --json "$@" >"$box/field.json" 2>"$box/field.txt" </dev/null
    if json_holds "$box/field.json" "$holds"; then
        echo "ok $name"
    else
        echo "not ok $name: $holds of $*: $REPLY: $(head -c 2000 "$box/field.json" "$box/field.txt")"
        bad=1
    fi
}

cat >greet.lua <<'L'
--- Greets the one who sits there.
-- @param who string whom
-- @expect a greeting
function greet(who)
    key.type("hello " .. who)
end
L
sed 's/hello/good day/' greet.lua >better.lua
printf -- '--- Leaves.\nfunction leave()\n    greet("you")\nend\n' >leave.lua
printf -- '--- X.\nfunction xx()\n    wait(1)\nend\n' >other.lua
echo 'function f() os.exit() end' >bad.lua

# ---- no store ----
field list__without_a_store__has_what_ships 'len(d) > 30 and all(s["stage"] == "trusted" for s in d)' list
field log__without_a_store__has_the_loaded_one 'len(d) == 1 and d[0]["loaded"]' log click_at_position
check show__without_a_store__shows 0 'used by' show move_forward
that looking__writes_no_store test ! -e "$box/data/reins/memory.sqlite"
check show__of_a_primitive__is_built_in 0 'built in' show key.press

# ---- wrong usage ----
check no_verb__names_them 2 'rollback'
check wrong_verb__names_the_nearest 2 'did you mean "accept"?' acept
check wrong_option__names_the_nearest 2 'did you mean --drafts?' list --draft
check unknown_skill__names_the_nearest 2 'did you mean "click_at_position"?' show click_at_positon
check unknown_stage__names_them 2 'retired' list --stage gone
check unknown_order__names_them 2 'newest' list --sort by-name
check a_word_too_many 2 'reins skills show NAME[@SHA]' show a b
field list__of_words__holds_every_one '"click_at_position" in [s["name"] for s in d] and len(d) < 15' list click Position
field list__of_a_word_that_none_has__is_empty 'd == []' list no_such_word_anywhere
check help__is_of_the_verb 0 '--reason=WHY' refuse --help
check refuse__without_a_reason 2 'a reason is missing' refuse greet

# ---- add, list, show, log ----
check add__of_no_file 2 'there is no file' add none.lua
check add__of_what_does_not_pass__says_so 1 'was not added' add bad.lua
check add__is_on_trial 0 'trial, in' add greet.lua
check add__twice__says_how_to_change_it 2 'reins skills edit greet' add greet.lua
that add__writes_the_file cmp -s greet.lua "$own/greet.lua"

field list__of_a_stage 'len(d) == 1 and d[0]["layer"] == "own" and d[0]["params"][0]["name"] == "who"' \
    list --stage trial

field show__has_stage_and_origin 'd["stage"] == "trial" and d["author"] == "human" and d["counts"]["fired"] == 0' \
    show greet
check add__to_a_library 0 '/xcalc/leave.lua' add --library xcalc leave.lua
check add__to_a_path__is_refused 2 "not a library's name" add --library ../x other.lua
field show__says_who_uses_it 'd["used_by"] == ["leave"]' show greet
field list__of_a_library '[s["name"] for s in d if s["layer"] == "own"] == ["leave"]' list --library xcalc

# lists NAME OPTION…: `reins skills list` has that skill
lists() { "$reins" skills list "${@:2}" 2>/dev/null | grep -q " $1("; }
lacks() { ! lists "$@"; }
that list__of_all__has_the_sets_of_other_tools lists gemini_click_at --all
that list__without_options__lacks_them lacks gemini_click_at
for name in click_at_position greet press_button; do
    that "list__without_options__has_$name" lists "$name"
done
that list__of_a_profile__has_what_its_run_has lists click_at_position --profile mousepad
that list__of_a_profile__has_yours lists greet --profile mousepad
that list__of_a_profile__lacks_what_is_of_another lacks press_button --profile mousepad
"$reins" skills list press_button >listed 2>&1
that list__says_whose_each_is grep -q ' xcalc  *Press one key' listed
field list__as_json__has_all 'any(s["name"].startswith("gemini_") for s in d)' list
check list__of_no_profile 2 'profile' list --profile nosuch

# ---- drafts ----
check add_draft__is_not_loaded 0 'draft' add --draft better.lua
check preview__is_of_the_loaded_one 0 'type "hello you"' preview greet who=you
field drafts__are_listed 'len(d) == 1 and d[0]["stage"] == "draft" and d[0]["file"] is None' list --drafts
json_value "$box/field.json" 'd[0]["sha256"]'
sha=$REPLY
check preview__of_a_draft 0 'type "good day you"' preview "greet@${sha:0:8}" who=you
check preview__with_a_wrong_argument 2 'has no argument "whom": did you mean "who"?' preview greet whom=you
check diff__of_a_draft__is_what_accepting_changes 0 '+    key.type("good day "' diff greet
check trust__of_a_loaded_one 0 'trusted' trust greet
check refuse__says_why 0 'refused' refuse greet --reason 'too polite'
check refuse__twice__is_an_error 2 'has no draft' refuse greet --reason again
field refused__are_listed 'len(d) == 1 and d[0]["reason"] == "too polite"' list --stage refused
check accept__of_a_refused_version 0 'trial, in' accept greet "${sha:0:12}"
that accept__writes_the_file cmp -s better.lua "$own/greet.lua"
check accept__of_an_unknown_version 2 'no version' accept greet aaaaaaaa
check rollback__to_the_one_before 0 'trusted, in' rollback greet
that rollback__writes_the_file cmp -s greet.lua "$own/greet.lua"

field log__has_the_stages 'sum(v["loaded"] for v in d) == 1 and "refused" in [s["stage"] for s in d[0]["stages"]]' log greet
field diff__is_json '"good day" in d["diff"] and d["from"] != d["to"]' diff greet "${sha:0:12}"

# ---- rename, rm, undo ----
check rename__changes_the_uses 0 '1 use changed' rename greet welcome
that rename__is_in_the_other_file grep -q 'welcome("you")' "$own/xcalc/leave.lua"
field rename__keeps_the_history 'len(d) > 1 and d[0]["loaded"] and d[-1]["name"] == "greet"' log welcome
check rename__is_told_in_the_log 0 'as greet' log welcome
check diff__with_a_version_of_the_former_name 0 '--- greet@' diff welcome
check rename__to_no_name 2 "not a skill's name" rename welcome 'a b'
check rename__to_a_name_that_is_taken 2 'already' rename welcome leave
check rm__of_what_is_used__is_refused 2 'used by leave' rm --yes welcome
check rm__without_a_terminal__asks_for_yes 2 '--yes' rm leave
check rm__of_what_ships__is_refused 2 'ships with reins' rm --yes click_at_position
check rm__takes_it_out 0 'retired' rm --yes leave
that rm__removes_the_file test ! -e "$own/xcalc/leave.lua"
check undo__brings_it_back 0 'retire leave' undo
that undo__writes_the_file test -e "$own/xcalc/leave.lua"
check undo__of_the_rename 0 'rename greet to welcome' undo
that undo__is_in_both_files grep -q 'greet("you")' "$own/xcalc/leave.lua"

# ---- edit ----
# editor SCRIPT: a program that does that to the file ($1); the one before it in $box/opened
editor() {
    printf '#!/bin/bash\ncp "$1" %q/opened\n%s\n' "$box" "$1" >"$box/editor"
    chmod +x "$box/editor"
    export EDITOR=$box/editor
}
editor ':'
check edit__without_a_change 0 'nothing was changed' edit greet
editor "sed -i 's/hello/hi/' \"\$1\""
check edit__is_on_trial 0 'trial, in' edit greet
that edit__is_in_the_file grep -q '"hi "' "$own/greet.lua"
that edit__leaves_nothing_behind test -z "$(ls "$box/data/reins/edits")"
# the first time something wrong, the second time it takes the finding out of the way and mends it
editor "if grep -q -- '^--! ' \"\$1\"; then sed -i 's/HI/hey/' \"\$1\"; else sed -i 's/\"hi \"/HI/' \"\$1\"; fi
sed -i 's/hey/\"hey \"/' \"\$1\""
check edit__with_an_error__opens_again 0 'trial, in' edit greet
that edit__shows_the_finding_above_its_line grep -q -A1 -- "^--! greet:5: .*HI" "$box/opened"
that edit__keeps_no_finding sh -c "grep -q '\"hey \"' '$own/greet.lua' && ! grep -q -- '--!' '$own/greet.lua'"
editor "sed -i 's/\"hey \"/HEY/' \"\$1\""
check edit__given_up__keeps_the_text 1 'your text is kept in' edit greet
kept=$(sed -n 's/.*your text is kept in //p' <<<"$out")
that edit__given_up__has_the_text grep -q 'HEY' "$kept"
that edit__given_up__changes_nothing grep -q '"hey "' "$own/greet.lua"
editor "sed -i 's/\"hey \"/\"mine \"/' \"\$1\"; sed -i 's/\"hey \"/\"theirs \"/' '$own/greet.lua'"
check two_edits_at_once__are_both_kept 1 '-    key.type("theirs "' edit greet
kept=$(sed -n 's/.*your text is kept in \([^ ]*\).*/\1/p' <<<"$out")
that two_edits_at_once__mine_is_kept grep -q '"mine "' "$kept"
that two_edits_at_once__theirs_is_there grep -q '"theirs "' "$own/greet.lua"
printf '\n--- Waves.\nfunction wave()\n    key.press("w")\nend\n' >>"$own/greet.lua"
editor "sed -i 's/\"theirs \"/\"ours \"/' \"\$1\"; sed -i 's/press(\"w\")/press(\"v\")/' '$own/greet.lua'"
check two_skills_of_a_file__are_both_changed 0 'trial, in' edit greet
that two_skills_of_a_file__has_both sh -c "grep -q '\"ours \"' '$own/greet.lua' && grep -q 'press(\"v\")' '$own/greet.lua'"
check a_draft__to_be_edited 0 draft add --draft other.lua
editor "sed -i 's/wait(1)/wait(2)/' \"\$1\""
check edit__of_a_draft__is_a_draft 0 'draft' edit xx
field edit__of_a_draft__takes_its_place '[(s["name"], s["stage"]) for s in d] == [("xx", "draft")]' list --drafts xx
check accept__of_the_one_that_is_left 0 'trial, in' accept xx
check rm__of_the_one_that_was_accepted 0 retired rm --yes xx
check check__of_a_skill_by_its_name 0 '' check greet
check check__of_what_ships__is_no_clash_with_itself 0 '' check click_at_position
check check__of_an_unknown_one 2 'no skill' check no_such_skill
printf -- '--- Broken.\nfunction broken()\n    key.press("no such key")\nend\n' >broken.lua
check check__of_a_draft__to_be_found_wrong 0 draft add --draft broken.lua
check check__of_a_draft__says_it_at_its_line 1 'broken:3:' check broken
field check__of_a_draft__is_json 'd[0]["file"] == "broken" and d[0]["line"] == 3' check broken
check check__of_files_and_names 1 'bad.lua:1:' check greet bad.lua
check refuse__of_the_broken_one 0 refused refuse broken --reason broken
editor 'exit 3'
check edit__whose_editor_fails__keeps_the_text 1 'ended with 3' edit greet
editor ':'
check edit__of_what_ships__is_a_copy 0 'nothing was changed' edit click_at_position
editor "sed -i 's/my_click_at_position/click_twice/; s/clicks = 1/clicks = 2/' \"\$1\""
check edit__of_what_ships__is_a_new_skill 0 'click_twice@' edit click_at_position
that edit__of_what_ships__is_in_a_file_of_its_own grep -q 'function click_twice' "$own/click_twice.lua"
editor 'sed -i "s/What it does, in one sentence/Opens the help/; s/my_skill/open_help/" "$1"'
check new__is_on_trial 0 'trial, in' new
that new__has_the_name_that_it_was_given_there grep -q 'function open_help' "$own/open_help.lua"
check new__of_a_name_that_is_taken 2 'reins skills edit open_help' new open_help
check new__of_no_name 2 "not a skill's name" new 'a b'
field new__into_a_library 'd["did"] == "new" and d["name"] == "in_there" and d["file"].endswith("/xcalc/in_there.lua")' \
    new --library xcalc in_there
editor ':'
check new__left_as_it_is__makes_none 0 'nothing was changed' new and_no_more
that new__left_as_it_is__leaves_nothing test ! -e "$own/and_no_more.lua"
check rm__of_the_copy 0 retired rm --yes click_twice
check rm__of_the_new_one 0 retired rm --yes open_help
check rm__of_the_one_in_there 0 retired rm --yes in_there
EDITOR=/nonexistent/editor check edit__without_an_editor 1 'EDITOR' edit greet

# ---- export, import ----

printf 'local WORD = "x"\n\n--- Says it.\n-- @param n number how often\n' >"$own/say.lua"
printf 'function say(n)\n    key.type(string.rep(WORD, n))\nend\n' >>"$own/say.lua"
check export__into_a_file 0 'lib.json' export -o lib.json
check export__of_an_unknown_one 2 'no skill' export nothing_like_it
check export__of_no_library 2 'no skill' export --library nowhere

field export__has_versions \
    '[s["name"] for s in d["skills"] if not s.get("retired")] == ["greet", "leave", "say", "wave"]' export
field export__has_what_was_retired \
    '{"open_help", "in_there"} <= {s["name"] for s in d["skills"] if s.get("retired") and s["versions"]}' export
export XDG_DATA_HOME=$box/other
check import__is_drafts 0 'Nothing of this is loaded' import lib.json
field import__loads_nothing 'not [s for s in d if s["layer"] != "shipped"]' list
field import__twice__is_known 'all(s["known"] for s in d["skills"])' import lib.json

field import__keeps_the_history 'len(d) > 3 and {v["stage"] for v in d} == {"draft", "retired"}' log greet
field import__of_what_was_retired__is_history '{v["stage"] for v in d} == {"retired"}' log open_help
{ printf '\xef\xbb\xbf'; cat lib.json; } >bom.json
field import__with_a_byte_order_mark 'len(d["skills"]) > 4 and not d["refused"]' import bom.json
check import__of_helpers__works 0 'type "xxx"' preview say n=3
check import__is_accepted_by_a_person 0 'trial, in' accept say
sed 's/local WORD = ..x/&y/' lib.json >y.json
check import__of_a_pipe__is_refused 2 'is not a file' import <(cat lib.json)
check import__of_a_clash__is_said 0 'there is a say here' import y.json
printf '{"reins_skills":1,"skills":[{"name":"told","library":"","versions":[{"code":"--- X.\\n' >t.json
printf 'function told() wait(1) end\\n","outcomes":[' >>t.json
printf '{"what":"proposed","at":1},{"what":"edited","at":2},{"what":"proposed","at":3},{"what":"rejected","at":4}]}]}]}' >>t.json
check import__of_outcomes 0 '4 outcomes' import t.json
check log__has_every_count 0 'proposed 2, edited 1, rejected 1, fired 0, verified 0, no effect 0, unexpected 0' log told
sed 's/wait(1)/wait(2)/; s/"code"/"sha256":"'"$(printf '0%.0s' {1..64})"'","code"/' t.json >u.json
check import__of_outcomes_of_another_text 0 'not carried over: 4 outcomes' import u.json
check search__of_fewer_than_one__is_refused 2 'must be 1 or more' search wave --limit -1

# ---- hostile ----
v() { printf '{"reins_skills":1,"skills":[{"name":%s,"library":%s,"versions":[{"code":%s}]}]}' "$1" "$2" "$3" >h.json; }
code='"--- X.\nfunction evil() wait(1) end\n"'
v '"../../evil"' '""' "$code"; check import__of_a_path_as_a_name 1 'refused' import h.json
v '"evil"' '"../x"' "$code"; check import__of_a_path_as_a_library 1 "not a library's name" import h.json
v '"evil"' '""' '"\u001bLuaS"'; check import__of_bytecode 1 'bytecode' import h.json
v '"other"' '""' "$code"; check import__of_another_function 1 'its text is of evil' import h.json
v '"evil"' '""' '7'; check import__of_a_wrong_type 1 '"code" must be' import h.json
v '"click_at_position"' '""' "${code/evil/click_at_position}"; check import__of_a_protected_name 0 'protected' import h.json
printf '{"reins_skills":2,"skills":[]}' >h.json; check import__of_a_newer_one 1 'newer reins' import h.json
head -c 100000 /dev/zero | tr '\0' '[' >h.json; check import__of_a_deep_one 1 'import: ' import h.json
truncate -s 100M h.json; check import__of_a_huge_one 1 'at most 64 MiB' import h.json
printf '{}' >h.json; check import__of_something_else 1 'not a skill library' import h.json
check import__of_no_file 2 'cannot be read' import none.json
that hostile_files__leave_nothing test ! -e "$box/other/reins/skills/evil.lua" -a ! -e "$box/evil.lua"

# ---- Cradle ----
cat >cradle.json <<'J'
{"menu":{"skill_name":"menu","skill_function":"80049530","skill_embedding":"AA",
 "skill_code":
 "def menu(x, y=2):\n \"\"\"O.\n - x: The place.\n\"\"\"\n io_env.mouse_move(x, y)\n io_env.mouse_click(\"left\")\n"},
 "fish":{"skill_name":"fish",
  "skill_code":"def fish():\n    \"\"\"Loops.\"\"\"\n    for i in range(3):\n        io_env.key_press('c')\n"},
 "broken":{"skill_name":"broken","skill_code":7}, "a list":[1], "nameless":{"skill_code":"def nameless(): pass"},
 "marked":{"skill_name":"marked","skill_code":"\ufeffdef marked():\n    \"\"\"Presses.\"\"\"\n    io_env.key_press('c')\n"},
 "pickled":{"skill_name":"pickled","skill_function":"80049530"}}
J
check cradle__says_what_was_lost 0 'not carried over: for i in range(3):' import cradle.json
check cradle__names_a_bad_entry 0 'refused: broken: ' import cradle.json
check cradle__names_one_that_is_none 0 'refused: a list: ' import cradle.json
check cradle__names_one_without_a_name 0 'refused: nameless: ' import cradle.json
check cradle__with_a_byte_order_mark_in_it 0 'marked@' import cradle.json
check cradle__never_reads_a_pickle 0 'pickled: it has no code as text' import cradle.json
check cradle__exact_calls_are_translated 0 'left down' preview menu x=5
check cradle__is_documented 0 '-- @param x number The place.' show menu
check cradle__the_rest_is_a_skeleton 1 'not rewritten in Lua yet' preview fish
check cradle__a_skeleton_is_not_accepted 1 'not rewritten' accept fish
check cradle__an_exact_one_is 0 'trial, in' accept menu

# ---- a store that cannot be used ----
export XDG_DATA_HOME=$box/broken
mkdir -p "$box/broken/reins"
echo 'this is no store at all, only a text that is long enough to be looked at' >"$box/broken/reins/memory.sqlite"
check list__with_a_broken_store__still_lists 0 'click_at_position' list
check list__with_a_broken_store__says_so 0 'without stages and outcomes' list
check add__with_a_broken_store__is_refused 1 'reins: ' add greet.lua
that add__with_a_broken_store__writes_nothing test ! -e "$box/broken/reins/skills/greet.lua"

# ---- preview on a frame ----
export XDG_DATA_HOME=$box/data
python3 - frame.png <<'P'
import struct, sys, zlib
def part(kind, data): return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
rows = b"".join(b"\0" + b"\x40\x60\x80" * 640 for _ in range(480))
open(sys.argv[1], "wb").write(b"\x89PNG\r\n\x1a\n" + part(b"IHDR", struct.pack(">IIBBBBB", 640, 480, 8, 2, 0, 0, 0)) +
                              part(b"IDAT", zlib.compress(rows)) + part(b"IEND", b""))
P
check preview__without_a_frame__is_on_1280 0 'move to 1000,300' preview click_at_position x=1000 y=300 mouse_button=left
check preview__on_a_frame__has_its_size 1 '640' preview --frame frame.png click_at_position x=1000 y=300 mouse_button=left
check preview__on_a_frame__fits 0 'move to 600,300' preview --frame frame.png click_at_position x=600 y=300 mouse_button=left
check preview__on_a_frame_that_is_not_there 3 'none.png' preview --frame none.png greet who=you
check preview__on_a_file_that_is_no_picture 1 'not a PNG' preview --frame greet.lua greet who=you

# ---- try: needs a display ----
check try__without_a_display 3 'no display' try --yes greet who=you
check try__without_a_program 2 'has no program' try --yes --sandbox greet who=you
check try__in_a_sandbox__fires 0 'greet@' try --yes --sandbox --profile xterm greet who=you
field try__in_a_sandbox__says_what_came_of_it 'd["status"] == "done" and d["effect"] == "changed"' \
    try --yes --sandbox --profile xterm "greet" who=you
field outcomes__say_run_and_step \
    'len(d) >= 4 and "fired" in [o["what"] for o in d] and all(int(o["run"]) > 0 and o["step"] == 1 for o in d)' outcomes greet
field outcomes__at_most_so_many 'len(d) == 1' outcomes --limit 1 greet
check outcomes__for_people 0 'fired' outcomes greet
check outcomes__of_what_was_not_used 0 'not used yet' outcomes leave
field list__by_what_was_used_last 'd[0]["name"] == "greet"' list --sort used
mkfifo number
Xvfb -displayfd 3 -screen 0 640x480x24 3>number >xvfb.txt 2>&1 &
xvfb=$!
read -r number <number
check try__on_a_display__fires 0 'greet@' try --yes --display ":$number" greet who=you
DISPLAY=:$number check try__on_a_display__of_the_environment 0 'greet@' try --yes greet who=you
DISPLAY=:$number field try__on_a_display__of_a_version 'd["status"] == "done"' try --yes "greet@$sha" who=you
printf -- '--- Sends its regards.\nfunction regards()\n    key.type("regards")\nend\n' >regards.lua
check try__of_a_draft__first_added 0 'regards' add --draft regards.lua
DISPLAY=:$number field try__of_a_draft__fires 'd["status"] == "done"' try --yes regards
field try__of_a_draft__leaves_a_draft '[v["stage"] for v in d] == ["draft"]' log regards
field try__of_a_draft__is_listed '"regards" in [s["name"] for s in d]' list --drafts
check try__of_a_draft__is_accepted_afterwards 0 'regards' accept regards
check try__on_a_display__without_a_terminal__asks_for_yes 2 '--yes' try --display ":$number" greet who=you
kill $xvfb
wait $xvfb 2>/dev/null
check try__on_a_display_that_is_gone 3 'reins: ' try --yes --display ":$number" greet who=you

# What a search looks through: what a run can have, and a person's own files wherever they lie.
mkdir -p "$own/of_no_profile"
printf '%s\n' '--- Swipes the counter with a cloth.' 'function swipe_counter() key.press("w") end' >"$own/of_no_profile/swipe.lua"
field search__looks_through_what_a_run_can_have 'd[0]["name"] == "swipe_counter" and
    not any(r["name"].startswith(("appagent_", "screenagent_", "computer_")) for r in d)' search --limit 50 swipe the pointer
field search__of_all__has_the_sets_of_other_tools 'any(r["name"].startswith("appagent_swipe") for r in d)' search --all swipe
field search__with_a_profile__has_no_more 'not any(r["name"] == "swipe_counter" for r in d)' search --profile xcalc swipe a button
exit $bad
