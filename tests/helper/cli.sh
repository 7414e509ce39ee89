# Sourced by tests of the command line: a configuration and a store of their own below $box, and what each test says.
reins=${REINS_BIN:?}
bad=0
box=$(mktemp -d) || exit 1
trap 'rm -rf "$box"' EXIT
export XDG_CONFIG_HOME=$box/config XDG_DATA_HOME=$box/data

# check NAME CODE WANT COMMAND…: exit code, and a text in stdout and stderr together ("" = nothing is looked for).
check() {
    local name=$1 code=$2 want=$3 out
    shift 3
    out=$("$reins" "$@" 2>&1 </dev/null)
    local got=$?
    if [ $got -eq "$code" ] && grep -qF -- "$want" <<<"$out"; then
        echo "ok $name"
    else
        printf 'not ok %s: exit %d, wanted %d and "%s" in:\n%s\n' "$name" $got "$code" "$want" "$out"
        bad=1
    fi
}

# same NAME WANT GOT
same() {
    if [ "$2" = "$3" ]; then echo "ok $1"; else
        printf 'not ok %s: wanted\n%s\ngot\n%s\n' "$1" "$2" "$3"
        bad=1
    fi
}
