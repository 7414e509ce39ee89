/* What a person does to the library, over a real store, real files and the real checks. */

#include "engine/curation/change.h"
#include "skills/skill_text.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define HELLO "--- Greets.\nfunction greet() key.type('hello') end\n"
#define BETTER "--- Greets better.\nfunction greet() key.type('good day') end\n"

struct world {
    memory *m;
    skill_library *lib;
    struct change change;
};

/* As the command line does before each act. */
static const struct change *load(struct world *w)
{
    g_autoptr(GError) error = NULL;
    static const char *const everything[] = {"*", NULL};
    skill_library_free(w->lib);
    w->lib = skill_library_load(everything, NULL, &error);
    assert_non_null(w->lib);
    assert_true(catalog_sync(w->m, w->lib, &error));
    w->change = (struct change){.m = w->m, .lib = w->lib, .by = "person"};
    return &w->change;
}

static char *own_path(const char *name)
{
    g_autofree char *own = skill_layer_folder(LAYER_OWN);
    return g_build_filename(own, name, NULL);
}

static void put(const char *name, const char *source)
{
    g_autofree char *path = own_path(name);
    g_autofree char *folder = g_path_get_dirname(path);
    assert_int_equal(g_mkdir_with_parents(folder, 0700), 0);
    assert_true(g_file_set_contents(path, source, -1, NULL));
}

static int begin(void **state)
{
    struct world *w = g_new0(struct world, 1);
    g_autofree char *dir = g_dir_make_tmp("reins-change-XXXXXX", NULL), *store = g_build_filename(dir, "store", NULL);
    assert_true(g_setenv("XDG_DATA_HOME", dir, TRUE));
    g_autofree char *own = own_path("");
    assert_true(g_str_has_prefix(own, g_get_user_data_dir()));
    w->m = memory_open(store, true, NULL);
    assert_non_null(w->m);
    /* GLib keeps the data folder that it saw first: each test begins with it empty */
    g_autofree char *gone = g_strdup_printf("%s.%s", own, strrchr(dir, '-') + 1);
    g_autofree char *bare = g_strndup(own, strlen(own) - (g_str_has_suffix(own, "/") ? 1 : 0));
    (void)g_rename(bare, gone);
    *state = w;
    return 0;
}

static int end(void **state)
{
    struct world *w = *state;
    skill_library_free(w->lib);
    memory_close(w->m);
    g_free(w);
    return 0;
}

static void stage_is(struct world *w, const char *name, enum skill_stage stage)
{
    load(w);
    g_autoptr(catalog) c = catalog_load(w->m, w->lib, NULL);
    const struct catalog_row *r = catalog_find(c, name);
    if (!r)
        fail_msg("%s is not loaded", name);
    assert_string_equal(stage_name(r->stage), stage_name(stage));
}

static void version_is(struct world *w, const char *name, const char *sha256, const char *stage)
{
    load(w);
    g_autoptr(memory_skill) v = memory_skill_get(w->m, name, sha256, NULL);
    assert_non_null(v);
    assert_string_equal(v->stage, stage);
}

static char *add_draft(struct world *w, const char *text)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(draft_check) check = draft_check_text(w->m, load(w)->lib, "draft", NULL, text, NULL, &error);
    const struct draft_origin origin = {.author = "model", .by = "curate", .run = 4, .step = 2};
    assert_non_null(check);
    if (!draft_add(w->m, check, &origin, NULL, &error))
        fail_msg("%s", error->message);
    return g_strdup(check->sha256);
}

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
        {"local secret = 1\n--- A.\nfunction aa() wait(secret) end\n", "nothing beside it"},
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

static void rename__takes_its_uses_and_its_stage_along(void **state)
{
    struct world *w = *state;
    g_autoptr(GError) error = NULL;
    guint uses = 0;
    put("mine.lua", HELLO "--- Other.\nfunction other() greet() greet() end\n");
    put("game/play.lua", "--- Play.\nfunction play() greet() end\n");
    load(w);
    assert_true(change_set_stage(load(w), "greet", STAGE_TRUSTED, NULL, &error));
    if (!change_rename(load(w), "greet", "salute", &uses, &error))
        fail_msg("%s", error->message);
    assert_true(uses >= 2);
    stage_is(w, "salute", STAGE_TRUSTED);
    stage_is(w, "other", STAGE_TRIAL);
    assert_null(skill_library_find(w->lib, "greet"));
    assert_string_equal(skill_library_find(w->lib, "play")->uses[0], "salute");
    assert_false(change_rename(load(w), "salute", "other", NULL, &error));
    g_clear_error(&error);
    assert_false(change_rename(load(w), "salute", "end", NULL, &error));
    g_clear_error(&error);
    assert_true(change_undo(load(w), NULL, &error));
    stage_is(w, "greet", STAGE_TRUSTED);
    assert_string_equal(skill_library_find(w->lib, "play")->uses[0], "greet");
}

static const struct memory_counts *counts_of(const catalog *c, const char *name)
{
    const struct catalog_row *r = catalog_find(c, name);
    if (!r)
        fail_msg("%s is not loaded", name);
    return &r->counts;
}

static gint64 verified(struct world *w, const char *name, int *ret_versions)
{
    load(w);
    g_autoptr(catalog) c = catalog_load(w->m, w->lib, NULL);
    if (ret_versions)
        *ret_versions = catalog_find(c, name)->versions;
    return counts_of(c, name)->verified;
}

static void works(struct world *w, const char *name)
{
    const skill *s = skill_library_find(load(w)->lib, name);
    assert_non_null(s);
    assert_true(memory_outcome_add(w->m, name, s->sha256, "verified", 1, 1, NULL));
}

