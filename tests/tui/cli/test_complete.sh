#!/usr/bin/env bash
# Completion: what `reins complete` says of commands, verbs, options, values and names, and that bash, zsh and fish show it.
set -u
. "${REINS_SOURCE:?}/tests/helper/cli.sh"
shells=$REINS_SOURCE/tui/install
export PATH=$box/bin:$PATH
mkdir -p "$box/config/reins/apps" "$box/data/reins/skills" "$box/bin"
printf '[profile]\n' >"$box/config/reins/apps/zebra.ini"
printf '[brain zeus]\nkind=human\n' >"$box/config/reins/reins.ini"
printf -- '--- Zips it.\nfunction zip_it(count)\nend\n' >"$box/data/reins/skills/mine.lua"
ln -s "$reins" "$box/bin/reins"

# says NAME WANT WORD…: the candidates, without what they mean, in one line.
says() {
    local name=$1 want=$2
    shift 2
    same "$name" "$want" "$("$reins" complete "$@" 2>&1 | cut -f1 | paste -sd' ')"
}

says command__by_its_beginning "resume" res
says command__that_there_is_none__has_nothing "" nonsense ""
says verb__by_its_beginning "recall replay" memory re
says verb__names_its_options "--out" memory export 1 --o
says option__by_its_beginning "--max-steps --max-cost --max-minutes" run --max
says option__with_a_listed_value "step risk watch dry" run --mode ""
says option__with_its_value_behind_an_equals_sign "--format=html" memory export --format=h
says option__that_takes_a_file ":file" see --out ""
says word__of_a_list "path" config p
says word__behind_an_option_and_its_value "zip_it" skills try --profile xcalc zi
says word__that_is_a_file ":file" memory import ""
says profile__of_the_users "zebra" run --profile ze
says brain__of_the_users "zeus" run --brain z
says agent__by_its_beginning "cradle" run --agent cr
says run__where_there_is_no_store "last" memory show ""
says skill__of_the_users "zip_it" do zi
says argument__of_a_skill "count=" do zip_it c
says argument__with_an_allowed_value "origin=relative" do mouse.click origin=r
says action__behind_two_dashes "mouse.drag" do key.press key=a -- mouse.dr
says not_utf8__is_nothing "" "$(printf '\377')"
same meaning__that_is_long__ends_between_two_words "the skill library: list, show, try, edit, accept, diff, export and…" \
    "$("$reins" complete skill | cut -f2)"
same help__does_not_name_it "" "$("$reins" --help | grep complete)"

"$reins" run --headless --sandbox 240x400 --app /bin/false "zoom in" >/dev/null 2>&1 </dev/null
says run__by_its_number "1" memory show 1
says run__that_is_looked_at "1 last" see --run ""
says run__that_answers_again "replay:1" run --brain replay:

# bash WORD…: as bash would call its function, which breaks words at : and =.
in_bash() {
    bash -c 'compopt() { :; }; . "$1"; shift; COMP_LINE=$1; COMP_POINT=${#1}; shift
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _reins; echo "${COMPREPLY[*]}"' - "$shells/reins.bash" "$@"
}
same bash__completes_a_verb "recall replay" "$(in_bash "reins memory re" reins memory re)"
same bash__joins_what_it_broke_at_an_equals_sign "zeus" "$(in_bash "reins run --brain=z" reins run --brain = z)"
same bash__joins_what_it_broke_at_a_colon "1" "$(in_bash "reins run --brain replay:" reins run --brain replay :)"
same bash__leaves_a_word_behind_a_colon_alone "--mode" "$(in_bash "reins run a: --mo" reins run a : --mo)"
# in_fish LINE
in_fish() {
    fish --no-config -c "source $shells/reins.fish; complete -C '$1'" 2>&1 | cut -f1 | paste -sd' '
}
same fish__completes_a_verb "recall replay" "$(in_fish 'reins memory re')"
same fish__completes_a_value "--brain=zeus" "$(in_fish 'reins run --brain=z')"
# zsh completes only in its line editor: one of its own types a tab and prints the line that came of it.
cp "$shells/reins.zsh" "$box/_reins"
same zsh__completes_a_profile "[reins run --profile zebra ]" "$(BOX=$box zsh -f -c '
    zmodload zsh/zpty
    zpty line zsh -f -i
    zpty -w line "PROMPT=; fpath=($BOX \$fpath); autoload -Uz compinit; compinit -u -D; show() { print \"[\$BUFFER]\"; exit }"
    zpty -w line "zle -N show; bindkey ^X show; print ready-\$((1+1))"
    zpty -r line said "*ready-2*"
    zpty -w -n line "reins run --profile ze"$'"'\\t\\030'"'
    zpty -r line said "*\[reins*\]*"
    print -r -- "$said"' 2>&1 | grep -oE '\[reins[^]]*\]' | tail -1)"
exit $bad
