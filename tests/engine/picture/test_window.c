/* Tooltips that the resting pointer has called while a person decides. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/picture/frame.h"
#include "engine/picture/window.h"

#define OWNER 77

static const struct screen_match_rules rules = {.core = {176, 176, 48, 48}}; /* the point is 200,200 */

static void add(GPtrArray *list, struct eye_window w)
{
    g_ptr_array_add(list, eye_window_copy(&w));
}

struct row {
    struct eye_window tip;
    int pointer_x, pointer_y;
    bool was, keys, counts; /* it was there; keys alone; what it covers is compared */
};

static void tooltip__comes(void **state)
{
    (void)state;
    const struct row rows[] = {
        {{.pid = OWNER, .x = 210, .y = 216, .popup = true, .tooltip = true}, 205, 200},
        {{.pid = OWNER, .x = 210, .y = 216, .popup = true, .tooltip = true}, 162, 200},
        {{.pid = OWNER, .x = 210, .y = 216, .popup = true, .tooltip = true},
         161,
         200,
         .counts = true}, /* the pointer is elsewhere */
        {{.pid = OWNER, .x = 190, .y = 190, .popup = true, .tooltip = true}, 205, 200, .counts = true}, /* over the point */
        {{.pid = OWNER, .x = 210, .y = 216, .popup = true, .tooltip = true}, 205, 200, .was = true, .counts = true},
        {{.pid = OWNER, .x = 210, .y = 216, .popup = true, .tooltip = true}, 205, 200, .keys = true, .counts = true},
        {{.pid = OWNER, .x = 210, .y = 216, .popup = true}, 205, 200, .counts = true},
        {{.pid = OWNER + 1, .x = 210, .y = 216, .popup = true, .tooltip = true}, 205, 200, .counts = true},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        const struct screen_match_rules *r = rows[i].keys ? &(const struct screen_match_rules){0} : &rules;
        g_autoptr(GPtrArray) before = g_ptr_array_new_with_free_func((GDestroyNotify)eye_window_free),
                             now = g_ptr_array_new_with_free_func((GDestroyNotify)eye_window_free);
        struct eye_window tip = rows[i].tip, target = {.id = 1, .pid = OWNER, .width = 800, .height = 600};
        tip.id = 2;
        tip.width = 80;
        tip.height = 24;
        add(now, tip);
        add(now, target);
        if (rows[i].was)
            add(before, tip);
        add(before, target);
        g_autoptr(frame) shown = frame_new(800, 600);
        g_autoptr(GArray) tips = eye_window_tips(before, now, shown, r, rows[i].pointer_x, rows[i].pointer_y);
        if (tips->len != !rows[i].counts)
            fail_msg("row %d: %u", (int)i, tips->len);
    }
}

/* It hides itself by itself, as Qt's do. A word that comes to light near the point counts, one further off is not of it. */
static void tooltip__goes(void **state)
{
    (void)state;
    static const struct {
        struct area word;
        int pointer_x;
        bool counts;
    } rows[] = {{{0, 230, 800, 1}, 205, false}, /* a toolbar's edge */
                {{220, 222, 9, 7}, 205, true},  /* a word */
                {{270, 222, 9, 7}, 205, false}, /* beyond what is compared around the point */
                {{0, 230, 800, 1}, 400, true}}; /* the pointer was elsewhere */
    const struct screen_match_rules close = {.close = {152, 152, 96, 96}, .core = {176, 176, 48, 48}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GPtrArray) before = g_ptr_array_new_with_free_func((GDestroyNotify)eye_window_free),
                             now = g_ptr_array_new_with_free_func((GDestroyNotify)eye_window_free);
        const struct eye_window target = {.id = 1, .pid = OWNER, .width = 800, .height = 600};
        add(before, (struct eye_window){
                        .id = 2, .pid = OWNER, .x = 210, .y = 216, .width = 80, .height = 24, .popup = true, .tooltip = true});
        add(before, target);
        add(now, target);
        g_autoptr(frame) shown = frame_new(800, 600);
        frame_fill(shown, rows[i].word.x, rows[i].word.y, rows[i].word.width, rows[i].word.height, 0xd0d0d0);
        g_autoptr(GArray) tips = eye_window_tips(before, now, shown, &close, rows[i].pointer_x, 200);
        if (tips->len != !rows[i].counts)
            fail_msg("row %d: %u", (int)i, tips->len);
    }
}

