#include "engine/hand/paste.h"

#include "engine/hand/clipboard.h"
#include "engine/hand/hand.h"

#define LOOK_US 1000              /* between two looks at what the clipboard's process says */
#define CHORD_US (G_USEC_PER_SEC) /* the longest that the chord may stay down */

enum step { STEP_TELL, STEP_READY, STEP_PRESS, STEP_TAKEN, STEP_DONE };

struct paste {
    const struct hand_ports *at; /* borrowed */
    press *press;                /* borrowed */
    gint64 clipboard;
    guint number;
    char **keys; /* borrowed */
    enum step step;
    bool taking;
    gint64 look_us, until_us;
};

paste *paste_new(const struct hand_ports *at, press *p, gint64 clipboard, guint number, char *const *keys, gint64 now_us)
{
    paste *new = g_new0(paste, 1);
    gint64 key_us = at->program.key_us(at->program.data);
    *new = (paste){.at = at, .press = p, .clipboard = clipboard, .number = number, .keys = (char **)keys, .look_us = now_us};
    if (key_us)
        new->look_us = MAX(now_us, key_us + PASTE_AFTER_US);
    return new;
}

void paste_free(paste *p)
{
    g_free(p);
}

/* 0: it is not there, or not yet; *ret_gone: nor is the clipboard's window. */
static guint property_or_gone(const paste *p, const char *name, bool *ret_gone)
{
    return p->at->program.mark(p->at->program.data, p->clipboard, name, ret_gone);
}

static guint property(const paste *p, const char *name)
{
    bool gone;
    return property_or_gone(p, name, &gone);
}

static void tell(paste *p)
{
    p->at->program.set_mark(p->at->program.data, p->clipboard, CLIPBOARD_PASTE, p->number);
    p->at->hand.flush(p->at->hand.data);
}

static bool press_chord(paste *p, gint64 now_us, GError **error)
{
    guint n = g_strv_length(p->keys), down = 0;
    bool ok = true;
    for (; ok && down < n; down++)
        ok = press_key_down(p->press, p->keys[down], now_us + CHORD_US, error);
    while (down-- > 0)
        press_key_up(p->press, p->keys[down]);
    p->at->hand.flush(p->at->hand.data);
    return ok;
}

static bool late(const paste *p, gint64 now_us, const char *what, GError **error)
{
    if (now_us < p->until_us)
        return false;
    g_set_error_literal(error, HAND_ERROR, HAND_ERROR_FAILED, what);
    return true;
}

/* False: it will not be offered. Our process ends, and its window with it, when the clipboard is another's. */
static bool await_offer(paste *p, gint64 now_us, GError **error)
{
    bool gone;
    if (property_or_gone(p, CLIPBOARD_READY, &gone) == p->number) {
        p->step = STEP_PRESS;
        p->look_us = now_us; /* whoever calls looks first whether the keys go where they should */
        return true;
    }
    if (!gone)
        return !late(p, now_us, "the text could not be offered for pasting: the clipboard's process does not answer", error);
    g_set_error_literal(error, HAND_ERROR, HAND_ERROR_FAILED,
                        "the text could not be offered for pasting: another program has taken the clipboard");
    return false;
}

bool paste_step(paste *p, gint64 now_us, GError **error)
{
    if (now_us < p->look_us || p->step == STEP_DONE)
        return true;
    p->look_us = now_us + LOOK_US;
    if (p->step == STEP_TELL) {
        tell(p);
        p->step = STEP_READY;
        p->until_us = now_us + PASTE_READY_US;
    }
    if (p->step == STEP_READY) {
        return await_offer(p, now_us, error);
    }
    if (p->step == STEP_PRESS) {
        if (!press_chord(p, now_us, error))
            return false;
        p->step = STEP_TAKEN;
        p->until_us = now_us + PASTE_TAKEN_US;
        return true;
    }
    if (property(p, CLIPBOARD_PASTED) == p->number) {
        p->step = STEP_DONE;
        p->at->program.keys_taken(p->at->program.data);
        return true;
    }
    if (!p->taking && property(p, CLIPBOARD_TAKING) == p->number) {
        p->taking = true;
        p->until_us = now_us + PASTE_ALL_US;
    }
    if (p->taking)
        return !late(p, now_us, "the program began to take the paste, and did not go on: part of the text may be there", error);
    return !late(
        p, now_us,
        "the program did not take the paste (does this chord paste there? paste_keys= and paste_from= in the profile say "
        "how, text=keys types)",
        error);
}

bool paste_presses(const paste *p)
{
    return p->step == STEP_PRESS;
}

bool paste_done(const paste *p)
{
    return p->step == STEP_DONE;
}

gint64 paste_deadline(const paste *p)
{
    return p->step == STEP_DONE ? G_MAXINT64 : p->look_us;
}
