/* Closed loops before anything fires: what the dry run makes of them, which budgets it takes, what the digest covers; and the
 * turns of one in its worker, with the screen played by the test. */

#include "skills/dryrun/dryrun.h"
#include "skills/dryrun/loop_worker.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static skill_library *library_of(const char *body)
{
    static const char *const names[] = {NULL};
    g_autofree char *folder = g_build_filename(g_getenv("XDG_DATA_HOME"), "reins", "skills", NULL);
    g_autofree char *path = g_build_filename(folder, "own.lua", NULL);
    g_autofree char *source = g_strdup_printf("--- A skill.\n-- @param n integer a number\nfunction f(n)\n%s\nend\n", body);
    g_mkdir_with_parents(folder, 0700);
    assert_true(g_file_set_contents(path, source, -1, NULL));
    g_autoptr(GError) error = NULL;
    skill_library *lib = skill_library_load(names, NULL, &error);
    assert_non_null(lib);
    g_unlink(path);
    return lib;
}

static timeline *expand(const char *body, gint64 n, char **ret_why)
{
    g_autoptr(skill_library) lib = library_of(body);
    g_autoptr(action) a = action_new("f");
    g_autoptr(screen) blank = screen_blank();
    g_autoptr(GError) error = NULL;
    action_set_integer(a, "n", n);
    timeline *t = dryrun(lib, a, blank, 7, 60000, &error);
    *ret_why = error ? g_strdup(error->message) : NULL;
    return t;
}

#define WHOLE "loop({seconds = 2, events = 30, keys = {'w', 'left mouse', 'a', 'w'}, rect = {100, 50, 40, 30}}, function() end)"

static void loop__dry_run__says_what_is_certain_and_the_budget(void **state)
{
    (void)state;
    g_autofree char *why = NULL;
    g_autoptr(timeline) t = expand("key.press('b', {wait = false}) " WHOLE, 1, &why);
    if (!t)
        fail_msg("%s", why);
    const timeline_loop *l = timeline_loop_of(t);
    assert_int_equal(t->events->len, 4); /* b down, the pointer into the area, b up, the loop */
    assert_int_equal(g_array_index(t->events, struct timeline_event, 1).type, TIMELINE_MOVE);
    assert_int_equal(g_array_index(t->events, struct timeline_event, 1).x, 120);
    assert_string_equal(l->skill, "f");
    assert_string_equal(l->args, "{\"n\":1}");
    g_autofree char *words = timeline_event_describe(&g_array_index(t->events, struct timeline_event, 3));
    assert_string_equal(words,
                        "from here on it depends on the screen: at most 30 events in 2 s; keys a w; left mouse; the pointer "
                        "within 40×30 at 100,50");
    g_autofree char *json = timeline_to_json(t);
    g_autoptr(GError) error = NULL;
    g_autoptr(timeline) back = timeline_from_json(json, strlen(json), &error);
    if (!back)
        fail_msg("%s: %s", json, error->message);
    g_autofree char *again = timeline_to_json(back);
    assert_string_equal(again, json);
}

/* Another argument, another text of the skill, another budget: another digest. */
static void loop__digest__covers_text_arguments_and_budget(void **state)
{
    (void)state;
    static const char *const bodies[] = {
        "loop({seconds = 2, events = 30, keys = {'w'}}, function() end)",
        "loop({seconds = 2, events = 30, keys = {'w'}}, function() return true end)",
        "loop({seconds = 2, events = 31, keys = {'w'}}, function() end)",
        "loop({seconds = 2.001, events = 30, keys = {'w'}}, function() end)",
        "loop({seconds = 2, events = 30, keys = {'a'}}, function() end)",
    };
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (gsize i = 0; i < 2 * G_N_ELEMENTS(bodies); i++) {
        g_autofree char *why = NULL;
        g_autoptr(timeline) t = expand(bodies[i / 2], (gint64)(i % 2), &why);
        assert_non_null(t);
        assert_true(g_hash_table_add(seen, timeline_digest(t)));
    }
}

