/* `reins memory` as a person and a script use it: the program itself on a store that the test filled. */

#include "tests/memory/cli.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utime.h>

static void cli__no_store__is_no_error(void **state)
{
    (void)state;
    g_autofree char *data = new_data(NULL);
    assert_runs(data, "runs --json", 0);
    assert_string_equal(out, "[]\n");
    assert_string_equal(err, "");
    assert_runs(data, "runs", 0);
    assert_runs(data, "verify", 0);
    assert_non_null(strstr(out, "no memory store"));
    g_autoptr(cJSON) verified = json(data, "verify --json", 0);
    assert_true(cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(verified, "store")));
    assert_runs(data, "search --json word", 0);
    assert_string_equal(out, "[]\n");
    static const char *const of_run[] = {"steps 1 --json", "show last", "frames 3", "export last --json"};
    for (guint i = 0; i < G_N_ELEMENTS(of_run); i++) {
        assert_runs(data, of_run[i], strstr(of_run[i], "last") ? 1 : 2); /* a number that is not there is a wrong word */
        assert_string_equal(out, "");
        assert_true(g_str_has_prefix(err, "reins: "));
    }
    g_autofree char *file = g_build_filename(data, "reins", "memory.sqlite", NULL);
    assert_false(g_file_test(file, G_FILE_TEST_EXISTS));
}

static void cli__runs__json(void **state)
{
    (void)state;
    g_autoptr(memory) m = NULL;
    g_autofree char *data = new_data(&m);
    gint64 first = add_story(m), second = add_run(m, "evil \x1b[2J \xe2\x80\xae task\xff");
    int lock = memory_run_lock(m, second, NULL);
    g_autoptr(cJSON) runs = json(data, "runs --json", 0);
    assert_int_equal(cJSON_GetArraySize(runs), 2);
    const cJSON *newest = cJSON_GetArrayItem(runs, 0), *oldest = cJSON_GetArrayItem(runs, 1);
    g_autofree char *id = g_strdup_printf("%d", (int)second);
    assert_string_equal(text_of(newest, "run"), id);
    assert_int_equal(number_of(newest, "holder_pid"), getpid());
    assert_true(cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(newest, "outcome")));
    assert_true(cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(newest, "ended")));
    assert_true(cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(oldest, "holder_pid")));
    assert_string_equal(text_of(oldest, "outcome"), "stopped");
    assert_string_equal(text_of(oldest, "task"), "compute 12 × 34");
    assert_int_equal(number_of(oldest, "steps"), 2);
    assert_true(number_of(oldest, "cost") == 0.5);
    const char *started = text_of(oldest, "started");
    assert_int_equal(strlen(started), strlen("2026-11-21T01:48:26.123Z"));
    assert_true(started[10] == 'T' && started[23] == 'Z');
    g_autoptr(cJSON) one = json(data, "runs --json --limit 1", 0);
    assert_int_equal(cJSON_GetArraySize(one), 1);
    close(lock);
    (void)first;
}

