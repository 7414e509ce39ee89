#include "engine/hand/press.h"

#include "engine/display/process_idle.h"
#include "engine/hand/hand.h"
#include "engine/hand/input_method.h"
#include "skills/timeline/key.h"

struct press {
    const struct hand_ports *at; /* borrowed */
    ledger *ledger;              /* borrowed */
    bool spared;                 /* the last send_down() was stopped by a terminal of reins */
    bool unsent;                 /* …and what it did not send must not be released */
    held *held;
    GArray *codes;  /* struct held_code: scratch */
    GArray *let_go; /* struct held_code: released, still in the ledger */
    bool changed;
    struct keymap_locks locks; /* before a text */
    bool typing;
    int group;                  /* locked now, while typing */
    GArray *lifted;             /* int keycodes: held modifiers that are up while a text is typed */
    struct process_idle family; /* of the program that is typed into */
    struct input_method method; /* on the way to it */
    struct ledger_form forms[LEDGER_KEYS];
    temp_keycodes *loan; /* NULL = none */
};

press *press_new(const struct hand_ports *at, ledger *l)
{
    press *p = g_new0(press, 1);
    p->at = at;
    p->ledger = l;
    p->held = held_new();
    p->codes = g_array_new(FALSE, FALSE, sizeof(struct held_code));
    p->let_go = g_array_new(FALSE, FALSE, sizeof(struct held_code));
    p->lifted = g_array_new(FALSE, FALSE, sizeof(int));
    return p;
}

const char *press_spared(const press *p)
{
    return p->spared ? PRESS_SPARED : NULL;
}

void press_free(press *p)
{
    if (p) {
        held_free(p->held);
        g_array_unref(p->codes);
        g_array_unref(p->let_go);
        g_array_unref(p->lifted);
        temp_keycodes_free(p->loan);
        g_free(p);
    }
}

static bool note(press *p, struct held_code code, bool down)
{
    return code.kind == HELD_KEY ? ledger_key(p->ledger, code.code, down) : ledger_button(p->ledger, code.code, down);
}

static void send(press *p, struct held_code code, bool down)
{
    if (code.kind == HELD_KEY)
        p->at->hand.key(p->at->hand.data, code.code, down);
    else
        p->at->hand.button(p->at->hand.data, code.code, down);
}

static bool fail_down(const press *p, GError **error)
{
    if (p->spared)
        g_set_error_literal(error, HAND_ERROR, HAND_ERROR_FAILED, PRESS_SPARED);
    else
        g_set_error(error, HAND_ERROR, HAND_ERROR_FAILED,
                    "the hand's ledger cannot be written: nothing is pressed without it (is the disk full?)");
    return false;
}

static bool hits_own(const press *p)
{
    bool keys = false, buttons = false;
    for (guint i = 0; i < p->codes->len; i++) {
        bool key = g_array_index(p->codes, struct held_code, i).kind == HELD_KEY;
        keys = keys || key;
        buttons = buttons || !key;
    }
    return (keys && p->at->others.own_focused(p->at->others.data)) || (buttons && p->at->others.own_pointed(p->at->others.data));
}

static bool note_and_send(press *p)
{
    for (guint i = 0; i < p->codes->len; i++) {
        if (!note(p, g_array_index(p->codes, struct held_code, i), true))
            return false;
    }
    for (guint i = 0; i < p->codes->len; i++)
        send(p, g_array_index(p->codes, struct held_code, i), true);
    return true;
}

/* Sends what is in p->codes: down in order, noted before; or up in order, noted by press_confirm(). */
static bool send_down(press *p)
{
    bool guarded = p->at->others.own_any(p->at->others.data);
    if (guarded)
        p->at->display.hold(p->at->display.data, true);
    p->spared = p->unsent = guarded && hits_own(p);
    bool sent = !p->spared && note_and_send(p);
    if (guarded)
        p->at->display.hold(p->at->display.data, false);
    p->at->hand.flush(p->at->hand.data);
    return sent;
}

