/* What a person does to the library, over a real store, real files and the real checks. */

#include "tests/engine/curation/world.h"

static void a_draft__that_is_accepted__is_a_file_on_trial_and_can_be_undone(void **state)
{
    struct world *w = *state;
    g_autoptr(GError) error = NULL;
    g_autofree char *sha256 = add_draft(w, HELLO), *path = NULL, *what = NULL;
    assert_null(skill_library_find(load(w)->lib, "greet"));
    if (!change_accept(load(w), "greet", sha256, "xcalc", &path, &error))
        fail_msg("%s", error->message);
    assert_true(g_str_has_suffix(path, "/skills/xcalc/greet.lua"));
    stage_is(w, "greet", STAGE_TRIAL);
    assert_false(change_accept(load(w), "greet", sha256, "xcalc", NULL, &error)); /* twice */
    g_clear_error(&error);
    assert_true(change_undo(load(w), &what, &error));
    assert_string_equal(what, "accept greet");
    assert_null(skill_library_find(load(w)->lib, "greet"));
    version_is(w, "greet", sha256, "draft");
    assert_true(change_accept(load(w), "greet", sha256, "xcalc", NULL, &error)); /* once more */
    assert_true(change_undo(load(w), NULL, &error));
    assert_true(change_refuse(load(w), "greet", sha256, "no", &error));
    g_clear_pointer(&what, g_free);
    assert_true(change_undo(load(w), &what, &error));
    assert_string_equal(what, "refuse greet");
    version_is(w, "greet", sha256, "draft");
    g_clear_pointer(&what, g_free);
    assert_true(change_undo(load(w), &what, &error));
    assert_null(what);
}

/* What a world's skills are called may be called so elsewhere; in a world they stay. */
static void a_draft__with_a_worlds_name__is_free_elsewhere(void **state)
{
    struct world *w = *state;
    g_autoptr(GError) error = NULL;
    static const char build[] = "--- Build the project.\n-- @expect it runs\nfunction build()\n    key.combo(\"ctrl+b\")\nend\n";
    g_autofree char *sha256 = add_draft(w, build);
    assert_false(change_accept(load(w), "build", sha256, "world", NULL, &error));
    assert_non_null(strstr(error->message, "ships in the library world"));
    g_clear_error(&error);
    if (!change_accept(load(w), "build", sha256, "", NULL, &error))
        fail_msg("%s", error->message);
    stage_is(w, "build", STAGE_TRIAL);
    assert_true(change_undo(load(w), NULL, &error));
}

/* Another process has its library from before, and tells the store of it afterwards. */
static void an_undo__while_another_process_has_the_library__stays_undone(void **state)
{
    struct world *w = *state;
    g_autoptr(GError) error = NULL;
    static const char *const everything[] = {"*", NULL};
    g_autofree char *sha256 = add_draft(w, HELLO);
    assert_true(change_accept(load(w), "greet", sha256, "", NULL, &error));
    g_autoptr(skill_library) theirs = skill_library_load(everything, NULL, &error);
    assert_non_null(skill_library_find(theirs, "greet"));
    assert_true(change_undo(load(w), NULL, &error));
    assert_true(catalog_sync(w->m, theirs, &error));
    version_is(w, "greet", sha256, "draft");
    assert_true(change_accept(load(w), "greet", sha256, "", NULL, &error));
    g_autoptr(skill_library) again = skill_library_load(everything, NULL, &error);
    assert_true(change_retire(load(w), "greet", "no use", &error));
    assert_true(catalog_sync(w->m, again, &error));
    version_is(w, "greet", sha256, "retired");
    put("greet.lua", HELLO); /* whoever puts it back wants it */
    stage_is(w, "greet", STAGE_TRIAL);
    version_is(w, "greet", sha256, "trial");
}

