#include "tui/terminal.h"

#include "config/config.h"
#include "tui/keys.h"
#include "tui/paint.h"
#include "tui/terminfo.h"

#include <curses.h>
#include <errno.h>
#include <locale.h>
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
enum { CODE_PASTE_BEGIN = KEY_MAX + 1, CODE_PASTE_END };

static SCREEN *terminal;
static struct termios before; /* as found, for a crash */
static bool in_curses, pasting;
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

/* Only what may be called in a signal handler: paste off, out of the alternate screen, cursor on, modes as found. */
static void crashed(int signal)
{
    if (in_curses) {
        write_out(PASTE_OFF "\033[?1049l\033[?25h\033[0m\r\n");
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
    define_key("\033[200~", CODE_PASTE_BEGIN);
    define_key("\033[201~", CODE_PASTE_END);
    paint_start();
    write_out(PASTE_ON);
    return true;
}

void terminal_close(void)
{
    if (!terminal)
        return;
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

void terminal_keys(GArray *keys, gint64 now_us)
{
    wint_t c;
    int got;
    if (pasting && now_us - paste_us >= PASTE_GIVE_UP_US)
        pasting = false;
    while ((got = get_wch(&c)) != ERR) {
        int key = 0;
        if (got == KEY_CODE_YES && c == CODE_PASTE_BEGIN) {
            key = K_PASTE;
            pasting = true;
        } else if (got == KEY_CODE_YES && c == CODE_PASTE_END) {
            pasting = false;
        } else if (got == KEY_CODE_YES && c == KEY_RESIZE) {
            continue;
        } else if (!pasting) {
            key = got == KEY_CODE_YES ? code_key(c) : character_key(c);
        }
        paste_us = now_us;
        if (key)
            g_array_append_val(keys, key);
    }
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
