#include "engine/hand/gesture.h"

#include <string.h>

#define BUTTONS 8
#define SAME_PX 6 /* a hand shakes a little between two taps */

struct press {
    bool down;
    int x, y;
    gint64 window, at_us;
};

struct gesture_reader {
    GArray *done; /* struct gesture */
    struct press presses[BUTTONS];
    struct gesture tap;  /* that may become a double one; button 0 = none */
    struct gesture turn; /* of the wheel; count 0 = none */
    gint64 turn_window;
    GString *text;        /* of the keys so far */
    struct gesture typed; /* count 0 = none */
    gint64 typed_in;
    bool unknown; /* some of its keys */
};

const char *gesture_kind_name(enum gesture_kind kind)
{
    static const char *const names[] = {[GESTURE_TAP] = "tap",
                                        [GESTURE_DOUBLE_TAP] = "double_tap",
                                        [GESTURE_LONG_PRESS] = "long_press",
                                        [GESTURE_SWIPE] = "swipe",
                                        [GESTURE_TURN] = "turn",
                                        [GESTURE_TYPING] = "typing",
                                        [GESTURE_TEXT] = "text",
                                        [GESTURE_CHORD] = "chord"};
    G_STATIC_ASSERT(G_N_ELEMENTS(names) == GESTURE_KIND_COUNT);
    return names[kind];
}

/* A text may be a password: nothing of it stays in memory that is given back. */
static void wipe(char *text)
{
    if (text)
        explicit_bzero(text, strlen(text));
}

void gesture_clear(struct gesture *g)
{
    wipe(g->text);
    g_clear_pointer(&g->text, g_free);
}

void gesture_forget(gpointer gesture)
{
    if (gesture)
        gesture_clear(gesture);
    g_free(gesture);
}

gesture_reader *gesture_reader_new(void)
{
    gesture_reader *r = g_new0(gesture_reader, 1);
    r->done = g_array_new(FALSE, TRUE, sizeof(struct gesture));
    g_array_set_clear_func(r->done, (GDestroyNotify)gesture_clear);
    r->text = g_string_sized_new(GESTURE_TEXT_MAX * 4 + 8); /* never moved, so that no copy is left behind */
    return r;
}

void gesture_reader_forget(gesture_reader *r)
{
    g_array_set_size(r->done, 0);
    memset(r->presses, 0, sizeof r->presses);
    explicit_bzero(r->text->str, r->text->allocated_len);
    g_string_truncate(r->text, 0);
    r->tap = r->turn = r->typed = (struct gesture){0};
    r->unknown = false;
}

void gesture_reader_free(gesture_reader *r)
{
    if (!r)
        return;
    gesture_reader_forget(r);
    g_array_unref(r->done);
    g_string_free(r->text, TRUE);
    g_free(r);
}

static void end_tap(gesture_reader *r)
{
    if (r->tap.button)
        g_array_append_val(r->done, r->tap);
    r->tap = (struct gesture){0};
}

static void end_turn(gesture_reader *r)
{
    if (r->turn.count)
        g_array_append_val(r->done, r->turn);
    r->turn = (struct gesture){0};
}

static void end_text(gesture_reader *r, bool rested)
{
    struct gesture g = r->typed;
    if (g.count == 0)
        return;
    g.kind = GESTURE_TEXT;
    g.rested = rested;
    g.text = r->unknown ? NULL : g_strdup(r->text->str);
    g_array_append_val(r->done, g);
    explicit_bzero(r->text->str, r->text->allocated_len);
    g_string_truncate(r->text, 0);
    r->typed = (struct gesture){0};
    r->unknown = false;
}

static void end_all(gesture_reader *r)
{
    end_tap(r);
    end_turn(r);
    end_text(r, false);
}

/* ---- the mouse ---- */

static bool close_to(const struct gesture *g, const struct gesture_input *in, int px)
{
    return ABS(g->x - in->x) <= px && ABS(g->y - in->y) <= px;
}

static void turn_wheel(gesture_reader *r, const struct gesture_input *in)
{
    const int way = in->detail == 4 ? -1 : 1;
    if (!in->down || in->detail > 5) /* sideways there is no skill for */
        return;
    if (r->turn.count && ((r->turn.count < 0) != (way < 0) || !close_to(&r->turn, in, GESTURE_SWIPE_PX)))
        end_turn(r);
    if (!r->turn.count) {
        end_tap(r);
        end_text(r, false);
        r->turn = (struct gesture){.kind = GESTURE_TURN, .x = in->x, .y = in->y, .began_us = in->at_us};
    }
    r->turn.count += way;
    r->turn.ended_us = in->at_us;
}

