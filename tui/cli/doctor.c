/* reins doctor: what display, programs, terminal, configuration and store lack, with the fix. One function a row of the table;
 * each adds the rows that it has something to say about. */
#include "tui/cli/doctor.h"

#include "config/config.h"
#include "config/keyring.h"
#include "config/profile.h"
#include "engine/brain/brain.h"
#include "engine/display/display.h"
#include "engine/display/target.h"
#include "engine/eye/reading.h"
#include "memory/memory.h"
#include "memory/privacy.h"
#include "skills/timeline/visible.h"
#include "skills/worker/worker.h"
#include "tui/cli/cli.h"
#include "tui/term/terminal.h"
#include "tui/term/terminfo.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/statvfs.h>
#include <sys/un.h>
#include <unistd.h>

#define MIB (1024.0 * 1024.0)
#define SPACE_LOW (500 * MIB) /* a run of an hour stores about so much */
#define SPACE_NONE (20 * MIB)

struct doctor {
    const char *display; /* as given, NULL = $DISPLAY */
    GArray *rows;        /* struct doctor_row */
    config *cfg;         /* NULL when it does not load */
};

static const char *const state_names[] = {[DOCTOR_OK] = "ok", [DOCTOR_WARNING] = "warning", [DOCTOR_MISSING] = "missing"};
G_STATIC_ASSERT(G_N_ELEMENTS(state_names) == DOCTOR_STATE_COUNT);

const char *doctor_state_name(enum doctor_state state)
{
    return state_names[state];
}

static void row_clear(gpointer data)
{
    struct doctor_row *r = data;
    g_free(r->what);
    g_free(r->fix);
}

static void add(struct doctor *d, const char *name, enum doctor_state state, const char *fix, const char *format, ...)
    G_GNUC_PRINTF(5, 6);
static void add(struct doctor *d, const char *name, enum doctor_state state, const char *fix, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    struct doctor_row r = {.name = name, .state = state, .what = g_strdup_vprintf(format, args), .fix = g_strdup(fix ? fix : "")};
    va_end(args);
    g_array_append_val(d->rows, r);
}

/* A message "what (what to do)" as what and fix. */
static void add_message(struct doctor *d, const char *name, enum doctor_state state, const char *message)
{
    const char *open = g_str_has_suffix(message, ")") ? strrchr(message, '(') : NULL;
    if (!open || open == message) {
        add(d, name, state, "", "%s", message);
        return;
    }
    g_autofree char *what = g_strchomp(g_strndup(message, (gsize)(open - message)));
    g_autofree char *fix = g_strndup(open + 1, strlen(open) - 2);
    add(d, name, state, fix, "%s", what);
}

