/* Open models that are trained to use a computer, by their names. */

#include "tui/cli/brain_try.h"

#include <string.h>

/* The first that fits; - _ . : and capitals are not looked at. */
static const struct brain_guess guesses[] = {
    {"uitars15", "ui-tars", "auto", NULL}, {"uitars", "ui-tars", "1000", NULL}, /* the first one */
    {"doubao", "doubao", "auto", NULL},    {"qwen25vl", "qwen2.5-vl", "auto", NULL},
    {"qwen35", "qwen3.5", "auto", NULL},   {"qwen3vl", "qwen3-vl", "auto", NULL},
    {"glm45v", "glm-4.5v", "auto", NULL},  {"opencuaqwen2", "opencua", "1", NULL},
    {"opencua", "opencua", "auto", NULL},  {"holo1", "holo", "pixels", "28"}, /* and 1.5 */
    {"holo", "holo", "auto", NULL},        {"", "none", "auto", NULL},
};

const struct brain_guess *brain_guess(const char *model)
{
    g_autoptr(GString) name = g_string_new(NULL);
    for (; *model; model++)
        if (g_ascii_isalnum(*model))
            g_string_append_c(name, g_ascii_tolower(*model));
    gsize i = 0;
    while (!strstr(name->str, guesses[i].model)) /* the last one fits */
        i++;
    return &guesses[i];
}
