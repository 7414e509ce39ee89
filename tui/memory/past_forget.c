/* Forgetting from the memory screen: a dry run says what would go and what stays, `y` does it once that has been read. The work
 * is a child's: the full-text index of a large store takes its time. */

#include "memory/forget.h"
#include "tui/memory/past_screen.h"
#include "tui/console/state.h"
#include "tui/term/text.h"

#include <string.h>

void past_forget_close(struct past_forgetting *f)
{
    g_free(f->reason);
    if (f->lines)
        g_ptr_array_unref(f->lines);
    *f = (struct past_forgetting){0};
}

static char *place_text(const struct past_forgetting *f)
{
    return f->step ? g_strdup_printf("step %" G_GINT64_FORMAT " of run %" G_GINT64_FORMAT, f->step, f->run)
                   : g_strdup_printf("run %" G_GINT64_FORMAT, f->run);
}

/* What it would take. False: it cannot be forgotten, which is said. */
static bool dry_run(console *c)
{
    struct past_forgetting *f = &c->past->forgetting;
    g_auto(memory_forgotten) would = {0};
    g_autoptr(GError) error = NULL;
    g_autoptr(memory) m = past_store(c);
    if (!m || !memory_forget(m, f->run, f->step, g_get_user_name(), f->reason, f->everywhere, true, &would, &error)) {
        console_say(c, STYLE_BAD, "it cannot be forgotten: %s", error ? error->message : "no run was recorded yet");
        return false;
    }
    if (f->lines)
        g_ptr_array_unref(f->lines);
    f->lines = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(f->lines, g_strdup_printf("%" G_GINT64_FORMAT " texts and %" G_GINT64_FORMAT
                                              " pictures (%.1f MiB) are removed for good.",
                                              would.texts, would.frames, (double)would.bytes / 1048576));
    g_ptr_array_add(f->lines, g_strdup("Times, verdicts, cost and your reason stay."));
    for (guint i = 0; i < would.kept->len; i++)
        g_ptr_array_add(f->lines, g_strdup(would.kept->pdata[i]));
    arming_init(&f->arming, c->options.arm_ms);
    arming_set_readable(&f->arming, true, c->now_us);
    arming_reset(&f->arming, c->now_us);
    return true;
}

void past_act_forget(console *c)
{
    struct past_screen *s = c->past;
    struct past_forgetting *f = &s->forgetting;
    past_forget_close(&s->forgetting);
    past_place(s, &f->run, &f->step);
    if (s->work.child)
        console_say(c, STYLE_WARN, "not yet: %s", s->work.doing);
    else if (s->level == PAST_STEPS && !f->step) /* never all of the run, where one step was meant */
        console_say(c, STYLE_WARN, "forget: no step is selected (all of the run: in the list of runs)");
    else
        past_ask(c, PAST_ASK_REASON, "");
}

void past_forget_open(console *c, const char *reason)
{
    c->past->forgetting.reason = g_strdup(reason);
    if (!dry_run(c))
        past_forget_close(&c->past->forgetting);
}

/* ---- the child ---- */

static bool forget(void *data, GString *reply, GError **error)
{
    const struct past_forgetting *f = data;
    g_auto(memory_forgotten) gone = {0};
    g_autoptr(memory) m = past_open_store(error);
    if (!m || !memory_forget(m, f->run, f->step, g_get_user_name(), f->reason, f->everywhere, false, &gone, error))
        return false;
    g_autofree char *place = place_text(f);
    g_string_append_printf(reply, "forgot %s: %" G_GINT64_FORMAT " texts, %" G_GINT64_FORMAT " pictures", place, gone.texts,
                           gone.frames);
    return true;
}

/* ---- the question ---- */

void past_forget_keypress(console *c, int key, bool burst)
{
    struct past_forgetting *f = &c->past->forgetting;
    bool armed = arming_armed(&f->arming, c->now_us);
    arming_key(&f->arming, c->now_us);
    if (burst && key != K_ESC) {
        console_say_dropped(c);
    } else if (key == 'y' && armed) {
        past_work_start(c, forget, &c->past->forgetting, "forgetting …", "not forgotten");
        past_forget_close(&c->past->forgetting);
    } else if (key == 'y') {
        console_say(c, STYLE_WARN, "not forgotten: press y after a moment without a key");
    } else if (key == 'a') {
        f->everywhere = !f->everywhere;
        if (!dry_run(c))
            past_forget_close(&c->past->forgetting);
    } else if (key == K_ESC || key == 'n' || key == 'q') {
        past_forget_close(&c->past->forgetting);
    }
}

void past_forget_draw(console *c)
{
    const struct past_forgetting *f = &c->past->forgetting;
    int width = MIN(c->layout.width - 4, 90), inside = width - 4;
    g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *place = place_text(f), *title = g_strdup_printf("forget %s?", place);
    g_autofree char *reason = g_strdup_printf("because: %s", f->reason);
    text_wrap(lines, reason, inside);
    for (guint i = 0; i < f->lines->len; i++)
        text_wrap(lines, f->lines->pdata[i], inside);
    int most = MAX(3, c->layout.height - 6), rows = MIN((int)lines->len, most);
    struct rect box = {(c->layout.width - width) / 2, MAX(1, (c->layout.height - rows - 2) / 2), width, rows + 2};
    paint_fill(&box, STYLE_NORMAL);
    paint_box(&box, title, STYLE_BORDER_ALERT);
    for (int i = 0; i < rows; i++)
        paint_text(box.y + 1 + i, box.x + 2, inside, lines->pdata[i], STYLE_NORMAL);
    bool armed = arming_armed(&f->arming, c->now_us);
    g_autofree char *foot = g_strdup_printf("%s  a %s  esc leave it", armed ? "y forget" : "… reading",
                                            f->everywhere ? "only here" : "everywhere: also where later prompts quote it");
    paint_edge_title(&box, box.y + box.height - 1, foot, STYLE_NORMAL);
}
