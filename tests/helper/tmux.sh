# Sourced by tests that run the program in a real terminal (tmux): keys in, screen out. What the terminal prints is the event that
# a new look waits for.
export TMUX_TMPDIR=$HOME
socket=reins-test-$$
t() { tmux -L "$socket" -f /dev/null "$@"; }
trap 't kill-server 2>/dev/null' EXIT

# (\r\n: a console killed with -9 leaves the terminal raw, and its last words anywhere on the line)
# screen_start NAME WIDTHxHEIGHT TERM COLORTERM COMMAND…: a pane whose output also goes into a pipe that await() listens to
screen_start() {
    local name=$1 size=$2 term=$3 color=$4; shift 4
    rm -f "$HOME/$name.pipe"; mkfifo "$HOME/$name.pipe"
    t new-session -d -s "$name" -x "${size%x*}" -y "${size#*x}" \
        "TERM=$term COLORTERM=$color $*; printf '\r\nEXIT=%s\n' \$?; exec cat"
    t set-option -g default-terminal screen-256color >/dev/null
    # A dot for what was printed, not its bytes: bash reads a pipe byte by byte.
    t pipe-pane -t "$name" "exec perl -e '\$SIG{PIPE} = q(DEFAULT); while (sysread STDIN, \$_, 65536) {
        syswrite STDOUT, q(.); select undef, undef, undef, 0.1 }' >'$HOME/$name.pipe'"
    exec {pipe}<>"$HOME/$name.pipe"
}
screen() { t capture-pane -t "$1" -p; }
# has_now NAME PATTERN: a line of the screen fits; an empty screen is one that tmux did not give. No process but tmux: it is asked
# thousands of times.
any_line() { # TEXT PATTERN
    local line IFS=$'\n' - # "-": so is noglob
    set -f
    for line in $1; do [[ $line =~ $2 ]] && return 0; done
    return 1
}
has_now() { any_line "$(screen "$1")" "$2"; }
has_not() { local now; now=$(screen "$1"); [ -n "$now" ] && ! any_line "$now" "$2"; }
until_it() { # has_now|has_not NAME PATTERN
    local end=$((SECONDS + 60))
    while ! "$@"; do
        [ $SECONDS -lt $end ] || { echo "    waited for: $1 $3"; screen "$2" | sed 's/^/    /'; return 1; }
        read -r -t 0.2 -N 1 -u "$pipe" _
    done
    return 0
}
# await NAME PATTERN, await_gone NAME PATTERN: until the screen has it, or has it no more; 60 s at most. What is awaited after a
# key must not have been there before: keys that are read together decide nothing, and one right after Escape is Alt.
await() { until_it has_now "$@"; }
await_gone() { until_it has_not "$@"; }
keys() { t send-keys -t "$1" "${@:2}"; }
check() { [ -z "${ONLY:-}" ] || [[ $1 == *$ONLY* ]] || return 0; if "${@:2}"; then echo "ok $1"; else echo "not ok $1"; fi; }