static void cli__steps__shows_original_and_edited(void **state)
{
    (void)state;
    g_autoptr(memory) m = NULL;
    g_autofree char *data = new_data(&m);
    add_story(m);
    g_autoptr(cJSON) steps = json(data, "steps 1 --json", 0);
    assert_int_equal(cJSON_GetArraySize(steps), 2);
    const cJSON *step = cJSON_GetArrayItem(steps, 0);
    assert_string_equal(text_of(step, "run"), "1");
    assert_int_equal(number_of(step, "step"), 1);
    assert_string_equal(text_of(step, "verdict"), "approved");
    assert_string_equal(text_of(step, "effect"), "changed");
    assert_string_equal(text_of(cJSON_GetObjectItemCaseSensitive(step, "action"), "skill"), "click_at_position");
    const cJSON *proposals = list_of(step, "proposals", 2);
    const cJSON *original = cJSON_GetArrayItem(proposals, 0), *edited = cJSON_GetArrayItem(proposals, 1);
    const cJSON *before = cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(original, "action"), "args");
    const cJSON *after = cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(edited, "action"), "args");
    assert_int_equal(number_of(before, "x"), 1);
    assert_int_equal(number_of(after, "x"), 2);
    assert_string_equal(text_of(original, "verdict"), "edited");
    assert_int_equal(number_of(edited, "edited_from"), 1);
    assert_true(cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(original, "edited_from")));
    assert_string_equal(text_of(edited, "stage"), "verified");
    const cJSON *modules = list_of(step, "modules", 1);
    assert_string_equal(text_of(cJSON_GetObjectItemCaseSensitive(cJSON_GetArrayItem(modules, 0), "output"), "reasoning"),
                        "the dïsplay\nshows twelve");
    assert_null(cJSON_GetObjectItemCaseSensitive(cJSON_GetArrayItem(modules, 0), "prompt"));
    list_of(step, "frames", 1);
    /* and in the table for people, on one line */
    assert_runs(data, "steps last", 0);
    assert_non_null(strstr(out, "click_at_position(x = 1) ▸ click_at_position(x = 2)"));
}

/* `last` is the run that goes on, also here: not what `reins do` has fired since then. */
static void cli__last__is_no_run_of_reins_do(void **state)
{
    (void)state;
    g_autoptr(memory) m = NULL;
    g_autofree char *data = new_data(&m);
    assert_runs(data, "show last", 1);
    assert_non_null(strstr(err, "there is no run yet"));
    const struct memory_run by_hand = {
        .task = (char *)"do press_key", .agent = (char *)"do", .brain = (char *)"", .mode = (char *)"step"};
    g_autoptr(GError) error = NULL;
    gint64 hand;
    assert_true(memory_run_add(m, &by_hand, &hand, &error));
    g_autoptr(cJSON) only = json(data, "show last --json", 0); /* where there is no other */
    assert_string_equal(text_of(only, "task"), "do press_key");
    gint64 run = add_story(m);
    assert_true(memory_run_add(m, &by_hand, &hand, &error));
    g_autofree char *number = g_strdup_printf("%d", (int)run), *from_number = g_strdup_printf("frames %s", number);
    g_autoptr(cJSON) show = json(data, "show last --json", 0);
    assert_string_equal(text_of(show, "run"), number);
    g_autoptr(cJSON) steps = json(data, "steps last --json", 0);
    assert_string_equal(text_of(cJSON_GetArrayItem(steps, 0), "run"), number);
    assert_runs(data, from_number, 0);
    g_autofree char *frames = g_strdup(out);
    assert_runs(data, "frames last", 0);
    assert_string_equal(out, frames);
    assert_runs(data, "pin last:1", 0);
    assert_runs(data, "compare last last", 0);
}

/* Withheld by the hand, which says why: the reason is beside the word. */
static void cli__show__says_why_no_action_or_answer_came(void **state)
{
    (void)state;
    g_autoptr(memory) m = NULL;
    g_autofree char *data = new_data(&m);
    gint64 run = add_story(m);
    assert_true(memory_journal_add(m, run, 1, 2, "aborted", "hand", "d", "{\"text\":\"nothing was pressed: text came\"}", NULL));
    struct memory_call cut = {.id = 1, .status = (char *)"failed", .error = (char *)"cut off\nINCOMPLETE: half an"};
    g_autofree char *dir = g_build_filename(data, "reins", NULL);
    tamper(dir, "UPDATE steps SET ended_us = started_us + 1900000; UPDATE decisions SET at_us = 250000 + (SELECT at_us FROM "
                "proposals AS p WHERE p.run = decisions.run AND p.id = proposal)");
    assert_true(memory_state_set(m, run, 1, "{\"own_ms\":{\"look\":31,\"ask\":4,\"propose\":12,\"fire\":10}}", NULL) &&
                memory_call_end(m, &cut, NULL)); /* as ask.c stores what came of an answer that broke */
    assert_runs(data, "show last 1", 0);
    assert_true(strstr(out, "    aborted: nothing was pressed: text came\n") &&
                strstr(out, "    error:\n      cut off\n      INCOMPLETE: half an\n"));
    assert_non_null(strstr(out, "of 1.9 s; reins 57 ms (look 31, ask 4, propose 12, fire 10); proposals waited 500 ms\n"));
    assert_runs(data, "steps last", 0);
    assert_non_null(strstr(out, "aborted"));
    assert_runs(data, "show last 1 --json", 0);
    assert_non_null(strstr(out, "\"error\":\"cut off\\nINCOMPLETE: half an\""));
    assert_true(strstr(out, "\"stage_why\":\"nothing was pressed: text came\"") && strstr(out, "\"ask_ms\":4,\"propose_ms\":12"));
}

