/* Texts of a timeline: typed key by key (text.h), or pasted (paste.h). */

#include "engine/hand/firing_parts.h"
#include "engine/hand/guard.h"
#include "engine/hand/paste.h"
#include "engine/hand/player.h"

void typing_begin(struct typing *t, const struct firing_display *at, const struct hand_fire *fire,
                  const struct player_output *out)
{
    if (fire->clipboard && g_array_index(fire->timeline->events, struct timeline_event, out->index).paste)
        t->paste = paste_new(at->ports, at->press, fire->clipboard, ++t->pasted, fire->paste_keys, out->due_us);
    else
        t->text = press_type(at->press, out->text, out->duration_ms * 1000, out->due_us);
}

void typing_clear(struct typing *t)
{
    g_clear_pointer(&t->text, text_free);
    g_clear_pointer(&t->paste, paste_free);
}

bool typing_any(const struct typing *t)
{
    return t->text || t->paste;
}

gint64 typing_deadline(const struct typing *t)
{
    return t->text ? text_deadline(t->text) : t->paste ? paste_deadline(t->paste) : G_MAXINT64;
}

char *typing_left(const struct typing *t)
{
    if (t->paste)
        return g_strdup("; a text was being pasted, which may have arrived");
    if (!t->text)
        return NULL;
    return g_strdup_printf("; %u of the text's %u characters had been typed", text_typed(t->text), text_length(t->text));
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
    player_text_done(f->player, now_us);
    return true;
}

bool firing_type_on(firing *f, gint64 now_us)
{
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
    if (text_done(f->typing.text)) {
        g_clear_pointer(&f->typing.text, text_free);
        player_text_done(f->player, now_us);
    }
    return true;
}
