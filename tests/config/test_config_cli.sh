#!/usr/bin/env bash
# `reins config` and the front of the command line, by the program itself.
set -u
. "${REINS_SOURCE:?}/tests/helper/cli.sh"
mine=$box/config/reins
mkdir -p "$mine/apps"

check help__lists__commands 0 'reins config show|path|check' --help
check version__is__printed 0 'reins 0.' --version
check no_command__is__wrong_usage 2 'Usage:'
check unknown_command__names__the_nearest 2 'did you mean "config"?' confgi
check unknown_command__shows__control_characters 2 'no command "a‹U+001B›[2J"' "$(printf 'a\033[2J')"
check not_utf8__is__refused 2 'not UTF-8' config "$(printf '\377')"
check config__without_a_word 2 'config: a verb is missing' config
check config__with_an_unknown_word 2 'did you mean "show"?' config shwo
check config__with_an_unknown_option 2 'did you mean --json?' config show --jsn
check config__with_a_word_too_many 2 'takes no "x"' config show x
check config__with_json_where_it_means_nothing 2 'takes no --json' config check --json
check config_help__is__told 0 'reins config' config --help
check show__prints__every_option 0 'max_steps=50' config show
check show_json__is__one_object 0 '{"run":{"mode":"step",' config show --json
check path__is__the_users 0 "$mine/reins.ini" config path

out=$("$reins" config check 2>&1)
if [ $? -eq 0 ] && [ -z "$out" ]; then echo "ok check__of_what_ships__is_silent"; else
    echo "not ok check__of_what_ships__is_silent: $out"
    bad=1
fi

mkdir "$mine/brains"
printf 'function plan() return "" end\n' >"$mine/brains/scr.lua"
for script in scr scr.lua brains/scr.lua "$mine/brains/scr.lua"; do # each of them is what a run finds
    printf '[brain scr]\nkind=lua\nscript=%s\n' "$script" >"$mine/reins.ini"
    out=$("$reins" config check 2>&1)
    if [ $? -eq 0 ] && [ -z "$out" ]; then echo "ok check__finds_script_${script##*reins/}"; else
        echo "not ok check__finds_script_${script##*reins/}: $out"
        bad=1
    fi
done
printf 'function plan( return "" end\n' >"$mine/brains/scr.lua"
check check__finds__a_script_that_does_not_load 1 "brains/scr.lua:1: " config check
check doctor__finds__a_script_that_does_not_load 0 "scr (lua): $mine/brains/scr.lua:1: " doctor
rm "$mine/brains/scr.lua"
check doctor__finds__a_missing_script 0 "scr (lua): " doctor
rm -r "$mine/brains"

printf '[run]\nmax_step=3\nbrain=demmo\n[brain x]\nkind=lua\nscript=brains/none.lua\n[brain y]\nkind=opnai\n' >"$mine/reins.ini"
printf '[modules]\ngatherr=demo\nplan=demmo\n[agent nobody]\nx=1\n' >>"$mine/reins.ini"
printf '[gate]\npolicy=none\n[rule r]\nverdict=deny\nkey=ctrl+nonsensekey\n' >>"$mine/reins.ini"
printf '[profile]\nskills=none\n[icon i]\nfile=apps/none.png\n' >"$mine/apps/broken.ini"
printf '[profile]\nwindow=(\n' >"$mine/apps/regex.ini"
printf '[profile]\npaste_keys=ctrl+nonsense\n' >"$mine/apps/chord.ini"
check check__finds__an_unknown_key 1 'reins.ini:2: unknown key "max_step" in [run]' config check
check check__finds__an_unknown_module 1 'unknown key "gatherr" in [modules] is ignored: did you mean "gather"?' config check
check check__finds__a_modules_missing_brain 1 '[modules] plan = demmo: no such brain' config check
check check__finds__an_unknown_agent 1 'unknown group [agent nobody] is ignored' config check
check check__finds__a_missing_brain 1 'brain = demmo: no such brain: did you mean "demo"?' config check
check check__finds__a_missing_script 1 '[brain x] script: no file brains/none.lua' config check
check check__finds__an_unknown_kind 1 '[brain y] kind = opnai' config check
check check__finds__a_paste_chord_of_no_keys 1 'chord.ini: [profile] paste_keys: no key is called "nonsense"' config check
check check__finds__a_missing_policy 1 '[gate] policy = none: no file policies/none.lua' config check
check check__finds__a_rule_of_no_key 1 '[rule r] key = ctrl+nonsensekey' config check
check check__finds__a_missing_skill_file 1 'no file skills/lib/none.lua' config check
check check__finds__a_missing_icon 1 '[icon i] file: no file apps/none.png' config check
check check__finds__a_bad_pattern 1 'regex.ini:2: [profile] window: must be a regular expression' config check
mkdir -p "$mine/prompts/cradle"
printf 'Act.\n\n{{taks}}\n' >"$mine/prompts/cradle/plan.md"
check check__finds__a_prompt_with_an_unknown_name 1 'plan.md: module plan: the prompt uses "taks"' config check
n=$("$reins" config check | wc -l)
if [ "$n" -eq 14 ]; then echo "ok check__prints__one_line_each"; else
    echo "not ok check__prints__one_line_each: $n lines"
    bad=1
fi

mkdir -p "$mine/prompts/screenagent/zh"
printf 'x\n\n{{aufgabe}}\n' >"$mine/prompts/screenagent/zh/actor.md"
check check__finds__it_in_another_language 1 'zh/actor.md: module actor: the prompt uses "aufgabe"' config check
rm -r "$mine/prompts/screenagent"

printf '[run]\nagent=nobody\n' >"$mine/reins.ini"
check check__of_an_agent_that_there_is_not 1 'reins.ini:2: [run] agent = nobody: must be one of appagent, computer' config check
printf '[run]\nmax_steps=none\n' >"$mine/reins.ini"
check show__of_a_wrong_value 2 'reins: ' config show
check check__of_a_wrong_value 1 'max_steps = none: must be a whole number' config check
check path__of_a_broken_file__is_told 0 "$mine/reins.ini" config path
printf '[brain far]\nkind=openai\nmodel=m\nurl=https://me:secret@host/v1\n' >"$mine/reins.ini"
check check__finds__a_password_in_a_url 1 'reins.ini:4: [brain far] url: must be a URL' config check
check show__beside_a_brain_with_a_password 0 'brain=demo' config show
check do__beside_a_brain_with_a_password 0 '"status"' do --dry-run --json key.type text=hi
check search__beside_a_brain_with_a_password 0 'press_button' skills search press a button
check run__with_a_brain_with_a_password 2 '[brain far] url: must be' run --headless --brain far x
printf 'nonsense\n' >"$mine/reins.ini"
check show__of_no_ini 1 'reins.ini:1: ' config show
rm "$mine/reins.ini"

check run__with_an_option_of_no_agent 2 '--set nothing: agent cradle has no such option' run --headless --set nothing=1 x
check run__with_a_word_that_sets_nothing 2 "--set 'nothing' is not KEY=VALUE" run --headless --set nothing x
check run__with_an_agent_that_there_is_not 2 "no agent 'nobody' (there is: appagent, computer" run --headless --agent nobody x

REINS_LOG=$box/none/log check log__that_cannot_be_written 2 'cannot log to $REINS_LOG' config path
out=$("$reins" config show 2>&1 >/dev/full)
if [ $? -eq 1 ]; then echo "ok full_disk__is__a_failure"; else
    echo "not ok full_disk__is__a_failure: $out"
    bad=1
fi
exit $bad
