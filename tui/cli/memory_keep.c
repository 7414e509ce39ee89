/* reins memory: what a person adds (notes, pins, tags, lessons) and takes out (forget, prune). */

#include "tui/cli/memory.h"

#include "engine/exports/exports.h"
#include "memory/forget.h"
#include "memory/lessons.h"
#include "memory/notes.h"
#include "tui/cli/cli.h"
#include "tui/cli/memory_out.h"
#include "tui/cli/table.h"

#include <stdio.h>
#include <string.h>

/* ---- as text ---- */

static char *text_notes(const GPtrArray *notes)
{
    struct table t;
    if (notes->len == 0)
        return g_strdup("no notes\n");
    table_begin(&t, "rrllll", "NOTE", "STEP", "AT", "KIND", "BY", "TEXT");
    for (guint i = 0; i < notes->len; i++) {
        const struct memory_note *note = notes->pdata[i];
        table_format(&t, "%" G_GINT64_FORMAT, note->id);
        table_format(&t, note->step ? "%" G_GINT64_FORMAT : "–", note->step);
        table_time(&t, note->at_us);
        table_text(&t, note->kind);
        table_text(&t, note->by);
        table_text(&t, note->text);
    }
    return table_end(&t, memory_terminal_width());
}

static char *text_lessons(const GPtrArray *lessons)
{
    struct table t;
    if (lessons->len == 0)
        return g_strdup("no lesson is kept\n");
    table_begin(&t, "rlwlll", "LESSON", "AT", "APP", "FROM", "BY", "TEXT");
    for (guint i = 0; i < lessons->len; i++) {
        const struct memory_lesson *lesson = lessons->pdata[i];
        g_autofree char *from =
            lesson->run ? g_strdup_printf("%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, lesson->run, lesson->step) : NULL;
        g_autofree char *text =
            lesson->withdrawn ? g_strdup_printf("(withdrawn: %s) %s", lesson->reason ? lesson->reason : "no reason", lesson->text)
                              : g_strdup(lesson->text);
        table_format(&t, "%" G_GINT64_FORMAT, lesson->id);
        table_time(&t, lesson->at_us);
        table_text(&t, lesson->app);
        table_text(&t, from);
        table_text(&t, lesson->by);
        table_text(&t, text);
    }
    return table_end(&t, memory_terminal_width());
}

static char *text_forgotten(const memory_forgotten *f, gint64 run, gint64 step, bool everywhere, bool dry_run)
{
    GString *out = g_string_new(NULL);
    g_autofree char *place = step ? g_strdup_printf(", step %" G_GINT64_FORMAT, step) : g_strdup("");
    g_string_append_printf(out,
                           "%s run %" G_GINT64_FORMAT "%s: %" G_GINT64_FORMAT " texts, %" G_GINT64_FORMAT " frames (%.1f MiB)\n",
                           dry_run ? "would forget" : "forgot", run, place, f->texts, f->frames, (double)f->bytes / 1048576);
    for (guint i = 0; i < f->kept->len; i++)
        g_string_append_printf(out, "  %s\n", (const char *)f->kept->pdata[i]);
    if (f->kept->len && !everywhere)
        g_string_append(out, "  (--everywhere removes those, too)\n");
    return g_string_free(out, FALSE);
}

static char *text_pruned(const struct memory_pruned *pruned, bool thin, bool dry_run)
{
    double mib = (double)pruned->bytes / 1048576;
    return thin ? g_strdup_printf("%s %" G_GINT64_FORMAT " frames (%.1f MiB) of %" G_GINT64_FORMAT " runs\n",
                                  dry_run ? "would take" : "took", pruned->frames, mib, pruned->runs)
                : g_strdup_printf("%s %" G_GINT64_FORMAT " runs and %" G_GINT64_FORMAT
                                  " frames (%.1f MiB; files younger than an hour stay until the next prune)\n",
                                  dry_run ? "would forget" : "forgot", pruned->runs, pruned->frames, mib);
}

/* Words that were given as several are one text. */
static char *joined(char **words)
{
    char *text = g_strjoinv(" ", words);
    return g_strstrip(text);
}

/* "pinned run 3, step 7" or {"run":"3",…}. */
static int say_done(const struct memory_asked *asked, gint64 run, gint64 id, const char *what)
{
    g_autofree char *place = asked->step ? g_strdup_printf(", step %" G_GINT64_FORMAT, asked->step) : g_strdup("");
    g_autofree char *text = asked->json ? memory_json_done(asked->verb, run, asked->step, id)
                                        : g_strdup_printf("%s run %" G_GINT64_FORMAT "%s", what, run, place);
    return memory_print(text, true);
}

/* ---- notes ---- */

int memory_do_notes(const struct memory_asked *asked, memory *m, G_GNUC_UNUSED const char *dir)
{
    g_autoptr(GError) error = NULL;
    gint64 run;
    if (!memory_find_run(asked, m, &run, &error))
        return cli_fail(error);
    g_autoptr(GPtrArray) notes = memory_notes(m, run, asked->step ? asked->step : -1, &error);
    if (!notes)
        return cli_fail(error);
    g_autofree char *text = asked->json ? memory_json_notes(notes) : text_notes(notes);
    return memory_print(text, asked->json);
}

/* A person who writes a box by hand learns whether a session of the ScreenAgent layout will have it. */
static void tell_box(const struct memory_asked *asked, memory *m, gint64 run, const char *text)
{
    struct export_box box;
    guint boxes = 0;
    if (!asked->step || !g_str_equal(asked->verb, "note") || !g_str_has_prefix(text, "box ") ||
        !g_ascii_isdigit(text[strlen("box ")]))
        return;
    if (!export_box_read(text, &box)) {
        fputs("reins memory note: it is no box X,Y,W,H (four numbers in pixels): an export takes no clickable_area of it\n",
              stderr);
        return;
    }
    g_autoptr(GPtrArray) notes = memory_notes(m, run, asked->step, NULL);
    for (guint i = 0; notes && i < notes->len; i++)
        boxes += export_box_read(((const struct memory_note *)notes->pdata[i])->text, &box);
    if (boxes > 1)
        fprintf(stderr, "reins memory note: step %" G_GINT64_FORMAT ": the last of its %u boxes counts\n", asked->step, boxes);
}

int memory_do_note(const struct memory_asked *asked, memory *m, G_GNUC_UNUSED const char *dir)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *text = joined(asked->words);
    gint64 run, id;
    if (!*text && !g_str_equal(asked->verb, "pin"))
        return cli_usage("memory %s: a text is missing (reins memory %s --help)", asked->verb, asked->verb);
    if (!memory_find_run(asked, m, &run, &error))
        return cli_fail(error);
    const struct memory_note note = {
        .run = run, .step = asked->step, .kind = (char *)asked->verb, .by = (char *)memory_author(), .text = text};
    if (!memory_note_add(m, &note, &id, &error))
        return cli_fail(error);
    tell_box(asked, m, run, text);
    return say_done(asked, run, id, g_str_equal(asked->verb, "pin") ? "pinned" : "written beside");
}