/* ---- display ---- */
static void check_extensions(struct doctor *d, const struct display_probe *p)
{
    const struct {
        const char *name;
        bool there;
        enum doctor_state without;
        const char *use, *fix;
    } extensions[] = {
        {"XTEST", p->xtest, DOCTOR_MISSING, "it presses keys and moves the mouse", "start the X server without -extension XTEST"},
        {"XInput2", p->xinput2, DOCTOR_WARNING, "without it your own input cannot be told from that of reins",
         "use an X server of 2012 or later"},
        {"XKB", p->xkb, DOCTOR_WARNING, "without it Caps Lock and layouts cannot be allowed for",
         "use an X server of 2012 or later"},
        {"MIT-SHM", p->shm, DOCTOR_WARNING, "without it a picture takes 30 times as long",
         "run reins on the machine of the display"},
        {"DAMAGE", p->damage, DOCTOR_WARNING, "without it the screen is looked at all the time",
         "start the X server with +extension DAMAGE"},
        {"RANDR", p->randr, DOCTOR_WARNING, "without it a new resolution is seen late",
         "start the X server with +extension RANDR"},
        {"XFIXES", p->xfixes, DOCTOR_WARNING, "without it the pointer's picture cannot be read",
         "start the X server with +extension XFIXES"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(extensions); i++)
        add(d, extensions[i].name, extensions[i].there ? DOCTOR_OK : extensions[i].without,
            extensions[i].there ? "" : extensions[i].fix, "%s%s%s",
            extensions[i].there ? "there" : "not there: ", extensions[i].there ? "" : extensions[i].use, "");
}

static void check_vnc(struct doctor *d, const display_target *target)
{
    add(d, "VNC", DOCTOR_OK, "",
        "each press counts as one into an unknown window; a person takes over by o, not by keyboard or mouse");
    if (target->port)
        add(d, "watch", DOCTOR_OK, "",
            "vncviewer -Shared %s::%d; without -Shared a viewer takes the screen for itself, and reins loses it", target->host,
            target->port);
    else
        add(d, "watch", DOCTOR_OK, "",
            "vncviewer -Shared %s; on another machine: ssh -L 5900:%s %s, then vncviewer -Shared localhost:0", target->host,
            target->host, g_get_host_name());
    if (display_target_distant(target))
        add(d, "line", DOCTOR_WARNING, "let its server listen on localhost only, and reach it by ssh -L",
            "pictures and keys travel between the machines in clear");
}

static void check_phone(struct doctor *d)
{
    add(d, "phone", DOCTOR_OK, "",
        "each press counts as one into an unknown window; a person takes over by o, touches of the screen are not told");
}

static void check_display(struct doctor *d)
{
    struct display_probe p;
    g_auto(display_target) target = {0};
    g_autoptr(GError) locked = NULL;
    bool known = display_target_read(d->display, &target, NULL); /* else the probe says what is wrong with it */
    if (known && !cli_unlock(&target, &locked))
        add_message(d, "vnc_password", DOCTOR_MISSING, locked->message);
    display_probe(d->display, &p);
    g_autofree char *xvfb = g_find_program_in_path("Xvfb");
    if (known && !target.name && xvfb) { /* over ssh: sandboxes are what one has */
        add(d, "display", DOCTOR_WARNING, "--app PROGRAM starts it in a sandbox; --display :N takes a display that is there",
            "$DISPLAY is not set");
        display_probe_clear(&p);
        return;
    }
    if (!p.opened) {
        add_message(d, "display", DOCTOR_MISSING, p.problem);
        display_probe_clear(&p);
        return;
    }
    if (p.problem && p.xtest)
        add_message(d, "display", DOCTOR_MISSING, p.problem);
    else
        add(d, "display", DOCTOR_OK, "", "%s, %dx%d, %d bits, %s", target.name, p.width, p.height, p.depth, p.vendor);
    g_autofree char *tells = display_tells_text(p.tells);
    add(d, "it tells", DOCTOR_OK, "", "%s", tells);
    if (target.kind == DISPLAY_VNC || target.kind == DISPLAY_PHONE || target.kind == DISPLAY_WORLD) {
        if (target.kind == DISPLAY_VNC)
            check_vnc(d, &target);
        else if (target.kind == DISPLAY_PHONE)
            check_phone(d);
        display_probe_clear(&p);
        return;
    }
    check_extensions(d, &p);
    add(d, "window manager", DOCTOR_OK, "", "%s", p.window_manager ? p.window_manager : "none: windows are focused directly");
    display_probe_clear(&p);
}

/* ---- programs ---- */
static void check_programs(struct doctor *d)
{
    static const struct {
        const char *program, *use, *fix;
        enum doctor_state without;
    } programs[] = {
        {"Xvfb", "sandbox displays (--sandbox, demo)", "apt-get install xvfb", DOCTOR_MISSING},
        {"Xtigervnc", "VNC sandboxes (--sandbox vnc:WxH)", "apt-get install tigervnc-standalone-server", DOCTOR_WARNING},
        {"xcalc", "the demo", "apt-get install x11-apps", DOCTOR_WARNING},
        {"xterm", "the terminal profile", "apt-get install xterm", DOCTOR_WARNING},
        {"tmux", "a console that outlives its terminal", "apt-get install tmux", DOCTOR_WARNING},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(programs); i++) {
        g_autofree char *path = g_find_program_in_path(programs[i].program);
        if (path)
            add(d, programs[i].program, DOCTOR_OK, "", "%s", path);
        else
            add(d, programs[i].program, programs[i].without, programs[i].fix, "not in $PATH: needed for %s", programs[i].use);
    }
}

static void check_accessibility(struct doctor *d)
{
    g_autofree char *path = sandbox_accessibility_launcher();
    if (path)
        add(d, "at-spi2-core", DOCTOR_OK, "", "%s", path);
    else
        add(d, "at-spi2-core", DOCTOR_WARNING, "apt-get install at-spi2-core",
            "not installed: needed for elements=atspi in a profile");
}

/* Tesseract itself is asked, in its worker: only it knows where it looks. */
static void check_language(struct doctor *d, char *const *languages)
{
    static const char nothing[] = "{\"regions\":[]}\n";
    const struct worker_limits limits = {.memory_bytes = (gsize)1 << 30, .cpu_s = 10, .deadline_ms = 15000, .reply_bytes = 65536};
    g_autoptr(GError) error = NULL;
    gsize length = 0;
    g_autofree char *named = g_strjoinv(", ", (char **)languages);
    reading_set_languages(languages);
    g_autofree char *reply = worker_run("ocr", nothing, strlen(nothing), &limits, &length, &error);
    if (reply)
        add(d, "words", DOCTOR_OK, "", "Tesseract reads %s", named);
    else
        add_message(d, "words", DOCTOR_MISSING, error->message);
}

/* English, and what the profiles name. */
static void check_words(struct doctor *d)
{
    char english_name[] = "eng", *const english[] = {english_name, NULL};
    g_auto(GStrv) names = profile_names();
    check_language(d, english);
    for (gsize i = 0; names[i]; i++) {
        g_autoptr(profile) p = profile_load(names[i], NULL); /* one that does not parse: check_profiles() */
        if (p && *p->languages && !g_strv_equal((const char *const *)p->languages, (const char *const *)english))
            check_language(d, p->languages);
    }
}

/* ---- terminal ---- */
static void check_colours(struct doctor *d, const char *term)
{
    int colours = terminfo_colours(term);
    if (colours < 0) {
        add(d, "TERM", DOCTOR_MISSING, "apt-get install ncurses-term, or set TERM=xterm-256color",
            "\"%s\" is not in the terminal database", term);
        return;
    }
    add(d, "TERM", DOCTOR_OK, "", "%s", term);
    const char *says = g_getenv("COLORTERM");
    bool announced = g_strcmp0(says, "truecolor") == 0 || g_strcmp0(says, "24bit") == 0;
    g_autofree char *entry = announced ? terminfo_direct(term) : NULL;
    bool true_colour = entry && terminfo_colours(entry) > 256;
    g_autofree char *instead =
        !announced ? NULL : g_strdup_printf("; COLORTERM says true colour, and %s is not in the terminal database", entry);
    if (true_colour)
        add(d, "colours", DOCTOR_OK, "", "true colour (%s)", entry);
    else
        add(d, "colours", colours >= 256 && !announced ? DOCTOR_OK : DOCTOR_WARNING,
            announced        ? "apt-get install ncurses-term"
            : colours >= 256 ? ""
                             : "use a terminal with 256 colours, and its TERM (TERM=xterm-256color in xterm)",
            "%d%s", colours, announced ? instead : "");
}

static void check_size(struct doctor *d)
{
    struct winsize size = {0};
    int fd = isatty(STDOUT_FILENO) ? STDOUT_FILENO : STDIN_FILENO;
    if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return;
    bool fits = size.ws_col >= 80 && size.ws_row >= 24;
    add(d, "size", fits ? DOCTOR_OK : DOCTOR_WARNING, fits ? "" : "make the window at least 80x24", "%dx%d", size.ws_col,
        size.ws_row);
}

static void check_terminal(struct doctor *d)
{
    const char *term = g_getenv("TERM");
    setlocale(LC_CTYPE, "");
    const char *codeset = nl_langinfo(CODESET);
    bool utf8 = strcmp(codeset, "UTF-8") == 0;
    add(d, "locale", utf8 ? DOCTOR_OK : DOCTOR_WARNING, utf8 ? "" : "set LC_ALL=C.UTF-8, or your language's UTF-8 locale", "%s",
        codeset);
    if (!isatty(STDOUT_FILENO) && !isatty(STDIN_FILENO)) {
        add(d, "terminal", DOCTOR_OK, "", "no terminal here: only --headless and single commands work");
        return;
    }
    if (!term || !term[0])
        add(d, "TERM", DOCTOR_MISSING, "set TERM, for most terminals to xterm-256color", "not set");
    else
        check_colours(d, term);
    check_size(d);
}

/* ---- configuration ---- */
static void check_key(struct doctor *d, const brain_profile *b, bool chosen)
{
    enum doctor_state without = chosen ? DOCTOR_MISSING : DOCTOR_WARNING;
    if (b->key && g_str_has_prefix(b->key, "env:")) {
        const char *value = keyring_value(b->key + 4);
        g_autofree char *fix = g_strdup_printf("export %s=… (or key=file:PATH, key=cmd:COMMAND)", b->key + 4);
        bool set = value && value[0];
        add(d, "brain", set ? DOCTOR_OK : without, set ? "" : fix, "%s (%s): $%s is %s", b->name, b->kind, b->key + 4,
            set ? "set" : "not set");
    } else if (b->key && g_str_has_prefix(b->key, "file:")) {
        bool there = access(b->key + 5, R_OK) == 0;
        add(d, "brain", there ? DOCTOR_OK : without, there ? "" : "write the key into that file (mode 0600)",
            "%s (%s): the key file %s %s", b->name, b->kind, b->key + 5, there ? "is there" : "cannot be read");
    } else if (g_str_equal(b->kind, "lua") && b->script) {
        g_autoptr(GError) error = NULL;
        bool loads = brain_script_check(b->script, &error);
        g_autofree char *fix = g_strdup_printf("mend the script, or set script= in [brain %s]", b->name);
        add(d, "brain", loads ? DOCTOR_OK : without, loads ? "" : fix, "%s (%s)%s%s", b->name, b->kind,
            loads ? chosen ? ", used by default" : "" : ": ", loads ? "" : error->message);
    } else {
        add(d, "brain", DOCTOR_OK, "", "%s (%s)%s", b->name, b->kind, chosen ? ", used by default" : "");
    }
}

static void check_brains(struct doctor *d)
{
    g_auto(GStrv) names = config_brain_names(d->cfg);
    const char *chosen = config_string(d->cfg, "run", "brain");
    for (gsize i = 0; names[i]; i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(brain_profile) b = config_brain(d->cfg, names[i], &error);
        if (b)
            check_key(d, b, g_str_equal(names[i], chosen));
        else
            add_message(d, "brain", g_str_equal(names[i], chosen) ? DOCTOR_MISSING : DOCTOR_WARNING, error->message);
    }
    if (!strchr(chosen, ':') && !g_strv_contains((const char *const *)names, chosen))
        add(d, "brain", DOCTOR_MISSING, "set brain= in [run] to an existing one", "[run] brain=%s: there is no [brain %s]",
            chosen, chosen);
}

static void check_configuration(struct doctor *d)
{
    g_autoptr(GError) error = NULL;
    d->cfg = config_load(&error);
    if (!d->cfg) {
        add_message(d, "configuration", DOCTOR_MISSING, error->message);
        return;
    }
    bool own = access(config_path(d->cfg), F_OK) == 0;
    add(d, "configuration", DOCTOR_OK, "", "%s%s", config_path(d->cfg), own ? "" : " does not exist: the defaults apply");
    const GPtrArray *warnings = config_warnings(d->cfg);
    for (guint i = 0; i < warnings->len; i++)
        add_message(d, "configuration", DOCTOR_WARNING, g_ptr_array_index(warnings, i));
    check_brains(d);
}

static void check_pictures(struct doctor *d)
{
    const char *term = g_getenv("TERM");
    g_autofree char *answer = d->cfg && term && *term ? terminal_graphics(config_string(d->cfg, "tui", "graphics")) : NULL;
    if (answer)
        add(d, "pictures", DOCTOR_OK, "", "%s; where they are cells: %s", answer,
            THUMBNAIL_SYMBOLS_NAMES[terminal_symbols(config_string(d->cfg, "tui", "symbols"))]);
}

static void check_profiles(struct doctor *d)
{
    g_auto(GStrv) names = profile_names();
    guint good = 0;
    for (gsize i = 0; names[i]; i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(profile) p = profile_load(names[i], &error);
        if (p)
            good++;
        else
            add_message(d, "profiles", DOCTOR_WARNING, error->message);
    }
    add(d, "profiles", DOCTOR_OK, "", "%u to be used", good);
}

/* ---- places ---- */
static void check_space(struct doctor *d, const char *dir)
{
    struct statvfs fs;
    if (statvfs(dir, &fs) != 0)
        return;
    double free_bytes = (double)fs.f_bavail * (double)fs.f_frsize;
    enum doctor_state state = free_bytes < SPACE_NONE ? DOCTOR_MISSING : free_bytes < SPACE_LOW ? DOCTOR_WARNING : DOCTOR_OK;
    add(d, "free space", state, state == DOCTOR_OK ? "" : "make room there, or remove old runs with `reins memory prune`",
        "%.0f MiB in %s", free_bytes / MIB, dir);
}

static void check_store(struct doctor *d)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *dir = config_data_dir(&error);
    if (!dir) {
        add_message(d, "store", DOCTOR_MISSING, error->message);
        return;
    }
    if (access(dir, W_OK | X_OK) != 0) {
        add(d, "store", DOCTOR_MISSING, "make it yours, or set XDG_DATA_HOME", "%s cannot be written: %s", dir,
            g_strerror(errno));
        return;
    }
    g_autoptr(memory) m = memory_open(dir, false, &error);
    g_autofree char *seen = memory_others_see(dir);
    if (error)
        add_message(d, "store", DOCTOR_MISSING, error->message);
    else if (seen)
        add_message(d, "store", DOCTOR_WARNING, seen);
    else
        add(d, "store", DOCTOR_OK, "", "%s%s", dir, m ? "" : ": nothing stored yet");
    check_space(d, dir);
}