static void send_up(press *p)
{
    bool unsent = p->unsent;
    p->unsent = false;
    if (unsent)
        return;
    for (guint i = 0; i < p->codes->len; i++)
        send(p, g_array_index(p->codes, struct held_code, i), false);
    p->at->hand.flush(p->at->hand.data);
    g_array_append_vals(p->let_go, p->codes->data, p->codes->len);
}

void press_confirm(press *p)
{
    if (p->let_go->len == 0)
        return;
    p->at->hand.sync(p->at->hand.data);
    for (guint i = 0; i < p->let_go->len; i++) {
        struct held_code code = g_array_index(p->let_go, struct held_code, i);
        if (!held_down(p->held, code.kind, code.code))
            note(p, code, false);
    }
    g_array_set_size(p->let_go, 0);
}

static bool is_lifted(const press *p, int code)
{
    for (guint i = 0; i < p->lifted->len; i++) {
        if (g_array_index(p->lifted, int, i) == code)
            return true;
    }
    return false;
}

/* What a text has lifted is up already. */
static void send_up_unlifted(press *p)
{
    for (guint i = p->codes->len; i-- > 0;) {
        struct held_code code = g_array_index(p->codes, struct held_code, i);
        if (code.kind == HELD_KEY && is_lifted(p, code.code))
            g_array_remove_index(p->codes, i);
    }
    send_up(p);
}

static bool hold(press *p, enum held_kind kind, const char *name, const int *codes, int n_codes, gint64 until_us, GError **error)
{
    g_array_set_size(p->codes, 0);
    gint64 end_us = held_end(p->held, kind, name);
    if (!held_add(p->held, kind, name, codes, n_codes, until_us, p->codes)) {
        p->changed |= until_us > end_us; /* it lasts longer now */
        return true;
    }
    if (send_down(p)) {
        p->changed = true;
        return true;
    }
    g_array_set_size(p->codes, 0);
    held_remove(p->held, kind, name, p->codes);
    send_up(p); /* nothing of it is down; this clears what was noted */
    return fail_down(p, error);
}

static bool find_key(const press *p, const char *name, struct stroke *ret_stroke)
{
    guint32 keysym = key_sym(name);
    if (keysym == 0)
        keysym = p->at->keyboard.keysym(p->at->keyboard.data, name);
    return p->at->keyboard.find(p->at->keyboard.data, keysym, ret_stroke) || temp_keycodes_find(p->loan, name, ret_stroke);
}

bool press_knows_key(const press *p, const char *name)
{
    struct stroke stroke;
    return find_key(p, name, &stroke);
}

bool press_key_down(press *p, const char *name, gint64 until_us, GError **error)
{
    struct stroke stroke;
    if (!find_key(p, name, &stroke)) {
        g_set_error(error, HAND_ERROR, HAND_ERROR_TIMELINE,
                    "the key %s is not on the display's keyboard map (choose a layout that has it)", name);
        return false;
    }
    int codes[HELD_CODES_MAX], n = 0;
    for (int i = 0; i < stroke.n_mods; i++)
        codes[n++] = stroke.mods[i];
    codes[n++] = stroke.keycode;
    /* A key of another group: its press carries that group, what follows has the old one again. */
    bool other = stroke.group >= 0 && stroke.group != p->at->keyboard.group(p->at->keyboard.data);
    struct keymap_locks locks = {0};
    if (other) {
        p->at->keyboard.locks_read(p->at->keyboard.data, &locks);
        p->at->keyboard.lock_group(p->at->keyboard.data, stroke.group);
    }
    bool pressed = hold(p, HELD_KEY, name, codes, n, until_us, error);
    p->at->program.key_sent(p->at->program.data);
    if (other) {
        p->at->keyboard.lock_group(p->at->keyboard.data, locks.group);
        p->at->hand.flush(p->at->hand.data);
    }
    return pressed;
}

bool press_button_down(press *p, int button, gint64 until_us, GError **error)
{
    return hold(p, HELD_BUTTON, button_name(button), &button, 1, until_us, error);
}

void press_key_up(press *p, const char *name)
{
    g_array_set_size(p->codes, 0);
    p->changed |= held_remove(p->held, HELD_KEY, name, p->codes);
    send_up_unlifted(p);
}

