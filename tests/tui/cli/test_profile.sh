#!/usr/bin/env bash
# reins profile, by the program itself; new starts a real one.
set -u
. "${REINS_SOURCE:?}/tests/helper/cli.sh"
mine=$box/config/reins/apps
mkdir -p "$mine"

printf '[profile]\nwindow=(\nsettle_ms=soon\nwindw=x\n[regon r]\n[mask m]\nx=1\n' >"$mine/broken.ini"
check list__has__mine 0 "$mine/broken.ini:2: [profile] window" profile list
check list__has__what_ships 0 'shipped:apps/xcalc.ini' profile list
check show__has__the_text 0 'window=^XCalc$|Calculator' profile show xcalc
check show__json 0 '"origin":"shipped:apps/xcalc.ini"' profile show --json xcalc
check show__of_none__names_the_nearest 2 'did you mean "xcalc"?' profile show xcal
check check__of_one_that_is_right 0 '' profile check xcalc
check check__of_none 2 'no profile "nonsense"' profile check nonsense
same check__finds__all "2 [profile] window
3 [profile] settle_ms
4 [profile] windw
5 [regon r] no
6 [mask m] has" "$("$reins" profile check broken | sed -E 's/^[^:]*:([0-9]+): (\[[^]]*\]) ([a-z_]*).*/\1 \2 \3/')"
check check__of_a_file 1 'did you mean "window"?' profile check "$mine/broken.ini"
check check__json 1 '["' profile check --json broken
check check__of_all 1 'broken.ini:2: ' profile check
printf '[profile]\n[rule r]\nverdict=deny\nkey=ctrl+nokey\n' >"$mine/broken.ini"
check check__finds__a_rule_of_no_key 1 'ctrl+nokey' profile check broken
for list in gather+reflect+infer+curate gather+infer+curate infer+summarize; do
    printf '[profile]\nmerge=%s\n' $list >"$mine/broken.ini"
    check check__modules_that_may_be_merged 0 '' profile check broken
done
printf '[profile]\nmerge=gather+infr\n' >"$mine/broken.ini"
check check__finds__an_unknown_module 1 'infr is no module of this agent' profile check broken
printf '[profile]\nmerge=gather+curate\n' >"$mine/broken.ini"
check check__finds__modules_with_another_between 1 'infer comes between these modules' profile check broken
printf '[profile]\nmerge=see+hear\n' >"$mine/broken.ini"
check check__finds__modules_of_no_agent 1 'no agent has these modules' profile check broken
printf '[profile]\nmerge=gather+infer\n' >"$mine/broken.ini"
printf '[modules]\ngather=human\n' >"$box/config/reins/reins.ini"
check check__finds__two_brains 1 'gives infer another brain' profile check broken
rm "$box/config/reins/reins.ini"
same keys__has_what_the_parser_takes 0 "$("$reins" profile keys --json | python3 -c '
import json, subprocess, sys
bad = 0
for k in json.load(sys.stdin):
    group = k["group"] if k["group"] == "profile" else k["group"] + " x"
    open(sys.argv[2], "w").write("[%s]\n%s=\a\n" % (group, k["key"]))
    said = subprocess.run([sys.argv[1], "profile", "check", sys.argv[2]], capture_output=True, text=True).stdout
    bad += "no such" in said
print(bad)' "$reins" "$box/one.ini")"
check keys__of_no_group 2 'did you mean "region"?' profile keys regon
rm "$mine/broken.ini"

check new__without_a_program 2 'which program?' profile new calc
check new__of_a_program_that_there_is_none 1 'no-such-program' profile new calc --app no-such-program
check new__with_a_name_that_leads_elsewhere 2 'is not a name of a profile' profile new ../calc --app xcalc
check new__of_a_program_that_ends 1 'true: ' profile new calc --app true
check new__of_a_program_that_hands_over 1 'end that one first' profile new calc --app true
check new__of_a_program_that_fails 1 'said nothing' profile new calc --app false
same new__of_a_program_that_fails__is_taken_by_nobody 0 "$("$reins" profile new calc --app false 2>&1 | grep -c 'end that one')"
# served: processes of sandboxes of this store (server, bus, window manager)
served() { pgrep -f "$box/data/reins/sandboxes/" || true; }
started() { until [ -e "$(echo "$box"/data/reins/sandboxes/profile-"$1"/app.log)" ] || ! kill -0 "$1" 2>/dev/null; do :; done; }

# Killed while it waits: its processes end with it, and the next one removes its folder.
"$reins" profile new killed --app 'sleep 1000' >"$box/out" 2>&1 &
pid=$!
started $pid
left=$(served)
kill -KILL $pid
for one in $left; do timeout 10 tail -f /dev/null --pid="$one"; done
same killed__had__server_bus_and_manager 3 "$(wc -w <<<"$left")"
same killed__leaves__no_process "" "$(served)"

check new__shows_a_window 0 'window=^XCalc$' profile new calc --app 'xcalc -rpn'
check new__is_right 0 'app=xcalc -rpn' profile show calc
same new__is_right__to_check "" "$("$reins" profile check calc)"
# what is commented fits, too
sed -E '/^#\[/,$d; s/^#([a-z_]+=.+)/\1/' "$mine/calc.ini" >"$box/whole.ini"
same new__with_every_value__is_right "" "$("$reins" profile check "$box/whole.ini")"
check new__not_over_mine 2 'exists already (--force' profile new calc --app xcalc

# Ended while it waits, as by a closed terminal, and nobody reads what it says: program and display end, nothing is written.
"$reins" profile new late --app 'sleep 1000' > >(true) 2>&1 &
pid=$!
started $pid
kill -HUP $pid
wait $pid
same stopped__exit_code 4 $?
same stopped__leaves__no_process "" "$(served)"
same stopped__leaves__nothing "" "$(ls "$box/data/reins/sandboxes" "$mine" | grep -e late -e profile)"
exit $bad
