/* The prompt of `reins ask`: its argument, and what another program or a file gives beside it. */

#include "tui/cli/ask.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PROMPT_MAX (1024 * 1024)
#define FIRST_S 3 /* so long may a pipe be silent that nobody has named */

/* What somebody means for this command: not a terminal, nor the socket or device of who has started it. */
static bool is_given(void)
{
    struct stat about;
    return fstat(STDIN_FILENO, &about) == 0 && (S_ISFIFO(about.st_mode) || S_ISREG(about.st_mode));
}

/* A pipe that was only inherited may be silent for ever: the question goes without it, and that is said. */
static bool begins(void)
{
    struct pollfd in = {STDIN_FILENO, POLLIN, 0};
    bool silent = poll(&in, 1, FIRST_S * 1000) == 0;
    if (silent)
        fprintf(
            stderr,
            "reins: standard input is a pipe, and nothing has come on it for %d s: the question goes without it (\"-\" after the "
            "question waits for it)\n",
            FIRST_S);
    return !silent;
}

static bool read_all(GString *text, GError **error)
{
    char buffer[16384];
    gssize n = 0;
    while (text->len <= PROMPT_MAX && (n = read(STDIN_FILENO, buffer, sizeof buffer)) > 0)
        g_string_append_len(text, buffer, n);
    if (n < 0)
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "standard input cannot be read: %s", g_strerror(errno));
    return n >= 0;
}

static bool fits(const GString *text, GError **error)
{
    const char *end;
    if (text->len == 0)
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "the prompt is empty");
    else if (text->len > PROMPT_MAX)
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "the prompt is longer than 1 MiB, which is the limit");
    else if (!g_utf8_validate_len(text->str, text->len, &end))
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE,
                    "the prompt is no text in UTF-8: its byte %zu does not fit (iconv makes UTF-8 of another text)",
                    (gsize)(end - text->str) + 1);
    else
        return true;
    return false;
}

char *ask_prompt(const char *question, bool more, GError **error)
{
    g_autoptr(GString) text = g_string_new(NULL);
    bool all = strcmp(question, "-") == 0;
    bool reads = all || more || (is_given() && begins());
    if (reads && !read_all(text, error))
        return NULL;
    if (!all) {
        bool blank = strspn(text->str, " \t\r\n") == text->len;
        g_string_prepend(text, blank ? "" : "\n\n");
        g_string_prepend(text, question);
        if (blank)
            g_string_truncate(text, strlen(question));
    }
    return fits(text, error) ? g_string_free(g_steal_pointer(&text), FALSE) : NULL;
}
