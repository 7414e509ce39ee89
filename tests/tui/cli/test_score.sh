#!/usr/bin/env bash
# reins score, by the program itself: folders, and runs that came of them.
set -u
. "${REINS_SOURCE:?}/tests/helper/cli.sh"
sessions=$box/sessions
one=$sessions/0123456789abcdef0123456789abcdef
mkdir -p "$one/images"
base64 -d >"$one/images/a.png" <<'EOF'
iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==
EOF
put() { # TIME STATUS SAID LABEL
    local said="\`\`\`json\\n[${3//\"/\\\"}]\\n\`\`\`" right="\`\`\`json\\n[${4//\"/\\\"}]\\n\`\`\`"
    {
        printf '{"task_prompt":"t","send_prompt":"p","status":"%s","current_task":"save it","saved_image_name":"a.png",' "$2"
        printf '"video_width":1,"video_height":1,"LLM_response":"%s","LLM_response_editer":"%s",' "$said" "$right"
        printf '"actions":[%s]}' "$4"
    } >"$one/2024-01-12_14-38-$1-000001.json"
}
key() { printf '{"action_type":"KeyboardAction","keyboard_action_type":"press","keyboard_key":%s}' "$1"; }
plan='{"action_type":"PlanAction","element":"Save it"}'
judged='{"action_type":"EvaluateSubTaskAction","situation":'
put 20 planning "$plan" "$plan"
put 30 acting "$(key '"Return"')" "$(key '["Control_L","s"]')"
put 40 evaluating "$judged\"need_retry\"}" "$judged\"sub_task_success\"}"

column() { "$reins" score "$@" | awk 'NF == 3 && $1 ~ /^(plan|act|reflect|all)$/ {printf "%s ", $2}'; }
check folder 0 'all                     5      5  1.0000  0.6000' score "$sessions"
same folder__means "1.0000 0.5000 0.0000 0.5000 " "$(column "$sessions")"
same corrected__is_one "1.0000 1.0000 1.0000 1.0000 " "$(column "$sessions" --corrected)"
check run__none_is_here 1 'nothing was recorded yet' score last
"$reins" memory import "$sessions" >/dev/null
same run__is_its_session "1.0000 0.5000 0.0000 0.5000 " "$(column 1)"
same run__against_labels "1.0000 0.5000 0.0000 0.5000 " "$(column last --labels "$sessions")"
same run__as_predictions "1.0000 0.5000 0.0000 0.5000 " "$(column "$sessions" 1)"
same run__corrected__is_one "1.0000 1.0000 1.0000 1.0000 " "$(column 1 --corrected)"
check run__of_none 2 'no run 9' score 9
several() { "$reins" score "$sessions" "$sessions" 1 "$sessions" "$@" 2>/dev/null; }
rows() { # how many rows of the first table, ALL of run 1 there, its CC-Score in Table 3
    several | awk -v folder="$sessions" '$1 == folder || $1 == "1" {n++} $1 == "1" {all = $5}
        $1 == "brain" && $2 == "1" {cc = $NF} END {print n, all, cc}'
}
same several__a_row_each "3 0.5000 0.50" "$(rows)"
same several__json '"predictions":"1","plan"' "$(several --json | grep -o '"predictions":"1","plan"')"
check several__html 0 'TABLE 3' score "$sessions" 1 "$sessions" --html "$box/several.html"
same several__html__a_row_each "1 $sessions " "$(grep -oE '^<tr><td>(1|/[^<]*)</td><td>[01]' "$box/several.html" |
    sed 's/^<tr><td>//; s/<.*//' | tr '\n' ' ')"
