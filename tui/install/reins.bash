# Completion of reins in bash: the program says what may come next (reins complete).
_reins() {
    local words=() word line at=0 i
    # Bash also breaks words at : and =, as in replay:12 and --brain=demo; what stands together is one word.
    for ((i = 1; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if ((at > 0)) && [[ $word == [:=]* || ${words[at - 1]} == *[:=] ]] && [[ ${COMP_LINE:0:COMP_POINT} == *"${words[at - 1]}$word"* ]]; then
            words[at - 1]+=$word
        else
            words[at++]=$word
        fi
    done
    word=${words[at - 1]}
    local broken=${word%"${word##*[:=]}"} # bash puts the candidate in the place of what stands behind it
    COMPREPLY=()
    while IFS= read -r line; do
        line=${line%%$'\t'*}
        if [[ $line == :file ]]; then
            compopt -o default
            return
        fi
        [[ $line != *[:=] ]] || compopt -o nospace
        COMPREPLY+=("${line#"$broken"}")
    done < <("${COMP_WORDS[0]}" complete "${words[@]}" 2>/dev/null)
}
complete -F _reins reins
