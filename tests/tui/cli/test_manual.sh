#!/usr/bin/env bash
# The manual pages have every option and verb that --help names, every key, setting and Lua call of the source, every name that it
# gives to scripts, and no mistake that man warns of. --help, the sources' tables and `config show` are read here, not what the
# pages were made from.
set -u
reins=${REINS_BIN:?}
source=${REINS_SOURCE:?}
box=$(mktemp -d) || exit 1
trap 'rm -rf "$box"' EXIT
export XDG_CONFIG_HOME=$box/config
bad=0

# wrong PAGE WHAT
wrong() {
    echo "not ok $1: $2"
    bad=1
}

# ok WHAT, when nothing was wrong since the last one
ok() {
    [ "$bad" -eq "${bad_before:=0}" ] && echo "ok $1"
    bad_before=$bad
}

# Each page, and in plain/ the same without fonts and escapes.
mkdir "$box/plain"
for page in "$source"/tui/man/*.[1-9]; do
    name=${page##*/}
    "$reins" manual "$page" >"$box/$name" || wrong "$name" "is not made"
    sed -E 's/\\f[BIRP]//g; s/\\-/-/g; s/\\&//g; s/\\e/\\/g' "$box/$name" >"$box/plain/$name"
done
ok "every page is made"

# part PAGE HEADING: a subsection; the whole page where it has none of that name.
part() {
    local text
    text=$(awk -v heading=".SS $2" '/^\.S[SH] / { on = $0 == heading } on' "$box/plain/$1")
    [ -n "$text" ] && echo "$text" || cat "$box/plain/$1"
}

page_of() {
    case $1 in
    run | resume | attach | demo) echo reins-run.1 ;;
    ask | do | docs | knowledge | learn | memory | plans | score | skills | teach) echo "reins-$1.1" ;;
    profile) echo reins-profile.5 ;;
    *) echo reins.1 ;;
    esac
}

# verbs TEXT: the words that stand alone at two spaces, each a verb.
verbs() {
    sed -nE '/^Options/q; /^  reins /d; s/^  ([a-z]+).*/\1/p' <<<"$1"
}

# has TEXT REGEX: a line of it fits. No process: it is asked hundreds of times.
has() { [[ $'\n'$1$'\n' =~ $2 ]]; }

