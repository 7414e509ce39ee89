#ifndef TESTS_ENGINE_EXPORTS_STORY_H
#define TESTS_ENGINE_EXPORTS_STORY_H

/* A run with something of everything that exports tell: an edit, a rejection and a second try on the same screen, a correction,
 * what was typed as text and key by key, real pictures; with a word and a patch of a colour that are to be found, or not to be
 * found, in what is exported. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants those first */
#include <cmocka.h>

#include "tests/helper/says.h"
#include "engine/exports/exports.h"
#include "memory/notes.h"
#include "skills/timeline/timeline.h"

#include <glib/gstdio.h>
#include <string.h>

#define STORY_WORD "Quokka7"
#define STORY_COLOUR 0xab12cd
#define STORY_WIDTH 320
#define STORY_HEIGHT 200
#define STORY_BOX "10,10,40,20" /* where the colour is, on every frame */
#define STORY_PART "5,5,60,40"  /* of a picture of a prompt; some of the colour is in it */
#define STORY_STEPS 6

#define assert_no_error(error)                                                                                                   \
    do {                                                                                                                         \
        if (error)                                                                                                               \
            fail_msg("unexpected error: %s", (error)->message);                                                                  \
    } while (0)

static inline char *story_folder(void)
{
    g_autofree char *pattern = g_build_filename(g_get_tmp_dir(), "exports-XXXXXX", NULL);
    assert_non_null(g_mkdtemp(pattern));
    return g_steal_pointer(&pattern);
}

static inline memory *story_store(const char *folder)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *dir = g_build_filename(folder, "store", NULL);
    memory *m = memory_open(dir, true, &error);
    assert_no_error(error);
    return m;
}

/* The screen after `n` changes. */
static inline frame *story_screen(int n)
{
    frame *f = frame_new(STORY_WIDTH, STORY_HEIGHT);
    frame_fill(f, 0, 0, STORY_WIDTH, STORY_HEIGHT, 0xd8d8e0);
    frame_fill(f, 10, 10, 40, 20, STORY_COLOUR);
    frame_fill(f, 60, 40 + 5 * n, 100, 30, 0x204060u + (guint32)n * 0x2000);
    return f;
}

static inline char *story_frame(memory *m, gint64 run, gint64 step, int n, const char *role, gint64 at_us)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(frame) f = story_screen(n);
    g_autofree char *path = NULL;
    char *hash = NULL;
    frame_store(f, memory_frames_dir(m), &hash, &path, &error);
    assert_no_error(error);
    const struct memory_frame row = {
        .run = run, .step = step, .hash = hash, .role = (char *)role, .width = f->width, .height = f->height, .at_us = at_us};
    assert_true(memory_frame_add(m, &row, &error));
    return hash;
}

static const char *story_points = ""; /* of a prompt */

static inline void story_call(memory *m, gint64 run, gint64 step, const char *module, const char *hash, const char *reply,
                              const char *correction)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *prompt =
        g_strdup_printf("{\"system\":\"You are the hands of %s.\",\"user\":\"## Task\\nfind \\u0051uokka7 & <b>co\",\"images\":["
                        "{\"frame\":\"%s.png\",\"note\":\"The screen now:\"},"
                        "{\"frame\":\"%s.png\",\"note\":\"Of it:\",\"part\":[" STORY_PART "]}]%s}",
                        module, hash, hash, story_points);
    struct memory_call call = {.run = run,
                               .step = step,
                               .module = (char *)module,
                               .says = (char *)says_of_module(module),
                               .brain = (char *)"demo",
                               .prompt = prompt,
                               .reply = (char *)reply,
                               .output = (char *)reply,
                               .status = (char *)"done",
                               .attempt = 1,
                               .ms = 12,
                               .tokens_in = 100,
                               .tokens_out = 10};
    assert_true(memory_call_begin(m, &call, &call.id, &error));
    assert_true(memory_call_end(m, &call, &error));
    if (correction)
        assert_true(memory_call_correct(m, call.id, correction, &error));
    assert_no_error(error);
}