/* The note that unpin, untag or unnote means; 0: none. */
static gint64 find_note(const struct memory_asked *asked, const GPtrArray *notes)
{
    const char *kind = asked->verb + strlen("un");
    for (guint i = 0; i < notes->len; i++) {
        const struct memory_note *note = notes->pdata[i];
        g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, note->id);
        bool fits = g_str_equal(kind, "pin") || g_str_equal(g_str_equal(kind, "tag") ? note->text : number, asked->words[0]);
        if (g_str_equal(note->kind, kind) && fits)
            return note->id;
    }
    return 0;
}

int memory_do_unnote(const struct memory_asked *asked, memory *m, G_GNUC_UNUSED const char *dir)
{
    g_autoptr(GError) error = NULL;
    gint64 run;
    if (!memory_find_run(asked, m, &run, &error))
        return cli_fail(error);
    g_autoptr(GPtrArray) notes = memory_notes(m, run, asked->step, &error);
    if (!notes)
        return cli_fail(error);
    gint64 id = find_note(asked, notes);
    if (!id) {
        g_set_error(&error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND,
                    "there is no such note (reins memory notes %" G_GINT64_FORMAT " lists them)", run);
        return cli_fail(error);
    }
    return memory_note_withdraw(m, id, memory_author(), &error) ? say_done(asked, run, id, "removed from") : cli_fail(error);
}

/* ---- lessons ---- */

int memory_do_lessons(const struct memory_asked *asked, memory *m, G_GNUC_UNUSED const char *dir)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) lessons = m ? memory_lessons(m, asked->app, asked->all, &error) : g_ptr_array_new();
    if (!lessons)
        return cli_fail(error);
    g_autofree char *text = asked->json ? memory_json_lessons(lessons) : text_lessons(lessons);
    return memory_print(text, asked->json);
}