static void release(gesture_reader *r, const struct gesture_input *in)
{
    struct press *p = &r->presses[in->detail];
    struct gesture g = {.button = in->detail, .x = p->x, .y = p->y, .began_us = p->at_us, .ended_us = in->at_us};
    if (!p->down)
        return;
    p->down = false;
    if (!close_to(&g, in, GESTURE_SWIPE_PX)) {
        g.kind = GESTURE_SWIPE;
        g.to_x = in->x;
        g.to_y = in->y;
    } else {
        g.kind = in->at_us - p->at_us >= GESTURE_LONG_US ? GESTURE_LONG_PRESS : GESTURE_TAP;
    }
    if (g.kind != GESTURE_TAP) {
        end_tap(r);
        g_array_append_val(r->done, g);
    } else if (r->tap.button == g.button && close_to(&r->tap, in, SAME_PX)) {
        r->tap.kind = GESTURE_DOUBLE_TAP;
        r->tap.ended_us = g.ended_us;
        end_tap(r);
    } else {
        end_tap(r);
        r->tap = g;
    }
}

static void add_button(gesture_reader *r, const struct gesture_input *in)
{
    if (in->detail < 1 || in->detail >= BUTTONS)
        return;
    if (in->detail > 3) {
        turn_wheel(r, in);
    } else if (in->down) {
        end_turn(r);
        end_text(r, false);
        r->presses[in->detail] = (struct press){true, in->x, in->y, in->window, in->at_us};
    } else {
        release(r, in);
    }
}

/* ---- the keyboard ---- */

static bool takes_back(const gesture_reader *r, const struct gesture_input *in)
{
    return g_str_equal(in->name, "BackSpace") && r->text->len > 0 && !r->unknown;
}

static void add_letter(gesture_reader *r, const struct gesture_input *in)
{
    if (r->typed.count && (r->typed_in != in->window || r->typed.count >= GESTURE_TEXT_MAX))
        end_text(r, false);
    if (!r->typed.count) {
        end_tap(r);
        end_turn(r);
        r->typed = (struct gesture){.kind = GESTURE_TYPING, .began_us = in->at_us, .ended_us = in->at_us};
        r->typed_in = in->window;
        g_array_append_val(r->done, r->typed);
    }
    r->typed.count++;
    r->typed.ended_us = in->at_us;
    r->unknown = r->unknown || !in->letter;
    if (!r->unknown)
        g_string_append_unichar(r->text, in->letter);
}

static void add_key(gesture_reader *r, const struct gesture_input *in)
{
    if (!in->down || !*in->name)
        return;
    if (in->types) {
        add_letter(r, in);
    } else if (takes_back(r, in)) {
        char *last = g_utf8_prev_char(r->text->str + r->text->len);
        r->typed.ended_us = in->at_us;
        g_string_truncate(r->text, (gsize)(last - r->text->str));
    } else {
        struct gesture g = {.kind = GESTURE_CHORD, .text = g_strdup(in->name), .began_us = in->at_us, .ended_us = in->at_us};
        end_all(r);
        g_array_append_val(r->done, g);
    }
}

void gesture_reader_add(gesture_reader *r, const struct gesture_input *in)
{
    gesture_reader_turn(r, in->at_us);
    if (in->button)
        add_button(r, in);
    else
        add_key(r, in);
}

/* ---- time ---- */

void gesture_reader_turn(gesture_reader *r, gint64 now_us)
{
    if (r->tap.button && now_us >= r->tap.ended_us + GESTURE_DOUBLE_US)
        end_tap(r);
    if (r->turn.count && now_us >= r->turn.ended_us + GESTURE_TURN_US)
        end_turn(r);
    if (r->typed.count && now_us >= r->typed.ended_us + GESTURE_REST_US)
        end_text(r, true);
}

gint64 gesture_reader_deadline(const gesture_reader *r)
{
    gint64 at = r->done->len ? 0 : G_MAXINT64;
    if (r->tap.button)
        at = MIN(at, r->tap.ended_us + GESTURE_DOUBLE_US);
    if (r->turn.count)
        at = MIN(at, r->turn.ended_us + GESTURE_TURN_US);
    if (r->typed.count)
        at = MIN(at, r->typed.ended_us + GESTURE_REST_US);
    return at;
}

bool gesture_reader_take(gesture_reader *r, struct gesture *ret)
{
    if (r->done->len == 0)
        return false;
    struct gesture *first = &g_array_index(r->done, struct gesture, 0);
    *ret = *first;
    first->text = NULL;
    g_array_remove_index(r->done, 0);
    return true;
}