static inline void story_proposal(memory *m, gint64 run, gint64 step, gint64 id, const char *action, const char *events,
                                  gint64 edited_from)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(timeline) t = timeline_from_json(events, strlen(events), &error);
    assert_no_error(error);
    g_autofree char *digest = timeline_digest(t);
    const struct memory_proposal p = {
        .run = run,
        .step = step,
        .id = id,
        .action = (char *)action,
        .timeline = (char *)events,
        .digest = digest,
        .rule = (char *)"input",
        .tier = 1,
        .edited_from = edited_from,
        .by = (char *)(edited_from ? "human" : "model"),
        .target = (char *)"{\"window\":\"Notes of Quokka7\",\"class\":\"X\",\"window_id\":7,\"x\":110,\"y\":55,"
                          "\"patch\":{\"x\":80,\"y\":40,\"width\":60,\"height\":30},\"match\":1}"};
    assert_true(memory_proposal_add(m, &p, &error));
    assert_no_error(error);
}

static inline void story_decide(memory *m, gint64 run, gint64 step, gint64 id, const char *verdict, const char *reason)
{
    static const char *const stages[] = {"prepared", "granted", "fired", "verified"};
    g_autoptr(GError) error = NULL;
    bool fuse = g_str_equal(verdict, "auto"), fires = fuse || g_str_equal(verdict, "approved");
    assert_true(memory_decision_add(m, run, id, verdict, fuse ? "fuse" : "human", reason, &error));
    for (guint i = 0; fires && i < G_N_ELEMENTS(stages); i++)
        assert_true(memory_journal_add(m, run, step, id, stages[i], "hand", NULL, NULL, &error));
    if (fires)
        assert_true(memory_fired_add(m, run, id, "[{\"index\":0,\"at_ms\":0,\"late_us\":12}]", &error));
    assert_no_error(error);
}

#define STORY_CLICK                                                                                                              \
    "[{\"at_ms\":0,\"duration_ms\":120,\"origin\":\"absolute\",\"tween\":\"ease_in_out\",\"type\":\"move\",\"x\":110,\"y\":55}," \
    "{\"at_ms\":120,\"button\":\"left\",\"hold_ms\":0,\"type\":\"button_down\"},"                                                \
    "{\"at_ms\":170,\"button\":\"left\",\"type\":\"button_up\"}]"
#define STORY_TEXT "[{\"at_ms\":0,\"duration_ms\":0,\"text\":\"my Quokka7\",\"type\":\"text\"}]"
#define STORY_ACTION(SKILL, ARGS, WHY)                                                                                           \
    "{\"skill\":\"" SKILL "\",\"args\":{" ARGS "},\"expectation\":\"it changes\",\"reason\":\"" WHY "\"}"
#define STORY_PLAN(ACTION) "{\"reasoning\":\"the " STORY_WORD " is near\",\"actions\":[" ACTION "],\"outcome\":\"continue\"}"

/* key_down and key_up of each character, which are keysym names themselves */
static inline char *story_keys(const char *word)
{
    GString *out = g_string_new("[");
    for (int i = 0; word[i]; i++)
        g_string_append_printf(out,
                               "%s{\"at_ms\":%d,\"hold_ms\":0,\"key\":\"%c\",\"type\":\"key_down\"},"
                               "{\"at_ms\":%d,\"key\":\"%c\",\"type\":\"key_up\"}",
                               i ? "," : "", 20 * i, word[i], 20 * i + 10, word[i]);
    g_string_append_c(out, ']');
    return g_string_free(out, FALSE);
}

struct story_move {
    const char *action, *instead; /* NULL = nobody changed it */
    const char *events, *events_instead;
    const char *verdict, *success;
    bool corrected; /* the plan's output, not the proposal */
};

