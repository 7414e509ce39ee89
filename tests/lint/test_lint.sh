#!/usr/bin/env bash
# Each rule of lint.sh against a tree with one violation: what is not found here is not held.
set -u
unset LINT_LIB
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tree=$(mktemp -d) || exit 1
trap 'rm -rf "$tree"' EXIT
bad=0

lint() { bash "$here/lint.sh" "$tree" 2>&1; }

folders=(config engine engine/agents engine/agents/cradle engine/control engine/display engine/eye engine/gate engine/hand
    engine/brain engine/modules engine/picture engine/run engine/step memory memory/chain memory/find memory/port memory/sqlite
    skills skills/lua skills/timeline tui tui/cli tui/console tui/model tui/skills tui/term tests tests/bench tests/helper
    tests/memory)
# A tree with nothing to say about it.
clean() {
    rm -rf "${tree:?}"/*
    local folder
    mkdir -p "${folders[@]/#/$tree/}"
    for folder in "${folders[@]}"; do
        echo "# $folder" >"$tree/$folder/README.md"
        printf 'int %s;\n' "x" >"$tree/$folder/x.c"
    done
    printf '#ifndef CONFIG_A_H\n#define CONFIG_A_H\n\n#endif\n' >"$tree/config/a.h"
    printf 'include tests/rules.mk\nall:\n\ttrue\n' >"$tree/GNUmakefile"
}

# A file in a tree with others: one reading of them all (judged) tells what each of them makes lint say. A .c whose name is taken
# gets a number; before another file of a name that is taken, the tree is read.
declare -A wanted=() # by file: "NAME<tab>WANT", what its one finding says; nothing = it has none
plant() { # NAME FILE TEXT WANT (printf's escapes)
    local name=$1 file=$2 text=$3 want=$4 n=2
    if [ -n "${wanted[$file]:-}" ] && [[ $file == *.c ]]; then
        while [ -n "${wanted[${file%.c}$n.c]:-}" ]; do n=$((n + 1)); done
        want=${want//"$file"/"${file%.c}$n.c"}
        file=${file%.c}$n.c
    elif [ -n "${wanted[$file]:-}" ]; then
        judged
    fi
    [ -d "$tree/${file%/*}" ] || mkdir -p "$tree/${file%/*}"
    printf '%b' "$text" >"$tree/$file"
    wanted[$file]="$name"$'\t'"$want"
}
judged() {
    local file out line others=()
    declare -A said=()
    out=$(lint)
    while IFS= read -r line; do
        file=${line%%:*}
        if [ -n "${wanted[$file]:-}" ]; then said[$file]+=$line$'\n'; else others+=("$line"); fi
    done <<<"$out"
    for file in "${!wanted[@]}"; do
        local name=${wanted[$file]%%$'\t'*} want=${wanted[$file]#*$'\t'} of=${said[$file]:-}
        of=${of%$'\n'}
        if { [ -z "$want" ] && [ -z "$of" ]; } || { [ -n "$want" ] && [[ $of == *"$want"* && $of != *$'\n'* ]]; }; then
            echo "ok lint__$name"
        else
            echo "not ok lint__$name: $file: wanted '$want'"
            sed 's/^/    /' <<<"$of"
            bad=1
        fi
    done
    # Its count, and nothing of a file that nobody planted.
    if [ "${#said[@]}" -gt 0 ] && [[ ${#others[@]} -eq 1 && ${others[0]} == "lint: ${#said[@]} findings" ]] ||
        [[ ${#said[@]} -eq 0 && -z $out ]]; then
        echo "ok lint__finds__nothing_else"
    else
        echo "not ok lint__finds__nothing_else"
        printf '    %s\n' "${others[@]}"
        bad=1
    fi
    wanted=()
    clean
}

# planted NAME FILE TEXT WANT: FILE with TEXT gives exactly one finding, with WANT.
planted() { plant "finds__$1" "$2" "$3" "$4"; }
# passes NAME FILE TEXT: nothing to say.
passes() { plant "passes__$1" "$2" "$3" ''; }

clean
passes a_clean_tree config/b.c 'int b;\n'

# ---- includes ----
planted config_includes_memory config/b.c '#include "memory/memory.h"\n' 'config may not include memory'
planted memory_includes_skills memory/b.c '#include "skills/timeline/key.h"\n' 'memory may not include skills/timeline'
planted memory_chain_includes_sqlite memory/chain/b.c '#include "memory/sqlite/a.h"\n' \
    'memory/chain may not include memory/sqlite'
planted memory_port_includes_chain memory/port/b.c '#include "memory/chain/a.h"\n' 'memory/port may not include memory/chain'
planted memory_find_includes_sqlite3 memory/find/b.c '#include <sqlite3.h>\n' 'SQLite is not for memory/find'
planted engine_includes_memory_port engine/b.c '#include "memory/port/rows.h"\n' 'engine may not include memory/port'
planted skills_includes_memory skills/lua/b.c '#include "memory/memory.h"\n' 'skills/lua may not include memory'
planted skills_includes_engine skills/lua/b.c '#include "engine/gate/gate.h"\n' 'skills/lua may not include engine/gate'
planted brain_includes_eye engine/brain/b.c '#include "engine/eye/eye.h"\n' 'engine/brain may not include engine/eye'
planted modules_include_hand engine/modules/b.c '#include "engine/hand/hand.h"\n' 'engine/modules may not include engine/hand'
planted modules_include_memory engine/modules/b.c '#include "memory/memory.h"\n' 'engine/modules may not include memory'
planted eye_includes_hand engine/eye/b.c '#include "engine/hand/hand.h"\n' 'engine/eye may not include engine/hand'
planted eye_includes_engine engine/eye/b.c '#include "engine/engine.h"\n' 'engine/eye may not include engine'
planted gate_includes_run engine/gate/b.c '#include "engine/run/run.h"\n' 'engine/gate may not include engine/run'
planted run_includes_control engine/run/b.c '#include "engine/control/wait.h"\n' 'engine/run may not include engine/control'
planted control_includes_step engine/control/b.c '#include "engine/step/step.h"\n' 'engine/control may not include engine/step'
planted timeline_includes_lua skills/timeline/b.c '#include "skills/lua/a.h"\n' 'skills/timeline may not include skills/lua'
planted hand_includes_memory engine/hand/b.c '  #  include "memory/memory.h"\n' 'engine/hand may not include memory'
planted engine_includes_tui engine/b.c '#include "tui/model/form.h"\n' 'engine may not include tui/model'
planted agents_include_tui engine/agents/b.c '#include "tui/model/form.h"\n' 'engine/agents may not include tui/model'
planted include_without_folder config/b.c '#include "a.h"\n' 'write the path from the root'
planted include_of_no_folder config/b.c '#include "vendor/a.h"\n' 'vendor is no source folder'
planted helper_includes_reins tests/helper/b.c '#include "config/a.h"\n' 'tests/helper is linked'
passes tui_includes_everything tui/cli/b.c \
    '#include "tui/console/a.h"\n#include "engine/agents/a.h"\n#include "memory/a.h"\n#include "skills/lua/a.h"\n'
passes engine_includes_all_below engine/b.c '#include "engine/eye/a.h"\n#include "memory/a.h"\n#include "config/a.h"\n'
planted display_includes_eye engine/display/b.c '#include "engine/eye/a.h"\n' 'engine/display may not include engine/eye'
passes agents_include_steps engine/agents/cradle/b.c '#include "engine/step/a.h"\n'
passes tests_include_everything tests/memory/b.c '#include "engine/a.h"\n#include <sqlite3.h>\n#include "config/strict_json.h"\n'

# ---- libraries ----
planted curses_in_engine engine/b.c '#include <ncurses.h>\n' 'curses is not for engine'
planted console_includes_a_screen tui/console/b.c '#include "tui/skills/a.h"\n' 'tui/console may not include tui/skills'
planted model_includes_console tui/model/b.c '#include "tui/console/a.h"\n' 'tui/model may not include tui/console'
planted curses_in_console tui/console/b.c '#include <ncursesw/curses.h>\n' 'curses is not for tui/console'
passes curses_at_home tui/term/b.c '#include <ncursesw/curses.h>\n#include <chafa.h>\n'
planted curses_in_cli tui/cli/b.c '#include <ncursesw/curses.h>\n' 'curses is not for tui/cli'
planted chafa_in_cli tui/cli/b.c '#include <chafa.h>\n' 'chafa is not for tui/cli'
planted sqlite_in_engine engine/b.c '#include <sqlite3.h>\n' 'SQLite is not for engine'
planted lua_in_brain engine/brain/b.c '#include <lua.h>\n' 'Lua is not for engine/brain'
planted x_in_engine engine/b.c '#include <X11/Xlib.h>\n' 'X is not for engine'
planted x_in_what_decides engine/hand/guard.c '#include <X11/Xlib.h>\n' 'X is not for engine/hand'
planted x_in_a_port engine/hand/hand_port.h \
    '#ifndef ENGINE_HAND_HAND_PORT_H\n#define ENGINE_HAND_HAND_PORT_H\n#include <X11/Xlib.h>\n#endif\n' 'X is not for engine/hand'
planted x_in_tui tui/b.c '#include <X11/Xlib.h>\n' 'X is not for tui'
planted png_in_hand engine/hand/b.c '#include <png.h>\n' 'libpng is not for engine/hand'
planted tesseract_in_skills skills/b.c '#include <tesseract/capi.h>\n' 'Tesseract and Leptonica is not for skills'
planted leptonica_in_display engine/display/b.c \
    '#include <leptonica/allheaders.h>\n' 'Tesseract and Leptonica is not for engine/display'
planted curl_in_engine engine/b.c '#include <curl/curl.h>\n' 'curl is not for engine'
planted vnc_in_hand engine/hand/b_vnc.c '#include <rfb/rfbclient.h>\n' 'libvncclient is not for engine/hand'
planted atspi_in_the_hand engine/hand/b_atspi.c '#include <atspi/atspi.h>\n' 'libatspi is not for engine/hand'
planted cjson_in_a_json_file engine/b_json.c \
    '#include <cjson/cJSON.h>\n' 'cJSON (config/strict_json.h is the way to it) is not for engine'
planted strict_json_in_a_plain_file engine/b.c '#include "config/strict_json.h"\n' 'cJSON only in *_json.c and wire_*.c'
planted strict_json_in_a_header engine/b_json.h \
    '#ifndef ENGINE_B_JSON_H\n#define ENGINE_B_JSON_H\n#include "config/strict_json.h"\n#endif\n' 'cJSON only'
planted threads engine/b.c '#include <pthread.h>\n' 'threads is not for engine'
passes libraries_at_home engine/eye/capture.c \
    '#include <X11/Xlib.h>\n#include <leptonica/allheaders.h>\n#include <termios.h>\n'
passes png_at_home engine/picture/b.c '#include <png.h>\n'
passes strict_json_in_json_and_wire_files engine/brain/wire_b.c '#include "config/strict_json.h"\n'

# ---- calls ----
for name in strcpy strcat sprintf vsprintf gets strtok atoi atof system popen malloc calloc realloc strdup \
    g_spawn_command_line_async g_unix_signal_add g_subprocess_new g_thread_new pipe dup accept; do
    planted "banned_$name" memory/b.c "void f(void)\n{\n    x = $name (y);\n}\n" "memory/b.c:3: banned: $name()"
done
planted banned_in_tests tests/memory/b.c 'int a = (atoi("1"));\n' 'banned: atoi()'
planted banned_after_a_comment memory/b.c '/* a\n b */ int a = atoi("1"); // c\n' 'memory/b.c:2: banned: atoi()'
planted banned_after_a_string memory/b.c 'f("\\\\", "/*", malloc(1));\n' 'banned: malloc()'
planted printing_below_tui skills/b.c 'void f(void)\n{\n    fprintf(stderr, "x");\n}\n' 'nothing below tui/ prints'
planted printf_below_tui engine/eye/b.c 'int a = printf("x");\n' 'nothing below tui/ prints'
planted open_without_cloexec memory/b.c 'int a = open("f", O_RDONLY);\n' 'a descriptor without CLOEXEC'
planted socket_without_cloexec engine/b.c \
    'int a = socket(AF_UNIX,\n    SOCK_STREAM, 0);\nint b;\n' 'engine/b.c:1: a descriptor without CLOEXEC'
planted fopen_without_e engine/b.c 'int a = fopen("f", "r");\n' 'a descriptor without CLOEXEC'
passes names_that_only_look_banned memory/b.c \
    'g_strdup(a); x->system(b); my_atoi(c); s.gets(d); /* system("x") */ f("strcpy(a, b)"); // malloc(1)\n/*\n gets(x)\n*/\n'
passes printing_in_tui tui/b.c 'int a = printf("x");\n'
passes printing_to_a_buffer memory/b.c \
    'int a = g_strdup_printf("x"), b = snprintf(c, 1, "y"), d = g_string_append_printf(s, "z");\n'
passes open_with_cloexec memory/b.c \
    'int a = open("f",\n    O_RDONLY | O_CLOEXEC);\nint b = open(p, /* lint: because */ 0);\nint c = fopen("f", "re");\n'
passes a_call_with_its_reason memory/b.c 'int a = realloc(p, 1); /* lint: the library frees it */\n'

# ---- tests ----
for name in sleep usleep nanosleep g_usleep; do
    planted "${name}_in_a_test" tests/memory/b.c "void f(void)\n{\n    $name(1);\n}\n" 'a test does not sleep'
done
planted sleep_in_a_script tests/memory/b.sh "true; sl""eep 1\n" 'a test does not sleep'
passes sleep_in_bench tests/bench/b.c 'void f(void)\n{\n    usleep(1);\n}\n'

# ---- names of agents and modules ----
# An agent as its own files write it, and one in the short form; each is told by its folder, too.
agents() {
    mkdir -p "$tree/engine/agents/slow" "$tree/engine/agents/quick" "$tree/engine/agents/bare"
    echo '# x' | tee "$tree"/engine/agents/{slow,quick,bare}/README.md >/dev/null
    printf '{MODULE_FORM("think", f)}\nconst struct agent agent_slow = {\n    .name = "slow",\n};\n' \
        >"$tree/engine/agents/slow/slow.c"
    printf '{{.name = "look"}}\nconst struct agent agent_quick = {.name = "quick"};\n' \
        >"$tree/engine/agents/quick/quick.c"
}
named() {
    plant "names__$1" "$2" "$3" "${4:+$2:1: $4: only engine/agents names an agent or a module}"
}
judged
agents
for word in slow quick bare think look; do
    named "${word}_as_a_string" tui/b.c "const char *a = \"$word\";\n" "\"$word\" as a string"
    named "${word}_as_an_identifier" memory/b.c "int $word;\n" "\"$word\" as an identifier"
done
named in_a_macro config/b.c '#define IS(m) (m == think)\n' '"think" as an identifier'
named in_the_agents_own_files engine/agents/slow/b.c 'const char *a = "think";\n' ''
named in_words_and_comments tui/b.c 'const char *a = "they think", *rethink; /* slow, "look" */\n' ''
judged

# ---- form ----
planted guard_of_another_file config/b.h '#ifndef CONFIG_C_H\n#define CONFIG_C_H\n#endif\n' 'the header guard must be CONFIG_B_H'
planted guard_never_defined engine/eye/b.h '#ifndef ENGINE_EYE_B_H\n#define X\n#endif\n' 'the header guard must be ENGINE_EYE_B_H'
planted include_before_guard config/b.h '#include <glib.h>\n#ifndef CONFIG_B_H\n#define CONFIG_B_H\n#endif\n' 'header guard'
lines() { local i; for ((i = 0; i < $1; i++)); do printf '%s\\n' "$2"; done; }
planted long_function config/b.c "void f(void)\n{\n$(lines 101 '    x();')}\n" 'config/b.c:2: a function of 101 lines'
passes a_function_of_100_lines config/b.c "void f(void)\n{\n$(lines 100 '    x();')}\n"
planted large_struct config/b.c "struct b {\n$(lines 20 '    int a, (*f)(int, int);')    char *c; /* a, b; */\n};\n" \
    'config/b.c:1: a struct of 41 fields'
planted large_struct_with_a_part config/b.h \
    "#ifndef CONFIG_B_H\n#define CONFIG_B_H\ntypedef struct {\n    struct {\n$(lines 40 '        int a;')    } x;\n} b;\n#endif" \
    'config/b.h:3: a struct of 41 fields'
planted large_struct_with_its_brace_below config/b.c "struct b\n{\n$(lines 41 '    int a;')};\n" \
    'config/b.c:1: a struct of 41 fields'
passes a_struct_of_40_fields config/b.c "struct b {\n$(lines 40 '    int a;')};\nstruct c {int a, b;} c[] = {{1, 2}};\n"
# headers N: b.h, and with it N others: one that it includes, which includes the rest
headers() {
    local i
    printf '#ifndef CONFIG_C_H\n#define CONFIG_C_H\n' >"$tree/config/c.h"
    for ((i = 1; i < $1; i++)); do printf '#include "config/d%d.h"\n' "$i"; done >>"$tree/config/c.h"
    printf '#include "config/b.h"\n#endif\n' >>"$tree/config/c.h"
    printf '#ifndef CONFIG_B_H\n#define CONFIG_B_H\n#include "config/c.h"\n#include "config/c.h"\n#endif\n' >"$tree/config/b.h"
}
judged
headers 15
if out=$(lint) && [ -z "$out" ]; then
    echo "ok lint__passes__header_that_pulls_15"
else
    echo "not ok lint__passes__header_that_pulls_15: $out"
    bad=1
fi
headers 16
if [ "$(lint | sort)" = "config/b.h:1: pulls in 16 headers, at most 15: name what is only pointed to
config/c.h:1: pulls in 16 headers, at most 15: name what is only pointed to
lint: 2 findings" ]; then
    echo "ok lint__finds__header_that_pulls_16"
else
    echo "not ok lint__finds__header_that_pulls_16"
    lint
    bad=1
fi
clean
passes a_test_pulls_what_it_needs tests/helper/b.h \
    "#ifndef TESTS_HELPER_B_H\n#define TESTS_HELPER_B_H\n$(printf '#include "tests/helper/d%d.h"\\n' {1..16})#endif\n"
wide=$(printf 'x%.0s' {1..131})
planted long_line config/b.c "int $wide;\n" 'columns, at most 130'
passes columns_are_characters config/b.c "/* $(printf 'ä%.0s' {1..120}) */\n"
planted trailing_space config/b.c 'int a; \n' 'white space at the end'
planted carriage_return config/b.c 'int a;\r\n' 'white space at the end'
planted tab config/b.c 'int\ta;\n' 'a tab'
planted trailing_space_in_text engine/notes.md 'a \n' 'white space at the end'
planted long_file config/b.c "$(lines 601 'int a;')" 'more than 600 lines'
passes long_table config/b_table.c "$(lines 700 'int a;')"
planted unfinished_work config/b.c "/* TO""DO: more */\n" 'unfinished work'
judged
mkdir -p "$tree/skills/lib" # which has no README.md
printf -- '-- FIX''ME\n' >"$tree/skills/lib/b.lua"
if [ "$(lint | sort)" = "lint: 2 findings
skills/lib/README.md:1: missing: every folder says what lives in it and what may not
skills/lib/b.lua:1: unfinished work is an issue, not a comment" ]; then
    echo "ok lint__finds__unfinished_in_lua"
else
    echo "not ok lint__finds__unfinished_in_lua"
    lint
    bad=1
fi
clean
rm "$tree/engine/hand/README.md"
if lint | grep -qF 'engine/hand/README.md:1: missing'; then
    echo "ok lint__finds__missing_readme"
else
    echo "not ok lint__finds__missing_readme"
    bad=1
fi
clean
planted long_readme engine/README.md "$(lines 41 'a')" 'longer than 40 lines'
passes prompts_need_no_readme config/prompts/cradle/plan.md 'x\n'
judged

# ---- archives ----
# archive NAME SOURCE…: build/lib/NAME.a, an object for each source text
archive() {
    local name=$1 n=0; shift
    mkdir -p "$tree/build/lib"
    rm -f "$tree/build/lib/$name.a"
    for text in "$@"; do
        n=$((n + 1))
        "${CC:-gcc}" -x c -c -o "$tree/build/$name-$n.o" - <<<"$text"
        ar rcsD "$tree/build/lib/$name.a" "$tree/build/$name-$n.o"
    done
}
# archives_say NAME WANT: exactly one finding, this; empty WANT: none
archives_say() {
    local name=$1 want=$2 out
    out=$(lint)
    if { [ -n "$want" ] && [ "$out" = "$want"$'\n'"lint: 1 findings" ]; } || { [ -z "$want" ] && [ -z "$out" ]; }; then
        echo "ok lint__$name"
    else
        echo "not ok lint__$name: wanted '$want'"
        sed 's/^/    /' <<<"$out"
        bad=1
    fi
}
clean
printf '#ifndef ENGINE_HAND_GRABS_H\n#define ENGINE_HAND_GRABS_H\n#include <X11/Xlib.h>\n#endif\n' >"$tree/engine/hand/grabs.h"
printf '#include "engine/hand/grabs.h"\n' >"$tree/engine/hand/guard.c"
archives_say finds__x_by_a_header \
    'engine/hand/guard.c:1: gets X by engine/hand/grabs.h: only the files of XLIB in tests/rooms.mk may know it'
clean
archive one 'int alike(void) { return 1; } static int own; int use_one(void) { return own; }'
archive two 'int alike(void) { return 2; } static int own; int use_two(void) { return own; }'
archives_say finds__function_in_two_archives 'alike: defined in one.a and two.a'
archive two 'extern int alike(void); static int own; int other(void) { return alike() + own; }'
archives_say passes__archives_that_share_only_static_names ''
archive two 'int table[3] = {1};' 'int table[2] = {2};'
archives_say finds__object_twice_in_one_archive 'table: defined in two.a and two.a'
archive two '__attribute__((weak)) int alike(void) { return 3; }'
archives_say passes__weak_symbol ''
archive two ''
archive engine_gate 'extern int step_now(void); int gate_now(void) { return step_now(); }'
archive engine_step 'int step_now(void) { return 1; }'
archives_say finds__call_upward 'step_now: engine/gate may not use engine/step'
archive engine_gate 'int gate_now(void) { return 1; }'
archive engine_step 'extern int gate_now(void); int step_then(void) { return gate_now(); }'
archives_say passes__call_downward ''
rm -f "$tree/build/lib/"engine_*.a
# ring NAME N: an archive of N files, each of which calls the next one, the last the first
ring() {
    local name=$1 n=$2 i texts=()
    for ((i = 0; i < n; i++)); do
        texts+=("extern int gate_ring$(((i + 1) % n))(void); int gate_ring$i(void) { return gate_ring$(((i + 1) % n))(); }")
    done
    archive "$name" "${texts[@]}"
}
ring engine_gate 6
archives_say passes__circle_of_six ''
ring engine_gate 7
if lint | grep -q '^engine/gate: a circle of 7 files that call each other, 6 may: .*engine/gate/engine_gate-1'; then
    echo "ok lint__finds__circle_of_seven"
else
    echo "not ok lint__finds__circle_of_seven"
    bad=1
fi
rm -f "$tree/build/lib/"engine_*.a
archive engine_hand 'extern int XFlush(void); int hand_now(void) { return XFlush(); }'
archives_say finds__x_in_an_object 'engine/hand/engine_hand-1: uses XFlush, and is not of XLIB (tests/rooms.mk)'
rm -f "$tree/build/lib/"engine_*.a
archive engine_gate 'int step_now(void) { return 1; } static int own(void) { return 2; } int gates_open(void) { return own(); }'
archives_say finds__function_without_noun 'engine/gate/engine_gate-1.c: step_now carries no noun of its file, header or room'
{ printf '#ifndef ENGINE_GATE_PASS_BOOK_H\n#define ENGINE_GATE_PASS_BOOK_H\n\ntypedef struct leaf {\n    int n;\n} leaf;\n'
    printf 'int leaf_turn(void);\nint pass_new(void);\n\n#endif\n'; } >"$tree/engine/gate/pass_book.h"
archive engine_gate 'int leaf_turn(void) { return 1; } int pass_new(void) { return 2; }'
archives_say passes__nouns_of_a_header ''
rm -f "$tree/build/lib/"engine_*.a "$tree/engine/gate/pass_book.h"
echo 'no archive' >"$tree/build/lib/two.a"
if lint | grep -q 'build/lib/two.a cannot be read'; then
    echo "ok lint__finds__archive_that_is_none"
else
    echo "not ok lint__finds__archive_that_is_none"
    bad=1
fi

exit $bad
