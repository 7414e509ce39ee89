#include "tui/past/past_query.h"

#include <string.h>

#define BEGINNING_MIN 3 /* characters: of shorter ones a large store has too many, and it takes seconds */

bool past_query_day(const char *word, bool after, gint64 *ret_us, GError **error)
{
    g_auto(GStrv) parts = g_strsplit(word, "-", 3);
    gint64 number[3] = {0};
    static const gint64 most[] = {9999, 12, 31};
    bool ok = g_strv_length(parts) == 3;
    for (guint i = 0; ok && i < 3; i++)
        ok = g_ascii_string_to_signed(parts[i], 10, 1, most[i], &number[i], NULL);
    g_autoptr(GDateTime) day = ok ? g_date_time_new_local((int)number[0], (int)number[1], (int)number[2], 0, 0, 0) : NULL;
    g_autoptr(GDateTime) end = day ? g_date_time_add_days(day, after ? 1 : 0) : NULL;
    if (end) {
        *ret_us = g_date_time_to_unix(end) * G_USEC_PER_SEC;
        return true;
    }
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "\"%s\" is not a day (like 2026-11-21)", word);
    return false;
}

static const char *keep(struct past_query *q, char *text)
{
    g_ptr_array_add(q->words, text);
    return text;
}

static void read_day(struct past_query *q, const char *value, bool after, gint64 *ret_us)
{
    g_autoptr(GError) error = NULL;
    if (!past_query_day(value, after, ret_us, &error) && !q->trouble)
        q->trouble = g_strdup(error->message);
}

/* "app:xcalc"; false: it is a word to be searched for. One that is still being typed ("app:") filters nothing. */
static bool take_field(struct past_query *q, const char *word)
{
    struct memory_filter *f = &q->filter;
    const struct {
        const char *name;
        const char **text;
    } texts[] = {{"app:", &f->app}, {"skill:", &f->skill}, {"outcome:", &f->outcome}, {"tag:", &f->tag}};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        if (!g_str_has_prefix(word, texts[i].name))
            continue;
        const char *value = word + strlen(texts[i].name);
        if (*value)
            *texts[i].text = keep(q, g_strdup(value));
        return true;
    }
    if (g_str_has_prefix(word, "by:")) {
        f->tasks = !g_str_equal(word, "by:hand");
        return true;
    }
    bool since = g_str_has_prefix(word, "since:"), until = g_str_has_prefix(word, "until:");
    const char *value = word + strlen("since:");
    if ((since || until) && *value)
        read_day(q, value, until, since ? &f->from_us : &f->to_us);
    return since || until;
}

void past_query_read(struct past_query *q, const char *line)
{
    g_auto(GStrv) words = g_strsplit_set(line, " \t", -1);
    g_autoptr(GString) search = g_string_new(NULL);
    *q = (struct past_query){.words = g_ptr_array_new_with_free_func(g_free), .filter.tasks = true};
    for (char **word = words; *word; word++) {
        if (!**word || take_field(q, *word))
            continue;
        g_string_append_printf(search, "%s%s", search->len ? " " : "", *word);
        if (!word[1] && !strpbrk(*word, "\"*") && g_utf8_strlen(*word, -1) >= BEGINNING_MIN)
            g_string_append_c(search, '*');
    }
    if (search->len)
        q->filter.words = keep(q, g_strdup(search->str));
}

void past_query_clear(struct past_query *q)
{
    g_clear_pointer(&q->words, g_ptr_array_unref);
    g_clear_pointer(&q->trouble, g_free);
    q->filter = (struct memory_filter){0};
}
