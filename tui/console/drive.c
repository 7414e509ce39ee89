/* Drive: during a take-over of a sandbox, keys and mouse of this terminal go to the program, each as one whole action. What a key
 * means to the console it does not mean then, but for one that leaves. */

#include "skills/timeline/action.h"
#include "tui/term/mouse.h"
#include "tui/console/state.h"

#include <string.h>

#define DOUBLE_US 300000 /* a click waits so long for a second one */
#define WHEEL_LINES 3
#define QUIET_US 700000 /* whoever has read that something was lost pauses */

static bool is_recorded(const struct model *m)
{
    return m->about.display && g_str_has_prefix(m->about.display, "cassette:");
}

/* A VNC screen of somebody else, as a viewer is told it: HOST:N, HOST::PORT or /SOCKET. NULL: it is none. */
static const char *foreign_vnc(const struct model *m)
{
    const bool is = !m->about.sandbox && m->about.display && g_str_has_prefix(m->about.display, "vnc:");
    return is ? m->about.display + strlen("vnc:") : NULL;
}

static bool is_world(const struct model *m)
{
    return m->about.display && g_str_has_prefix(m->about.display, "world:");
}

/* What is still on its way when something was not done is not done either: the engine and the person are to agree on what was. */

static void ask(console *c, action *take)
{
    command *cmd = console_command(c, COMMAND_DRIVE);
    cmd->action = take;
    cmd->burst = c->drive.bursts + 1;
    c->drive.recorded += c->drive.recorded >= 0;
    c->drive.waiting++;
    console_send(c, cmd);
}

static void click(console *c, bool twice)
{
    static const char *const buttons[] = {"left", "middle", "right"};
    action *a = action_new(twice ? "mouse.double_click" : "mouse.click");
    action_set_integer(a, "x", c->drive.x);
    action_set_integer(a, "y", c->drive.y);
    action_set_string(a, "button", buttons[c->drive.button]);
    c->drive.click_us = 0;
    ask(c, a);
}

static void say_lost(console *c)
{
    const struct drive *d = &c->drive;
    g_autofree char *more = d->dropped ? g_strdup_printf("; %d typed before that could be read %s dropped", d->dropped,
                                                         d->dropped == 1 ? "was" : "were")
                                       : g_strdup("");
    console_say(c, STYLE_WARN, "%s%s", d->lost, more);
}

static void forget_lost(struct drive *d)
{
    g_clear_pointer(&d->lost, g_free);
    d->dropped = 0;
}

void drive_lost(console *c, int burst, const char *why)
{
    struct drive *d = &c->drive;
    d->waiting = 0;
    if (!d->on)
        return;
    g_autofree char *before = burst <= d->bursts ? g_steal_pointer(&d->lost) : NULL; /* more of what is told already */
    forget_lost(d);
    d->lost = before ? g_strdup_printf("%s; %s", before, why) : g_strdup(why);
    d->bursts = MAX(d->bursts, burst);
    d->dropped += d->click_us != 0;
    d->click_us = 0;
    d->quiet_us = c->now_us;
    say_lost(c);
}

void drive_done(console *c, const char *why)
{
    if (c->model->taken && is_world(c->model))
        console_say(c, *why ? STYLE_WARN : STYLE_NORMAL, "%s", *why ? why : "done");
    if (!c->drive.lost)
        return;
    forget_lost(&c->drive);
    g_clear_pointer(&c->message.text, g_free);
    c->dirty = true;
}

/* What comes so soon after a loss was meant to go on from what was not done. */
static bool drops(console *c)
{
    struct drive *d = &c->drive;
    if (!d->lost || c->now_us - d->quiet_us >= QUIET_US)
        return false;
    d->quiet_us = c->now_us;
    d->dropped++;
    say_lost(c);
    return true;
}

/* It can be told here already that it will not be done. */
static void lose(console *c, const char *why)
{
    model_notice(c->model, "warning", why, c->now_us);
    drive_lost(c, c->drive.bursts + 1, why);
}

