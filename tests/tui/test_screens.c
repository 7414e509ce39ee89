/* Screens by key script: tests/tui/NAME.tui drives the console on virtual time with curses opened on /dev/null; what it draws is
 * compared with golden/NAME.txt (GOLDEN=1 rewrites them: read the diff). README.md here lists the words of a script. */

#include "engine/picture/frame.h"
#include "engine/protocol/protocol.h"
#include "skills/library/library.h"
#include "tests/tui/driver.h"
#include "tests/tui/key_named.h"
#include "tui/console/console.h"
#include "tui/term/paint.h"
#include "tui/term/mouse.h"
#include "tui/term/reader.h"
#include "tui/past/replay.h"
#include "tui/loop/screens.h"

#include <curses.h>
#include <locale.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

struct script {
    const char *path;
    int line;
    console *console;
    reader *reader; /* of what the terminal sends */
    SCREEN *terminal;
    FILE *null;
    gint64 now_us;
    int width, height;
    GPtrArray *skills;
    GPtrArray *commands; /* command*, not yet expected */
    char *dir;           /* of the fixture pictures */
};

static const struct console_options usual = {
    .screens = screens, .arm_ms = 400, .preview_fps = 2, .pictures = true, .overlay = OVERLAY_WORDS, .look_back = disk_look_back};

static G_GNUC_PRINTF(2, 3) void fail_at(const struct script *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    print_message("%s:%d: %s\n", s->path, s->line, text);
    fail();
}

/* ---- fixtures ---- */

/* "click_at_position x:integer y:integer mouse_button:button? | doc"; @ before the name: it needs a window manager. */
static void add_skill(struct script *s, const char *text)
{
    g_auto(GStrv) halves = g_strsplit(text, "|", 2);
    g_auto(GStrv) words = g_strsplit(g_strstrip(halves[0]), " ", -1);
    skill *one = g_new0(skill, 1);
    bool manager = *words[0] == '@';
    *one = (skill){.name = g_strdup(words[0] + manager), .expect = g_strdup(""), .manager = manager};
    one->doc = g_strdup(halves[1] ? g_strstrip(halves[1]) : "");
    one->file = g_strdup("shipped:base.lua");
    one->params = g_array_new(FALSE, TRUE, sizeof(struct param));
    for (char **word = words + 1; *word; word++) {
        g_auto(GStrv) parts = g_strsplit(*word, ":", 2);
        struct param p = {.name = g_strdup(parts[0]), .meaning = g_strdup("")};
        char *type = parts[1] ? parts[1] : (char *)"string";
        if (g_str_has_suffix(type, "?")) {
            p.optional = true;
            type[strlen(type) - 1] = '\0';
        }
        while (p.type < PARAM_TYPE_COUNT && !g_str_equal(param_type_name(p.type), type))
            p.type++;
        if (p.type == PARAM_TYPE_COUNT)
            fail_at(s, "no such type: %s", type);
        g_array_append_val(one->params, p);
    }
    g_ptr_array_add(s->skills, one);
    console_set_skills(s->console, s->skills);
}

/* Until its children are done. */
static void do_settle(struct script *s, G_GNUC_UNUSED const char *rest)
{
    g_autoptr(GArray) fds = g_array_new(FALSE, FALSE, sizeof(GPollFD));
    for (console_prepare(s->console, fds); fds->len > 0; g_array_set_size(fds, 0), console_prepare(s->console, fds)) {
        if (g_poll((GPollFD *)(void *)fds->data, fds->len, 60000) <= 0)
            fail_at(s, "a child does not answer");
        console_poll(s->console, s->now_us);
    }
}

/* ---- the screen ---- */

static void draw(struct script *s)
{
    if (!console_dirty(s->console))
        return;
    console_draw(s->console, s->now_us);
    refresh();
}

static char *row_text(int y, int width)
{
    g_autoptr(GString) row = g_string_new("");
    for (int x = 0; x < width; x++) {
        cchar_t cell;
        wchar_t text[CCHARW_MAX + 1] = {0};
        attr_t attributes;
        short pair;
        int wide_pair;
        mvwin_wch(newscr, y, x, &cell);
        getcchar(&cell, text, &attributes, &pair, &wide_pair);
        for (int i = 0; text[i]; i++)
            g_string_append_unichar(row, text[i] == 0xa0 ? ' ' : (gunichar)text[i]); /* below a picture */
        if (text[0] && wcwidth(text[0]) == 2)
            x++;
    }
    while (row->len && row->str[row->len - 1] == ' ')
        g_string_truncate(row, row->len - 1);
    return g_string_free(g_steal_pointer(&row), FALSE);
}

