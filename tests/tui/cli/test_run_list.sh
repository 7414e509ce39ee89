#!/usr/bin/env bash
# reins run --tasks: several task files, one after the other, and how each ended.
set -u
. "${REINS_SOURCE:?}/tests/helper/cli.sh"
unset DISPLAY
export XDG_RUNTIME_DIR=$box/run TESSDATA_PREFIX=/nonexistent
mkdir -p -m 700 "$XDG_RUNTIME_DIR" "$box/config/reins" "$box/folder"
cat >"$box/config/reins/done.lua" <<'EOF'
function plan() return {screen = "s", reasoning = "it is so", actions = json.array({}), outcome = "success"} end
EOF
printf '[brain done]\nkind=lua\nscript=%s\n' "$box/config/reins/done.lua" >"$box/config/reins/reins.ini"
task() { # NAME LINES…
    printf '%s\n' '[task]' "instruction=$1" 'app=xcalc' 'sandbox=300x400' "${@:2}" >"$box/$1.ini"
}
task good '[page here]' 'score=0.5' 'window=(?i)xcalc'
task bad '[start fails]' 'command=false'
task wrong '[check nothing]' 'colour=#ffffff'
cp "$box/good.ini" "$box/folder/"
printf '%s\n' '# a list' good.ini '' "$box/bad.ini" ' good.ini ' >"$box/list"
printf '%s\n' good.ini wrong.ini >"$box/faulty"
printf '%s\n' good.ini good.ini >"$box/two"
mkfifo "$box/in"
exec 3<>"$box/in" # an open stdin of which nothing comes

list() { "$reins" run --headless --agent direct "$@" <&3 2>"$box/err" >"$box/out"; }

check words__beside_a_list 2 '--tasks has the instruction' run --tasks "$box/list" "a task"
check json__without_a_list 2 '--json needs --tasks' run --json "a task"
check task__beside_a_list 2 'excludes --task' run --tasks "$box/list" --task "$box/good.ini"
check list__none 2 'there is no such file' run --tasks "$box/nothing"
mkdir "$box/empty"
check folder__empty 2 '0 task files' run --tasks "$box/empty"
check faulty__one_of_them__nothing_is_begun 2 'no such key' run --headless --brain done --tasks "$box/faulty"
check faulty__no_run 0 'no run was recorded yet' memory runs

list --brain done --tasks "$box/list" --json
same list__one_fails 1 $?
said() { tail -n 1 "$box/err" | grep -o "\"$1\":[^,]*" | cut -d : -f 2 | tr -d '\n'; }
same list__outcomes '"success""error""success"' "$(said outcome)"
same list__pages '"here""here"' "$(said page)"
same list__rewards '0.50.5' "$(said reward)"
same list__its_runs 123 "$(said run)"
same list__events_of_each 3 "$(grep -c '"event":"ended"' "$box/out")"
list --brain done --tasks="$box/folder"
same folder__all_succeed 0 $?
same folder__its_row 'good.ini 4 success' "$(awk '$1 == "good.ini" {print $1, $2, $3}' "$box/err")"

# Without pages, the sum of its steps' rewards.
echo 'function reward() return 0.25 end' >"$box/quarter.lua"
task rewarded 'reward=quarter.lua'
echo rewarded.ini >"$box/one"
list --brain done --tasks "$box/one" --json
same reward__of_its_steps 0.25 "$(said reward)"
same reward__without_a_page '' "$(said page)"
list --brain done --tasks "$box/one"
same reward__in_the_table 0.25 "$(awk '$1 == "rewarded.ini" {print $5}' "$box/err")"

# The run that waits for a person is stopped; the next is not begun.
exec 4< <(exec "$reins" run --headless --agent direct --brain human --tasks "$box/two" <&3 2>"$box/err")
pid=$!
while read -r line <&4 && [[ $line != *'"event":"module"'* ]]; do :; done
kill -TERM $pid
wait $pid
same ended__code 4 $?
same ended__rows 'stopped not' "$(awk '$1 == "good.ini" {printf "%s%s", n++ ? " " : "", $3}' "$box/err")"
check ended__no_more_runs 2 'no run 8' memory show 8
exit $bad
