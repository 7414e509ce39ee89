#include "tui/term/terminal.h"

#include "config/config.h"
#include "tui/term/graphics.h"
#include "tui/term/key_code.h"
#include "tui/term/mouse.h"
#include "tui/term/paint.h"
#include "tui/term/reader.h"
#include "tui/term/terminfo.h"

#include <curses.h>
#include <errno.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

#define PASTE_ON "\033[?2004h"
#define PASTE_OFF "\033[?2004l"
#define MOUSE_ON "\033[?1000h\033[?1006h"
#define MOUSE_OFF "\033[?1006l\033[?1000l"
#define ALIVE_ASK "\033[5n"
#define ALIVE "[0n"       /* without its ESC */
#define ALIVE_LATE_MS 100 /* an answer that comes after us would be typed into the shell */
#define TITLE_KEEP "\033[22;2t"
#define TITLE_BACK "\033]2;\a\033[23;2t" /* one without a memory for titles goes back to none */
#define READ_MAX 4096
#define VTE_SEXTANTS 6300 /* 0.63 draws them */
#define GRAPHICS_WAIT_MS 300

static SCREEN *terminal;
static struct termios before; /* as found, for a crash */
static reader *input;
static graphics *pictures;
static bool in_curses, titled;
static bool asked, answered, mouse_on;
static GArray *clicks; /* struct mouse: not taken yet */

static void write_out(const char *text)
{
    gsize length = strlen(text);
    while (length > 0) {
        ssize_t n = write(STDOUT_FILENO, text, length);
        if (n < 0 && errno != EINTR)
            return;
        if (n > 0) {
            text += n;
            length -= (gsize)n;
        }
    }
}

/* To the terminal itself: GNU screen hands on what stands in a DCS, and takes the rest as meant for itself. */
static void write_past(const char *text)
{
    bool screen = g_getenv("STY") && !g_getenv("TMUX");
    g_autofree char *all = g_strconcat(screen ? "\033P" : "", text, screen ? "\033\\" : "", NULL);
    write_out(all);
}

/* Only what may be called in a signal handler: paste off, out of the alternate screen, cursor on, modes as found. */
static void crashed(int signal)
{
    if (in_curses) {
        write_out(graphics_wipe(pictures));
        write_out(MOUSE_OFF PASTE_OFF "\033[?1049l\033[?25h\033[0m\r\n");
        if (titled)
            write_out(TITLE_BACK);
        tcsetattr(STDIN_FILENO, TCSANOW, &before);
    }
    raise(signal); /* SA_RESETHAND: now as if we had not been here */
}

static void watch_crashes(void)
{
    static const int signals[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
    struct sigaction action = {.sa_handler = crashed, .sa_flags = SA_RESETHAND | SA_NODEFER};
    for (gsize i = 0; i < G_N_ELEMENTS(signals); i++)
        sigaction(signals[i], &action, NULL);
}

static bool wants_truecolour(const char *colours)
{
    const char *says = g_getenv("COLORTERM");
    if (g_str_equal(colours, "truecolor"))
        return true;
    return g_str_equal(colours, "auto") && (!g_strcmp0(says, "truecolor") || !g_strcmp0(says, "24bit"));
}

static SCREEN *open_screen(const char *colours, const char *term)
{
    g_autofree char *true_colour = wants_truecolour(colours) ? terminfo_direct(term) : NULL;
    SCREEN *s = true_colour ? newterm(true_colour, stdout, stdin) : NULL;
    return s ? s : newterm(term, stdout, stdin);
}

static void unknown_terminal(const char *term, GError **error)
{
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_ENVIRONMENT,
                "no terminal: terminfo does not know TERM \"%s\" (set TERM=xterm-256color, or install ncurses-term)",
                term ? term : "");
}

bool terminal_check(GError **error)
{
    struct termios now;
    const char *term = g_getenv("TERM");
    int found = 0;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || tcgetattr(STDIN_FILENO, &now) < 0) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_ENVIRONMENT,
                    "no terminal: stdin and stdout must be one for the console (use --headless without)");
        return false;
    }
    bool known = term && *term && setupterm(term, STDOUT_FILENO, &found) == OK;
    if (known)
        del_curterm(cur_term);
    else
        unknown_terminal(term, error);
    return known;
}