void press_button_up(press *p, int button)
{
    g_array_set_size(p->codes, 0);
    p->changed |= held_remove(p->held, HELD_BUTTON, button_name(button), p->codes);
    send_up(p);
}

bool press_click(press *p, int button, GError **error)
{
    g_array_set_size(p->codes, 0);
    struct held_code code = {HELD_BUTTON, button};
    g_array_append_val(p->codes, code);
    bool pressed = send_down(p);
    send_up(p);
    return pressed || fail_down(p, error);
}

/* Where it leads is seen afterwards: a program that has grabbed the pointer keeps it where it wants it. */
bool press_move_by(press *p, int dx, int dy, GError **error)
{
    int x, y;
    bool guarded = held_count(p->held, HELD_BUTTON) > 0 && p->at->others.own_any(p->at->others.data);
    if (guarded) {
        p->at->display.hold(p->at->display.data, true);
        p->at->display.pointer(p->at->display.data, &x, &y);
    }
    p->at->hand.move_by(p->at->hand.data, dx, dy);
    p->spared = guarded && p->at->others.own_pointed(p->at->others.data);
    if (p->spared)
        p->at->hand.move_to(p->at->hand.data, x, y);
    if (guarded)
        p->at->display.hold(p->at->display.data, false);
    return !p->spared || fail_down(p, error);
}

void press_expire(press *p, gint64 now_us)
{
    if (held_deadline(p->held) > now_us)
        return;
    g_array_set_size(p->codes, 0);
    p->changed |= held_expire(p->held, now_us, p->codes);
    send_up_unlifted(p);
}

void press_release_all(press *p)
{
    g_array_set_size(p->codes, 0);
    p->changed |= held_clear(p->held, p->codes);
    send_up_unlifted(p);
}

gint64 press_deadline(const press *p)
{
    return held_deadline(p->held);
}

const held *press_held(const press *p)
{
    return p->held;
}

bool press_changed(press *p)
{
    bool changed = p->changed;
    p->changed = false;
    return changed;
}

char *press_foreign_down(press *p)
{
    guint8 keys[32];
    p->at->hand.keys_down(p->at->hand.data, keys);
    for (int code = 0; code < HELD_CODE_LIMIT; code++) {
        if (keys[code / 8] & 1u << code % 8 && !held_down(p->held, HELD_KEY, code)) {
            const char *name = p->at->keyboard.name(p->at->keyboard.data, code);
            return g_strdup_printf("the key %s", name ? name : "without a name");
        }
    }
    guint buttons = p->at->display.pointer(p->at->display.data, NULL, NULL);
    for (int button = 1; button <= 5; button++) {
        if (buttons & 1u << button && !held_down(p->held, HELD_BUTTON, button))
            return g_strdup_printf("the %s button", button_name(button));
    }
    return NULL;
}

/* ---- the keyboard that a text is typed on ---- */

static guint32 char_sym(const press *p, gunichar c)
{
    if (c == '\n')
        return p->at->keyboard.keysym(p->at->keyboard.data, "Return");
    if (c == '\t')
        return p->at->keyboard.keysym(p->at->keyboard.data, "Tab");
    return key_sym_of_char(c);
}

static bool port_find(void *data, gunichar c, struct stroke *ret_stroke)
{
    press *p = data;
    guint32 keysym = char_sym(p, c);
    /* some layouts have the Unicode keysym where a legacy one exists */
    return p->at->keyboard.find(p->at->keyboard.data, keysym, ret_stroke) ||
           (c >= 0x100 && p->at->keyboard.find(p->at->keyboard.data, 0x01000000u + c, ret_stroke));
}

/* Lent keycodes get the Unicode keysym: every client knows it, and it has no capital that a client could make of it. */
static guint32 lent_sym(const press *p, gunichar c)
{
    return c < 0x100 ? char_sym(p, c) : 0x01000000u + c;
}

static void reverse_codes(press *p)
{
    struct held_code *codes = (struct held_code *)(void *)p->codes->data;
    for (guint i = 0; i < p->codes->len / 2; i++) {
        struct held_code swap = codes[i];
        codes[i] = codes[p->codes->len - 1 - i];
        codes[p->codes->len - 1 - i] = swap;
    }
}