static void cli__show__has_everything(void **state)
{
    (void)state;
    g_autoptr(memory) m = NULL;
    g_autofree char *data = new_data(&m);
    add_story(m);
    g_autoptr(cJSON) show = json(data, "show last --json", 0);
    assert_string_equal(text_of(show, "run"), "1");
    const cJSON *step = cJSON_GetArrayItem(list_of(show, "steps", 2), 0);
    const cJSON *call = cJSON_GetArrayItem(list_of(step, "modules", 1), 0);
    assert_string_equal(text_of(cJSON_GetObjectItemCaseSensitive(call, "prompt"), "user"), "press\na key");
    assert_non_null(strstr(text_of(call, "reply"), "d\\u00efsplay"));
    list_of(cJSON_GetArrayItem(list_of(step, "proposals", 2), 1), "fired", 1);
    list_of(show, "summaries", 1);
    const cJSON *first = cJSON_GetArrayItem(list_of(show, "journal", 22), 0);
    assert_string_equal(text_of(first, "stage"), "begun");
    assert_int_equal(strlen(text_of(first, "hash")), 64);
    g_autoptr(cJSON) two = json(data, "show 1 2 --json", 0);
    list_of(two, "steps", 1);
    /* to a file, for its owner only */
    g_autofree char *file = g_build_filename(data, "run.json", NULL);
    g_autofree char *words = g_strdup_printf("export 1 --out '%s'", file);
    assert_runs(data, words, 0);
    assert_string_equal(out, "");
    struct stat info;
    assert_int_equal(stat(file, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    g_autoptr(cJSON) printed = json(data, "export 1", 0);
    assert_non_null(printed);
    g_autofree char *exported = NULL;
    assert_true(g_file_get_contents(file, &exported, NULL, NULL));
    assert_string_equal(g_strchomp(exported), out);
    assert_runs(data, "export 1 --out /nowhere/at/all.json", 1);
    assert_true(g_str_has_prefix(err, "reins: cannot export to /nowhere"));
}

static void cli__text__shows_nothing_that_moves_the_terminal(void **state)
{
    (void)state;
    g_autoptr(memory) m = NULL;
    g_autofree char *data = new_data(&m);
    g_autoptr(GError) error = NULL;
    static const char evil[] = "evil \x1b[2J \xe2\x80\xae\xe2\x80\x8b task\x07\xff\nnext";
    gint64 run = add_run(m, evil);
    assert_true(memory_step_begin(m, run, 1, &error));
    struct memory_call call = {.run = run,
                               .step = 1,
                               .module = (char *)evil,
                               .brain = (char *)evil,
                               .prompt = (char *)evil,
                               .reply = (char *)evil,
                               .output = (char *)evil,
                               .error = (char *)evil};
    assert_true(memory_call_begin(m, &call, &call.id, &error));
    add_proposal(m, run, 1, 1, evil, 0);
    add_decision(m, run, 1, "rejected", evil);
    assert_true(memory_step_end(m, run, 1, evil, evil, "rejected", NULL, &error));
    assert_true(memory_step_set_success(m, run, 1, evil, &error));
    assert_true(memory_summary_add(m, run, 1, evil, &error));
    assert_true(memory_run_end(m, run, "failed", evil, &error));
    static const char *const words[] = {"runs", "steps 1", "show 1", "show 1 1", "search evil", "frames 1"};
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        assert_runs(data, words[i], 0);
        assert_true(g_utf8_validate(out, -1, NULL));
        for (const char *p = out; *p; p = g_utf8_next_char(p)) {
            gunichar c = g_utf8_get_char(p);
            if ((c != '\n' && g_unichar_iscntrl(c)) || c == 0x202e || c == 0x200b)
                fail_msg("memory %s prints U+%04X", words[i], c);
        }
        if (i != 5)
            assert_non_null(strstr(out, "evil"));
    }
    static const char *const documents[] = {"runs --json", "steps 1 --json", "show 1 --json", "search evil --json"};
    for (guint i = 0; i < G_N_ELEMENTS(documents); i++) {
        g_autoptr(cJSON) tree = json(data, documents[i], 0);
        assert_non_null(tree);
    }
}

static void cli__verify__says_what_and_exits_1(void **state)
{
    (void)state;
    g_autoptr(memory) m = NULL;
    g_autofree char *data = new_data(&m);
    add_story(m);
    g_autoptr(cJSON) clean = json(data, "verify --json", 0);
    assert_true(cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(clean, "ok")));
    list_of(clean, "findings", 0);
    g_autofree char *dir = g_build_filename(data, "reins", NULL);
    tamper(dir, "UPDATE decisions SET verdict = 'approved' WHERE proposal = 3");
    assert_runs(data, "verify", 1);
    assert_non_null(strstr(out, "run 1: the decision on proposal 3 was changed"));
    g_autoptr(cJSON) found = json(data, "verify --json", 1);
    list_of(found, "findings", 1);
}