static void define(const char *capability, int key)
{
    const char *sequence = tigetstr(capability);
    if (sequence && sequence != (const char *)-1) /* terminfo's "this is no string" */
        reader_define(input, sequence, key);
}

/* What terminfo says goes before what most terminals send. */
static void define_keys(void)
{
    static const struct {
        const char *capability;
        int key;
    } keys[] = {{"kcuu1", K_UP},     {"kcud1", K_DOWN}, {"kcub1", K_LEFT},   {"kcuf1", K_RIGHT},
                {"khome", K_HOME},   {"kend", K_END},   {"kpp", K_PAGE_UP},  {"knp", K_PAGE_DOWN},
                {"kdch1", K_DELETE}, {"kent", K_ENTER}, {"kcbt", K_BACK_TAB}};
    for (gsize i = 0; i < G_N_ELEMENTS(keys); i++)
        define(keys[i].capability, keys[i].key);
    for (int i = 1; i <= 12; i++) {
        g_autofree char *name = g_strdup_printf("kf%d", i);
        define(name, K_F0 + i);
    }
}

/* What the kernel knows of the window: no terminal has to answer for that. */
static void take_cell_size(void)
{
    struct winsize size = {0};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0)
        graphics_cell_is(pictures, size.ws_xpixel / size.ws_col, size.ws_ypixel / size.ws_row);
}

/* What tmux, GNU screen or the kernel's own terminal would answer says nothing of pictures; asked for by name they are tried. */
static const char *pictures_possible(const char *wanted, const char *term)
{
    bool between = g_getenv("TMUX") || g_getenv("STY") || g_str_has_prefix(term, "linux");
    return between && g_str_equal(wanted, "auto") ? "symbols" : wanted;
}

/* Which terminals draw sextants themselves, so that no font has to have them; the kernel's has a font of 512. */
enum thumbnail_symbols terminal_symbols(const char *wanted)
{
    const char *term = g_getenv("TERM"), *vte = g_getenv("VTE_VERSION");
    for (int i = 0; THUMBNAIL_SYMBOLS_NAMES[i]; i++)
        if (g_str_equal(THUMBNAIL_SYMBOLS_NAMES[i], wanted))
            return (enum thumbnail_symbols)i;
    if (!term || g_str_has_prefix(term, "linux"))
        return THUMBNAIL_HALVES;
    bool between = g_getenv("TMUX") || g_getenv("STY");
    bool draws = g_str_has_prefix(term, "xterm-kitty") || g_str_has_prefix(term, "foot") ||
                 (vte && g_ascii_strtoll(vte, NULL, 10) >= VTE_SEXTANTS);
    return draws && !between ? THUMBNAIL_SEXTANTS : THUMBNAIL_QUADRANTS;
}

static void ask_pictures(void)
{
    guint answers = 0;
    const char *question = graphics_question(pictures, &answers);
    for (guint i = 0; i < answers; i++)
        reader_expect(input, g_get_monotonic_time());
    if (question)
        write_out(question);
    asked = asked || question;
}

bool terminal_open(const char *colours, const char *wanted, GError **error)
{
    static bool registered;
    if (!terminal_check(error))
        return false;
    tcgetattr(STDIN_FILENO, &before);
    setlocale(LC_ALL, "");
    if (MB_CUR_MAX == 1) /* drawn in UTF-8 all the same */
        setlocale(LC_CTYPE, "C.UTF-8");
    const char *term = g_getenv("TERM");
    terminal = term && *term ? open_screen(colours, term) : NULL;
    if (!terminal) {
        unknown_terminal(term, error);
        return false;
    }
    if (!registered)
        atexit(terminal_close);
    registered = true;
    in_curses = true;
    watch_crashes();
    raw(); /* ctrl-c and ctrl-z are keys: the run has its own way to stop */
    noecho();
    nonl();
    keypad(stdscr, TRUE); /* the terminal's part of it: what it sends is read by us */
    typeahead(-1);        /* what is drawn is drawn whole */
    input = reader_new();
    pictures = graphics_new(pictures_possible(wanted, term));
    define_keys();
    paint_start();
    write_out(PASTE_ON);
    take_cell_size();
    ask_pictures();
    return true;
}