static char *screen_text(const struct script *s)
{
    g_autoptr(GString) text = g_string_new("");
    for (int y = 0; y < s->height; y++) {
        g_autofree char *row = row_text(y, s->width);
        g_string_append_printf(text, "%s\n", row);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

static void dump(struct script *s, const char *name)
{
    g_autofree char *file = g_strdup_printf("%s.txt", name);
    g_autofree char *path = g_build_filename(g_getenv("REINS_SOURCE"), "tests/tui/golden", file, NULL);
    g_autofree char *shown = screen_text(s), *text = screen_without_lengths(shown), *golden = NULL;
    if (g_getenv("GOLDEN")) {
        assert_true(g_file_set_contents(path, text, -1, NULL));
        return;
    }
    if (!g_file_get_contents(path, &golden, NULL, NULL))
        fail_at(s, "no golden %s (GOLDEN=1 writes it)", path);
    if (!g_str_equal(text, golden)) {
        g_auto(GStrv) a = g_strsplit(text, "\n", -1), b = g_strsplit(golden, "\n", -1);
        for (guint i = 0; a[i] || b[i]; i++) {
            if (!a[i] || !b[i] || !g_str_equal(a[i], b[i]))
                print_message("%3u got  |%s\n    want |%s\n", i, a[i] ? a[i] : "(nothing)", b[i] ? b[i] : "(nothing)");
            if (!a[i] || !b[i])
                break;
        }
        fail_at(s, "the screen is not as in %s", file);
    }
}

/* ---- the words of a script ---- */

static void collect(struct script *s)
{
    g_autoptr(GPtrArray) commands = console_take_commands(s->console);
    while (commands->len)
        g_ptr_array_add(s->commands, g_ptr_array_steal_index(commands, 0));
}

static void do_size(struct script *s, const char *rest)
{
    int cell_width, cell_height, n = sscanf(rest, "%dx%d cell %dx%d", &s->width, &s->height, &cell_width, &cell_height);
    if (n == 4)
        console_cell(s->console, cell_width, cell_height, true);
    else if (n != 2)
        fail_at(s, "size WxH [cell WxH]");
    resizeterm(s->height, s->width);
    console_resize(s->console, s->width, s->height, s->now_us);
}

static void do_event(struct script *s, const char *rest)
{
    g_auto(GStrv) parts = g_strsplit(rest, "@DIR@", -1);
    g_autofree char *json = g_strjoinv(s->dir, parts);
    g_autoptr(GError) error = NULL;
    event *e = event_from_json(json, strlen(json), &error);
    if (!e) {
        fail_at(s, "no event: %s", error->message);
        return;
    }
    console_event(s->console, e, s->now_us);
}

static void do_key(struct script *s, const char *rest)
{
    int key = key_named(rest);
    if (!key)
        fail_at(s, "no key \"%s\"", rest);
    console_keys(s->console, &key, 1, s->now_us);
}

static void send_text(struct script *s, const char *text, bool at_once)
{
    g_autoptr(GArray) keys = g_array_new(FALSE, FALSE, sizeof(int));
    for (const char *p = text; *p; p = g_utf8_next_char(p)) {
        int key = (int)g_utf8_get_char(p);
        g_array_append_val(keys, key);
    }
    const int *data = (const int *)(void *)keys->data;
    if (at_once)
        console_keys(s->console, data, keys->len, s->now_us);
    for (guint i = 0; !at_once && i < keys->len; i++)
        console_keys(s->console, &data[i], 1, s->now_us);
}

static void do_keys(struct script *s, const char *rest)
{
    send_text(s, rest, true);
}

static void do_type(struct script *s, const char *rest)
{
    send_text(s, rest, false);
}

/* n bytes from the terminal, or only the time. */
static void hear(struct script *s, const char *bytes, gsize n)
{
    g_autoptr(GArray) keys = g_array_new(FALSE, FALSE, sizeof(int));
    reader_take(s->reader, bytes, n, s->now_us, keys);
    if (keys->len)
        console_keys(s->console, (const int *)(void *)keys->data, keys->len, s->now_us);
    for (char *said; (said = reader_answer(s->reader)); g_free(said)) {
        struct mouse m;
        if (mouse_parse(said, &m))
            console_mouse(s->console, &m, s->now_us);
    }
}

static void do_bytes(struct script *s, const char *rest)
{
    g_autofree char *bytes = g_strcompress(rest);
    hear(s, bytes, strlen(bytes));
}

/* Time passes from deadline to deadline, as in the real loop. */
static void do_advance(struct script *s, const char *rest)
{
    gint64 end = s->now_us + g_ascii_strtoll(rest, NULL, 10) * 1000;
    while (s->now_us < end) {
        gint64 at = console_next_deadline(s->console), heard = reader_deadline(s->reader);
        at = at < 0 || (heard >= 0 && heard < at) ? heard : at;
        if (at >= 0 && at <= s->now_us)
            fail_at(s, "a deadline that does not move: the console would spin");
        s->now_us = at < 0 || at > end ? end : at;
        hear(s, "", 0);
        console_tick(s->console, s->now_us);
        draw(s);
    }
}

/* Drawing takes so long: what changes meanwhile wakes the console. */
static void do_late(struct script *s, const char *rest)
{
    gint64 at = console_next_deadline(s->console);
    console_tick(s->console, s->now_us += g_ascii_strtoll(rest, NULL, 10) * 1000);
    if (console_dirty(s->console) && (at < 0 || at > s->now_us))
        fail_at(s, "the screen changed by itself while it was sent, and the console sleeps");
}

static void opens(struct script *s, const struct console_options *options)
{
    console_free(s->console);
    s->console = console_new(options, s->width, s->height, s->now_us);
}

/* "RUN [STEP]": the console plays that run instead. */
static void do_replay(struct script *s, const char *rest)
{
    g_auto(GStrv) words = g_strsplit(rest, " ", 2);
    g_autoptr(GError) error = NULL;
    struct console_options options = usual;
    options.alone = true;
    gint64 from = words[1] ? g_ascii_strtoll(words[1], NULL, 10) : 0;
    options.replay = replayer_new(g_ascii_strtoll(words[0], NULL, 10), from, 1, &error);
    if (!options.replay)
        fail_at(s, "%s", error->message);
    opens(s, &options);
}

/* "N OF": the run is the N-th of a list of tasks. */
static void do_listed(struct script *s, const char *rest)
{
    struct console_options options = usual;
    options.place.n = (guint)g_ascii_strtoull(rest, (char **)&rest, 10);
    options.place.of = (guint)g_ascii_strtoull(rest, NULL, 10);
    opens(s, &options);
}

static void do_expect_command(struct script *s, const char *rest)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(command) wanted = command_from_json(rest, strlen(rest), &error);
    if (!wanted) {
        fail_at(s, "not a command: %s", error->message);
        return;
    }
    g_autofree char *want = command_to_json(wanted);
    if (!s->commands->len) {
        fail_at(s, "no command was sent, wanted %s", want);
        return;
    }
    g_autofree char *got = command_to_json(g_ptr_array_index(s->commands, 0));
    if (!g_str_equal(got, want))
        fail_at(s, "sent %s, wanted %s", got, want);
    g_ptr_array_remove_index(s->commands, 0);
}

static void do_expect_no_command(struct script *s, const char *rest)
{
    (void)rest;
    if (!s->commands->len)
        return;
    g_autofree char *got = command_to_json(g_ptr_array_index(s->commands, 0));
    fail_at(s, "sent %s, wanted nothing", got);
}

static void do_expect(struct script *s, const char *rest)
{
    g_autofree char *text = screen_text(s);
    if (!strstr(text, rest)) {
        fputs(text, stdout);
        fail_at(s, "not on the screen: %s", rest);
    }
}

static void do_expect_not(struct script *s, const char *rest)
{
    g_autofree char *text = screen_text(s);
    if (strstr(text, rest)) {
        fputs(text, stdout);
        fail_at(s, "on the screen: %s", rest);
    }
}

static void do_expect_exit(struct script *s, const char *rest)
{
    int code;
    bool detached;
    if (!console_done(s->console, &code, &detached) || code != (int)g_ascii_strtoll(rest, NULL, 10))
        fail_at(s, "the console does not leave with %s", rest);
}

static void do_expect_running(struct script *s, const char *rest)
{
    int code;
    bool detached;
    (void)rest;
    if (console_done(s->console, &code, &detached))
        fail_at(s, "the console leaves with %d", code);
}

static void do_expect_waits(struct script *s, const char *rest)
{
    const char *run;
    int step, id = console_waits(s->console, &run, &step);
    if (id != (int)g_ascii_strtoll(rest, NULL, 10))
        fail_at(s, "card %d waits for the person, not %s", id, rest);
}

static void do_expect_idle(struct script *s, const char *rest)
{
    (void)rest;
    if (console_next_deadline(s->console) >= 0 || console_dirty(s->console))
        fail_at(s, "the console wants to wake up by itself, or draws what nobody changed");
}

static void do_expect_deadline(struct script *s, const char *rest)
{
    gint64 at = console_next_deadline(s->console), ms = at < 0 ? -1 : (at - s->now_us) / 1000;
    if (ms != g_ascii_strtoll(rest, NULL, 10))
        fail_at(s, "the console wakes up by itself in %" G_GINT64_FORMAT " ms, wanted %s", ms, rest);
}

static void do_expect_editor(struct script *s, const char *rest)
{
    const char *suffix;
    g_autofree char *text = console_take_edit(s->console, &suffix);
    if (!text || !strstr(text, rest))
        fail_at(s, "the editor gets %s, wanted %s", text ? text : "nothing", rest);
}

static void do_edited(struct script *s, const char *rest)
{
    console_edited(s->console, rest, NULL, s->now_us);
}

static void do_edited_text(struct script *s, const char *rest)
{
    g_autofree char *text = g_strcompress(rest);
    console_edited(s->console, text, NULL, s->now_us);
}

static void do_editor_fails(struct script *s, const char *rest)
{
    console_edited(s->console, NULL, rest, s->now_us);
}

/* The words of what is to be run on the terminal, which ends with 0. */
static void do_expect_program(struct script *s, const char *rest)
{
    g_auto(GStrv) words = console_take_program(s->console);
    g_autofree char *all = words ? g_strjoinv(" ", words) : g_strdup("nothing");
    if (!g_str_equal(all, rest))
        fail_at(s, "the terminal is for %s, wanted %s", all, rest);
    console_program_ended(s->console, 0, NULL, s->now_us);
}

static void do_lost(struct script *s, G_GNUC_UNUSED const char *rest)
{
    console_engine_lost(s->console, s->now_us);
}

static void run_line(struct script *s, char *line);
/* "N LINE": the line, so many times. */
static void do_times(struct script *s, const char *rest)
{
    char *line;
    for (gint64 n = g_ascii_strtoll(rest, &line, 10); n > 0; n--) {
        g_autofree char *copy = g_strdup(line + 1);
        run_line(s, copy);
    }
}

/* "FROM TO": the run comes to each of these steps. */
static void do_steps(struct script *s, const char *rest)
{
    int from, to;
    if (sscanf(rest, "%d %d", &from, &to) != 2)
        fail_at(s, "steps FROM TO");
    for (; from <= to; from++) {
        g_autofree char *json = g_strdup_printf("{\"event\":\"state\",\"state\":\"observing\",\"step\":%d}", from);
        do_event(s, json);
    }
}

static const struct {
    const char *word;
    void (*run)(struct script *s, const char *rest);
} words[] = {
    {"size", do_size},
    {"event", do_event},
    {"skill", add_skill},
    {"key", do_key},
    {"keys", do_keys},
    {"type", do_type},
    {"bytes", do_bytes},
    {"advance", do_advance},
    {"late", do_late},
    {"replay", do_replay},
    {"listed", do_listed},
    {"expect-command", do_expect_command},
    {"expect-no-command", do_expect_no_command},
    {"expect", do_expect},
    {"expect-not", do_expect_not},
    {"expect-exit", do_expect_exit},
    {"expect-running", do_expect_running},
    {"expect-idle", do_expect_idle},
    {"expect-waits", do_expect_waits},
    {"expect-deadline", do_expect_deadline},
    {"expect-editor", do_expect_editor},
    {"expect-program", do_expect_program},
    {"edited", do_edited},
    {"edited-text", do_edited_text},
    {"editor-fails", do_editor_fails},
    {"lost", do_lost},
    {"dump", dump},
    {"settle", do_settle},
    {"times", do_times},
    {"steps", do_steps},
};

static void run_file(struct script *s, const char *path)
{
    g_autofree char *text = NULL;
    g_autoptr(GError) error = NULL;
    if (!g_file_get_contents(path, &text, NULL, &error)) {
        fail_at(s, "%s", error->message);
        return;
    }
    const char *path_before = s->path;
    int line_before = s->line;
    s->path = path;
    s->line = 0;
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        s->line++;
        if (**line && **line != '#')
            run_line(s, *line);
    }
    s->path = path_before;
    s->line = line_before;
}

