# Completion of reins in fish: the program says what may come next (reins complete).
function __reins_complete
    set -l said (command reins complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null)
    if test "$said[1]" = :file
        __fish_complete_path (commandline -ct)
    else
        string join -- \n $said
    end
end
complete -c reins -f -a '(__reins_complete)'