# look COMMAND [VERB]: its options are in its part of the page, or (--json of verbs) said of all.
look() {
    local option about line page heading=${2:-reins $1}
    page=$(page_of "$1")
    said=$("$reins" "$@" --help 2>/dev/null </dev/null) && [ -n "$said" ] || wrong "$page" "reins $* --help says nothing"
    about=$(part "$page" "$heading")
    [ $# -eq 1 ] || grep -qxF ".SS $2" "$box/plain/$page" || wrong "$page" "nothing about reins $*"
    while IFS= read -r line; do
        [[ $line =~ ^\ +(-[a-z],\ )?(--[a-z-]+) ]] && option=${BASH_REMATCH[2]} && [ "$option" != --help ] || continue
        looked=$((looked + 1))
        [ "$*" = "$1 ${2:-}" ] && [ "$option" = --json ] && about=$(<"$box/plain/$page")
        has "$about" "$option[^a-z-]" || wrong "$page" "reins $* takes $option"
    done <<<"$said"
}

looked=0
commands=$("$reins" --help | sed -nE 's/^  reins ([a-z]+).*/\1/p')
[ "$(wc -w <<<"$commands")" -ge 12 ] || wrong reins.1 "these are the commands: $commands"
for command in $commands; do
    grep -qE "^reins $command( |\$)" "$box/plain/reins.1" || wrong reins.1 "nothing about reins $command"
    look "$command"
    [[ $said == *"VERB …"* ]] || continue
    for verb in $(verbs "$said"); do
        look "$command" "$verb"
    done
done
[ "$looked" -gt 120 ] || wrong reins.1 "only $looked options were looked for"
ok "every option of every command and verb ($looked)"

# The rows of the tables in the sources: {'y', … "help"}, {K_F0 + 2, …}. A row without a help has its key in another's.
python3 - "$source/tui" "$box/reins-keys.7" <<'EOF' || bad=1
import os, re, sys
names = {"K_TAB": "tab", "K_ENTER": "enter", "K_ESC": "esc", "K_PAGE_UP": "page-up", "K_PAGE_DOWN": "page-down", "' '": "space"}
page = re.sub(r"\\f[BRI]", "", open(sys.argv[2]).read()).replace("\\-", "-").replace("\\&", "").replace("\\e", "\\")
heads = [lines.split("\n")[1] for lines in page.split(".TP") if "\n" in lines]
found, missing = 0, []
for folder, _, files in os.walk(sys.argv[1]):
    for name in files:
        if not name.endswith("keys.c"):
            continue
        for row in re.findall(r"^    \{(.*?)\},\n(?=    \{|\};)", open(os.path.join(folder, name)).read(), re.M | re.S):
            key = re.match(r"('(?:\\.|[^'])'|K_F0 \+ \d+|K_CTRL\('.'\)|K_[A-Z_]+),", row)
            if not key or row.count(",") < 3 or row.rstrip().endswith("NULL"):
                continue
            key = key.group(1)
            label = names.get(key) or (
                "F" + key[-1] if key.startswith("K_F0") else "ctrl-" + key[8] if key.startswith("K_CTRL") else
                key[2:].lower() if key.startswith("K_") else key[1:-1])
            found += 1
            if not any(re.match(re.escape(label) + r"($|[ ,])", head) for head in heads):
                missing.append(name + ": " + label)
for m in missing:
    print("not ok reins-keys.7: no key", m)
if found < 85:
    print("not ok reins-keys.7: only", found, "keys were looked for")
sys.exit(1 if missing or found < 85 else print("ok every key (%d)" % found))
EOF

# Settings: as `config show` and `profile keys` print them.
shown=$("$reins" config show | sed -nE 's/^\[([a-z]+).*\]$/[\1/p; s/^([a-z_]+)=.*/\1/p')
declare -A in_page=()
while IFS= read -r line; do
    [[ $line != ".SS "* ]] || group=${line#.SS } group=${group%%[] ]*}
    in_page[${group:-} $line]=1
done <"$box/plain/reins.ini.5"
while read -r line; do
    case $line in
    \[*) group=$line ;;
    *) [ -n "${in_page[$group $line]:-}" ] || wrong reins.ini.5 "no $group] $line" ;;
    esac
done <<<"$shown"
[ "$(wc -l <<<"$shown")" -gt 50 ] || wrong reins.ini.5 "these are the settings: $shown"
page=$(<"$box/plain/reins-profile.5")
for key in $("$reins" profile keys --json | grep -oE '"key":"[a-z_]+"' | cut -d'"' -f4); do
    has "$page" $'\n'"$key"$'\n' || wrong reins-profile.5 "no $key"
done
ok "every setting and every key of a profile"

# What a skill can call: the tables of functions that Lua gets.
called=0 page=$(<"$box/plain/reins-skill.7")
for file in $(find "$source/skills" -name 'api_*.c'); do
    table=$(basename "$file" .c | sed 's/^api_//; s/^sense$/screen/')
    for name in $(sed -n '/luaL_Reg functions/,/};/p' "$file" | grep -oE '\{"[a-z_]+"' | tr -d '{"'); do
        called=$((called + 1))
        has "$page" $'\n'"(\.B )?$table\.$name\(" || wrong reins-skill.7 "no $table.$name()"
    done
done
[ "$called" -ge 20 ] || wrong reins-skill.7 "only $called calls were looked for"
ok "every Lua call ($called)"

# What a scripted brain of an agent is told, and the modules that it answers: the tables of each.
told=0
for agent in gitm jarvis appagent; do
    about=$(awk -v from="The agent $agent asks" 'index($0, from) { on = 1; next } on && /^The agent / { exit } on' \
        "$box/plain/reins.ini.5")
    for name in \
        $(sed -n "/ \*const \(${agent}_\)\?names\[\] = /,/};/p" "$source/engine/agents/$agent"/{prompts,appagent}.c 2>/dev/null |
            grep -oE '"[a-z_]+"') \
        $(sed -nE '/struct field [a-z]+_fields\[\] = /,/^};/s/^    \{("[a-z]+"),.*/\1/p' "$source/engine/agents/$agent"/*.c) \
        $(grep -ohE 'MODULE_FORM\("[a-z]+"' "$source/engine/agents/$agent"/*.c | cut -d'(' -f2); do
        name=${name//\"/}
        told=$((told + 1))
        has "$about" "[^A-Za-z0-9_]$name[^A-Za-z0-9_]" || wrong reins.ini.5 "$agent: no $name"
    done
done
[ "$told" -ge 35 ] || wrong reins.ini.5 "only $told names of scripts were looked for"
ok "every name that a script of gitm, jarvis or appagent has to do with ($told)"

for page in "$box"/*.[1-9]; do
    name=$(basename "$page")
    # without a man it warns of nothing
    warned=$(LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -l "$page" 2>&1 >/dev/null | grep -E 'warning|error')
    [ -z "$warned" ] || wrong "$name" "$warned"
    grep -nE '[^ ] \.(B|I|R|BR|BI|IR|RB|RI|IB|TP|PP)( |$)|^%|@[A-Z]+@' "$page" &&
        wrong "$name" "a request or a table's name is text"
    for other in $(grep -oE 'reins[a-z.-]* ?\([1-9]\)' "$box/plain/$name" | tr -d ' )' | sort -u); do
        [ -f "$box/${other/(/.}" ] || wrong "$name" "there is no page $other)"
    done
done
ok "man warns of nothing, and every page that is named is there"

# What a page adds to a table must be in it, so that no option is described that is gone.
printf '%%options do\n%%also nonsense\nx\n%%end\n' >"$box/page"
"$reins" manual "$box/page" 2>&1 >/dev/null | grep -q 'this table has no "nonsense"' || wrong manual "takes a text of no option"
printf '%%keys nowhere\n' >"$box/page"
"$reins" manual "$box/page" >/dev/null 2>&1 && wrong manual "takes a table that there is none"
ok "a page cannot describe what is not there"
exit $bad