static void run_line(struct script *s, char *line)
{
    char *rest = line + strcspn(line, " ");
    if (*rest)
        *rest++ = '\0';
    if (g_str_equal(line, "include")) {
        g_autofree char *path = g_build_filename(g_getenv("REINS_SOURCE"), "tests/tui", rest, NULL);
        run_file(s, path);
        return;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        if (g_str_equal(words[i].word, line)) {
            words[i].run(s, rest);
            collect(s);
            draw(s);
            return;
        }
    }
    g_autofree char *wrong = NULL;
    if (!disk_word(line, rest, &wrong))
        fail_at(s, "no such word: %s", line);
    if (wrong)
        fail_at(s, "%s", wrong);
    draw(s);
}

/* ---- one script, one test ---- */

static void script_runs(void **state)
{
    struct script s = {.path = *state, .now_us = 1000 * 1000000LL, .width = 120, .height = 36};
    g_autofree char *data = g_build_filename(g_get_user_data_dir(), "reins", NULL);
    disk_remove(data); /* of one that failed */
    disk_remove(g_getenv("XDG_CONFIG_HOME"));
    s.null = fopen("/dev/null", "r+");
    s.terminal = newterm("xterm-256color", s.null, s.null);
    assert_non_null(s.terminal);
    resizeterm(s.height, s.width);
    paint_start();
    opens(&s, &usual);
    s.reader = reader_new();
    s.skills = g_ptr_array_new_with_free_func(driver_skill_free);
    console_set_skills(s.console, s.skills);
    s.commands = g_ptr_array_new_with_free_func((GDestroyNotify)command_free);
    s.dir = g_dir_make_tmp("reins-tui-XXXXXX", NULL);
    disk_picture(s.dir, "before.png", 0xd02020);
    disk_picture(s.dir, "after.png", 0x20c020);
    draw(&s);
    run_file(&s, s.path);
    if (s.commands->len)
        do_expect_no_command(&s, "");
    console_free(s.console);
    reader_free(s.reader);
    disk_remove(data);
    g_ptr_array_unref(s.commands);
    g_ptr_array_unref(s.skills);
    endwin();
    delscreen(s.terminal);
    fclose(s.null);
    disk_remove(s.dir);
    g_free(s.dir);
}