char *terminal_graphics(const char *wanted)
{
    static const char *const names[] = {[GRAPHICS_SYMBOLS] = "symbols", [GRAPHICS_KITTY] = "kitty", [GRAPHICS_SIXEL] = "sixel"};
    const char *term = g_getenv("TERM");
    struct termios now, quiet;
    int width, height;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || tcgetattr(STDIN_FILENO, &now) < 0)
        return NULL;
    quiet = now;
    cfmakeraw(&quiet);
    tcsetattr(STDIN_FILENO, TCSANOW, &quiet);
    input = reader_new();
    pictures = graphics_new(pictures_possible(wanted, term ? term : ""));
    take_cell_size();
    ask_pictures();
    struct pollfd p = {.fd = STDIN_FILENO, .events = POLLIN};
    g_autoptr(GArray) keys = g_array_new(FALSE, FALSE, sizeof(int));
    while (asked && poll(&p, 1, GRAPHICS_WAIT_MS) > 0)
        terminal_keys(keys, g_get_monotonic_time());
    tcsetattr(STDIN_FILENO, TCSANOW, &now);
    enum graphics_protocol protocol = graphics_cell(pictures, &width, &height);
    asked = answered = false;
    g_clear_pointer(&input, reader_free);
    g_clear_pointer(&pictures, graphics_free);
    if (protocol == GRAPHICS_SYMBOLS)
        return g_strdup(names[protocol]);
    return g_strdup_printf("%s, cells of %d×%d pixels", names[protocol], width, height);
}

bool terminal_cell(int *ret_width, int *ret_height)
{
    return graphics_cell(pictures, ret_width, ret_height) != GRAPHICS_SYMBOLS;
}

void terminal_ask(void)
{
    asked = true;
    reader_expect(input, g_get_monotonic_time());
    write_past(ALIVE_ASK);
}

bool terminal_answered(void)
{
    bool was = answered;
    answered = false;
    return was;
}

bool terminal_drained(void)
{
    int left = 0;
    return ioctl(STDOUT_FILENO, TIOCOUTQ, &left) == 0 && left == 0;
}

/* Others may print what they do not understand. */
static bool takes_titles(const char *term)
{
    static const char *const known[] = {"xterm", "screen", "tmux", "rxvt",    "alacritty", "foot",   "kitty",
                                        "st",    "gnome",  "vte",  "konsole", "putty",     "wezterm"};
    for (gsize i = 0; i < G_N_ELEMENTS(known); i++) {
        gsize n = strlen(known[i]);
        if (term && strncmp(term, known[i], n) == 0 && (term[n] == '\0' || term[n] == '-' || term[n] == '.'))
            return true;
    }
    return false;
}

bool terminal_title(const char *title)
{
    if (!takes_titles(g_getenv("TERM")))
        return false;
    g_autofree char *text = g_strdup_printf("%s\033]2;%s\a", titled ? "" : TITLE_KEEP, title);
    write_past(text);
    titled = true;
    return true;
}

/* The answer that is still under way. */
static void drop_answer(void)
{
    struct pollfd p = {.fd = STDIN_FILENO, .events = POLLIN};
    if (asked && poll(&p, 1, ALIVE_LATE_MS) > 0)
        tcflush(STDIN_FILENO, TCIFLUSH);
    asked = answered = false;
    reader_reset(input);
}

void terminal_close(void)
{
    if (!terminal)
        return;
    if (titled)
        write_past(TITLE_BACK);
    titled = false;
    if (in_curses) {
        write_out(mouse_on ? MOUSE_OFF : "");
        drop_answer();
    }
    if (in_curses) {
        write_out(graphics_wipe(pictures));
        write_out(PASTE_OFF);
        endwin();
    }
    in_curses = false;
    g_clear_pointer(&input, reader_free);
    g_clear_pointer(&pictures, graphics_free);
    g_clear_pointer(&clicks, g_array_unref);
    mouse_on = false;
    delscreen(terminal);
    terminal = NULL;
}

void terminal_suspend(void)
{
    write_out(mouse_on ? MOUSE_OFF : "");
    drop_answer();
    write_out(graphics_wipe(pictures));
    write_out(PASTE_OFF);
    endwin();
    in_curses = false;
}

void terminal_resume(void)
{
    in_curses = true;
    terminal_update(true);
    write_out(PASTE_ON);
    write_out(mouse_on ? MOUSE_ON : "");
}