void drive_acts(console *c, const char *calls)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) acts = actions_from_calls(calls, &error);
    if (!c->model->taken || !is_world(c->model)) {
        console_say(c, STYLE_WARN, c->model->taken ? "only a world takes acts" : "nobody has taken over: press o first");
        return;
    }
    if (!acts)
        console_say(c, STYLE_BAD, "usage: act CALL, as in mine(object = \"oak_log\", count = 2): %s", error->message);
    for (guint i = 0; acts && i < acts->len; i++)
        ask(c, action_copy(acts->pdata[i]));
    c->drive.bursts += acts != NULL; /* what is lost of this line is not the next one's loss */
}

void drive_begin(console *c)
{
    if (is_world(c->model)) {
        prompt_open(c, PROMPT_COMMAND);
        input_set(&c->prompt.input, "act ");
        return;
    }
    if (!c->model->about.sandbox) {
        const char *screen = foreign_vnc(c->model);
        if (screen)
            console_say(c, STYLE_WARN, "only a sandbox can be driven from here: work in vncviewer -Shared %s, then press o",
                        screen);
        else
            console_say(c, STYLE_WARN, "%s",
                        is_recorded(c->model)
                            ? "a recorded display has no keyboard and no mouse: what a person did then has been done"
                            : "this display has its own keyboard and mouse: only a sandbox can be driven from here");
        return;
    }
    c->drive.on = true;
    c->drive.click_us = 0;
    forget_lost(&c->drive);
    console_say(c, STYLE_WARN, "keys and mouse go to the program; ctrl-] ends that");
}

/* Does nothing when it is off. */
static void drive_end(console *c, const char *why)
{
    if (!c->drive.on)
        return;
    if (c->drive.click_us && c->model->taken && !c->model->over.lost)
        click(c, false);
    c->drive.on = false;
    c->drive.click_us = 0;
    forget_lost(&c->drive);
    console_say(c, STYLE_NORMAL, "%s", why);
}

/* The name that a skill's key argument takes; NULL = it is typed as a text, or cannot be told apart here. */
static const char *special_name(int key)
{
    static const struct {
        int key;
        const char *name;
    } names[] = {{K_TAB, "tab"},      {K_ENTER, "enter"},    {K_ESC, "escape"},         {K_UP, "up"},
                 {K_DOWN, "down"},    {K_LEFT, "left"},      {K_RIGHT, "right"},        {K_HOME, "home"},
                 {K_END, "end"},      {K_PAGE_UP, "pageup"}, {K_PAGE_DOWN, "pagedown"}, {K_BACKSPACE, "backspace"},
                 {K_DELETE, "delete"}};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
        if (names[i].key == key)
            return names[i].name;
    return NULL;
}

/* Held down with others: "ctrl+shift+home". */
static action *chord_of(int key)
{
    const int base = key & ~K_WITH;
    const char *special = special_name(base);
    g_autofree char *f = base > K_F0 && base <= K_F0 + 12 ? g_strdup_printf("f%d", base - K_F0) : NULL;
    if (!special && !f && !key_is_text(base))
        return NULL;
    g_autofree char *keys = g_strdup_printf("%s%s%s%s", key & K_WITH_CTRL ? "ctrl+" : "", key & K_WITH_ALT ? "alt+" : "",
                                            key & K_WITH_SHIFT ? "shift+" : "",
                                            special ? special
                                            : f     ? f
                                                    : "");
    g_autofree char *all = special || f ? g_strdup(keys) : g_strdup_printf("%s%c", keys, base);
    action *a = action_new("key.combo");
    action_set_string(a, "keys", all);
    return a;
}

static action *action_of(int key)
{
    if (key & K_WITH)
        return chord_of(key);
    const char *special = special_name(key);
    g_autofree char *f = key > K_F0 && key <= K_F0 + 12 ? g_strdup_printf("f%d", key - K_F0) : NULL;
    bool control = !special && key > 0 && key <= 26;
    bool combo = control || key == K_BACK_TAB, text = !special && key_is_text(key);
    if (!special && !f && !combo && !text)
        return NULL;
    action *a = action_new(combo ? "key.combo" : text ? "key.type" : "key.press");
    char typed[7] = "";
    if (text)
        typed[g_unichar_to_utf8((gunichar)key, typed)] = '\0';
    g_autofree char *keys = control ? g_strdup_printf("ctrl+%c", key + 'a' - 1) : g_strdup("shift+tab");
    action_set_string(a, combo ? "keys" : text ? "text" : "key", combo ? keys : text ? typed : f ? f : special);
    return a;
}