static void cli__wrong_usage__exits_2_with_one_sentence(void **state)
{
    (void)state;
    g_autoptr(memory) m = NULL;
    g_autofree char *data = new_data(&m);
    add_story(m);
    static const char *const words[] = {
        "",
        "rnus",
        "runs 1",
        "steps",
        "steps x",
        "steps 0",
        "steps -1",
        "steps 1 x",
        "steps 1 0",
        "steps 1 2 3",
        "show 1.5",
        "search",
        "verify now",
        "runs --out x",
        "steps 1 --limit 2",
        "prune",
        "prune --out x",
        "verify --dry-run",
        "runs --nonsense",
        "runs --limit x",
        "runs --limit -4",
        "runs --limit 0",
        "steps 99999999999999999999",
    };
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        assert_runs(data, words[i], 2);
        assert_string_equal(out, "");
        assert_true(g_str_has_prefix(err, "reins: "));
        assert_int_equal(strcspn(err, "\n"), strlen(err) - 1);
    }
    static const char *const missing[] = {"steps 7", "show 7 --json", "frames 1 9", "show 1 3", "export 7"};
    for (guint i = 0; i < G_N_ELEMENTS(missing); i++) {
        assert_runs(data, missing[i], 2);
        assert_string_equal(out, "");
        assert_true(g_str_has_prefix(err, "reins: "));
    }
    assert_runs(data, "--help", 0);
    assert_non_null(strstr(out, "frames RUN"));
}

static void cli__store_of_another_version_or_damaged__one_sentence(void **state)
{
    (void)state;
    g_autoptr(memory) m = NULL;
    g_autofree char *data = new_data(&m);
    add_story(m);
    memory_close(g_steal_pointer(&m));
    g_autofree char *dir = g_build_filename(data, "reins", NULL);
    tamper(dir, "PRAGMA user_version = 999");
    assert_runs(data, "runs --json", 1);
    assert_string_equal(out, "");
    assert_non_null(strstr(err, "newer version of reins"));
    assert_runs(data, "verify", 1);
    tamper(dir, "PRAGMA user_version = 11");
    static const char *const words[] = {"runs --json", "runs", "verify", "verify --json", "show last", "search zebra"};
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        assert_runs(data, words[i], 1);
        assert_string_equal(out, "");
        assert_non_null(strstr(err, "earlier version of reins (store version 11), which this one does not read: move it away"));
    }
    g_autofree char *file = g_build_filename(dir, "memory.sqlite", NULL);
    assert_true(g_file_set_contents(file, "this is no database at all", -1, NULL));
    assert_runs(data, "runs", 1);
    assert_non_null(strstr(err, "damaged"));
    assert_runs(data, "verify --json", 1);
}

