#compdef reins
# Completion of reins in zsh: the program says what may come next (reins complete).
local -a said names shown
local line
said=("${(@f)$(command reins complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
if [[ $said[1] == :file ]]; then
    _files
    return
fi
for line in $said; do
    [[ -n $line ]] || continue
    names+=("${line%%$'\t'*}")
    if [[ $line == *$'\t'* ]]; then
        shown+=("${line%%$'\t'*}  -- ${line#*$'\t'}")
    else
        shown+=("$line")
    fi
done
compadd -l -d shown -a names