static void only_draft_is_of(struct world *w, const char *name)
{
    load(w);
    g_autoptr(catalog) c = catalog_load(w->m, w->lib, NULL);
    const struct catalog_row *found = NULL;
    for (guint i = 0; i < catalog_rows(c)->len; i++) {
        const struct catalog_row *r = g_ptr_array_index(catalog_rows(c), i);
        if (r->stage != STAGE_DRAFT)
            continue;
        assert_null(found);
        found = r;
    }
    assert_non_null(found);
    assert_string_equal(found->name, name);
}

static void rename__goes_on_with_outcomes_history_and_roll_back(void **state)
{
    struct world *w = *state;
    g_autoptr(GError) error = NULL;
    int versions = 0;
    put("mine.lua", HELLO "--- Other.\nfunction other() greet() greet() end\n");
    works(w, "greet");
    works(w, "other");
    assert_true(change_write(load(w), "greet", BETTER, "", NULL, &error));
    works(w, "greet");
    assert_true(change_set_stage(load(w), "greet", STAGE_TRUSTED, NULL, &error));
    g_autofree char *draft = add_draft(w, "--- Greets best.\nfunction greet() key.type('best') end\n");
    assert_true(change_rename(load(w), "greet", "salute", NULL, &error));
    assert_int_equal(verified(w, "salute", &versions), 1);
    assert_int_equal(versions, 3); /* the first, the better, the draft: each once */
    assert_int_equal(verified(w, "other", &versions), 1);
    assert_int_equal(versions, 1);
    works(w, "salute");
    only_draft_is_of(w, "salute");
    g_autofree char *was = NULL, *own = own_path("mine.lua"), *text = NULL;
    if (!change_roll_back(load(w), "salute", NULL, &was, &error)) /* to one that had the former name */
        fail_msg("%s", error->message);
    assert_true(g_file_get_contents(own, &text, NULL, NULL));
    assert_non_null(strstr(text, "function salute() key.type('hello') end"));
    assert_string_equal(was, skill_library_find(load(w)->lib, "salute")->sha256);
    assert_int_equal(verified(w, "salute", &versions), 1); /* what it did as greet */
    assert_int_equal(versions, 3);
    stage_is(w, "salute", STAGE_TRIAL);
    assert_true(change_undo(load(w), NULL, &error)); /* the roll back */
    assert_int_equal(verified(w, "salute", NULL), 2);
    stage_is(w, "salute", STAGE_TRUSTED);
    assert_true(change_undo(load(w), NULL, &error)); /* the rename */
    assert_int_equal(verified(w, "greet", &versions), 2);
    assert_int_equal(versions, 3);
    stage_is(w, "greet", STAGE_TRUSTED);
    only_draft_is_of(w, "greet");
    assert_int_equal(verified(w, "other", NULL), 1);
    assert_true(change_roll_back(load(w), "greet", NULL, NULL, &error));
    assert_int_equal(verified(w, "greet", NULL), 1);
}

/* What fails under the new name is not trusted again by taking the name back. */
static void rename__taken_back__keeps_the_stage_that_it_has_now(void **state)
{
    struct world *w = *state;
    g_autoptr(GError) error = NULL;
    put("mine.lua", HELLO);
    load(w);
    assert_true(change_set_stage(load(w), "greet", STAGE_TRUSTED, NULL, &error));
    assert_true(change_rename(load(w), "greet", "salute", NULL, &error));
    const char *sha256 = skill_library_find(load(w)->lib, "salute")->sha256;
    assert_true(memory_skill_set_stage(w->m, "salute", sha256, "demoted", "outcomes", NULL, &error));
    assert_true(change_undo(load(w), NULL, &error));
    stage_is(w, "greet", STAGE_DEMOTED);
}

/* The version of another skill from before the rename calls it by a name that is gone. */
static void roll_back__to_before_a_rename__uses_the_new_name(void **state)
{
    struct world *w = *state;
    g_autoptr(GError) error = NULL;
    g_autofree char *own = own_path("mine.lua"), *text = NULL;
    put("mine.lua", HELLO "--- Other.\nfunction other() greet() end\n");
    assert_true(change_write(load(w), "other", "--- Other.\nfunction other() wait(1) end\n", "", NULL, &error));
    assert_true(change_rename(load(w), "greet", "salute", NULL, &error));
    if (!change_roll_back(load(w), "other", NULL, NULL, &error))
        fail_msg("%s", error->message);
    assert_true(g_file_get_contents(own, &text, NULL, NULL));
    assert_non_null(strstr(text, "function other() salute() end"));
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
        cmocka_unit_test_setup_teardown(a_near_copy__of_another_draft__is_noted_with_its_text, begin, end),
        cmocka_unit_test_setup_teardown(an_edit__over_someone_elses__is_a_conflict_and_both_are_kept, begin, end),
        cmocka_unit_test_setup_teardown(an_edit__of_a_text_with_blanks_at_its_ends__is_written, begin, end),
        cmocka_unit_test_setup_teardown(rename__takes_its_uses_and_its_stage_along, begin, end),
        cmocka_unit_test_setup_teardown(rename__goes_on_with_outcomes_history_and_roll_back, begin, end),
        cmocka_unit_test_setup_teardown(rename__taken_back__keeps_the_stage_that_it_has_now, begin, end),
        cmocka_unit_test_setup_teardown(roll_back__to_before_a_rename__uses_the_new_name, begin, end),
        cmocka_unit_test_setup_teardown(retire__leaves_history_and_refuses_while_it_is_used, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
