# The rules of lint.sh, for one reading of all files. Plain awk (mawk too).

BEGIN {
    # Which folders a folder may include from, itself always: tests/rooms.mk.
    read_rooms()
    # Names of agents and modules (lint.sh reads them): only their own files have them, and what reads formats of others.
    for (n = split(names, name_list, "|"); n > 0; n--)
        is_name[name_list[n]] = 1
    # Names that are plain words, which the rest of the program has need of.
    for (n = split("outside describe query check choose explain propose", name_list, " "); n > 0; n--)
        delete is_name[name_list[n]]
    knows_names = "^(engine/agents/|tests/|engine/curation/(port|cradle)[a-z_]*\\.[ch]$|tui/cli/skills_port\\.c$"
    knows_names = knows_names "|engine/brain/wire_[a-z]*\\.c$"
    # A format and an action set have the name of their agent.
    knows_names = knows_names "|engine/exports/(screenagent|session|words|export_format|score)[a-z_]*\\.[ch]$"
    # Plans that agents remember (memory/plans.h).
    knows_names = knows_names "|(.*/)?((past_)?plans|plan_finder|plan_memory)(_[a-z]+)*\\.[ch]$"
    knows_names = knows_names "|engine/recall/retrieve_sets\\.c$)"

    # Which folders may use a library: a pattern for its headers, one for the files.
    library("((ncurses|curses|term|panel|menu)\\.h|ncursesw?/)", "^tui/term/", "curses")
    library("chafa(\\.h|/)", "^tui/term/", "chafa")
    library("sqlite3", "^memory/sqlite/", "SQLite")
    library("(lua|lualib|lauxlib|lua5\\.4/.*)\\.h", "^skills/", "Lua")
    x_files = variable["XLIB"]
    gsub(/[ ]+/, "|", x_files)
    x_files = "^(" x_files ")\\.[ch]$"
    library("(X11|xcb)/", x_files, "X")
    library("(png|pngconf|libpng16/.*)\\.h", "^engine/picture/", "libpng")
    library("(jpeglib|jconfig|jmorecfg)\\.h", "^engine/picture/", "libjpeg")
    library("(tesseract/|leptonica/|allheaders)", "^engine/eye/", "Tesseract and Leptonica")
    library("curl/", "^engine/brain/", "curl")
    library("rfb/", "^engine/display/connection_vnc\\.c$", "libvncclient")
    library("(atspi/|dbus/)", "^engine/eye/elements_atspi\\.c$", "libatspi")
    library("cjson/", "^config/strict_json\\.[ch]$", "cJSON (config/strict_json.h is the way to it)")
    library("(pthread|threads)\\.h", "^$", "threads")

    # Calls that nobody may write: pattern, instead.
    call = "(^|[^A-Za-z0-9_>.])"
    banned("(strcpy|strcat|v?sprintf|gets|strtok|stpcpy)", "GLib's string functions")
    banned("(atoi|atol|atoll|atof)", "g_ascii_string_to_signed, g_ascii_strtod")
    banned("(system|popen|g_spawn_command_line_[a-z]*)", "g_spawn_async with an argument vector")
    banned("(malloc|calloc|realloc|strdup|strndup|alloca)", "GLib's g_ functions")
    banned("(g_subprocess_[a-z_]*|g_unix_signal_add[a-z_]*|g_thread_[a-z_]*|pthread_create)", "a process, signalfd: no threads")
    banned("(pipe|dup|accept|epoll_create|inotify_init)", "the form that takes CLOEXEC") # the last: not for tests
    prints = "(v?printf|puts|putchar|perror|g_print|g_printerr)[ ]*\\("
    prints = call "(" prints "|(v?fprintf|fputs|fputc|putc)[ ]*\\([^;]*(stdout|stderr))"
    opens = "open|openat|socket|socketpair|accept4|pipe2|memfd_create|signalfd|eventfd|timerfd_create|inotify_init1|fopen"
    opens = call "(" opens ")[ ]*\\("
    sleeps = call "(sleep|usleep|nanosleep|clock_nanosleep|g_usleep)[ ]*\\("
    undone = "(^|[^A-Za-z0-9_])(TO" "DO|FIX" "ME|XX" "X)([^A-Za-z0-9_]|$)"
}