static GPtrArray *list_of(const struct eye_window *windows)
{
    GPtrArray *list = g_ptr_array_new_with_free_func((GDestroyNotify)eye_window_free);
    for (; windows->id; windows++)
        add(list, *windows);
    return list;
}

#define MAIN                                                                                                                     \
    {                                                                                                                            \
        .id = 1, .pid = OWNER, .title = (char *)"main", .width = 800, .height = 600                                              \
    }
#define DIALOG                                                                                                                   \
    {                                                                                                                            \
        .id = 2, .pid = OWNER, .title = (char *)"sure?", .width = 80, .height = 60, .dialog = true                               \
    }

static void newcomer__of_the_program__that_input_goes_past(void **state)
{
    (void)state;
    static const struct {
        struct eye_window before[3], now[3];
        gint64 input, come;
    } rows[] = {
        {{MAIN}, {MAIN}, 1, 0},
        {{MAIN}, {DIALOG, MAIN}, 1, 2},
        {{MAIN}, {MAIN, DIALOG}, 1, 2}, /* behind it */
        {{MAIN}, {DIALOG, MAIN}, 2, 0}, /* goes into it */
        {{DIALOG, MAIN}, {DIALOG, MAIN}, 1, 0},
        {{DIALOG, MAIN}, {MAIN}, 1, 0}, /* closed again */
        {{MAIN}, {{.id = 2, .pid = OWNER, .popup = true}, MAIN}, 1, 0},
        {{MAIN}, {{.id = 2, .pid = OWNER + 1}, MAIN}, 1, 0}, /* another program's */
        {{MAIN}, {{.id = 2, .pid = OWNER + 1, .program = true}, MAIN}, 1, 2},
        {{DIALOG, MAIN}, {{.id = 2, .pid = OWNER, .class = (char *)"other"}, MAIN}, 1, 2}, /* X gives an id again */
        {{MAIN}, {DIALOG, MAIN}, 0, 0},
        {{MAIN}, {{.id = 2, .pid = OWNER, .program = true}, MAIN}, 0, 2},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GPtrArray) before = list_of(rows[i].before), now = list_of(rows[i].now);
        const struct eye_window *w = eye_window_newcomer(before, now, eye_window_find(now, rows[i].input));
        if ((w ? w->id : 0) != rows[i].come)
            fail_msg("row %d: %d", (int)i, w ? (int)w->id : 0);
    }
}

static void list__changes__says_which_window(void **state)
{
    (void)state;
    static const struct {
        struct eye_window before[3], now[3];
        const char *says;
    } rows[] = {
        {{MAIN}, {MAIN}, NULL},
        {{MAIN}, {DIALOG, MAIN}, "\"sure?\" has come"},
        {{DIALOG, MAIN}, {MAIN}, "\"sure?\" has gone"},
        {{DIALOG, MAIN}, {MAIN, DIALOG}, "\"sure?\" lies in another order"},
        {{MAIN}, {{.id = 1, .pid = OWNER, .x = 5, .width = 800, .height = 600}}, "\"main\" was moved or resized"},
        {{MAIN}, {{.id = 1, .pid = OWNER + 1}}, "\"main\" was closed and another one is in its place"},
        {{MAIN}, {{.id = 31, .popup = true}, MAIN}, "0x1f has come"},
        {{MAIN}, {{.id = 2, .popup = true, .tooltip = true}, MAIN}, NULL},
        {{{.id = 2, .popup = true, .tooltip = true}, MAIN}, {MAIN}, NULL},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GPtrArray) before = list_of(rows[i].before), now = list_of(rows[i].now);
        g_autofree char *what = eye_window_list_change(before, now);
        if (g_strcmp0(what, rows[i].says) != 0)
            fail_msg("row %d: %s", (int)i, what ? what : "nothing");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(tooltip__comes), cmocka_unit_test(tooltip__goes),
                                       cmocka_unit_test(newcomer__of_the_program__that_input_goes_past),
                                       cmocka_unit_test(list__changes__says_which_window)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
