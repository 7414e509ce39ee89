#include "engine/policy.h"

#include "skills/key.h"

#include <string.h>

#define NEAR_PX 80    /* words this close to the target count as its label */
#define LONG_TEXT 200 /* characters of typing that make an action consequential */

/* Labels whose press cannot be taken back or concerns money, people or secrets (supervision.md, section 4). */
static const char *const grave_words[] = {
    "send",   "submit",   "publish",  "post",   "pay",     "buy",      "order",    "purchase",  "checkout",
    "delete", "remove",   "erase",    "format", "sign",    "transfer", "accept",   "install",   "uninstall",
    "grant",  "password", "passwort", "senden", "löschen", "kaufen",   "bezahlen", "supprimer", "envoyer",
    "payer",  "enviar",   "eliminar", "borrar", "pagar",   "comprar",  "удалить",  "отправить",
};

static const char *const terminal_classes[] = {
    "xterm",          "uxterm",         "urxvt",
    "rxvt",           "alacritty",      "kitty",
    "konsole",        "gnome-terminal", "gnome-terminal-server",
    "xfce4-terminal", "terminator",     "st",
    "st-256color",    "wezterm",        "foot",
    "qterminal",      "lxterminal",     "mate-terminal",
    "terminology",    "tilix",          "cool-retro-term",
};

/* Each rule answers with its word at tier 3, "" when it applies below tier 3, NULL when it does not apply. */
typedef const char *(*rule_function)(const struct policy_case *c);

static bool presses(const struct timeline_event *e)
{
    return e->type != TIMELINE_MOVE && e->type != TIMELINE_WAIT;
}

static const char *any_press(const struct policy_case *c)
{
    for (guint i = 0; i < c->timeline->events->len; i++)
        if (presses(&g_array_index(c->timeline->events, struct timeline_event, i)))
            return "";
    return NULL;
}

static bool has_key(const timeline *t, const char *const *keys)
{
    for (guint i = 0; i < t->events->len; i++) {
        const struct timeline_event *e = &g_array_index(t->events, struct timeline_event, i);
        if (e->type == TIMELINE_KEY_DOWN && g_strv_contains(keys, e->key))
            return true;
    }
    return false;
}

static const char *enter_key(const struct policy_case *c)
{
    static const char *const enter[] = {"Return", "KP_Enter", "ISO_Enter", NULL};
    if (has_key(c->timeline, enter))
        return "";
    for (guint i = 0; i < c->timeline->events->len; i++) {
        const struct timeline_event *e = &g_array_index(c->timeline->events, struct timeline_event, i);
        if (e->type == TIMELINE_TEXT && strpbrk(e->text, "\n\r"))
            return "";
    }
    return NULL;
}

/* Chords that close, delete or leave: Alt+F4, Ctrl+W, Ctrl+Q, Ctrl+D, Delete. */
static const char *closing_keys(const struct policy_case *c)
{
    static const char *const modifiers[] = {"Control_L", "Control_R", "Alt_L", "Alt_R", "Super_L", "Super_R", NULL};
    static const char *const closing[] = {"w", "W", "q", "Q", "d", "D", "F4", NULL};
    static const char *const deleting[] = {"Delete", "KP_Delete", NULL};
    bool chord = has_key(c->timeline, modifiers) && has_key(c->timeline, closing);
    return chord || has_key(c->timeline, deleting) ? "" : NULL;
}

static const char *drag(const struct policy_case *c)
{
    bool down = false;
    for (guint i = 0; i < c->timeline->events->len; i++) {
        const struct timeline_event *e = &g_array_index(c->timeline->events, struct timeline_event, i);
        if (down && e->type == TIMELINE_MOVE)
            return "";
        if (e->type == TIMELINE_BUTTON_DOWN)
            down = true;
        if (e->type == TIMELINE_BUTTON_UP)
            down = false;
    }
    return NULL;
}

static const char *long_text(const struct policy_case *c)
{
    gsize n = 0;
    for (guint i = 0; i < c->timeline->events->len; i++) {
        const struct timeline_event *e = &g_array_index(c->timeline->events, struct timeline_event, i);
        if (e->type == TIMELINE_TEXT)
            n += (gsize)g_utf8_strlen(e->text, -1);
    }
    return n > LONG_TEXT ? "" : NULL;
}

static const char *unknown_target(const struct policy_case *c)
{
    return any_press(c) && !c->window ? "" : NULL;
}

static const char *terminal(const struct policy_case *c)
{
    if (!any_press(c) || !c->window || !c->window->class)
        return NULL;
    for (gsize i = 0; i < G_N_ELEMENTS(terminal_classes); i++)
        if (g_ascii_strcasecmp(c->window->class, terminal_classes[i]) == 0)
            return "terminal";
    return NULL;
}

static const char *outside_target(const struct policy_case *c)
{
    return any_press(c) && c->target_window && c->window && c->window->id != c->target_window ? "outside" : NULL;
}

/* The grave word that a text contains as a word of its own, NULL = none. */
static const char *grave_word_in(const char *text)
{
    g_autofree char *lower = g_utf8_strdown(text, -1);
    g_auto(GStrv) words = g_strsplit_set(lower, " \t\r\n.,:;!?()[]<>\"'…", -1);
    for (gsize i = 0; i < G_N_ELEMENTS(grave_words); i++)
        if (g_strv_contains((const char *const *)words, grave_words[i]))
            return grave_words[i];
    return NULL;
}

static const char *grave_label(const struct policy_case *c)
{
    if (!any_press(c) || !c->observation || c->x < 0)
        return NULL;
    const GArray *words = c->observation->screen->words;
    for (guint i = 0; i < words->len; i++) {
        const struct screen_word *w = &g_array_index(words, struct screen_word, i);
        bool near = c->x > w->x - NEAR_PX && c->x < w->x + w->width + NEAR_PX && c->y > w->y - NEAR_PX &&
                    c->y < w->y + w->height + NEAR_PX;
        const char *grave = near ? grave_word_in(w->text) : NULL;
        if (grave)
            return grave;
    }
    return NULL;
}

static const char *password_window(const struct policy_case *c)
{
    return any_press(c) && c->window && c->window->title && strstr(c->window->title, "assword") ? "password" : NULL;
}

static const struct rule {
    const char *name;
    int tier;
    rule_function applies;
} rules[] = {
    {"terminal", 3, terminal},
    {"outside-target-window", 3, outside_target},
    {"grave-label", 3, grave_label},
    {"password-window", 3, password_window},
    {"enter-key", 2, enter_key},
    {"closing-keys", 2, closing_keys},
    {"drag", 2, drag},
    {"long-text", 2, long_text},
    {"unknown-target", 2, unknown_target},
    {"input", 1, any_press},
};

struct policy_verdict policy_judge(const struct policy_case *c)
{
    struct policy_verdict v = {.tier = 0, .rule = "looking", .word = ""};
    for (gsize i = 0; i < G_N_ELEMENTS(rules); i++) {
        const char *word = rules[i].tier > v.tier ? rules[i].applies(c) : NULL;
        if (!word)
            continue;
        v.tier = rules[i].tier;
        v.rule = rules[i].name;
        g_strlcpy(v.word, word, sizeof v.word);
    }
    if (c->action->tier > v.tier) {
        v.tier = MIN(c->action->tier, 3);
        v.rule = "model-raised";
        g_strlcpy(v.word, v.tier == 3 ? "fire" : "", sizeof v.word);
    }
    return v;
}