static int lesson_done(const struct memory_asked *asked, gint64 id, const char *what)
{
    g_autofree char *text =
        asked->json ? memory_json_done("lesson", 0, 0, id) : g_strdup_printf("lesson %" G_GINT64_FORMAT " %s", id, what);
    return memory_print(text, true);
}

static int forget_lesson(const struct memory_asked *asked, memory *m, gint64 id)
{
    g_autoptr(GError) error = NULL;
    gint64 prompts = 0;
    if (!memory_lesson_forget(m, id, &prompts, &error))
        return cli_fail(error);
    g_autofree char *what =
        prompts ? g_strdup_printf("is forgotten; %" G_GINT64_FORMAT " prompts still quote it (reins memory forget RUN)", prompts)
                : g_strdup("is forgotten");
    return lesson_done(asked, id, what);
}

int memory_do_lesson(const struct memory_asked *asked, memory *m, G_GNUC_UNUSED const char *dir)
{
    g_autoptr(GError) error = NULL;
    const char *what = asked->words[0];
    bool add = g_str_equal(what, "add"), edit = g_str_equal(what, "edit"), withdraw = g_str_equal(what, "withdraw");
    bool forget = g_str_equal(what, "forget");
    gint64 id = 0, changed = 0;
    if (!add && !edit && !withdraw && !forget)
        return cli_usage("memory lesson: add, edit, withdraw or forget, not \"%s\"", what);
    if (!add && !g_ascii_string_to_signed(asked->words[1], 10, 1, G_MAXINT64, &id, NULL))
        return cli_usage("memory lesson: \"%s\" is not a lesson: a number from `reins memory lessons`", asked->words[1]);
    g_autofree char *text = joined(asked->words + (add ? 1 : 2));
    if ((withdraw || forget) != (*text == '\0'))
        return cli_usage(withdraw || forget ? "memory lesson: %s takes only its number"
                                            : "memory lesson %s: a text is missing (reins memory lesson --help)",
                         what);
    if (forget)
        return forget_lesson(asked, m, id);
    if (withdraw)
        return memory_lesson_withdraw(m, id, asked->reason, &error) ? lesson_done(asked, id, "is withdrawn") : cli_fail(error);
    if (edit)
        return memory_lesson_edit(m, id, text, memory_author(), &changed, &error) ? lesson_done(asked, changed, "replaces it")
                                                                                  : cli_fail(error);
    const struct memory_lesson lesson = {.by = (char *)memory_author(), .app = asked->app, .text = text};
    return memory_lesson_add(m, &lesson, &id, &error) ? lesson_done(asked, id, "is written") : cli_fail(error);
}

/* ---- taking out ---- */

int memory_do_forget(const struct memory_asked *asked, memory *m, G_GNUC_UNUSED const char *dir)
{
    g_autoptr(GError) error = NULL;
    g_auto(memory_forgotten) forgotten = {0};
    gint64 run;
    if (!asked->reason || !*asked->reason)
        return cli_usage(
            "memory forget: a reason is missing (reins memory forget RUN[:STEP] --reason WHY; the tombstone keeps it)");
    if (!memory_find_run(asked, m, &run, &error) || !memory_forget(m, run, asked->step, memory_author(), asked->reason,
                                                                   asked->everywhere, asked->dry_run, &forgotten, &error))
        return cli_fail(error);
    g_autofree char *text = asked->json ? memory_json_forgotten(&forgotten, run, asked->step, asked->dry_run)
                                        : text_forgotten(&forgotten, run, asked->step, asked->everywhere, asked->dry_run);
    return memory_print(text, asked->json);
}

int memory_do_prune(const struct memory_asked *asked, memory *m, G_GNUC_UNUSED const char *dir)
{
    bool thin = asked->thin >= 0;
    if (thin == (asked->older_than >= 0))
        return cli_usage("memory prune: --older-than DAYS (whole runs) or --thin DAYS (frames that nobody needs)?");
    g_autoptr(GError) error = NULL;
    struct memory_pruned pruned = {0};
    gint64 before = g_get_real_time() - (gint64)(thin ? asked->thin : asked->older_than) * 24 * 3600 * G_USEC_PER_SEC;
    if (m && !(thin ? memory_thin(m, before, asked->dry_run, &pruned, &error)
                    : memory_prune(m, before, asked->dry_run, &pruned, &error)))
        return cli_fail(error);
    g_autofree char *text =
        asked->json ? memory_json_pruned(&pruned, asked->dry_run) : text_pruned(&pruned, thin, asked->dry_run);
    return memory_print(text, asked->json);
}