static int by_name(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(int argc, char **argv)
{
    setlocale(LC_ALL, "C.UTF-8");
    g_autofree char *data = g_dir_make_tmp("reins-tui-data-XXXXXX", NULL); /* never the person's own */
    g_autofree char *own = g_build_filename(data, "config", NULL);
    g_setenv("XDG_DATA_HOME", data, TRUE);
    g_setenv("XDG_CONFIG_HOME", own, TRUE);
    g_setenv("TZ", "UTC", TRUE);
    g_autofree char *folder = g_build_filename(g_getenv("REINS_SOURCE") ? g_getenv("REINS_SOURCE") : ".", "tests/tui", NULL);
    g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free), names = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));)
        if (g_str_has_suffix(name, ".tui") && !g_str_has_prefix(name, "_") && (argc < 2 || strstr(name, argv[1])))
            g_ptr_array_add(paths, g_build_filename(folder, name, NULL));
    g_ptr_array_sort(paths, by_name);
    g_autofree struct CMUnitTest *tests = g_new0(struct CMUnitTest, paths->len + 1);
    for (guint i = 0; i < paths->len; i++) {
        g_autofree char *base = g_path_get_basename(g_ptr_array_index(paths, i));
        base[strlen(base) - 4] = '\0';
        g_ptr_array_add(names, g_strdup_printf("screen__%s", base));
        tests[i] = (struct CMUnitTest){g_ptr_array_index(names, i), script_runs, NULL, NULL, g_ptr_array_index(paths, i)};
    }
    int failed = _cmocka_run_group_tests("screens", tests, paths->len, NULL, NULL);
    disk_remove(data);
    return failed;
}
