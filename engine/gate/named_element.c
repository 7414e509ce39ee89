#include "engine/gate/named_element.h"

#include "engine/eye/elements.h"
#include "engine/gate/grave_word.h"
#include "engine/gate/secret_field.h"

static struct area area_of(const struct screen_mark *m)
{
    return (struct area){m->x, m->y, m->width, m->height};
}

static bool is_secret(const struct screen_mark *m)
{
    return *m->id && g_str_equal(m->role, ELEMENTS_PASSWORD);
}

const struct screen_mark *named_element_at(const screen *s, int x, int y)
{
    const struct screen_mark *at = NULL;
    for (guint i = 0; i < s->marks->len; i++) {
        const struct screen_mark *m = &g_array_index(s->marks, struct screen_mark, i);
        if (*m->id && area_has(area_of(m), x, y) && (!at || m->width * m->height < at->width * at->height))
            at = m;
    }
    return at;
}

char *named_element_says(const struct screen_mark *m)
{
    if (is_secret(m))
        return g_strdup_printf("the program calls the field at %d,%d one for a password", m->x, m->y);
    return g_strdup_printf("the program calls the %s at %d,%d \"%s\"", m->role, m->x, m->y, m->text);
}

/* Nobody is told what an element under a mask is called: it may be anything. "Format" alone is the title of many menus: there the
 * words that are read decide (menu_entry.h). */
const char *named_element_grave(const struct screen_mark *m)
{
    if (g_str_equal(m->text, ELEMENTS_MASKED))
        return "masked";
    g_autoptr(screen) alone = screen_new(1, 1);
    screen_add_word(alone, &(struct screen_word){.text = m->text, .width = m->width, .height = m->height, .confidence = 1});
    const char *grave = grave_word(alone, &g_array_index(alone->words, struct screen_word, 0));
    return g_strcmp0(grave, "format") == 0 && !grave_word_disk(m->text) ? NULL : grave;
}

const struct screen_mark *named_element_pressed(const struct policy_case *c, const footprint *r)
{
    const screen *s = c->observation ? c->observation->screen : NULL;
    for (guint p = 0; s && p < r->points->len; p++) {
        const struct footprint_point *at = &g_array_index(r->points, struct footprint_point, p);
        const struct screen_mark *m = named_element_at(s, at->x, at->y);
        if (m && named_element_grave(m))
            return m;
    }
    for (guint i = 0; s && r->loop && i < s->marks->len; i++) {
        const struct screen_mark *m = &g_array_index(s->marks, struct screen_mark, i);
        if (*m->id && footprint_loop_distance(r, m->x, m->y, m->width, m->height) == 0 && named_element_grave(m))
            return m;
    }
    return NULL;
}

/* Another field is known to get the text: it is pressed there and nothing moves the focus, or the caret blinks there. */
static bool goes_elsewhere(const struct policy_case *c, const footprint *r, const struct screen_mark *m)
{
    const struct area caret = c->caret;
    if (!secret_field_stays(c->timeline))
        return false;
    return r->points->len > 0 ||
           (caret.width > 0 && !area_has(area_of(m), caret.x + caret.width / 2, caret.y + caret.height / 2));
}

const struct screen_mark *named_element_secret(const struct policy_case *c, const footprint *r)
{
    const screen *s = c->observation ? c->observation->screen : NULL;
    const struct area window = eye_window_inner(c->window);
    for (guint i = 0; s && i < s->marks->len; i++) {
        const struct screen_mark *m = &g_array_index(s->marks, struct screen_mark, i);
        bool pressed = false;
        for (guint p = 0; p < r->points->len && is_secret(m); p++) {
            const struct footprint_point *at = &g_array_index(r->points, struct footprint_point, p);
            pressed = pressed || area_has(area_of(m), at->x, at->y);
        }
        if (pressed || (is_secret(m) && *r->typed->str && area_overlaps(area_of(m), window) && !goes_elsewhere(c, r, m)))
            return m;
    }
    return NULL;
}