# "USES_engine_gate := $(LOW) config": a row of `may`; the other variables are put in.
function read_rooms(    line, name, value, at)
{
    while ((getline line < rooms) > 0) {
        if (line !~ /^[A-Za-z_]+ :=/)
            continue
        name = value = line
        sub(/ :=.*/, "", name)
        sub(/^[A-Za-z_]+ :=[ ]*/, "", value)
        while (match(value, /\$\([A-Za-z_]+\)/))
            value = substr(value, 1, RSTART - 1) variable[substr(value, RSTART + 2, RLENGTH - 3)] substr(value, RSTART + RLENGTH)
        variable[name] = value
        if (sub(/^USES_/, "", name)) {
            gsub(/_/, "/", name)
            may[name] = value
        }
    }
    may["engine/agents/*"] = may["engine/agents/x"] # an agent's folder
    close(rooms)
}

function library(headers, where, name)
{
    n_libraries++
    lib_headers[n_libraries] = "^" headers
    lib_where[n_libraries] = where
    lib_name[n_libraries] = name
}

function banned(functions, instead)
{
    n_banned++
    ban[n_banned] = call functions "[ ]*\\("
    any_banned = any_banned (n_banned > 1 ? "|" : "") ban[n_banned]
    ban_instead[n_banned] = instead
}

function say(what)
{
    print FILENAME ":" FNR ": " what
}

function has_word(list, word)
{
    return index(" " list " ", " " word " ") > 0
}