static void check_runtime(struct doctor *d)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *dir = config_runtime_dir(&error);
    if (!dir)
        add_message(d, "runtime folder", DOCTOR_MISSING, error->message);
    else if (strlen(dir) + strlen("/run-1234567.sock") >= sizeof((struct sockaddr_un *)0)->sun_path)
        add(d, "runtime folder", DOCTOR_MISSING, "set XDG_RUNTIME_DIR to a shorter path", "%s is too long for a socket's name",
            dir);
    else if (access(dir, W_OK | X_OK) != 0)
        add(d, "runtime folder", DOCTOR_MISSING, "make it yours, or set XDG_RUNTIME_DIR", "%s cannot be written", dir);
    else
        add(d, "runtime folder", DOCTOR_OK, "", "%s", dir);
}

static void (*const checks[])(struct doctor *d) = {
    check_display,       check_programs, check_accessibility, check_words, check_terminal,
    check_configuration, check_pictures, check_profiles,      check_store, check_runtime,
};

static void print_rows(const GArray *rows)
{
    for (guint i = 0; i < rows->len; i++) {
        const struct doctor_row *r = &g_array_index(rows, struct doctor_row, i);
        g_autofree char *what = visible_text(r->what), *fix = visible_text(r->fix);
        printf("%-8s %-15s %s\n", state_names[r->state], r->name, what);
        if (fix[0])
            printf("%-24s → %s\n", "", fix);
    }
}

