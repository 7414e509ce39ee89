/* Cradle's prompts and requests: rendering, every shipped prompt with a full and an empty situation, what a script is given. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/engine/agents/cradle_world.h"

/* ---- rendering ---- */

static GHashTable *values_abc(void)
{
    GHashTable *values = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_hash_table_insert(values, g_strdup("a"), g_strdup("AAA"));
    g_hash_table_insert(values, g_strdup("b"), g_strdup("{{a}} b\n\n---\nb"));
    g_hash_table_insert(values, g_strdup("none"), g_strdup(""));
    return values;
}

static void prompt_render__follows__the_rules(void **state)
{
    (void)state;
    static const struct {
        const char *template, *system, *user;
    } rows[] = {
        {"", "", ""},
        {"x", "", "x"},
        {"sys {{a}}\n---\nuser {{a}}", "sys AAA", "user AAA"},
        {"sys\n\n\nmore\n---\n\nu\n\n\n\nv\n", "sys\n\nmore", "u\n\nv"},
        {"s\n---\none\n\ngone {{none}}\nwith it\n\n{{a}}{{a}} two", "s", "one\n\nAAAAAA two"},
        {"s\n---\nboth {{a}} {{none}}\n", "s", ""},
        {"s\r\n---\r\nu\r\n\r\nv\r\n", "s", "u\n\nv"},
        {"s\n---\nu\n---\nv", "s", "u\n---\nv"}, /* only the first line divides */
        {"{{b}}", "", "{{a}} b\n\n---\nb"},      /* a value is never read as a template */
        {"{{ a }} } } }} {x}", "", "AAA } } }} {x}"},
    };
    g_autoptr(GHashTable) values = values_abc();
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *system = NULL, *user = NULL;
        g_autoptr(GError) error = NULL;
        if (!prompt_render(rows[i].template, values, &system, &user, &error))
            fail_msg("row %zu: %s", i, error->message);
        assert_string_equal(system, rows[i].system);
        assert_string_equal(user, rows[i].user);
    }
}

static void prompt_render__unknown_name__is_told(void **state)
{
    (void)state;
    g_autoptr(GHashTable) values = values_abc();
    static const char *const rows[][2] = {{"x\n\n{{taks}}", "taks"},
                                          {"{{a}} {{}}", "\"\""},
                                          {"{{a", "{{ without }}"},
                                          {"{{none}} {{zz}}", "zz"},
                                          {"{{A}}", "\"A\""}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *system = NULL, *user = NULL;
        g_autoptr(GError) error = NULL;
        assert_false(prompt_render(rows[i][0], values, &system, &user, &error));
        assert_non_null(strstr(error->message, rows[i][1]));
        assert_non_null(strstr(error->message, "a, b, none"));
    }
}

static void prompts__render__with_nothing_and_with_everything(void **state)
{
    (void)state;
    struct world w;
    world_start(&w);
    const situation empty = {.modules = cradle_modules, .names = agent_cradle.names};
    for (guint m = 0; m < module_count(cradle_modules); m++) {
        g_autoptr(brain_request) none = request_of(m, &empty);
        assert_true(strlen(none->system) > 200);
        assert_int_equal(none->images->len, 0);
        g_autoptr(brain_request) all = request_of(m, &w.s);
        assert_string_equal(none->system, all->system); /* the fixed part is fixed: providers cache it */
        assert_non_null(strstr(all->user, "compute 12 × 34"));
        assert_true(strlen(all->user) > strlen(none->user));
        assert_true(all->images->len > 0);
        const struct form *form = &cradle_modules[m].form;
        for (gsize i = 0; i < form->n_fields; i++) {
            g_autofree char *quoted = g_strdup_printf("`%s`", form->fields[i].name);
            if (!strstr(all->system, quoted))
                fail_msg("%s does not tell of %s", form->name, quoted);
        }
        assert_null(strstr(all->system, "{{"));
    }
    world_end(&w);
}

static void prompts__screen_text__cannot_pass_for_the_prompt(void **state)
{
    (void)state;
    struct world w;
    world_start(&w);
    for (guint m = 0; m < module_count(cradle_modules); m++) {
        g_autoptr(brain_request) r = request_of(m, &w.s);
        g_auto(GStrv) lines = g_strsplit(r->user, "\n", -1);
        int headings = 0;
        for (char **line = lines; *line; line++) {
            if (strstr(*line, "press y") && !g_str_has_prefix(*line, "> "))
                fail_msg("%s: %s", cradle_modules[m].form.name, *line);
            headings += g_str_has_prefix(*line, "## The person says now");
        }
        assert_true(headings <= 1);
    }
    world_end(&w);
}