# Comments and what is between quotes go; block comments may span lines.
function code_of(line,    out, at, end)
{
    if (index(line, "\"")) {
        gsub(/\\\\/, "", line)
        gsub(/\\"/, "", line)
        gsub(/'"'/, "", line)
    }
    out = ""
    while (line != "") {
        if (in_comment) {
            end = index(line, "*/")
            if (!end)
                return out
            line = substr(line, end + 2)
            in_comment = 0
            continue
        }
        if (!match(line, /"|\/\*|\/\//))
            return out line
        at = RSTART
        out = out substr(line, 1, at - 1)
        if (substr(line, at, 2) == "//")
            return out
        if (substr(line, at, 2) == "/*") {
            in_comment = 1
            line = substr(line, at + 2)
            continue
        }
        line = substr(line, at + 1)
        end = index(line, "\"")
        if (end)
            check_name(substr(line, 1, end - 1), "a string")
        out = out "\"\""
        line = end ? substr(line, end + 1) : ""
    }
    return out
}

function check_name(text, what)
{
    if (!knows && text in is_name)
        say("\"" text "\" as " what ": only engine/agents names an agent or a module")
}

function check_identifiers(code,    word)
{
    while (!knows && match(code, /[A-Za-z_][A-Za-z0-9_]*/)) {
        word = substr(code, RSTART, RLENGTH)
        check_name(word, "an identifier")
        code = substr(code, RSTART + RLENGTH)
    }
}

function check_own_include(path,    target, room)
{
    included[FILENAME] = included[FILENAME] path " "
    target = path
    if (!sub(/\/[^\/]*$/, "", target)) {
        say("include \"" path "\": write the path from the root")
        return
    }
    if (path == "config/strict_json.h" && !in_tests && FILENAME !~ /(_json\.c|\/wire_[^\/]*\.c)$/)
        say("cJSON only in *_json.c and wire_*.c")
    if (in_tests) {
        if (folder == "tests/helper" && target != "tests/helper")
            say("include \"" path "\": tests/helper is linked into every test and may use no folder of reins")
        return
    }
    if (target == folder)
        return
    if (!(target in may))
        say("include \"" path "\": " target " is no source folder")
    else if (!((room = folder ~ /^engine\/agents\/[^\/]*$/ ? "engine/agents/*" : folder) in may) || !has_word(may[room], target))
        say("include \"" path "\": " folder " may not include " target)
}

function check_library(path,    i)
{
    if (path ~ /^(X11|xcb)\//)
        has_x[FILENAME] = 1
    for (i = 1; i <= n_libraries; i++)
        if (path ~ lib_headers[i] && FILENAME !~ lib_where[i])
            say("include <" path ">: " lib_name[i] " is not for " folder)
}

function check_include(line,    path)
{
    path = line
    sub(/^[ ]*#[ ]*include[ ]*/, "", path)
    if (path ~ /^"/) {
        sub(/^"/, "", path)
        sub(/".*/, "", path)
        check_own_include(path)
    } else if (!in_tests) {
        sub(/^</, "", path)
        sub(/>.*/, "", path)
        check_library(path)
    }
}

# "lint: WHY" in a comment on the same line is a reason given, for a call that has to be.
function check_calls(line, code,    i, name)
{
    if (!index(code, "(") || line ~ /lint: [a-z]/)
        return
    # First by one pattern: awk compiles a pattern again that is not the one which stood there before.
    for (i = code ~ any_banned ? 1 : n_banned + 1; i <= n_banned - in_tests; i++)
        if (match(code, ban[i])) {
            name = substr(code, RSTART, RLENGTH)
            gsub(/[^A-Za-z0-9_]/, "", name)
            say("banned: " name "() (instead: " ban_instead[i] ")")
        }
    if (in_tests) {
        if (folder != "tests/bench" && code ~ sleeps)
            say("a test does not sleep: it waits for what it expects")
        return
    }
    if (folder !~ /^tui/ && code ~ prints)
        say("nothing below tui/ prints")
}

# A call may go on in the next lines: judged when it is whole.
function check_cloexec(line, code)
{
    if (in_tests)
        return
    if (opening == "" && match(code, opens)) {
        opening = substr(code, RSTART)
        opening_raw = line
        opening_line = FNR
    } else if (opening != "") {
        opening = opening code
        opening_raw = opening_raw line
    }
    if (opening != "" && (opening ~ /;/ || opening ~ /\)[^;]*\{[ ]*$/ || FNR - opening_line >= 4)) {
        if (opening_raw !~ /CLOEXEC|lint: [a-z]/ && opening_raw !~ /fopen[ ]*\([^"]*"[^"]*"?[^"]*"[rwa+b]*e/)
            print FILENAME ":" opening_line ": a descriptor without CLOEXEC"
        opening = ""
    }
}

function check_guard(line)
{
    if (guard_step == 2 || line !~ /^#/)
        return
    guard_step++
    if (guard_step == 1 && line != "#ifndef " guard || guard_step == 2 && line != "#define " guard) {
        say("the header guard must be " guard)
        guard_step = 2
    }
}

function check_function(line)
{
    if (line ~ /^\{/)
        function_start = FNR
    if (line ~ /^\}/ && function_start) {
        if (FNR - function_start - 1 > 100)
            print FILENAME ":" function_start ": a function of " (FNR - function_start - 1) " lines, at most 100"
        function_start = 0
    }
}

# Members of structs, those of nested ones too; what stands in brackets of a function pointer is none.
function check_struct(code,    i, c)
{
    while (code != "") {
        if (!struct_depth) {
            if (code ~ /(^|[^A-Za-z0-9_])(struct|union)( [A-Za-z0-9_]+)?[ ]*$/) { # its brace is below
                struct_open = FNR
                return
            }
            if (!match(code, /(^|[^A-Za-z0-9_])(struct|union)( [A-Za-z0-9_]+)?[ ]*\{/) &&
                !(struct_open == FNR - 1 && match(code, /^[ ]*\{/)))
                return
            struct_start = code ~ /^[ ]*\{/ ? struct_open : FNR
            code = substr(code, RSTART + RLENGTH)
            struct_depth = 1
            struct_brackets = fields = 0
        }
        for (i = 1; i <= length(code) && struct_depth; i++) {
            c = substr(code, i, 1)
            struct_depth += (c == "{") - (c == "}")
            struct_brackets += (c == "(") - (c == ")")
            fields += c == ";" || c == "," && !struct_brackets
        }
        code = substr(code, i)
        if (!struct_depth && fields > 40)
            print FILENAME ":" struct_start ": a struct of " fields " fields, at most 40: give it parts"
    }
}

# The headers of ours that a file brings with it, itself left out: how many; with itself they are in `reached`.
function pulls(header, reached,    open, n, at, list, i)
{
    reached[header] = 1
    open[n = 1] = header
    for (at = 1; at <= n; at++) {
        for (i = split(included[open[at]], list, " "); i > 0; i--)
            if (!(list[i] in reached)) {
                reached[list[i]] = 1
                open[++n] = list[i]
            }
    }
    return n - 1
}

function check_text(line,    chars)
{
    if (line ~ /[ \t\r]$/)
        say("white space at the end of the line")
    if (!is_make && index(line, "\t"))
        say("a tab")
    if (line ~ undone)
        say("unfinished work is an issue, not a comment")
    if (is_md || is_make || length(line) <= 130)
        return
    chars = line
    gsub(/[\200-\277]/, "", chars)
    if (length(chars) > 130 && !is_table)
        say("a line of " length(chars) " columns, at most 130")
}

FNR == 1 {
    folder = FILENAME
    if (!sub(/\/[^\/]*$/, "", folder))
        folder = "."
    in_tests = folder ~ /^tests/
    is_c = FILENAME ~ /\.[ch]$/
    is_sh = FILENAME ~ /\.sh$/
    is_md = FILENAME ~ /\.md$/
    is_make = FILENAME ~ /(\.mk|GNUmakefile)$/
    knows = FILENAME ~ knows_names
    is_table = FILENAME ~ /(_table\.[ch]|^config\/worlds\/[a-z]+\.ini)$/
    guard = toupper(FILENAME)
    gsub(/[^A-Z0-9]/, "_", guard)
    guard_step = FILENAME ~ /\.h$/ ? 0 : 2
    in_comment = function_start = struct_depth = struct_open = 0
    opening = ""
}

{ check_text($0) }

FNR == 601 && !is_md && !is_table { say("a file of more than 600 lines: it does two things") }

is_sh && in_tests && folder != "tests/bench" && /(^|[;&|(][ ]*|do |then |[ ]{4})[ ]*sleep [0-9$."]/ && !/^[ ]*#/ {
    say("a test does not sleep: it waits for what it expects")
}

is_c {
    if ($0 ~ /^[ ]*#[ ]*include/) {
        check_include($0)
        check_guard($0)
        next
    }
    check_guard($0)
    check_function($0)
    code = code_of($0)
    check_calls($0, code)
    check_identifiers(code)
    check_cloexec($0, code)
    check_struct(code)
}

# What is not of X gets nothing of it by a header either.
function check_reach(file, reached,    header)
{
    for (header in reached)
        if (header in has_x)
            print file ":1: gets X by " header ": only the files of XLIB in tests/rooms.mk may know it"
}

# A test's driver may bring in all that its tests look at.
END {
    for (file in included) {
        if (file ~ /^tests\//)
            continue
        split("", reached)
        n_pulled = pulls(file, reached)
        if (file ~ /\.h$/ && n_pulled > 15)
            print file ":1: pulls in " n_pulled " headers, at most 15: name what is only pointed to"
        if (file !~ x_files)
            check_reach(file, reached)
    }
}