same several__html__and_the_tables_of_each 3 "$(grep -c '<h2>Table 3' "$box/several.html")"
check several__one_is_nothing 1 'nothing/here' score "$sessions" 1 nothing/here
copy=$box/copies/another_name
mkdir -p "$box/copies" && cp -r "$one" "$copy"
same one_session__of_another_name "1.0000 0.5000 0.0000 0.5000 " "$(column "$one" "$copy")"
same folder_of_one_session__of_another_name "1.0000 0.5000 0.0000 0.5000 " "$(column "$sessions" "$box/copies")"
rm "$copy"/*-30-*.json
check one_session__lacks_a_record 0 '-30-000001.json is not scored: the predictions have no such record' score "$one" "$copy"
record=0123456789abcdef0123456789abcdef/2024-01-12_14-38-30-000001.json
check several__lacks_a_record 0 "1 of 3 records have no prediction in $copy: $record; its means leave them out." \
    score "$one" "$one" "$copy"
same several__lacks_none "" "$("$reins" score "$one" "$one" 1 | grep 'no prediction')"
check several__html__lacks_a_record 0 'PLAN' score "$one" "$one" "$copy" --html "$box/lacks.html"
same several__html__lacks_a_record__is_said 1 "$(grep -c '1 of 3 records have no prediction in' "$box/lacks.html")"
cp -r "$one" "$box/copies/a_third"
check several_sessions__of_another_name 1 'the predictions have no session of that name' \
    score "$sessions" "$box/copies"
unanswered=$box/unanswered/${one##*/}
mkdir -p "$box/unanswered" && cp -r "$one" "$box/unanswered" && sed -i 's/"LLM_response":/"was":/' "$unanswered"/*.json
same unanswered__scores_0 "0.0000 0.0000 0.0000 0.0000 " "$(column "$sessions" "$box/unanswered")"
check unanswered__is_said 0 '3 records have no LLM_response' score "$sessions" "$box/unanswered"
check unanswered__json 0 '"unanswered":3' score "$sessions" "$box/unanswered" --json
check unanswered__several 0 'unanswered: 3 records have no LLM_response' score "$sessions" 1 "$box/unanswered"
check unanswered__html 0 'PART' score "$sessions" "$box/unanswered" --html "$box/unanswered.html"
same unanswered__html__is_said 1 "$(grep -c '3 records have no LLM_response' "$box/unanswered.html")"
broken=$box/broken/0123456789abcdef0123456789abcdef
mkdir -p "$broken" && echo '{' >"$broken/2024-01-12_14-38-20-000001.json"
check nothing_scored 1 'no record could be scored' score "$box/broken"
check nothing_scored__json 1 'no record could be scored' score "$box/broken" --json
check several__nothing_scored 1 'no record could be scored' score "$sessions" 1 "$box/broken"
check brain__of_none 2 'no brain "nosuch"' score "$sessions" --brain nosuch --out "$box/asked"
same brain__of_none__no_folder "" "$(ls "$box/asked" 2>/dev/null)"
check html__no_stdout 2 'names a file' score "$sessions" --html -
check labels__and_two_more 2 'with --labels there is one more' score "$sessions" "$sessions" --labels "$sessions"
check labels__corrected 2 'corrected' score last --labels "$sessions" --corrected
check html__is_a_page 0 'CC-SCORE' score 1 --html "$box/page.html"
same html__has_the_tables 2 "$(grep -c '<h2>Table' "$box/page.html")"
same html__names_the_run '<h1>CC-Score of 1</h1>' "$(grep -o '<h1>.*</h1>' "$box/page.html")"
"$reins" score "$sessions" 1 --html "$box/run.html" >/dev/null
same html__names_the_run_of_the_answers 1 "$(grep -c 'predictions</dt><dd>1</dd>' "$box/run.html")"
"$reins" memory tag 1 theme:office >/dev/null
check run__its_theme 0 'theme    office      ' score 1
check json__has_the_groups 0 '{"by":"theme","name":"office","mean":0.5,"n":3,' score 1 --json
stats() { "$reins" memory stats --format screenagent "$@" | tr -s ' '; }
same stats__themes "office – 1 50.0 % 3" "$(stats 1 "$sessions" | grep '^office')"
same stats__of_none "– – 1 50.0 % 3" "$(stats 1 "$sessions" | grep '^– –')"
same stats__actions "KeyboardAction press 2 33.3 %" "$(stats 1 "$sessions" | grep -o '^KeyboardAction press .* %')"
same stats__verdicts "EvaluateSubTaskAction sub_task_success 2 33.3 %" "$(stats 1 "$sessions" | grep -o '^Evaluate.* %')"
same stats__replies "0 to 49 6 100.0 %" "$(stats 1 "$sessions" | grep -o '^0 to 49 .* %')"
check stats__json 0 '"themes":[{"name":"office","sessions":1,"records":3,"categories":[{"sessions":1,"records":3}]}]' \
    memory stats --format screenagent --json 1
check stats__no_run 2 'no run 9' memory stats --format screenagent 9
check stats__no_format 2 '--format screenagent' memory stats 1
check box__malformed__is_told 0 'no box X,Y,W,H' memory note 1:2 "box 660,90"
check box__first__is_taken 0 'written beside run 1, step 2' memory note 1:2 "box 1,2,3,4"
same box__first__says_no_more "" "$("$reins" memory note 1:1 "box 1,2,3,4" 2>&1 >/dev/null)"
check box__second__is_told 0 'the last of its 2 boxes counts' memory note 1:2 "box 5,6,7,8"
same nothing_stays "" "$(ls "${TMPDIR:-/tmp}" | grep '^reins-score-')"
exit $bad
