#include "tui/terminal.h"

#include "config/config.h"
#include "tui/keys.h"
#include "tui/paint.h"
#include "tui/terminfo.h"

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
#define PASTE_GIVE_UP_US 1000000
#define ALIVE_ASK "\033[5n"
#define ALIVE "\033[0n"
#define ALIVE_LATE_MS 100 /* an answer that comes after us would be typed into the shell */
#define TITLE_KEEP "\033[22;2t"
#define TITLE_BACK "\033]2;\a\033[23;2t" /* one without a memory for titles goes back to none */
enum { CODE_PASTE_BEGIN = KEY_MAX + 1, CODE_PASTE_END, CODE_ALIVE };

static SCREEN *terminal;
static struct termios before; /* as found, for a crash */
static bool in_curses, pasting, titled;
static bool asked, answered;
static gsize torn; /* how much of an answer that came in pieces has been read */
static gint64 paste_us;

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
        write_out(PASTE_OFF "\033[?1049l\033[?25h\033[0m\r\n");
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
    g_autofree char *direct = wants_truecolour(colours) ? terminfo_direct(term) : NULL;
    SCREEN *s = direct ? newterm(direct, stdout, stdin) : NULL;
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

/* Home and end as the others send them, too: few terminals are what TERM says, above all within tmux or over ssh. */
static void define_others(void)
{
    static const struct {
        const char *sent;
        int code;
    } others[] = {{"\033[1~", KEY_HOME}, {"\033[7~", KEY_HOME}, {"\033[H", KEY_HOME}, {"\033OH", KEY_HOME},
                  {"\033[4~", KEY_END},  {"\033[8~", KEY_END},  {"\033[F", KEY_END},  {"\033OF", KEY_END},
                  {"\033[A", KEY_UP},    {"\033[B", KEY_DOWN},  {"\033[C", KEY_RIGHT}, {"\033[D", KEY_LEFT}};
    for (gsize i = 0; i < G_N_ELEMENTS(others); i++) {
        if (key_defined(others[i].sent) == 0) /* 0: nothing is; what terminfo says goes before */
            define_key(others[i].sent, others[i].code);
    }
}

bool terminal_open(const char *colours, GError **error)
{
    static bool registered;
    if (!terminal_check(error))
        return false;
    tcgetattr(STDIN_FILENO, &before);
    setlocale(LC_ALL, "");
    if (MB_CUR_MAX == 1) /* drawn in UTF-8 all the same */
        setlocale(LC_CTYPE, "C.UTF-8");
    const char *term = g_getenv("TERM");
    g_setenv("ESCDELAY", "25", FALSE);
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
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    define_others();
    define_key("\033[200~", CODE_PASTE_BEGIN);
    define_key("\033[201~", CODE_PASTE_END);
    define_key(ALIVE, CODE_ALIVE);
    paint_start();
    write_out(PASTE_ON);
    return true;
}

void terminal_ask(void)
{
    asked = true;
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
    torn = 0;
}

void terminal_close(void)
{
    if (!terminal)
        return;
    if (titled)
        write_past(TITLE_BACK);
    titled = false;
    if (in_curses)
        drop_answer();
    if (in_curses) {
        write_out(PASTE_OFF);
        endwin();
    }
    in_curses = false;
    delscreen(terminal);
    terminal = NULL;
}

void terminal_suspend(void)
{
    drop_answer();
    write_out(PASTE_OFF);
    endwin();
    in_curses = false;
}

void terminal_resume(void)
{
    in_curses = true;
    terminal_update(true);
    write_out(PASTE_ON);
}

void terminal_size(int *ret_width, int *ret_height)
{
    struct winsize size = {0};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0 &&
        (size.ws_col != COLS || size.ws_row != LINES))
        resizeterm(size.ws_row, size.ws_col);
    *ret_width = COLS;
    *ret_height = LINES;
}