static void loop__wrong_budget_or_place__is_refused_by_the_dry_run(void **state)
{
    (void)state;
    static const struct {
        const char *body, *why;
    } rows[] = {
        {"loop(function() end)", "the budget"},
        {"loop({events = 1, keys = {'w'}}, function() end)", "seconds is missing"},
        {"loop({seconds = 1, keys = {'w'}}, function() end)", "events is missing"},
        {"loop({seconds = 1, events = 1}, function() end)", "could do nothing"},
        {"loop({seconds = 0, events = 1, keys = {'w'}}, function() end)", "seconds is 0"},
        {"loop({seconds = 601, events = 1, keys = {'w'}}, function() end)", "to 600 fits"},
        {"loop({seconds = 1, events = 10001, keys = {'w'}}, function() end)", "from 1 to 10000"},
        {"loop({seconds = 1, events = 1, keys = {'nokey'}}, function() end)", "no key"},
        {"loop({seconds = 1, events = 1, keys = {'left mouse'}}, function() end)", "no rect"},
        {"loop({seconds = 1, events = 1, rect = {0, 0, 1281, 10}}, function() end)", "1281×10 at 0,0"},
        {"loop({seconds = 1, events = 1, keys = {'w'}, evnts = 2}, function() end)", "evnts"},
        {"loop({seconds = 1, events = 1, keys = {'w'}})", "the step"},
        {WHOLE " key.press('a')", "nothing can come after a loop"},
        {WHOLE " key.press('a', {wait = false})", "nothing can come after a loop"},
        {WHOLE " " WHOLE, "nothing can come after a loop"},
        {"screen.color(1, 1)", "only in the step of a loop"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *why = NULL;
        g_autoptr(timeline) t = expand(rows[i].body, 1, &why);
        if (t || !strstr(why, rows[i].why))
            fail_msg("%s: %s, not: %s", rows[i].body, t ? "taken" : why, rows[i].why);
    }
}

/* ---- turn by turn ---- */

static loop_worker *stepping_of_body(const char *body)
{
    g_autoptr(skill_library) lib = library_of(body);
    g_autoptr(action) a = action_new("f");
    g_autoptr(screen) blank = screen_blank();
    g_autoptr(GPtrArray) one = g_ptr_array_new();
    g_autoptr(GError) error = NULL;
    action_set_integer(a, "n", 3);
    g_ptr_array_add(one, a);
    loop_worker *s = loop_worker_start(lib, one, blank, 7, 60000, 2000, &error);
    assert_non_null(s);
    return s;
}

struct said {
    enum loop_worker_said what;
    timeline *events;
    bool done;
    struct sense_question question;
    GError *error;
};

static struct said hear(loop_worker *s)
{
    struct said said = {0};
    g_autoptr(GArray) fds = g_array_new(FALSE, FALSE, sizeof(GPollFD));
    while ((said.what = loop_worker_hear(s, &said.events, &said.done, &said.question, &said.error)) == LOOP_WORKER_NOTHING) {
        worker *w = loop_worker_of(s);
        g_array_set_size(fds, 0);
        worker_prepare(w, fds);
        gint64 left = worker_deadline(w) - g_get_monotonic_time();
        g_poll((GPollFD *)(void *)fds->data, fds->len, (int)CLAMP(left / 1000 + 1, 0, 60000));
    }
    return said;
}

static void said_clear(struct said *s)
{
    timeline_free(s->events);
    g_clear_error(&s->error);
}

static void loop__steps__ask_the_screen_and_say_their_events(void **state)
{
    (void)state;
    g_autoptr(loop_worker) s =
        stepping_of_body("local seen = 0\n"
                         "loop({seconds = 2, events = 30, keys = {'w'}, rect = {0, 0, 50, 50}}, function(t)\n"
                         "  local p = screen.find_color(255, 0, 9)\n"
                         "  if p then seen = seen + p.pixels mouse.move(p.x, p.y, {duration = 0}) end\n"
                         "  return t > 1 and seen == 14\n"
                         "end)");
    struct said ready = hear(s);
    assert_int_equal(ready.what, LOOP_WORKER_READY);
    assert_non_null(timeline_loop_of(ready.events));
    said_clear(&ready);
    for (int turn = 0; turn < 2; turn++) {
        g_auto(sense_answer) look = {.screen = screen_blank()};
        const sense_answer found = {.found = true, .middle_x = 10 + turn, .middle_y = 20, .pixels = 7};
        loop_worker_turn(s, 600 * (turn + 1), LOOP_WORKER_TURN_MS, &look);
        struct said asks = hear(s);
        assert_int_equal(asks.what, LOOP_WORKER_ASKS);
        assert_true(asks.question.kind == SENSE_FIND && asks.question.blue == 9 && asks.question.width == 50);
        loop_worker_answer(s, &found);
        struct said moved = hear(s);
        assert_int_equal(moved.what, LOOP_WORKER_TURN);
        assert_int_equal(moved.events->events->len, 1);
        assert_int_equal(g_array_index(moved.events->events, struct timeline_event, 0).x, 10 + turn);
        assert_int_equal(moved.done, turn == 1);
        said_clear(&moved);
    }
}

#define WALL_MS 60000 /* so that on a busy machine, too, it is the sandbox's limit that ends a turn and not the wall's */

/* A step that runs for ever, fails, asks without end, or begins a loop: said, and the worker is gone. */
static void loop__hostile_steps__end_with_their_reason(void **state)
{
    (void)state;
    static const struct {
        const char *step, *why;
    } rows[] = {
        {"while true do end", "10,000,000 instructions"},
        {"pcall(function() while true do end end)", "10,000,000 instructions"},
        {"error('no way')", "no way"},
        {"local s = string.rep('x', 1e9)", "memory"},
        {"for i = 1, 1e6 do key.press('w', 0) end", "events"},
        {"loop({seconds = 1, events = 1, keys = {'w'}}, function() end)", "cannot begin a loop"},
        {"string.find(string.rep('a', 50000), string.rep('a*', 50) .. 'b')", "processor time"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *body =
            g_strdup_printf("loop({seconds = 2, events = 30, keys = {'w'}}, function() %s end)", rows[i].step);
        g_autoptr(loop_worker) s = stepping_of_body(body);
        struct said ready = hear(s);
        assert_int_equal(ready.what, LOOP_WORKER_READY);
        said_clear(&ready);
        g_auto(sense_answer) look = {.screen = screen_blank()};
        loop_worker_turn(s, 0, WALL_MS, &look);
        struct said end = hear(s);
        const char *said = end.error ? end.error->message : "";
        if (end.what != LOOP_WORKER_FAILED || !strstr(said, rows[i].why))
            fail_msg("%s: %d %s, not: %s", rows[i].step, (int)end.what, said, rows[i].why);
        said_clear(&end);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loop__dry_run__says_what_is_certain_and_the_budget),
        cmocka_unit_test(loop__digest__covers_text_arguments_and_budget),
        cmocka_unit_test(loop__wrong_budget_or_place__is_refused_by_the_dry_run),
        cmocka_unit_test(loop__steps__ask_the_screen_and_say_their_events),
        cmocka_unit_test(loop__hostile_steps__end_with_their_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