/* ---- held modifiers during a text ---- */

static bool is_down(const press *p, int code)
{
    return held_down(p->held, HELD_KEY, code) && !is_lifted(p, code);
}

/* Releases our held modifiers, which would change the text; Qt 5 also loses a modifier that is down while the map changes. They
 * stay held, and are pressed again after the text. */
static void lift(press *p)
{
    guint8 mods;
    g_array_set_size(p->codes, 0);
    for (int code = 0; code < LEDGER_KEYS; code++) {
        struct held_code up = {HELD_KEY, code};
        if (is_down(p, code) && p->at->keyboard.modifier(p->at->keyboard.data, code, &mods))
            g_array_append_val(p->codes, up);
    }
    if (p->codes->len == 0)
        return;
    for (guint i = 0; i < p->codes->len; i++)
        g_array_append_val(p->lifted, g_array_index(p->codes, struct held_code, i).code);
    send_up(p);
}

static void put_down_again(press *p)
{
    g_array_set_size(p->codes, 0);
    for (guint i = 0; i < p->lifted->len; i++) {
        struct held_code down = {HELD_KEY, g_array_index(p->lifted, int, i)};
        if (held_down(p->held, HELD_KEY, down.code)) /* its time may have run out meanwhile */
            g_array_append_val(p->codes, down);
    }
    g_array_set_size(p->lifted, 0);
    if (p->codes->len > 0 && !send_down(p))
        p->unsent = false; /* the server did not take it: these keys stay up, and a later release must not count them */
}

/* Modifiers that are not down yet, in p->codes; then the key. A key that is being held is pressed anew and stays down. */
static bool port_tap(void *data, const struct stroke *s)
{
    press *p = data;
    if (s->group >= 0 && s->group != p->group) {
        p->at->keyboard.lock_group(p->at->keyboard.data, s->group);
        p->group = s->group;
    }
    struct held_code key = {HELD_KEY, s->keycode};
    bool is_held = is_down(p, s->keycode);
    g_array_set_size(p->codes, 0);
    for (int i = 0; i < s->n_mods; i++) {
        struct held_code mod = {HELD_KEY, s->mods[i]};
        if (!is_down(p, mod.code))
            g_array_append_val(p->codes, mod);
    }
    guint n_mods = p->codes->len;
    if (is_held)
        send(p, key, false);
    g_array_append_val(p->codes, key);
    bool sent = send_down(p);
    if (is_held)
        g_array_set_size(p->codes, n_mods);
    reverse_codes(p);
    send_up(p);
    return sent;
}

static bool port_lend(void *data, const int *codes, const gunichar *chars, int n)
{
    press *p = data;
    g_autofree guint32 *syms = g_new0(guint32, (gsize)n);
    for (int i = 0; i < n; i++) {
        struct ledger_form *form = &p->forms[codes[i]];
        syms[i] = lent_sym(p, chars[i]);
        if (!form->lent && !p->at->keyboard.form(p->at->keyboard.data, codes[i], form))
            return false;
        form->lent = true;
        form->given[1] = form->given[0];
        form->given[0] = syms[i];
        if (!ledger_map(p->ledger, codes[i], form))
            return false;
    }
    p->at->keyboard.lend(p->at->keyboard.data, codes, syms, n);
    p->at->hand.flush(p->at->hand.data);
    return true;
}

static void port_give_back(void *data)
{
    press *p = data;
    int codes[LEDGER_KEYS], n = 0;
    g_autofree struct ledger_form *forms = g_new(struct ledger_form, LEDGER_KEYS);
    for (int code = 0; code < LEDGER_KEYS; code++) {
        if (!p->forms[code].lent)
            continue;
        forms[n] = p->forms[code];
        codes[n++] = code;
    }
    p->at->keyboard.give_back(p->at->keyboard.data, codes, forms, n);
    p->at->hand.sync(
        p->at->hand.data); /* forgotten only once the server has done it: what it has not read of a killed client is lost */
    for (int i = 0; i < n; i++) {
        p->forms[codes[i]] = (struct ledger_form){0};
        ledger_map(p->ledger, codes[i], NULL);
    }
}