static void cli__stdout_full__is_an_error(void **state)
{
    (void)state;
    g_autoptr(memory) m = NULL;
    g_autofree char *data = new_data(&m);
    add_story(m);
    g_autofree char *command =
        g_strdup_printf("XDG_DATA_HOME='%s' '%s' memory show 1 --json >/dev/full", data, g_getenv("REINS_BIN"));
    const char *argv[] = {"/bin/sh", "-c", command, NULL};
    g_autofree char *said = NULL;
    int status = 0;
    assert_true(g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, &said, &status, NULL));
    assert_int_equal(WEXITSTATUS(status), 1);
    assert_non_null(strstr(said, "cannot write to standard output"));
}

static void cli__prune__dry_then_real(void **state)
{
    (void)state;
    g_autoptr(memory) m = NULL;
    g_autofree char *data = new_data(&m);
    add_story(m);
    g_autofree char *dir = g_build_filename(data, "reins", NULL);
    tamper(dir, "UPDATE runs SET ended_us = 1000000");
    g_autoptr(cJSON) dry = json(data, "prune --older-than 30 --dry-run --json", 0);
    assert_int_equal(number_of(dry, "runs"), 1);
    assert_true(cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(dry, "dry_run")));
    g_autoptr(cJSON) still = json(data, "runs --json", 0);
    assert_int_equal(cJSON_GetArraySize(still), 1);
    assert_runs(data, "prune --older-than 30", 0);
    assert_runs(data, "runs --json", 0);
    assert_string_equal(out, "[]\n");
}

/* Whatever a person writes beside a run comes back, is found, and is taken back. */
static void cli__notes__written_listed_and_taken_back(void **state)
{
    (void)state;
    g_autoptr(memory) m = NULL;
    g_autofree char *data = new_data(&m);
    gint64 run = add_story(m);
    assert_int_equal(run, 1);
    assert_runs(data, "note 1:1 the pointer was late", 0);
    assert_runs(data, "pin last:1", 0);
    assert_runs(data, "tag 1 odd", 0);
    assert_runs(data, "tag 1 odd", 0);
    g_autoptr(cJSON) all = json(data, "notes 1 --json", 0), found = json(data, "runs --tag odd --json", 0),
                     none = json(data, "runs --tag even --json", 0), hits = json(data, "search pointer late --json", 0);
    assert_int_equal(cJSON_GetArraySize(all), 3);
    assert_string_equal(text_of(cJSON_GetArrayItem(all, 1), "text"), "the pointer was late");
    assert_int_equal(cJSON_GetArraySize(found), 1);
    assert_int_equal(cJSON_GetArraySize(none), 0);
    assert_string_equal(text_of(cJSON_GetArrayItem(hits, 0), "kind"), "note");
    g_autofree char *unnote = g_strdup_printf("unnote 1:1 %d", (int)number_of(cJSON_GetArrayItem(all, 1), "id"));
    assert_runs(data, unnote, 0);
    assert_runs(data, "unpin 1:1", 0);
    assert_runs(data, "unpin 1:1", 2);
    assert_runs(data, "untag 1 odd", 0);
    assert_runs(data, "notes 1", 0);
    assert_string_equal(out, "no notes\n");
}