int cli_doctor(int argc, char **argv)
{
    g_autofree char *display = NULL, *of = NULL;
    g_autoptr(GError) error = NULL;
    gboolean json = FALSE;
    const GOptionEntry entries[] = {
        {"display", 0, 0, G_OPTION_ARG_STRING, &display,
         "check this display instead of $DISPLAY (:N, vnc:HOST:N, "
         "adb:SERIAL, world:NAME)",
         "D"},
        {"profile", 0, 0, G_OPTION_ARG_STRING, &of, "check the display that this profile names, if it names one", "NAME"},
        {"json", 0, 0, G_OPTION_ARG_NONE, &json, "print one JSON array", NULL},
        G_OPTION_ENTRY_NULL,
    };
    int code = EXIT_DONE;
    if (!cli_options(&argc, &argv, entries, "", "Checks display, terminal and configuration, and names the fix of each fault.",
                     &code))
        return code;
    if (argc > 1)
        return cli_usage("doctor: \"%s\" is one word too many (reins doctor --help lists the options)", argv[1]);
    if (!display)
        display = profile_display(of, &error);
    if (error)
        return cli_fail(error);
    struct doctor d = {.display = display, .rows = g_array_new(FALSE, TRUE, sizeof(struct doctor_row))};
    g_array_set_clear_func(d.rows, row_clear);
    for (gsize i = 0; i < G_N_ELEMENTS(checks); i++)
        checks[i](&d);
    for (guint i = 0; i < d.rows->len; i++)
        if (g_array_index(d.rows, struct doctor_row, i).state == DOCTOR_MISSING)
            code = EXIT_ENVIRONMENT;
    if (json) {
        g_autofree char *text = doctor_json(d.rows);
        puts(text);
    } else {
        print_rows(d.rows);
    }
    g_array_unref(d.rows);
    config_free(d.cfg);
    return code;
}