static void prompts__person__is_heard(void **state)
{
    (void)state;
    struct world w;
    world_start(&w);
    static const guint hear[] = {REFLECT, INFER, PLAN, CURATE};
    for (gsize i = 0; i < G_N_ELEMENTS(hear); i++) {
        g_autoptr(brain_request) r = request_of(hear[i], &w.s);
        assert_non_null(strstr(r->user, "rejected: use the keyboard"));
        assert_non_null(strstr(r->user, "mind the gap"));
    }
    world_end(&w);
}

static void module_request__images__are_the_modules_choice(void **state)
{
    (void)state;
    struct world w;
    world_start(&w);
    static const struct {
        guint m;
        const char *paths[4];
        bool low;
    } rows[] = {
        {GATHER, {"/f/now.png"}, false},
        {REFLECT, {"/f/s0.png", "/f/s1.png", "/f/s2.png"}, true},
        {INFER, {"/f/now.png"}, false},
        {CURATE, {"/f/now.png"}, false},
        {PLAN, {"/f/before.png", "/f/now.png"}, false},
        {SUMMARIZE, {"/f/before.png", "/f/now.png"}, true},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(brain_request) r = request_of(rows[i].m, &w.s);
        guint n = 0;
        for (; rows[i].paths[n]; n++) {
            assert_true(n < r->images->len);
            assert_string_equal(g_array_index(r->images, struct brain_image, n).path, rows[i].paths[n]);
        }
        assert_int_equal(r->images->len, n);
        assert_int_equal(g_array_index(r->images, struct brain_image, n - 1).low, rows[i].low);
    }
    w.o->different = (struct area){10, 20, 300, 200};
    g_autoptr(brain_request) reflect = request_of(REFLECT, &w.s);
    assert_int_equal(reflect->images->len, 5);
    static const char *const ends[] = {"/f/s0.png", "/f/s2.png"};
    for (guint i = 0; i < G_N_ELEMENTS(ends); i++) { /* after the whole frames: that place, before and now */
        const struct brain_image *image = &g_array_index(reflect->images, struct brain_image, 3 + i);
        assert_string_equal(image->path, ends[i]);
        assert_false(image->low);
        assert_int_equal(image->part.x, 10);
        assert_int_equal(image->part.height, 200);
    }
    assert_non_null(strstr(g_array_index(reflect->images, struct brain_image, 3).note, "300×200 pixels at 10,20"));
    assert_null(strstr(reflect->user, "what has changed")); /* nothing was done */
    ((struct situation_past *)w.past->pdata[1])->status = (char *)"done";
    w.o->pointer_unchanged = true;
    w.o->change = (struct difference){.share = 0.015, .near = 0.25, .box = {10, 20, 300, 200}};
    g_autoptr(brain_request) done = request_of(REFLECT, &w.s);
    assert_non_null(strstr(done->user, "\nno; yes; 1.5 % of the screen, within 10,20, 300×200; around the pointer 25 %\n"));
    w.s.aside = "/f/key.png";
    g_autoptr(brain_request) key = request_of(GATHER, &w.s);
    assert_int_equal(key->images->len, 1);
    assert_string_equal(g_array_index(key->images, struct brain_image, 0).path, "/f/key.png");
    world_end(&w);
}

static void module_request__vars__tell_a_script_everything(void **state)
{
    (void)state;
    struct world w;
    world_start(&w);
    g_autoptr(brain_request) r = request_of(PLAN, &w.s);
    static const char *const there[] = {
        "\"task\":\"compute 12 × 34\"",
        "\"step\":6",
        "\"frame\":{\"width\":1280,\"height\":720}",
        "\"text\":{\"display\":\"12\"",
        "\"subtask\":\"enter 34\"",
        "\"stack\":[\"compute\"]",
        "\"past\":[{\"step\":4",
        "\"verdict\":\"rejected\"",
        "\"person\":\"use the\\nkeyboard\"",
        "\"args\":{\"label\":\"3\"}",
        "\"reflect\":{\"reasoning\":\"r\",\"success\":\"no\"",
        "\"infer\":{",
        "\"curate\":{",
        "\"gather\":{",
        "\"held\":[\"Shift_L\"]",
        "\"hint\":\"mind the gap\"",
        "\"trouble\":\"a refused action\"",
        "\"region\":\"display\"",
        "\"icons\":[",
        "\"skills\":[]",
        "\"target\":true",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(there); i++) {
        if (!strstr(r->vars, there[i]))
            fail_msg("not in the variables: %s\n%s", there[i], r->vars);
    }
    const situation empty = {.modules = cradle_modules, .names = agent_cradle.names};
    g_autoptr(brain_request) none = request_of(PLAN, &empty);
    assert_non_null(strstr(none->vars, "\"past\":[]"));
    world_end(&w);
}