/* Whoever checks it, it is checked as it would stand: a model's draft by itself, an accept in its file. */
static void a_draft__for_a_file_with_helpers__is_checked_as_it_is_accepted(void **state)
{
    struct world *w = *state;
    g_autoptr(GError) error = NULL;
    put("mine.lua", "local WORD = 'hello'\n\n--- Greets.\nfunction greet() key.type(WORD) end\n");
    g_autofree char *draft = add_draft(w, "--- Greets twice.\nfunction greet() key.type(WORD .. WORD) end\n");
    g_autoptr(memory_skill) v = memory_skill_get(w->m, "greet", draft, &error);
    assert_null(v->reason); /* nothing was found */
    g_autofree char *whole = draft_text_to_try(w->lib, "greet", v->code);
    assert_non_null(strstr(whole, "local WORD"));
    if (!change_accept(load(w), "greet", draft, "", NULL, &error))
        fail_msg("%s", error->message);
    assert_string_equal(skill_library_find(load(w)->lib, "greet")->sha256, draft); /* that hash and no other */
    version_is(w, "greet", draft, "trial");
    /* a file of that name that holds something else takes the meaning from it */
    put("press_it.lua", "local key = {}\n");
    g_autofree char *other = add_draft(w, "--- Presses.\nfunction press_it() key.press('a') end\n");
    assert_false(change_accept(load(w), "press_it", other, "", NULL, &error));
    assert_true(g_error_matches(error, SKILLS_ERROR, SKILLS_ERROR_SYNTAX));
}

/* What a draft's step showed: larger than the blank screen, with a word on it. */
static screen *look(memory *m, const memory_skill *v, GError **error)
{
    (void)m;
    if (v->step == 99) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_FAILED, "the picture is damaged");
        return NULL;
    }
    screen *s = screen_new(1920, 1080);
    const struct screen_word word = {
        .text = (char *)"Start", .region = (char *)"", .x = 1500, .y = 900, .width = 40, .height = 12};
    screen_add_word(s, &word);
    return s;
}

static void a_draft__is_checked_on_what_its_step_showed(void **state)
{
    struct world *w = *state;
    g_autoptr(GError) error = NULL;
    g_autofree char *far = add_draft(w, "--- Clicks far out.\nfunction far() mouse.move(1900, 1000) end\n");
    g_autofree char *word =
        add_draft(w, "--- Clicks Start.\nfunction start() local at = screen.find_text('Start') mouse.move(at.x, at.y) end\n");
    assert_false(change_accept(load(w), "far", far, "", NULL, &error)); /* a blank 1280×720 */
    g_clear_error(&error);
    assert_false(change_accept(load(w), "start", word, "", NULL, &error));
    g_clear_error(&error);
    load(w);
    w->change.look = look;
    const char *code = "--- Clicks far out.\nfunction far() mouse.move(1900, 1000) end\n";
    g_autoptr(draft_check) check = change_check(&w->change, "far", far, code, &error);
    assert_true(check && draft_check_passes(check));
    assert_string_equal(check->seen, "the picture of run 4, step 2, 1920×1080");
    if (!change_accept(&w->change, "far", far, "", NULL, &error) || !change_accept(&w->change, "start", word, "", NULL, &error))
        fail_msg("%s", error->message);
}

static void a_draft__that_is_edited__keeps_where_it_came_from(void **state)
{
    struct world *w = *state;
    g_autoptr(GError) error = NULL;
    g_autofree char *sha256 = add_draft(w, HELLO);
    g_autoptr(draft_check) check = NULL;
    enum skill_stage was;
    if (!change_redraft(load(w), "greet", sha256, BETTER, &check, &was, &error))
        fail_msg("%s", error->message);
    assert_int_equal(was, STAGE_DRAFT);
    version_is(w, "greet", sha256, "refused");
    version_is(w, "greet", check->sha256, "draft");
    g_autoptr(memory_skill) v = memory_skill_get(w->m, "greet", check->sha256, NULL);
    assert_int_equal(v->run, 4);
    assert_int_equal(v->step, 2);
    assert_string_equal(v->author, "human");
    assert_true(change_undo(load(w), NULL, &error));
    version_is(w, "greet", sha256, "draft");
    version_is(w, "greet", check->sha256, "refused");
    assert_true(change_accept(load(w), "greet", sha256, "", NULL, &error)); /* by another, while it was edited */
    g_clear_pointer(&check, draft_check_free);
    assert_true(
        change_redraft(load(w), "greet", sha256, "--- Third.\nfunction greet() key.type('third') end\n", &check, &was, &error));
    assert_int_equal(was, STAGE_TRIAL);
    version_is(w, "greet", sha256, "trial");
    version_is(w, "greet", check->sha256, "draft");
}