static inline void story_step(memory *m, gint64 run, gint64 step, const struct story_move *move, bool judged, int *n, gint64 *id)
{
    g_autoptr(GError) error = NULL;
    gint64 now = g_get_real_time();
    g_autofree char *plan = g_strdup_printf(STORY_PLAN("%s"), move->action ? move->action : "");
    g_autofree char *right =
        move->corrected
            ? g_strdup_printf("{\"reasoning\":\"no, there\",\"actions\":[%s],\"outcome\":\"continue\"}", move->instead)
            : NULL;
    assert_true(memory_step_begin(m, run, step, &error));
    if (step == 1)
        g_free(story_frame(m, run, step, *n, "observation", now));
    g_autoptr(frame) f = story_screen(*n);
    g_autofree char *hash = NULL, *path = NULL;
    frame_store(f, memory_frames_dir(m), &hash, &path, &error);
    assert_no_error(error);
    if (judged) /* of the step before */
        story_call(m, run, step, "reflect", hash,
                   "{\"reasoning\":\"" STORY_WORD
                   " shows\",\"success\":\"yes\",\"cause\":null,\"task_done\":false,\"hold\":\"none\"}",
                   NULL);
    g_autofree char *subtask = g_strdup_printf("{\"reasoning\":\"go on\",\"subtask\":\"part %d\",\"horizon\":\"short\","
                                               "\"subtask_done\":false}",
                                               (int)step);
    story_call(m, run, step, "infer", hash, subtask, NULL);
    story_call(m, run, step, "plan", hash, plan, right);
    if (move->action) {
        story_proposal(m, run, step, ++*id, move->action, move->events, 0);
        story_decide(m, run, step, *id, move->instead ? (move->corrected ? "voided" : "edited") : move->verdict,
                     g_str_equal(move->verdict, "rejected") ? "not that " STORY_WORD " <b>" : "");
    }
    if (move->instead) {
        gint64 from = *id;
        story_proposal(m, run, step, ++*id, move->instead, move->events_instead, move->corrected ? 0 : from);
        story_decide(m, run, step, *id, "approved", "");
    }
    bool acted = move->action && g_str_equal(move->verdict, "approved");
    if (acted)
        g_free(story_frame(m, run, step, ++*n, "observation", g_get_real_time() + 10));
    g_autofree char *task = g_strdup_printf("part %d", (int)step);
    assert_true(memory_step_end(m, run, step, task, move->instead ? move->instead : move->action, move->verdict,
                                acted ? "changed" : NULL, &error));
    if (move->success)
        assert_true(memory_step_set_success(m, run, step, move->success, &error));
    assert_no_error(error);
}

static inline gint64 story_make(memory *m)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *keys = story_keys(STORY_WORD);
    const struct story_move moves[STORY_STEPS] = {
        {STORY_ACTION("click_at_position", "\"x\":110,\"y\":55", "there"), NULL, STORY_CLICK, NULL, "approved", "yes", false},
        {STORY_ACTION("click_at_position", "\"x\":110,\"y\":55", "there"),
         STORY_ACTION("type_text", "\"text\":\"my Quokka7\"", "better"), STORY_CLICK, STORY_TEXT, "approved", "yes", false},
        {STORY_ACTION("click_at_position", "\"x\":110,\"y\":55", "again"), NULL, STORY_CLICK, NULL, "rejected", NULL, false},
        {STORY_ACTION("press_word", "\"word\":\"" STORY_WORD "\"", "keys"), NULL, keys, NULL, "approved", "yes", false},
        {STORY_ACTION("click_at_position", "\"x\":110,\"y\":55", "wrong"),
         STORY_ACTION("click_at_position", "\"x\":111,\"y\":56", "right"), STORY_CLICK, STORY_CLICK, "approved", "yes", true},
        {NULL, NULL, NULL, NULL, "none", NULL, false},
    };
    const struct memory_run row = {.task = (char *)"find " STORY_WORD " </script><b>x",
                                   .agent = (char *)"cradle",
                                   .brain = (char *)"demo",
                                   .profile = (char *)"default",
                                   .app = (char *)"notes " STORY_WORD,
                                   .display = (char *)":99",
                                   .mode = (char *)"step",
                                   .options = (char *)"{\"task\":\"find Quokka7\"}"};
    gint64 run = 0, id = 0;
    int n = 0;
    assert_true(memory_run_add(m, &row, &run, &error));
    assert_true(memory_run_set_status(m, run, "running", &error));
    for (gint64 step = 1; step <= STORY_STEPS; step++)
        story_step(m, run, step, &moves[step - 1], step > 1 && moves[step - 2].success, &n, &id);
    const struct memory_note note = {
        .run = run, .step = 2, .kind = (char *)"note", .by = (char *)"me", .text = (char *)"remember " STORY_WORD};
    assert_true(memory_note_add(m, &note, NULL, &error));
    assert_true(memory_run_end(m, run, "success", "found " STORY_WORD, &error));
    assert_no_error(error);
    return run;
}

static inline char *story_read(const char *path, gsize *ret_length)
{
    char *text = NULL;
    g_autoptr(GError) error = NULL;
    g_file_get_contents(path, &text, ret_length, &error);
    assert_no_error(error);
    return text;
}

/* The run that the tests of a file share. */
static struct {
    char *folder;
    memory *m;
    gint64 run;
} the G_GNUC_UNUSED;

static inline int set_up(void **state)
{
    (void)state;
    the.folder = story_folder();
    the.m = story_store(the.folder);
    the.run = story_make(the.m);
    return 0;
}

static inline int tear_down(void **state)
{
    (void)state;
    memory_close(the.m);
    g_free(the.folder);
    return 0;
}

#endif
