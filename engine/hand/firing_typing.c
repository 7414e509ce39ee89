/* Texts of a timeline: typed key by key (text.h), or pasted (paste.h). */

#include "engine/hand/firing_parts.h"
#include "engine/hand/guard.h"
#include "engine/hand/paste.h"
#include "engine/hand/player.h"

#define WHOLE_LIMIT_US (10 * G_USEC_PER_SEC) /* beside the time that it takes by itself */

void typing_begin(struct typing *t, const struct firing_display *at, const struct hand_fire *fire,
                  const struct player_output *out)
{
    const struct timeline_event *e = &g_array_index(fire->timeline->events, struct timeline_event, out->index);
    t->end_ms = e->at_ms + e->duration_ms;
    if (fire->clipboard && e->paste)
        t->paste = paste_new(at->ports, at->press, fire->clipboard, ++t->pasted, fire->paste_keys, out->due_us);
    else
        t->text = press_type(at->press, out->text, out->duration_ms * 1000, out->due_us);
}

bool typing_begin_whole(struct typing *t, const struct hand_port *hand, const struct timeline_event *e, gint64 now_us,
                        GError **error)
{
    t->whole = hand;
    t->until_us = now_us + e->duration_ms * 1000 + WHOLE_LIMIT_US;
    return hand->begin(hand->data, e, error);
}

void typing_clear(struct typing *t)
{
    if (t->whole)
        t->whole->stop(t->whole->data);
    t->whole = NULL;
    g_clear_pointer(&t->text, text_free);
    g_clear_pointer(&t->paste, paste_free);
}

bool typing_any(const struct typing *t)
{
    return t->text || t->paste || t->whole;
}

gint64 typing_deadline(const struct typing *t)
{
    if (t->whole)
        return t->until_us;
    return t->text ? text_deadline(t->text) : t->paste ? paste_deadline(t->paste) : G_MAXINT64;
}

char *typing_left(const struct typing *t)
{
    if (t->whole)
        return g_strdup("; the phone carries out what it had been told");
    if (t->paste)
        return g_strdup("; a text was being pasted, which may have arrived");
    if (!t->text)
        return NULL;
    return g_strdup_printf("; %u of the text's %u characters had been typed", text_typed(t->text), text_length(t->text));
}

bool typing_amid(const struct typing *t)
{
    return t->text && text_typed(t->text) > 0;
}

static bool paste_on(firing *f, gint64 now_us)
{
    g_autoptr(GError) error = NULL;
    if (paste_presses(f->typing.paste) && !firing_goes_right(f, true, now_us))
        return false;
    if (!paste_step(f->typing.paste, now_us, &error)) {
        firing_fail_midway(f, error->message);
        return false;
    }
    if (!paste_done(f->typing.paste))
        return true;
    g_clear_pointer(&f->typing.paste, paste_free);
    f->pressed.opener = f->pressed.opened = false;
    player_text_done(f->player, now_us);
    return true;
}

/* One that runs into the limit may still be carried out. */
static bool whole_on(firing *f, gint64 now_us)
{
    const struct hand_port *hand = f->typing.whole;
    g_autoptr(GError) error = NULL;
    bool done = false;
    if (hand->ended(hand->data, &done, &error) && !done && now_us >= f->typing.until_us)
        g_set_error(&error, HAND_ERROR, HAND_ERROR_FAILED, "the phone did not carry it out within %d s",
                    (int)(WHOLE_LIMIT_US / G_USEC_PER_SEC));
    if (error) {
        firing_fail_midway(f, error->message);
        return false;
    }
    if (!done)
        return true;
    f->typing.whole = NULL;
    player_text_done(f->player, now_us);
    g_autofree char *why = hand->failed ? hand->failed(hand->data) : NULL;
    if (why)
        firing_end(f, HAND_DONE, g_strconcat(why, f->typing.after ? "; what comes after it was left out" : NULL, NULL));
    return why == NULL;
}

bool firing_type_on(firing *f, gint64 now_us)
{
    if (f->typing.whole)
        return whole_on(f, now_us);
    if (f->typing.paste)
        return paste_on(f, now_us);
    if (!f->typing.text)
        return true;
    g_autoptr(GError) error = NULL;
    if (text_looks(f->typing.text, now_us))
        guard_grab(f->at.guard, false);
    bool hangs = !text_look(f->typing.text, now_us, &error);
    if (!hangs && now_us >= text_deadline(f->typing.text) && !firing_goes_right(f, true, now_us))
        return false;
    if (hangs || !text_step(f->typing.text, now_us, &error)) {
        firing_fail_midway(f, error->message);
        return false;
    }
    if (typing_amid(&f->typing))
        f->pressed.opener = f->pressed.opened = false;
    if (text_done(f->typing.text)) {
        f->pressed.opener = text_ends_line(f->typing.text);
        f->pressed.opener_ms = f->typing.end_ms;
        g_clear_pointer(&f->typing.text, text_free);
        player_text_done(f->player, now_us);
    }
    return true;
}