/* Somebody is in the middle of an edit: what would be put beside it would not be loaded. */
static void a_draft__for_a_file_that_is_broken__is_not_written(void **state)
{
    struct world *w = *state;
    g_autoptr(GError) error = NULL;
    g_autofree char *sha256 = add_draft(w, HELLO), *path = own_path("greet.lua"), *text = NULL;
    put("greet.lua", "--- Half.\nfunction greet() key.type(\n");
    assert_false(change_accept(load(w), "greet", sha256, "", NULL, &error));
    assert_int_equal(error->code, SKILLS_ERROR_CONFLICT);
    assert_true(g_file_get_contents(path, &text, NULL, NULL));
    assert_string_equal(text, "--- Half.\nfunction greet() key.type(\n");
    version_is(w, "greet", sha256, "draft");
}

/* What was changed after it is not overwritten, and nothing is half taken back. */
static void an_undo__of_files_that_were_changed_since__takes_nothing_back(void **state)
{
    struct world *w = *state;
    g_autoptr(GError) error = NULL;
    put("greet.lua", HELLO);
    put("leave.lua", "--- Leaves.\nfunction leave() greet() end\n");
    assert_true(change_rename(load(w), "greet", "welcome", NULL, &error));
    put("greet.lua", "--- Greets.\nfunction welcome() key.type('from outside') end\n");
    assert_false(change_undo(load(w), NULL, &error));
    assert_int_equal(error->code, SKILLS_ERROR_CONFLICT);
    g_autofree char *path = own_path("leave.lua"), *text = NULL;
    assert_true(g_file_get_contents(path, &text, NULL, NULL));
    assert_non_null(strstr(text, "welcome()"));
}

/* A file may have helpers beside its skills: what is changed there may use them, and counts as the library counts it. */
static void an_edit__in_a_file_with_helpers__uses_them(void **state)
{
    struct world *w = *state;
    g_autoptr(GError) error = NULL;
    put("tools.lua", "local WORD = 'hello'\n\n" HELLO "\n--- Leaves.\nfunction leave() key.press('q') end\n");
    const char *text = "--- Greets by a helper.\nfunction greet() key.type(WORD) end\n";
    if (!change_write(load(w), "greet", text, "", NULL, &error))
        fail_msg("%s", error->message);
    load(w);
    const skill *now = skill_library_find(w->lib, "greet");
    g_autoptr(memory_skill) v = memory_skill_get(w->m, "greet", now->sha256, NULL);
    assert_non_null(v);
    assert_string_equal(v->note ? v->note : "", "");
    assert_string_equal(v->by, "person");
    assert_non_null(skill_library_find(w->lib, "leave"));
    g_autofree char *draft = add_draft(w, "--- Greets twice.\nfunction greet() key.type('hello hello') end\n");
    assert_true(change_accept(load(w), "greet", draft, "", NULL, &error));
    stage_is(w, "greet", STAGE_TRIAL);
    g_autoptr(memory_skill) loaded = memory_skill_get(w->m, "greet", skill_library_find(w->lib, "greet")->sha256, NULL);
    assert_string_equal(loaded->author, "model"); /* the same origin, whatever stands beside it */
    assert_false(change_write(load(w), "greet", "--- X.\nfunction greet()\n    key.type(WRD)\nend\n", "", NULL, &error));
    assert_true(g_str_has_prefix(error->message, "greet:3:")); /* its own line, not the file's */
}