static bool port_begin(void *data)
{
    press *p = data;
    p->at->keyboard.locks_read(p->at->keyboard.data, &p->locks);
    struct ledger_locks note_locks = {true, p->locks.locked, p->locks.affect, p->locks.group};
    if (!ledger_locks(p->ledger, &note_locks))
        return false;
    p->typing = true;
    p->group = p->at->keyboard.group(p->at->keyboard.data);
    lift(p);
    p->at->keyboard.locks_clear(p->at->keyboard.data, &p->locks);
    p->at->program.aim(p->at->program.data);
    p->family = (struct process_idle){.pid = p->at->program.pid(p->at->program.data)};
    p->at->program.method_find(p->at->program.data, &p->method);
    return true;
}

static void port_end(void *data)
{
    press *p = data;
    if (!p->typing)
        return;
    p->typing = false;
    p->at->program.rest(p->at->program.data);
    put_down_again(p);
    p->at->keyboard.locks_restore(p->at->keyboard.data, &p->locks);
    p->at->hand.sync(p->at->hand.data);
    struct ledger_locks nothing = {0};
    ledger_locks(p->ledger, &nothing);
}

static bool port_clear(void *data)
{
    press *p = data;
    guint8 keys[32], mods;
    p->at->hand.keys_down(p->at->hand.data, keys);
    for (int code = 0; code < LEDGER_KEYS; code++) {
        if (keys[code / 8] & 1u << code % 8 && !is_down(p, code) && p->at->keyboard.modifier(p->at->keyboard.data, code, &mods))
            return false;
    }
    if (p->typing && p->at->keyboard.locks_active(p->at->keyboard.data, &p->locks))
        p->at->keyboard.locks_clear(p->at->keyboard.data, &p->locks);
    return true;
}

static bool port_loads(void *data, gint64 now_us)
{
    return process_idle_works(&((press *)data)->family, now_us);
}

static bool port_passes_on(void *data, gint64 now_us)
{
    return input_method_works(&((press *)data)->method, now_us);
}

static guint32 port_ask(void *data)
{
    const struct program_port *program = &((press *)data)->at->program;
    return program->ask(program->data);
}

static bool port_answered(void *data, guint32 question)
{
    const struct program_port *program = &((press *)data)->at->program;
    return program->answered(program->data, question);
}

static enum client_idle_doing port_look(void *data)
{
    const struct program_port *program = &((press *)data)->at->program;
    return program->look(program->data);
}

struct text_port press_text_port(press *p)
{
    return (struct text_port){.find = port_find,
                              .tap = port_tap,
                              .lend = port_lend,
                              .give_back = port_give_back,
                              .begin = port_begin,
                              .end = port_end,
                              .clear = port_clear,
                              .loads = port_loads,
                              .passes_on = port_passes_on,
                              .ask = port_ask,
                              .answered = port_answered,
                              .look = port_look,
                              .data = p};
}

text *press_type(press *p, const char *utf8, gint64 duration_us, gint64 now_us)
{
    struct text_port port = press_text_port(p);
    int spare[LEDGER_KEYS], n = 0;
    if (text_check(utf8, &port, 0, NULL)) /* all of it is on the map */
        return text_new(utf8, &port, spare, 0, duration_us, now_us);
    n = p->at->keyboard.spare(p->at->keyboard.data, spare, LEDGER_KEYS);
    n = p->at->keyboard.together(p->at->keyboard.data, spare, p->at->keyboard.not_in_use(p->at->keyboard.data, spare, n));
    return text_new(utf8, &port, spare, n, duration_us, now_us);
}

temp_keycodes *press_lend(press *p, const GPtrArray *keys, gint64 now_us, GError **error)
{
    press_unlend(p);
    p->loan = temp_keycodes_new(p->at, p->ledger, keys, now_us, error);
    return p->loan;
}

void press_unlend(press *p)
{
    g_clear_pointer(&p->loan, temp_keycodes_free);
}

static bool is_held(int code, void *data)
{
    return held_down(((const press *)data)->held, HELD_KEY, code);
}

bool press_holds_lent(press *p)
{
    return temp_keycodes_any(p->loan, is_held, p);
}