static int code_key(wint_t code)
{
    static const struct {
        wint_t code;
        int key;
    } codes[] = {
        {KEY_UP, K_UP},         {KEY_DOWN, K_DOWN},       {KEY_LEFT, K_LEFT},
        {KEY_RIGHT, K_RIGHT},   {KEY_HOME, K_HOME},       {KEY_END, K_END},
        {KEY_PPAGE, K_PAGE_UP}, {KEY_NPAGE, K_PAGE_DOWN}, {KEY_BACKSPACE, K_BACKSPACE},
        {KEY_DC, K_DELETE},     {KEY_BTAB, K_BACK_TAB},   {KEY_ENTER, K_ENTER},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(codes); i++) {
        if (codes[i].code == code)
            return codes[i].key;
    }
    return code >= KEY_F(1) && code <= KEY_F(12) ? K_F0 + (int)(code - KEY_F0) : K_UNKNOWN;
}

static int character_key(wint_t c)
{
    if (c == '\n')
        return K_ENTER;
    if (c == 0x7f || c == K_CTRL('h'))
        return K_BACKSPACE;
    return (int)c;
}

static void take_answer(void)
{
    asked = false;
    answered = true;
}

/* Whether the key is the rest of an answer of which curses has seen the ESC as a key: a slow line brings it in pieces. */
static bool rest_of_answer(wint_t c)
{
    if (asked && c == (wint_t)ALIVE[0]) {
        torn = 1;
        return false;
    }
    bool rest = torn > 0 && c == (wint_t)ALIVE[torn];
    torn = rest ? torn + 1 : 0;
    if (torn == strlen(ALIVE)) {
        torn = 0;
        take_answer();
    }
    return rest;
}

/* What passed for the rest of an answer is none: of a key of which all came in this read, it is given back. */
static void give_back(GArray *keys, guint from, gsize passed)
{
    if (keys->len == from || g_array_index(keys, int, keys->len - 1) != K_ESC)
        return;
    for (gsize i = 1; i < passed; i++) {
        int key = ALIVE[i];
        g_array_append_val(keys, key);
    }
}

/* Whether keys[i] begins a sequence that no key of ours has: ESC [ or ESC O, up to its last byte, all in one read. Returns how
 * many keys it is, 0 = none. */
static guint unknown_sequence(const GArray *keys, guint i)
{
    if (i + 2 >= keys->len || g_array_index(keys, int, i) != K_ESC)
        return 0;
    int second = g_array_index(keys, int, i + 1);
    for (guint at = i + 2; (second == '[' || second == 'O') && at < keys->len; at++) {
        int key = g_array_index(keys, int, at);
        if (key >= 0x40 && key <= 0x7e)
            return at + 1 - i;
        if (key < 0x20 || key > 0x3f)
            break;
    }
    return 0;
}

/* They would be an escape and then each letter a key of its own. */
static void join_unknown(GArray *keys, guint from)
{
    for (guint i = from; i < keys->len; i++) {
        guint n = unknown_sequence(keys, i);
        if (n) {
            g_array_index(keys, int, i) = K_UNKNOWN;
            g_array_remove_range(keys, i + 1, n - 1);
        }
    }
}

void terminal_keys(GArray *keys, gint64 now_us)
{
    wint_t c;
    int got;
    guint from = keys->len;
    if (pasting && now_us - paste_us >= PASTE_GIVE_UP_US)
        pasting = false;
    while ((got = get_wch(&c)) != ERR) {
        int key = 0;
        gsize passed = torn;
        if (got == KEY_CODE_YES && c == CODE_PASTE_BEGIN) {
            key = K_PASTE;
            pasting = true;
        } else if (got == KEY_CODE_YES && c == CODE_PASTE_END) {
            pasting = false;
        } else if (got == KEY_CODE_YES && c == CODE_ALIVE) {
            take_answer();
            continue;
        } else if (got == KEY_CODE_YES && c == KEY_RESIZE) {
            continue;
        } else if (got != KEY_CODE_YES && rest_of_answer(c)) {
            continue;
        } else if (!pasting) {
            give_back(keys, from, passed);
            key = got == KEY_CODE_YES ? code_key(c) : character_key(c);
        }
        paste_us = now_us;
        if (key)
            g_array_append_val(keys, key);
    }
    join_unknown(keys, from);
}

gint64 terminal_deadline(void)
{
    return pasting ? paste_us + PASTE_GIVE_UP_US : -1;
}

void terminal_bell(void)
{
    beep();
}

void terminal_update(bool everything)
{
    if (everything)
        clearok(curscr, TRUE);
    doupdate();
}