static void module_request__a_person__reads_the_skills_as_a_list(void **state)
{
    (void)state;
    struct world w;
    world_start(&w);
    g_autoptr(skill_library) lib = skill_library_load(NULL, NULL, NULL);
    assert_non_null(lib);
    g_autoptr(GPtrArray) skills = g_ptr_array_new();
    g_ptr_array_add(skills, (gpointer)skill_library_find(lib, "type_text"));
    g_ptr_array_add(skills, (gpointer)skill_library_find(lib, "click_at_position"));
    w.s.library = lib;
    w.s.skills = skills;
    g_autoptr(brain_request) r = request_of(PLAN, &w.s);
    assert_non_null(strstr(r->user, "{\"name\":\"click_at_position\",\"doc\":"));
    assert_true(g_str_has_prefix(r->user + r->same, "## Task\n")); /* the skills are what questions share */
    assert_null(strstr(r->told, "{\"name\""));
    const char *text = strstr(r->told, "\ntype_text(text"),
               *click = strstr(r->told, "\nclick_at_position(x, y, mouse_button?)  Click with ");
    assert_non_null(text);
    assert_non_null(click);
    assert_true(text < click);
    const char *end = strchr(click + 1, '\n');
    assert_int_equal(end[-1], '.');
    assert_non_null(strstr(r->told, "compute 12 × 34"));
    g_autoptr(brain_request) copy = module_reask(r, "x", "y");
    assert_string_equal(copy->told, r->told);
    assert_int_equal(copy->same, r->same);
    g_autoptr(brain_request) gather =
        request_of(GATHER, &(situation){.modules = cradle_modules, .names = agent_cradle.names, .task = "t"});
    assert_null(gather->told);
    assert_int_equal(gather->same, 0);
    world_end(&w);
}

static void module_request__unknown_name__names_the_module(void **state)
{
    (void)state;
    const situation empty = {.modules = cradle_modules, .names = agent_cradle.names};
    g_autoptr(GError) error = NULL;
    assert_null(module_request(&cradle_modules[INFER], "{{tsak}}", &empty, &error));
    assert_non_null(strstr(error->message, "module infer"));
    assert_non_null(strstr(error->message, "tsak"));
    assert_non_null(strstr(error->message, "subtask"));
}

static void module_reask__adds__reply_and_defect(void **state)
{
    (void)state;
    struct world w;
    world_start(&w);
    g_autoptr(brain_request) r = request_of(PLAN, &w.s);
    g_autoptr(brain_request) again = module_reask(r, "{\"nope\":\xff}", "field \"reasoning\": missing");
    assert_string_equal(again->system, r->system);
    assert_string_equal(again->schema, r->schema);
    assert_int_equal(again->images->len, r->images->len);
    assert_true(g_str_has_prefix(again->user, r->user));
    assert_non_null(strstr(again->user, "{\"nope\":"));
    assert_non_null(strstr(again->user, "field \"reasoning\": missing"));
    assert_true(g_utf8_validate(again->user, -1, NULL));
    assert_non_null(strstr(again->vars, "\"defect\":\"field \\\"reasoning\\\": missing\""));
    world_end(&w);
}

/* For a model whose context is full: the last step alone, and the re-ask of it as well. */
static void module_request__shorter__has_less_of_the_past(void **state)
{
    (void)state;
    struct world w;
    world_start(&w);
    const situation empty = {.modules = cradle_modules, .names = agent_cradle.names};
    g_autoptr(brain_request) none = request_of(PLAN, &empty), all = request_of(PLAN, &w.s);
    g_autoptr(brain_request) again = module_reask(all, "{}", "field x is missing");
    assert_null(none->shorter);
    assert_non_null(strstr(all->user, "step 4:"));
    assert_non_null(all->shorter);
    assert_null(strstr(all->shorter, "step 4:"));
    assert_non_null(strstr(all->shorter, "step 5:"));
    assert_non_null(strstr(again->shorter, "field x is missing"));
    world_end(&w);
}

static void module_inputs_digest__changes__with_what_matters(void **state)
{
    (void)state;
    struct world w;
    world_start(&w);
    g_autoptr(brain_request) a = request_of(INFER, &w.s);
    w.s.step = 99; /* the number of the step alone is no reason to ask again */
    g_autoptr(brain_request) b = request_of(INFER, &w.s);
    w.s.hint = "other";
    g_autoptr(brain_request) c = request_of(INFER, &w.s);
    w.s.hint = "mind the gap";
    g_free(w.o->frame.path);
    w.o->frame.path = g_strdup("/f/next.png");
    g_autoptr(brain_request) d = request_of(INFER, &w.s);
    g_autofree char *x = module_inputs_digest(a), *y = module_inputs_digest(b), *z = module_inputs_digest(c),
                    *u = module_inputs_digest(d);
    assert_int_equal(strlen(x), 64);
    assert_string_equal(x, y);
    assert_string_not_equal(x, z);
    assert_string_not_equal(x, u);
    world_end(&w);
}