static action *alt_of(int key)
{
    char character[7] = "";
    character[g_unichar_to_utf8((gunichar)key, character)] = '\0';
    action *a = action_new("key.combo");
    g_autofree char *keys = g_strdup_printf("alt+%s", character);
    action_set_string(a, "keys", keys);
    return a;
}

gsize drive_keys(console *c, const int *keys, gsize n)
{
    gsize used = n > 1 && keys[0] == K_ESC && key_is_text(keys[1]) ? 2 : 1; /* so a terminal tells alt */
    int key = keys[0];
    if (!c->drive.lost)
        g_clear_pointer(&c->message.text, g_free);
    if (key == DRIVE_LEAVE) {
        drive_end(c, "your keys are the console's again; o hands the display back");
        return 1;
    }
    if (drops(c))
        return used;
    if (c->drive.click_us) /* in the order in which it was done */
        click(c, false);
    action *a = key == K_PASTE ? NULL : used == 2 ? alt_of(keys[1]) : action_of(key);
    if (a)
        ask(c, a);
    else
        lose(c, key == K_PASTE ? "pasted text was dropped" : "that key cannot be sent");
    return used;
}

void drive_mouse(console *c, const struct mouse *m, int x, int y)
{
    bool again = !m->wheel && c->drive.click_us && ABS(m->x - c->drive.column) <= 1 && m->y == c->drive.row &&
                 m->button == c->drive.button;
    if (drops(c))
        return;
    if (again) {
        click(c, true);
        return;
    }
    if (c->drive.click_us)
        click(c, false);
    if (m->wheel) {
        action *a = action_new("mouse.scroll");
        action_set_integer(a, "down", m->wheel * WHEEL_LINES);
        action_set_integer(a, "x", x);
        action_set_integer(a, "y", y);
        ask(c, a);
        return;
    }
    c->drive.x = x;
    c->drive.y = y;
    c->drive.column = m->x;
    c->drive.row = m->y;
    c->drive.button = m->button;
    c->drive.click_us = c->now_us + DOUBLE_US;
}

void drive_tick(console *c)
{
    const struct model *m = c->model;
    if (!m->taken || model_is_over(m))
        drive_end(c, "the take-over is over: your keys are the console's again");
    if (!m->taken)
        c->drive.waiting = 0;
    if (c->drive.click_us && c->now_us >= c->drive.click_us)
        click(c, false);
}

gint64 drive_deadline(const struct drive *d)
{
    return d->click_us ? d->click_us : -1;
}

char *drive_text(const console *c)
{
    const struct model *m = c->model;
    if (c->drive.on)
        return g_strdup("Keys and mouse of this terminal go to the program. Each key is one action, pressed and released; deny "
                        "rules apply. What is not done is told, with what was typed behind it: pause, look, go on. "
                        "ctrl-] ends this and is never sent.");
    if (is_recorded(m))
        return g_strdup("You have taken over a recorded display: nothing can be pressed there. o hands it back with a note for "
                        "the agent; what a person did then by themselves has been done when it goes on.");
    if (is_world(m))
        return g_strdup_printf(
            "You drive. enter: an act, such as mine(object = \"oak_log\", count = 2). Or in another shell: reins "
            "do --yes --display \"%s\" mine object=oak_log. o hands the world back with a note for the agent.",
            m->about.display);
    if (foreign_vnc(m))
        return g_strdup_printf(
            "You drive, not from here but in a VNC viewer: vncviewer -Shared %s. o hands the display back with a "
            "note for the agent.",
            foreign_vnc(m));
    if (!m->about.sandbox)
        return g_strdup("You drive. o hands the display back with a note for the agent.");
    return g_strdup_printf(
        "You drive. enter: keys and mouse of this terminal go to the program, until ctrl-]. Or in another shell: "
        "reins do --yes --display %s key.type text=\"hello\". o hands the display back with a note for the "
        "agent.",
        m->about.display ? m->about.display : "");
}
