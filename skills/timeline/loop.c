#include "skills/timeline/loop.h"

#include "skills/timeline/action.h"
#include "skills/timeline/key.h"

#include <string.h>

#define MOUSE " mouse"
#define WHEEL "wheel"

struct timeline_loop *timeline_loop_new(void)
{
    struct timeline_loop *l = g_new0(struct timeline_loop, 1);
    l->skill = g_strdup("");
    l->args = g_strdup("{}");
    l->source_sha256 = g_strnfill(64, '0');
    l->keys = g_new0(char *, 1);
    return l;
}

void timeline_loop_free(struct timeline_loop *l)
{
    if (!l)
        return;
    g_free(l->skill);
    g_free(l->args);
    g_free(l->source_sha256);
    g_strfreev(l->keys);
    g_free(l);
}

struct timeline_loop *timeline_loop_copy(const struct timeline_loop *l)
{
    struct timeline_loop *copy = g_memdup2(l, sizeof *l);
    copy->skill = g_strdup(l->skill);
    copy->args = g_strdup(l->args);
    copy->source_sha256 = g_strdup(l->source_sha256);
    copy->keys = g_strdupv(l->keys);
    return copy;
}

char *timeline_loop_key(const char *name, GError **error)
{
    if (g_ascii_strcasecmp(name, WHEEL) == 0)
        return g_strdup(WHEEL);
    if (g_str_has_suffix(name, MOUSE)) {
        g_autofree char *which = g_strndup(name, strlen(name) - strlen(MOUSE));
        int button;
        return button_parse(which, &button, error) ? g_strconcat(button_name(button), MOUSE, NULL) : NULL;
    }
    return g_strdup(key_canonical(name, error));
}

static bool has(const struct timeline_loop *l, const char *key)
{
    return g_strv_contains((const char *const *)l->keys, key);
}

bool timeline_loop_has_key(const struct timeline_loop *l, const char *key)
{
    return has(l, key);
}

bool timeline_loop_within(const timeline_loop *l, const timeline_loop *budget)
{
    bool within = *l->skill && g_str_equal(l->skill, budget->skill) && g_str_equal(l->source_sha256, budget->source_sha256) &&
                  l->events <= budget->events && l->ms <= budget->ms;
    for (char **key = l->keys; within && *key; key++)
        within = has(budget, *key);
    if (l->width == 0 || !within)
        return within;
    return l->x >= budget->x && l->y >= budget->y && l->x + l->width <= budget->x + budget->width &&
           l->y + l->height <= budget->y + budget->height;
}

static bool is_key(const char *entry)
{
    return !g_str_has_suffix(entry, MOUSE) && !g_str_equal(entry, WHEEL);
}

bool timeline_loop_uses_keyboard(const struct timeline_loop *l)
{
    for (char **key = l->keys; *key; key++)
        if (is_key(*key))
            return true;
    return false;
}

bool timeline_loop_uses_buttons(const struct timeline_loop *l)
{
    for (char **key = l->keys; *key; key++)
        if (!is_key(*key))
            return true;
    return false;
}

bool timeline_loop_uses_pointer(const struct timeline_loop *l)
{
    return l->width > 0;
}

static char *no_such_key(const char *what, const char *name)
{
    return g_strdup_printf("the loop would press %s%s, which its budget does not name", what, name);
}

char *timeline_loop_refuse_place(const timeline_loop *l, int x, int y)
{
    if (!timeline_loop_uses_pointer(l))
        return g_strdup("the loop would use the pointer, and its budget names no area for it");
    if (x >= l->x && y >= l->y && x < l->x + l->width && y < l->y + l->height)
        return NULL;
    return g_strdup_printf("the loop left its area of %d×%d at %d,%d: it came to %d,%d", l->width, l->height, l->x, l->y, x, y);
}

char *timeline_loop_refuse_key(const timeline_loop *l, const char *key)
{
    return has(l, key) ? NULL : no_such_key("the key ", key);
}

char *timeline_loop_refuse_button(const timeline_loop *l, int button, int x, int y)
{
    g_autofree char *name = g_strconcat(button_name(button), MOUSE, NULL);
    return has(l, name) ? timeline_loop_refuse_place(l, x, y) : no_such_key("the mouse button ", button_name(button));
}

char *timeline_loop_refuse_wheel(const timeline_loop *l, int x, int y)
{
    return has(l, WHEEL) ? timeline_loop_refuse_place(l, x, y) : no_such_key("", "the wheel");
}

static bool refuse(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);
static bool refuse(GError **error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *what = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, "a loop's budget: %s", what);
    return false;
}

bool timeline_loop_fits(const struct timeline_loop *l, GError **error)
{
    bool area = l->width || l->height;
    if (l->events < 1 || l->events > LOOP_EVENTS_MAX)
        return refuse(error, "events is %d (from 1 to %d fits)", l->events, LOOP_EVENTS_MAX);
    if (l->ms < 1 || l->ms > LOOP_MS_MAX)
        return refuse(error, "seconds is %g (above 0, to %d fits)", (double)l->ms / 1000, LOOP_MS_MAX / 1000);
    if (g_strv_length(l->keys) > LOOP_KEYS_MAX)
        return refuse(error, "keys has more than %d entries", LOOP_KEYS_MAX);
    for (char **key = l->keys; *key; key++)
        if (key[1] && strcmp(key[0], key[1]) >= 0)
            return refuse(error, "keys are not sorted, or one is there twice");
    if (area && (l->width < 1 || l->height < 1 || l->width > LOOP_PX_MAX || l->height > LOOP_PX_MAX || l->x < 0 || l->y < 0 ||
                 l->x > LOOP_PX_MAX || l->y > LOOP_PX_MAX))
        return refuse(error, "rect is %d×%d at %d,%d (an area on the screen fits)", l->width, l->height, l->x, l->y);
    if (timeline_loop_uses_buttons(l) && !area)
        return refuse(error, "it names mouse buttons or the wheel and no rect (say in which area the pointer may be)");
    if (!*l->keys && !area)
        return refuse(error, "it names neither keys nor a rect: the loop could do nothing");
    return true;
}

char *timeline_loop_budget(const struct timeline_loop *l)
{
    GString *out = g_string_new(NULL);
    g_autoptr(GString) keys = g_string_new(NULL), buttons = g_string_new(NULL);
    for (char **key = l->keys; *key; key++)
        if (is_key(*key))
            g_string_append_printf(keys, " %s", *key);
        else
            g_string_append_printf(buttons, "%s%s", buttons->len ? ", " : "", *key);
    g_string_append_printf(out, "at most %d events in %g s; %s%s; %s%s", l->events, (double)l->ms / 1000,
                           keys->len ? "keys" : "no keys", keys->str, buttons->len ? buttons->str : "no mouse button",
                           l->width ? "; " : "; the pointer stays where it is");
    if (l->width)
        g_string_append_printf(out, "the pointer within %d×%d at %d,%d", l->width, l->height, l->x, l->y);
    return g_string_free(out, FALSE);
}
