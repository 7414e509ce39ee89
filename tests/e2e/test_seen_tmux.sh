#!/usr/bin/env bash
# A person plans on the picture that the console shows them, not on that of when their form opened: what the program has written
# meanwhile, and they have seen, asks nothing.
set -u
. "$REINS_SOURCE/tests/helper/tmux.sh"

mkfifo "$HOME/go" "$HOME/shown" "$HOME/seen"
cat >"$HOME/says.sh" <<'END'
read -r _ <"$HOME/go"
echo hello there
read -r _ <"$HOME/shown"
read -r -t 2 _ # nobody types: longer than a picture must have been shown
echo >"$HOME/seen"
exec cat
END
planned() {
    screen_start seen 120x36 screen-256color '' "$REINS_BIN run --sandbox 500x300" \
        "--app 'xterm -fa mono -fs 18 -b 0 -e bash $HOME/says.sh' --agent direct --brain human --mode watch x"
    await seen 'you are asked for its output' && await_gone seen 'arming…' || return 1
    keys seen 'click_at_position(x=200, y=200)'; await seen 'y=200' || return 1
    echo >"$HOME/go"
    await seen 'hello +there' || return 1
    echo >"$HOME/shown"
    read -r -t 60 _ <>"$HOME/seen"
    keys seen C-x; await seen 'proposal 1 ' && await seen 'armed:' || return 1
    has_not seen 'asks:|not as planned' || { screen seen | sed 's/^/    /'; return 1; }
    keys seen Q; await seen 'ended stopped' && keys seen q && await seen 'EXIT=4'
}

check tmux__person_plans__on_what_the_console_showed planned
exit 0
