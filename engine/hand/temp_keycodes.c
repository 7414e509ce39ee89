#include "engine/hand/temp_keycodes.h"

#include "engine/hand/hand.h"
#include "engine/hand/input_method.h"
#include "engine/hand/text.h"
#include "skills/timeline/key.h"

#define TYPE_TWO_LEVEL 1  /* XKB's own types of a key: with Shift another symbol, … */
#define TYPE_ALPHABETIC 2 /* …and with Caps Lock, too */

struct lent {
    gunichar c;
    int code;
    struct ledger_form before;
};

struct temp_keycodes {
    const struct hand_ports *at;
    ledger *ledger; /* borrowed, both */
    GArray *lent;   /* struct lent */
    text *text;     /* owned */
    struct input_method method;
};

bool temp_keycodes_fits(const char *key)
{
    gunichar c = key_char(key);
    return c != 0 && !g_unichar_iscntrl(c);
}

/* A letter has its capital on Shift, as on a key of its own: programs take Ctrl+Shift+C by it. */
static struct ledger_form form_of(gunichar c)
{
    gunichar upper = g_unichar_toupper(c);
    bool letter = upper != c && g_unichar_tolower(upper) == c;
    guint8 type = letter ? TYPE_ALPHABETIC : TYPE_TWO_LEVEL;
    return (struct ledger_form){.groups = 1,
                                .width = 2,
                                .n_syms = 2,
                                .types = {type, type, type, type},
                                .syms = {key_sym_of_char(c), key_sym_of_char(letter ? upper : c)}};
}

/* ---- the text machine's keyboard: it lends, and nothing is typed on it ---- */

static bool port_find(void *data, gunichar c, struct stroke *ret_stroke)
{
    (void)data, (void)c, (void)ret_stroke;
    return false;
}

static bool port_tap(void *data, const struct stroke *stroke)
{
    (void)data, (void)stroke;
    g_return_val_if_reached(false);
}

static bool port_lend(void *data, const int *codes, const gunichar *chars, int n)
{
    temp_keycodes *l = data;
    g_autofree struct ledger_form *forms = g_new0(struct ledger_form, (gsize)n);
    for (int i = 0; i < n; i++) {
        struct lent one = {.c = chars[i], .code = codes[i]};
        forms[i] = form_of(chars[i]);
        if (!l->at->keyboard.form(l->at->keyboard.data, codes[i], &one.before))
            return false;
        one.before.lent = true;
        one.before.given[0] = forms[i].syms[0];
        if (!ledger_map(l->ledger, codes[i], &one.before))
            return false;
        g_array_append_val(l->lent, one);
    }
    l->at->keyboard.give_back(l->at->keyboard.data, codes, forms, n);
    l->at->hand.flush(l->at->hand.data);
    return true;
}

static void port_give_back(void *data)
{
    temp_keycodes *l = data;
    int codes[LEDGER_KEYS], n = (int)l->lent->len;
    g_autofree struct ledger_form *forms = g_new0(struct ledger_form, (gsize)n + 1);
    for (int i = 0; i < n; i++) {
        codes[i] = g_array_index(l->lent, struct lent, i).code;
        forms[i] = g_array_index(l->lent, struct lent, i).before;
    }
    l->at->keyboard.give_back(l->at->keyboard.data, codes, forms, n);
    l->at->hand.sync(l->at->hand.data); /* struck out only once the server has done it, as press.c does */
    for (int i = 0; i < n; i++)
        ledger_map(l->ledger, codes[i], NULL);
    g_array_set_size(l->lent, 0);
}

static bool port_begin(void *data)
{
    temp_keycodes *l = data;
    l->at->program.aim(l->at->program.data);
    l->at->program.method_find(l->at->program.data, &l->method);
    return true;
}

static void port_end(void *data)
{
    const struct program_port *program = &((temp_keycodes *)data)->at->program;
    program->rest(program->data);
}

static bool port_clear(void *data)
{
    (void)data;
    return true;
}

static bool port_loads(void *data, gint64 now_us)
{
    (void)data, (void)now_us;
    return false;
}

static bool port_passes_on(void *data, gint64 now_us)
{
    return input_method_works(&((temp_keycodes *)data)->method, now_us);
}

static guint32 port_ask(void *data)
{
    const struct program_port *program = &((temp_keycodes *)data)->at->program;
    return program->ask(program->data);
}

static bool port_answered(void *data, guint32 question)
{
    const struct program_port *program = &((temp_keycodes *)data)->at->program;
    return program->answered(program->data, question);
}

static enum client_idle_doing port_look(void *data)
{
    const struct program_port *program = &((temp_keycodes *)data)->at->program;
    return program->look(program->data);
}

/* ---- the loan ---- */

temp_keycodes *temp_keycodes_new(const struct hand_ports *at, ledger *book, const GPtrArray *keys, gint64 now_us, GError **error)
{
    const struct keyboard_port *k = &at->keyboard;
    int spare[LEDGER_KEYS], n = k->not_in_use(k->data, spare, k->spare(k->data, spare, LEDGER_KEYS));
    if (n < (int)keys->len) {
        g_set_error(error, HAND_ERROR, HAND_ERROR_FAILED,
                    "%u keys of the action are not on the keyboard map, and %d keycodes are spare for them (choose a layout that "
                    "has them)",
                    keys->len, n);
        return NULL;
    }
    temp_keycodes *l = g_new0(temp_keycodes, 1);
    *l = (temp_keycodes){.at = at, .ledger = book, .lent = g_array_new(FALSE, TRUE, sizeof(struct lent))};
    const struct text_port port = {.find = port_find,
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
                                   .data = l};
    g_autoptr(GString) chars = g_string_new(NULL);
    for (guint i = 0; i < keys->len; i++)
        g_string_append_unichar(chars, key_char(g_ptr_array_index(keys, i)));
    l->text = text_new_loan(chars->str, &port, spare, n, now_us);
    return l;
}

void temp_keycodes_free(temp_keycodes *l)
{
    if (!l)
        return;
    text_free(l->text);
    g_array_unref(l->lent);
    g_free(l);
}

bool temp_keycodes_step(temp_keycodes *l, gint64 now_us, GError **error)
{
    return text_look(l->text, now_us, error) && text_step(l->text, now_us, error); /* nobody holds the server */
}

gint64 temp_keycodes_deadline(const temp_keycodes *l)
{
    return text_deadline(l->text);
}

bool temp_keycodes_ready(const temp_keycodes *l)
{
    return text_lent(l->text);
}

void temp_keycodes_return(temp_keycodes *l, gint64 now_us)
{
    if (!text_lent(l->text))
        return;
    l->at->program.aim(l->at->program.data); /* what has the focus now had the last key */
    text_return(l->text, now_us);
}

bool temp_keycodes_over(const temp_keycodes *l)
{
    return text_done(l->text);
}

bool temp_keycodes_find(const temp_keycodes *l, const char *key, struct stroke *ret_stroke)
{
    gunichar c = l ? key_char(key) : 0;
    for (guint i = 0; c && i < l->lent->len; i++) {
        const struct lent *one = &g_array_index(l->lent, struct lent, i);
        if (one->c != c)
            continue;
        *ret_stroke = (struct stroke){.keycode = one->code, .group = -1};
        return true;
    }
    return false;
}

bool temp_keycodes_any(const temp_keycodes *l, bool (*function)(int code, void *data), void *data)
{
    for (guint i = 0; l && i < l->lent->len; i++) {
        if (function(g_array_index(l->lent, struct lent, i).code, data))
            return true;
    }
    return false;
}