static void cli__runs_and_steps__filtered(void **state)
{
    (void)state;
    g_autoptr(memory) m = NULL;
    g_autofree char *data = new_data(&m);
    add_story(m);
    add_run(m, "write a letter");
    const struct {
        const char *words;
        int rows;
    } cases[] = {
        {"runs --outcome stopped --json", 1},   {"runs --outcome running --json", 1},
        {"runs --app xcalc --json", 2},         {"runs --app gimp --json", 0},
        {"runs --containing letter --json", 1}, {"runs --since 2020-01-01 --json", 2},
        {"runs --until 2020-01-01 --json", 0},  {"steps 1 --marked rejected --json", 1},
        {"steps 1 --marked human --json", 2},   {"steps 1 --marked stale --json", 0},
        {"runs --limit 1 --json", 1},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(cJSON) rows = json(data, cases[i].words, 0);
        if (cJSON_GetArraySize(rows) != cases[i].rows)
            fail_msg("reins memory %s: %d rows, not %d", cases[i].words, cJSON_GetArraySize(rows), cases[i].rows);
    }
    g_autoptr(cJSON) story = json(data, "runs --outcome stopped --json", 0);
    assert_int_equal(number_of(cJSON_GetArrayItem(story, 0), "touched"), 2);
    static const char *const wrong[] = {"runs --outcome won", "runs --since 2020", "runs --since 2020-02-31",
                                        "steps 1 --marked odd"};
    for (guint i = 0; i < G_N_ELEMENTS(wrong); i++)
        assert_runs(data, wrong[i], 2);
}

static bool store_holds(const char *data, const char *words)
{
    static const char *const files[] = {"memory.sqlite", "memory.sqlite-wal"};
    bool found = false;
    for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autofree char *path = g_build_filename(data, "reins", files[i], NULL), *bytes = NULL;
        gsize length = 0;
        if (g_file_get_contents(path, &bytes, &length, NULL))
            found |= memmem(bytes, length, words, strlen(words)) != NULL;
    }
    return found;
}

static void cli__lessons__add_edit_withdraw(void **state)
{
    (void)state;
    g_autofree char *data = new_data(NULL);
    g_autoptr(cJSON) added = json(data, "lesson add --app xcalc --json C clears the display", 0);
    g_autofree char *edit = g_strdup_printf("lesson edit %d AC clears all", (int)number_of(added, "id"));
    assert_runs(data, edit, 0);
    assert_runs(data, edit, 2); /* its place is taken */
    g_autoptr(cJSON) now = json(data, "lessons --json", 0), elsewhere = json(data, "lessons --app gimp --json", 0);
    assert_int_equal(cJSON_GetArraySize(now), 1);
    assert_int_equal(cJSON_GetArraySize(elsewhere), 0);
    assert_string_equal(text_of(cJSON_GetArrayItem(now, 0), "text"), "AC clears all");
    g_autofree char *withdraw =
        g_strdup_printf("lesson withdraw %d --reason wrong", (int)number_of(cJSON_GetArrayItem(now, 0), "id"));
    assert_runs(data, withdraw, 0);
    g_autoptr(cJSON) none = json(data, "lessons --json", 0), all = json(data, "lessons --all --json", 0);
    assert_int_equal(cJSON_GetArraySize(none), 0);
    assert_int_equal(cJSON_GetArraySize(all), 2);
    assert_true(store_holds(data, "AC clears all") && store_holds(data, "C clears the display"));
    assert_runs(data, "lesson forget 1", 0); /* all its wordings, and the bytes of the file */
    assert_false(store_holds(data, "AC clears all") || store_holds(data, "C clears the display"));
    assert_runs(data, "lesson forget 9", 2);
    static const char *const wrong[] = {"lesson",     "lesson drop 1",       "lesson edit x y",  "lesson edit 1",
                                        "lesson add", "lesson withdraw 1 x", "lesson forget 1 x"};
    for (guint i = 0; i < G_N_ELEMENTS(wrong); i++)
        assert_runs(data, wrong[i], 2);
}