void terminal_size(int *ret_width, int *ret_height)
{
    struct winsize size = {0};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0 &&
        (size.ws_col != COLS || size.ws_row != LINES))
        resizeterm(size.ws_row, size.ws_col);
    take_cell_size();
    *ret_width = COLS;
    *ret_height = LINES;
}

static void take_answers(void)
{
    for (char *said; (said = reader_answer(input)); g_free(said)) {
        struct mouse m;
        graphics_hear(pictures, said);
        if (mouse_on && mouse_parse(said, &m))
            g_array_append_val(clicks, m);
        if (strcmp(said, ALIVE) != 0)
            continue;
        asked = false;
        answered = true;
    }
    ask_pictures();
}

void terminal_mouse(void)
{
    mouse_on = true;
    clicks = clicks ? clicks : g_array_new(FALSE, FALSE, sizeof(struct mouse));
    write_out(MOUSE_ON);
}

bool terminal_mouse_take(struct mouse *ret_mouse)
{
    if (!clicks || clicks->len == 0)
        return false;
    *ret_mouse = g_array_index(clicks, struct mouse, 0);
    g_array_remove_index(clicks, 0);
    return true;
}

void terminal_keys(GArray *keys, gint64 now_us)
{
    struct pollfd p = {.fd = STDIN_FILENO, .events = POLLIN};
    char bytes[READ_MAX];
    ssize_t n = poll(&p, 1, 0) > 0 ? read(STDIN_FILENO, bytes, sizeof bytes) : 0;
    reader_take(input, bytes, n > 0 ? (gsize)n : 0, now_us, keys);
    take_answers();
}

gint64 terminal_deadline(void)
{
    return reader_deadline(input);
}

gint64 terminal_unfinished(void)
{
    return reader_unfinished(input);
}

void terminal_bell(void)
{
    beep();
}

/* The first and the last cell of a row that differ from what is on the terminal; false: none. */
static bool row_changes(int y, int *ret_first, int *ret_last)
{
    g_autofree cchar_t *was = g_new0(cchar_t, COLS + 1), *is = g_new0(cchar_t, COLS + 1);
    int at_y, at_x;
    getyx(curscr, at_y, at_x);
    mvwin_wchnstr(curscr, y, 0, was, COLS);
    wmove(curscr, at_y, at_x);
    mvin_wchnstr(y, 0, is, COLS);
    for (*ret_first = 0; *ret_first < COLS && memcmp(&was[*ret_first], &is[*ret_first], sizeof *is) == 0; ++*ret_first)
        ;
    for (*ret_last = COLS - 1; *ret_last > *ret_first && memcmp(&was[*ret_last], &is[*ret_last], sizeof *is) == 0; --*ret_last)
        ;
    return *ret_first < COLS;
}

/* Row by row: of several that have moved curses would scroll the terminal, and pictures that it does not know with them. It does
 * so whatever idlok() says. */
static void send_rows(void)
{
    int cursor_y, cursor_x, first, last;
    getyx(stdscr, cursor_y, cursor_x);
    for (int y = 0; y < LINES; y++) {
        if (!row_changes(y, &first, &last))
            continue;
        graphics_written(pictures, y, first, last);
        untouchwin(stdscr);
        touchline(stdscr, y, 1);
        move(cursor_y, cursor_x);
        wnoutrefresh(stdscr);
        doupdate();
    }
    move(cursor_y, cursor_x);
}

void terminal_update(bool everything)
{
    guint n;
    int width, height;
    bool pixels = graphics_cell(pictures, &width, &height) != GRAPHICS_SYMBOLS;
    const struct paint_picture *list = paint_end(&n);
    g_autoptr(GString) out = g_string_new(everything ? graphics_wipe(pictures) : "");
    bool torn = graphics_erase(pictures, list, n, LINES, out);
    write_out(out->str);
    idcok(stdscr, !pixels); /* nor are cells moved along a row */
    if (torn)
        wredrawln(stdscr, MAX(LINES - 2, 0), MIN(LINES, 2));
    if (everything)
        clearok(curscr, TRUE);
    else if (pixels)
        send_rows();
    wnoutrefresh(stdscr);
    doupdate();
    g_string_truncate(out, 0);
    graphics_show(pictures, list, n, out);
    write_out(out->str);
}