static void module_index__and_name__agree(void **state)
{
    (void)state;
    for (guint m = 0; m < module_count(cradle_modules); m++)
        assert_int_equal(module_index(cradle_modules, cradle_modules[m].form.name), m);
    assert_int_equal(module_index(cradle_modules, "gatherer"), -1);
    assert_int_equal(module_index(cradle_modules, ""), -1);
    assert_int_equal(module_index(cradle_modules, NULL), -1);
    assert_int_equal(module_index(NULL, "gather"), -1);
}

/* Each field that an agent says is there, is of a type that can be said, and is said once. */
static void says__of_every_agent__is_a_field(void **state)
{
    (void)state;
    for (const struct agent *const *a = agents; *a; a++) {
        guint seen = 0;
        for (guint m = 0; m < module_count((*a)->modules); m++) {
            for (const struct module_says *s = (*a)->modules[m].says; s && s->field; s++) {
                const struct form *form = &(*a)->modules[m].form;
                gsize i = 0;
                while (i < form->n_fields && !g_str_equal(form->fields[i].name, s->field))
                    i++;
                assert_true(i < form->n_fields);
                enum field_type type = s->what == SAYS_ACTIONS  ? FIELD_ACTIONS
                                       : s->what == SAYS_DRAFTS ? FIELD_SKILLS
                                                                : FIELD_STRING;
                assert_int_equal(form->fields[i].type, type);
                assert_false(seen & (1u << s->what));
                seen |= 1u << s->what;
            }
        }
        assert_true(module_count((*a)->modules) == 0 || seen & (1u << SAYS_ACTIONS)); /* of an agent that asks no model: none */
    }
}

static void agent_boards_of_state__rows__come_from_the_mind_alone(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    static const char stored[] =
        "{\"mode\":\"step\",\"mind\":{\"stack\":[{\"task\":\"a\",\"long\":true,\"id\":1},{\"task\":\"b\",\"id\":4}]}}";
    g_autoptr(GPtrArray) boards = agent_boards_of_state(&agent_cradle, stored, &error);
    assert_non_null(boards);
    assert_int_equal(boards->len, 1);
    g_autofree char *rows = board_rows_json(boards->pdata[0]);
    assert_string_equal(rows, "[{\"id\":1,\"depth\":0,\"state\":\"open\",\"text\":\"a\",\"note\":\"long\"},"
                              "{\"id\":4,\"depth\":1,\"state\":\"doing\",\"text\":\"b\",\"note\":\"short\"}]");
    static const char *const empty[] = {NULL, "{}", "{\"mind\":{}}"};
    for (gsize i = 0; i < G_N_ELEMENTS(empty); i++) {
        g_autoptr(GPtrArray) none = agent_boards_of_state(&agent_cradle, empty[i], &error);
        if (!none)
            fail_msg("%s: %s", empty[i], error->message);
        assert_int_equal(((const GPtrArray *)none->pdata[0])->len, 0);
    }
    g_autoptr(GPtrArray) unknown = agent_boards_of_state(NULL, stored, &error);
    assert_true(unknown && unknown->len == 0 && !error);
    static const char *const wrong[] = {"{",
                                        "[]garbage",
                                        "{\"mind\":7}",
                                        "{\"mind\":null}",
                                        "{\"mind\":{\"pile\":[]}}",
                                        "{\"mind\":{\"stack\":[{\"id\":\"x\"}]}}"};
    for (gsize i = 0; i < G_N_ELEMENTS(wrong); i++) {
        g_autoptr(GError) why = NULL;
        assert_null(agent_boards_of_state(&agent_cradle, wrong[i], &why));
        assert_non_null(why);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agent_boards_of_state__rows__come_from_the_mind_alone),
        cmocka_unit_test(prompt_render__follows__the_rules),
        cmocka_unit_test(prompt_render__unknown_name__is_told),
        cmocka_unit_test(prompts__render__with_nothing_and_with_everything),
        cmocka_unit_test(prompts__screen_text__cannot_pass_for_the_prompt),
        cmocka_unit_test(prompts__person__is_heard),
        cmocka_unit_test(module_request__images__are_the_modules_choice),
        cmocka_unit_test(module_request__vars__tell_a_script_everything),
        cmocka_unit_test(module_request__a_person__reads_the_skills_as_a_list),
        cmocka_unit_test(module_request__unknown_name__names_the_module),
        cmocka_unit_test(module_reask__adds__reply_and_defect),
        cmocka_unit_test(module_request__shorter__has_less_of_the_past),
        cmocka_unit_test(module_inputs_digest__changes__with_what_matters),
        cmocka_unit_test(module_index__and_name__agree),
        cmocka_unit_test(says__of_every_agent__is_a_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