static void cli__forget__asks_why_and_says_what_went(void **state)
{
    (void)state;
    g_autoptr(memory) m = NULL;
    g_autofree char *data = new_data(&m);
    add_story(m);
    assert_runs(data, "forget 1:1", 2);
    g_autoptr(cJSON) dry = json(data, "forget 1:1 --reason secret --dry-run --json", 0);
    assert_int_equal(number_of(dry, "frames"), 1);
    g_autoptr(cJSON) still = json(data, "search seven --json", 0);
    assert_int_equal(cJSON_GetArraySize(still), 1);
    assert_runs(data, "forget 1:1 --reason secret", 0);
    assert_non_null(strstr(out, "forgot run 1, step 1"));
    g_autoptr(cJSON) gone = json(data, "search seven --json", 0), frames = json(data, "frames 1 1 --json", 0);
    assert_int_equal(cJSON_GetArraySize(gone), 0);
    assert_true(cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(cJSON_GetArrayItem(frames, 0), "gone")));
    assert_runs(data, "verify", 0);
    assert_runs(data, "show 1 1", 0);
    assert_runs(data, "forget 7 --reason secret", 2);
}

static void cli__thin__leaves_what_a_person_touched(void **state)
{
    (void)state;
    g_autoptr(memory) m = NULL;
    g_autofree char *data = new_data(&m);
    g_autoptr(GError) error = NULL;
    gint64 run = add_run(m, "long ago");
    for (gint64 step = 1; step <= 2; step++) {
        assert_true(memory_step_begin(m, run, step, &error));
        g_autofree char *sample = g_strdup_printf("sample %d", (int)step), *after = g_strdup_printf("after %d", (int)step);
        g_free(add_frame(m, run, step, sample));
        g_free(add_frame(m, run, step, after));
    }
    assert_true(memory_run_end(m, run, "success", NULL, &error));
    assert_runs(data, "note 1:2 look at this", 0);
    g_autofree char *dir = g_build_filename(data, "reins", NULL);
    tamper(dir, "UPDATE runs SET ended_us = 1000000; UPDATE frames SET role = iif(id % 2, 'sample', 'observation')");
    g_autoptr(GPtrArray) before = memory_frames(m, run, 0, &error);
    const struct utimbuf long_ago = {1000000, 1000000}; /* a new file may be one that the eye is about to name */
    for (guint i = 0; i < before->len; i++)
        assert_int_equal(g_utime(((struct memory_frame *)before->pdata[i])->path, (struct utimbuf *)&long_ago), 0);
    g_autoptr(cJSON) dry = json(data, "prune --thin 30 --dry-run --json", 0), wet = json(data, "prune --thin 30 --json", 0);
    assert_int_equal(number_of(dry, "frames"), 1);
    assert_int_equal(number_of(wet, "frames"), 1);
    assert_int_equal(number_of(wet, "runs"), 1);
    g_autoptr(GPtrArray) frames = memory_frames(m, run, 0, &error);
    for (guint i = 0; i < frames->len; i++) {
        const struct memory_frame *f = frames->pdata[i];
        assert_int_equal(f->gone, i == 0);
        assert_int_equal(g_file_test(f->path, G_FILE_TEST_EXISTS), !f->gone);
    }
    assert_runs(data, "prune", 2);
    assert_runs(data, "prune --thin 3 --older-than 3", 2);
}