static void a_version__whose_text_is_another_skill__is_not_accepted(void **state)
{
    struct world *w = *state;
    g_autoptr(GError) error = NULL;
    memory_skill v = {.name = (char *)"harmless",
                      .sha256 = (char *)"aaaabbbbccccdddd",
                      .code = (char *)HELLO,
                      .author = (char *)"import",
                      .stage = (char *)"draft"};
    g_autoptr(GPtrArray) one = g_ptr_array_new();
    g_ptr_array_add(one, &v);
    assert_true(memory_skills_add(w->m, one, NULL, &error));
    assert_false(change_accept(load(w), "harmless", "aaaabbbb", "", NULL, &error));
    assert_non_null(strstr(error->message, "greet"));
    assert_null(skill_library_find(load(w)->lib, "greet"));
}

static void a_new_version__keeps_its_file_and_rolls_back(void **state)
{
    struct world *w = *state;
    g_autoptr(GError) error = NULL;
    put("mine.lua", "-- my own notes\n" HELLO "\n--- Other.\nfunction other() greet() end\n");
    stage_is(w, "greet", STAGE_TRIAL);
    assert_true(change_set_stage(load(w), "greet", STAGE_TRUSTED, NULL, &error));
    g_autofree char *sha256 = add_draft(w, BETTER), *path = own_path("mine.lua"), *back = NULL;
    assert_true(change_accept(load(w), "greet", sha256, "", NULL, &error));
    g_autofree char *text = skill_text_read(path, NULL);
    assert_string_equal(text, "-- my own notes\n" BETTER "\n--- Other.\nfunction other() greet() end\n");
    stage_is(w, "greet", STAGE_TRIAL);
    if (!change_roll_back(load(w), "greet", NULL, &back, &error))
        fail_msg("%s", error->message);
    stage_is(w, "greet", STAGE_TRUSTED); /* that text was trusted */
    assert_string_equal(skill_library_find(w->lib, "greet")->code, HELLO);
    assert_true(change_roll_back(load(w), "greet", sha256, NULL, &error));
    stage_is(w, "greet", STAGE_TRIAL);
    assert_false(change_roll_back(load(w), "greet", sha256, NULL, &error)); /* it is loaded */
}