static void cli__archive__out_in_and_verified(void **state)
{
    (void)state;
    g_autoptr(memory) m = NULL, n = NULL;
    g_autofree char *data = new_data(&m), *other = new_data(&n), *file = g_build_filename(data, "a run.reins", NULL);
    gint64 run = add_story(m);
    add_story(n);
    g_autofree char *place = g_shell_quote(file);
    g_autofree char *out_words = g_strdup_printf("export %d --format run --out %s --json", (int)run, place);
    g_autofree char *import = g_strdup_printf("import %s", place), *import_json = g_strdup_printf("import %s --json", place);
    g_autofree char *verify_words = g_strdup_printf("verify %s", place);
    g_autoptr(cJSON) exported = json(data, out_words, 0);
    assert_int_equal(number_of(exported, "steps"), 2);
    assert_int_equal(number_of(exported, "frames"), 2);
    assert_runs(other, verify_words, 0);
    assert_runs(other, import, 0);
    assert_non_null(strstr(out, "is run 2 now: 2 steps, 2 frames"));
    g_autoptr(cJSON) again = json(other, import_json, 0);
    assert_string_equal(text_of(again, "run"), "2");
    assert_true(cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(again, "known")));
    assert_runs(other, "verify", 0);
    assert_runs(data, "export last --format run", 2);
    assert_runs(data, "export last --format tar", 2);
    assert_runs(data, "import /nowhere/at.all", 2);
    assert_runs(data, "import /etc/passwd", 2);
    assert_runs(data, "verify /etc/passwd", 1);
    assert_true(g_file_set_contents(file, "SQLite format 3", -1, NULL));
    assert_runs(data, verify_words, 1);
    assert_string_equal(out, "");
}

/* The forms for others: a file of its own that is never written over, words that stay here, and folders that are none. */
static void cli__export__formats(void **state)
{
    (void)state;
    g_autoptr(memory) m = NULL;
    g_autofree char *data = new_data(&m);
    gint64 run = add_story(m);
    g_autofree char *file = g_build_filename(data, "page.html", NULL), *page = NULL;
    g_autofree char *html = g_strdup_printf("export %" G_GINT64_FORMAT " --format html --out '%s' --json", run, file);
    struct stat st;
    g_autoptr(cJSON) told = json(data, html, 0);
    assert_int_equal((int)number_of(told, "steps"), 2);
    assert_int_equal(stat(file, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    assert_true(g_file_get_contents(file, &page, NULL, NULL));
    assert_non_null(strstr(page, "compute 12 × 34"));
    assert_runs(data, html, 1);
    assert_non_null(strstr(err, "exists already"));
    assert_runs(data, "export last --redact eight --redact '/c.mpute/'", 0);
    assert_null(strstr(out, "eight"));
    assert_null(strstr(out, "compute"));
    assert_null(strstr(out, "\"hash\""));
    static const char *const wrong[] = {"export last --format word", "export last --redact '/(/'", "export last --redact-box 1,2",
                                        "export last:1 --format html", "export last --format run --redact x --out y"};
    for (guint i = 0; i < G_N_ELEMENTS(wrong); i++)
        assert_runs(data, wrong[i], 2);
    g_autofree char *import = g_strdup_printf("import '%s'", data);
    assert_runs(data, import, 1);
    assert_non_null(strstr(err, "it has no records"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cli__export__formats),
        cmocka_unit_test(cli__no_store__is_no_error),
        cmocka_unit_test(cli__runs__json),
        cmocka_unit_test(cli__steps__shows_original_and_edited),
        cmocka_unit_test(cli__last__is_no_run_of_reins_do),
        cmocka_unit_test(cli__show__says_why_no_action_or_answer_came),
        cmocka_unit_test(cli__show__has_everything),
        cmocka_unit_test(cli__text__shows_nothing_that_moves_the_terminal),
        cmocka_unit_test(cli__verify__says_what_and_exits_1),
        cmocka_unit_test(cli__wrong_usage__exits_2_with_one_sentence),
        cmocka_unit_test(cli__store_of_another_version_or_damaged__one_sentence),
        cmocka_unit_test(cli__stdout_full__is_an_error),
        cmocka_unit_test(cli__prune__dry_then_real),
        cmocka_unit_test(cli__notes__written_listed_and_taken_back),
        cmocka_unit_test(cli__runs_and_steps__filtered),
        cmocka_unit_test(cli__lessons__add_edit_withdraw),
        cmocka_unit_test(cli__forget__asks_why_and_says_what_went),
        cmocka_unit_test(cli__archive__out_in_and_verified),
        cmocka_unit_test(cli__thin__leaves_what_a_person_touched),
    };
    return cmocka_run_group_tests(tests, NULL, free_said);
}