static void a_draft__that_does_not_pass__says_why(void **state)
{
    struct world *w = *state;
    static const struct {
        const char *text, *why;
    } rows[] = {
        {"--- A.\nfunction broken( end\n", "draft:2:"},
        {"function bare() wait(1) end\n", "no doc comment"},
        {"--- A.\nfunction late(x) wait(x) end\n", "has no @param"},
        {"--- A.\nfunction bad() key.press('no such key') end\n", "draft:2:"},
        {"--- A.\nfunction odd() undeclared_thing() end\n", "undeclared_thing"},
        {"--- A.\nfunction press_key(k) key.press(k) end\n", "press_key"},
        {"--- A.\n-- @param key key a key\n-- @param duration number s\nfunction press_key(key, duration) wait(1) end\n",
         "protected"},
        {"--- A.\nfunction aa() wait(1) end\n--- B.\nfunction bb() wait(1) end\n", "one function"},
        {"local secret = 1\n--- A.\nfunction aa() wait(secret) end\n", "nothing else"},
        {"--- A.\nfunction spin() while true do end end\n", "spin"},
        {"local x = 1\n", "one function"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(draft_check) check = draft_check_text(w->m, load(w)->lib, "draft", NULL, rows[i].text, NULL, &error);
        assert_non_null(check);
        assert_false(draft_check_passes(check));
        g_ptr_array_add(check->errors, NULL);
        g_autofree char *all = g_strjoinv("\n", (char **)check->errors->pdata);
        if (!strstr(all, rows[i].why))
            fail_msg("%s: %s (not: %s)", rows[i].text, all, rows[i].why);
    }
}

static void a_near_copy__is_noted_with_the_skill_it_is_like(void **state)
{
    struct world *w = *state;
    put("mine.lua", "--- A.\nfunction greet_all() key.type('hello') wait(1) key.press('enter') wait(2) key.press('tab') end\n");
    g_autoptr(draft_check) check = draft_check_text(
        w->m, load(w)->lib, "draft", NULL,
        "--- B.\nfunction greet_them() key.type('hello') wait(1) key.press('enter') wait(2) key.press('tab') end\n", NULL, NULL);
    assert_true(draft_check_passes(check));
    assert_string_equal(check->like, "greet_all");
    assert_int_equal(check->notes->len, 1);
}

static void a_draft__that_calls_what_is_no_skill_of_another_file__does_not_pass(void **state)
{
    struct world *w = *state;
    put("help.lua", "function help() wait(1) end\n--- Ends.\nfunction finish() wait(1) end\n");
    g_autoptr(draft_check) check =
        draft_check_text(NULL, load(w)->lib, "draft", NULL, "--- A.\nfunction a() finish() help() end\n", NULL, NULL);
    assert_int_equal(check->errors->len, 1);
    assert_non_null(strstr(check->errors->pdata[0], "draft:2: 'help' is a function of "));
    put("help.lua", "--- Helps.\nfunction help() wait(1) end\n");
    g_autoptr(draft_check) now =
        draft_check_text(NULL, load(w)->lib, "draft", NULL, "--- A.\nfunction a() help() end\n", NULL, NULL);
    assert_int_equal(now->errors->len, 0);
}

static void a_near_copy__of_another_draft__is_noted_with_its_text(void **state)
{
    struct world *w = *state;
    g_autoptr(GError) error = NULL;
#define BODY "() wait(0.2) key.type('one two three') key.press('enter') wait(0.2) end\n"
    g_autofree char *first = add_draft(w, "--- Types.\nfunction type_it" BODY), *label = g_strdup_printf("type_it@%.8s", first);
    g_autoptr(draft_check) check =
        draft_check_text(w->m, load(w)->lib, "draft", NULL, "--- Types.\nfunction say_it" BODY, NULL, &error);
    assert_string_equal(check->like, label);
    assert_non_null(strstr(check->like_code, "function type_it"));
    assert_int_equal(check->notes->len, 1);
    g_autoptr(draft_check) same =
        draft_check_text(w->m, w->lib, "draft", NULL, "--- Types it.\nfunction type_it" BODY, NULL, &error);
    assert_null(same->like); /* another draft of the same skill is its next version */
}

static void an_edit__over_someone_elses__is_a_conflict_and_both_are_kept(void **state)
{
    struct world *w = *state;
    g_autoptr(GError) error = NULL;
    g_autofree char *path = own_path("mine.lua");
    put("mine.lua", HELLO);
    const struct change *c = load(w);
    put("mine.lua", "--- Theirs.\nfunction greet() key.type('theirs') end\n");
    assert_false(change_write(c, "greet", BETTER, "", NULL, &error));
    assert_true(g_error_matches(error, SKILLS_ERROR, SKILLS_ERROR_CONFLICT));
    g_autofree char *text = skill_text_read(path, NULL);
    assert_non_null(strstr(text, "theirs"));
    g_clear_error(&error);
    if (!change_write(load(w), "greet", BETTER, "", "politer", &error))
        fail_msg("%s", error->message);
    stage_is(w, "greet", STAGE_TRIAL);
    put("mine.lua", BETTER "-- and more\n");
    assert_false(change_undo(load(w), NULL, &error)); /* it is not as we left it */
    assert_true(g_error_matches(error, SKILLS_ERROR, SKILLS_ERROR_CONFLICT));
}

/* White space that an editor left at the ends of lines is the text's own. */
static void an_edit__of_a_text_with_blanks_at_its_ends__is_written(void **state)
{
    struct world *w = *state;
    static const struct {
        const char *before, *after;
    } rows[] = {
        {"--- Greets. \n-- @expect it \t\nfunction greet() \n    wait(1)\nend\n",
         "--- Greets. \n-- @expect it \t\nfunction greet() \n    wait(2)\nend\n"},
        {"--- Greets.\r\n-- @expect it\r\nfunction greet()\r\n    wait(1)\r\nend\r\n",
         "--- Greets.\r\n-- @expect it\r\nfunction greet()\r\n    wait(2)\r\nend\r\n"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        put("blank.lua", rows[i].before);
        assert_string_equal(skill_library_find(load(w)->lib, "greet")->code, rows[i].before);
        if (!change_write(load(w), "greet", rows[i].after, "", NULL, &error))
            fail_msg("%s", error->message);
        assert_string_equal(skill_library_find(load(w)->lib, "greet")->code, rows[i].after);
        assert_true(change_undo(load(w), NULL, &error));
    }
    put("blank.lua", "");
}

static void retire__leaves_history_and_refuses_while_it_is_used(void **state)
{
    struct world *w = *state;
    g_autoptr(GError) error = NULL;
    put("mine.lua", HELLO "\n--- Other.\nfunction other() greet() end\n");
    load(w);
    g_autofree char *sha256 = g_strdup(skill_library_find(w->lib, "other")->sha256);
    assert_false(change_retire(load(w), "greet", NULL, &error));
    assert_non_null(strstr(error->message, "other"));
    g_clear_error(&error);
    assert_true(change_retire(load(w), "other", "no use", &error));
    assert_null(skill_library_find(load(w)->lib, "other"));
    assert_true(change_accept(load(w), "other", sha256, "", NULL, &error)); /* wanted again */
    assert_non_null(skill_library_find(load(w)->lib, "other"));
    assert_false(change_retire(load(w), "press_key", NULL, &error)); /* ships */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_draft__that_is_accepted__is_a_file_on_trial_and_can_be_undone, begin, end),
        cmocka_unit_test_setup_teardown(a_draft__with_a_worlds_name__is_free_elsewhere, begin, end),
        cmocka_unit_test_setup_teardown(an_undo__while_another_process_has_the_library__stays_undone, begin, end),
        cmocka_unit_test_setup_teardown(a_draft__for_a_file_with_helpers__is_checked_as_it_is_accepted, begin, end),
        cmocka_unit_test_setup_teardown(a_draft__is_checked_on_what_its_step_showed, begin, end),
        cmocka_unit_test_setup_teardown(a_draft__that_is_edited__keeps_where_it_came_from, begin, end),
        cmocka_unit_test_setup_teardown(a_draft__for_a_file_that_is_broken__is_not_written, begin, end),
        cmocka_unit_test_setup_teardown(an_undo__of_files_that_were_changed_since__takes_nothing_back, begin, end),
        cmocka_unit_test_setup_teardown(an_edit__in_a_file_with_helpers__uses_them, begin, end),
        cmocka_unit_test_setup_teardown(a_version__whose_text_is_another_skill__is_not_accepted, begin, end),
        cmocka_unit_test_setup_teardown(a_new_version__keeps_its_file_and_rolls_back, begin, end),
        cmocka_unit_test_setup_teardown(a_draft__that_does_not_pass__says_why, begin, end),
        cmocka_unit_test_setup_teardown(a_near_copy__is_noted_with_the_skill_it_is_like, begin, end),
        cmocka_unit_test_setup_teardown(a_draft__that_calls_what_is_no_skill_of_another_file__does_not_pass, begin, end),
        cmocka_unit_test_setup_teardown(a_near_copy__of_another_draft__is_noted_with_its_text, begin, end),
        cmocka_unit_test_setup_teardown(an_edit__over_someone_elses__is_a_conflict_and_both_are_kept, begin, end),
        cmocka_unit_test_setup_teardown(an_edit__of_a_text_with_blanks_at_its_ends__is_written, begin, end),
        cmocka_unit_test_setup_teardown(retire__leaves_history_and_refuses_while_it_is_used, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
