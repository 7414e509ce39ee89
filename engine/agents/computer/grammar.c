/* From a row and the values that a model wrote to a call. */

#include "engine/agents/computer/grammar.h"

#include "skills/timeline/key.h"

#include <math.h>
#include <string.h>

#define NUMBER_MAX 1e6
#define STEPS 5 /* wheel clicks, where a model says only which way */

static void value_free(gpointer data)
{
    struct grammar_value *v = data;
    g_free(v->name);
    g_ptr_array_unref(v->items);
    g_free(v);
}

GPtrArray *grammar_values_new(void)
{
    return g_ptr_array_new_with_free_func(value_free);
}

void grammar_value_add(GPtrArray *values, const char *name, GPtrArray *items, bool list)
{
    struct grammar_value *v = g_new0(struct grammar_value, 1);
    v->name = g_strdup(name);
    v->items = items;
    v->list = list;
    g_ptr_array_add(values, v);
}

/* ---- one value ---- */

struct taking {
    struct native_call *call;
    const char *name; /* of the argument, for what is said of it */
    const struct grammar_value *v;
    GString *keys;
    char *way;
    double steps;
};

static char *joined(const struct grammar_value *v)
{
    GString *all = g_string_new(NULL);
    for (guint i = 0; i < v->items->len; i++)
        g_string_append_printf(all, "%s%s", i ? " " : "", (const char *)v->items->pdata[i]);
    return g_string_free(all, FALSE);
}

/* Numbers and what may stand around them; the number of them, 0 = there is something else. */
static int numbers_of(const struct grammar_value *v, double ret[4])
{
    static const char *const tags[] = {"<|box_start|>", "<|box_end|>", "<point>", "</point>", "<bbox>", "</bbox>"};
    g_autofree char *text = joined(v);
    g_autoptr(GString) plain = g_string_new(text);
    for (gsize i = 0; i < G_N_ELEMENTS(tags); i++)
        g_string_replace(plain, tags[i], " ", 0);
    g_strdelimit(plain->str, "()[],\t\r\n", ' ');
    g_auto(GStrv) words = g_strsplit(plain->str, " ", -1);
    int n = 0;
    for (char **w = words; *w; w++) {
        char *end;
        if (!**w)
            continue;
        double number = g_ascii_strtod(*w, &end);
        if (*end || n == 4 || !isfinite(number) || fabs(number) > NUMBER_MAX)
            return 0;
        ret[n++] = number;
    }
    return n;
}

static void refuse(const struct taking *t, const char *wanted)
{
    g_autofree char *text = joined(t->v);
    native_call_refuse(t->call, "%s: %s is no %s: \"%.60s\"", t->call->name, t->name, wanted, text);
}

static void take_point(const struct taking *t, double *ret_x, double *ret_y)
{
    double n[4];
    int count = numbers_of(t->v, n);
    if (count != 2 && count != 4) {
        refuse(t, "point");
        return;
    }
    *ret_x = count == 4 ? (n[0] + n[2]) / 2 : n[0];
    *ret_y = count == 4 ? (n[1] + n[3]) / 2 : n[1];
}

static bool take_number(const struct taking *t, double *ret)
{
    double n[4];
    if (numbers_of(t->v, n) != 1) {
        refuse(t, "number");
        return false;
    }
    *ret = n[0];
    return true;
}

static void take_count(const struct taking *t, int most, int *ret)
{
    double n;
    if (!take_number(t, &n))
        return;
    if (n == floor(n) && n >= 1 && n <= most)
        *ret = (int)n;
    else
        native_call_refuse(t->call, "%s: %s is from 1 to %d", t->call->name, t->name, most);
}

static void take_scroll(const struct taking *t, double *ret, double sign, enum native_unit unit)
{
    if (take_number(t, ret))
        *ret *= sign;
    t->call->unit = unit;
}

/* "ctrl c", "ctrl+c", ["ctrl", "c"]; "page down" is one key. */
static void add_keys(GString *keys, const char *text, char between)
{
    const char *known = key_canonical(text, NULL);
    g_auto(GStrv) words = known ? NULL : g_strsplit_set(text, " \t\n", -1);
    if (known && (strlen(text) == 1 ? !g_ascii_isalnum(*text) : strpbrk(text, " +") != NULL))
        text = known; /* what would be taken for a separator */
    if (known)
        g_string_append_printf(keys, "%s%s", keys->len ? (char[]){between, '\0'} : "", text);
    for (char **w = words; w && *w; w++)
        if (**w)
            g_string_append_printf(keys, "%s%s", keys->len ? (w == words ? (char[]){between, '\0'} : "+") : "", *w);
}

static void take_keys(const struct taking *t, char between)
{
    const char *first = t->v->items->len == 1 ? t->v->items->pdata[0] : "";
    g_autoptr(GPtrArray) listed = scan_list(first);
    const GPtrArray *items = listed ? listed : t->v->items;
    for (guint i = 0; i < items->len; i++)
        add_keys(t->keys, items->pdata[i], between);
}

static void take_text(const struct taking *t, bool line)
{
    if (t->v->list || t->v->items->len != 1) {
        refuse(t, "text");
        return;
    }
    g_free(t->call->text);
    t->call->text = g_strdup(t->v->items->pdata[0]);
    gsize length = strlen(t->call->text);
    if (line && g_str_has_suffix(t->call->text, "\n")) {
        t->call->text[length - 1] = '\0';
        t->call->enter = true;
    }
}

/* One of a few words. */
static int take_word(const struct taking *t, const char *const *words, const char *wanted)
{
    g_autofree char *text = joined(t->v);
    for (int i = 0; words[i]; i++)
        if (g_ascii_strcasecmp(g_strstrip(text), words[i]) == 0)
            return i;
    refuse(t, wanted);
    return -1;
}

static void take_button(const struct taking *t)
{
    static const char *const words[] = {"left", "middle", "right", NULL};
    int i = take_word(t, words, "button");
    if (i >= 0)
        t->call->button = words[i];
}

static void take_status(const struct taking *t)
{
    static const char *const words[] = {"success", "failure", "fail", "failed", NULL};
    t->call->success = take_word(t, words, "status (success, failure)") == 0;
}

static void take(struct taking *t, guint takes)
{
    struct native_call *c = t->call;
    double x = NAN, y = NAN;
    if (t->v->items->len == 0 && !t->v->list)
        return;
    switch ((enum grammar_takes)(takes & GRAMMAR_TAKES)) {
    case TAKES_POINT:
        take_point(t, &c->x, &c->y);
        break;
    case TAKES_END:
        take_point(t, &c->to_x, &c->to_y);
        break;
    case TAKES_X:
        if (numbers_of(t->v, (double[4]){0}) > 1)
            take_point(t, &x, &y);
        else
            take_number(t, &x);
        *(c->action == NATIVE_DRAG ? &c->to_x : &c->x) = x;
        if (!isnan(y))
            *(c->action == NATIVE_DRAG ? &c->to_y : &c->y) = y;
        break;
    case TAKES_Y:
        take_number(t, c->action == NATIVE_DRAG ? &c->to_y : &c->y);
        break;
    case TAKES_TEXT:
    case TAKES_LINE:
        take_text(t, (takes & GRAMMAR_TAKES) == TAKES_LINE);
        break;
    case TAKES_KEYS:
    case TAKES_TURNS:
        take_keys(t, (takes & GRAMMAR_TAKES) == TAKES_KEYS ? '+' : ' ');
        break;
    case TAKES_WAY:
        g_free(t->way);
        t->way = joined(t->v);
        for (char *p = t->way; *p; p++)
            *p = g_ascii_tolower(*p);
        break;
    case TAKES_STEPS:
        take_number(t, &t->steps);
        break;
    case TAKES_UP:
    case TAKES_UP_PX:
        take_scroll(t, &c->down, -1, (takes & GRAMMAR_TAKES) == TAKES_UP ? NATIVE_NOTCHES : NATIVE_PIXELS);
        break;
    case TAKES_RIGHT:
    case TAKES_RIGHT_PX:
        take_scroll(t, &c->right, 1, (takes & GRAMMAR_TAKES) == TAKES_RIGHT ? NATIVE_NOTCHES : NATIVE_PIXELS);
        break;
    case TAKES_SECONDS:
        if (take_number(t, &c->seconds) && c->seconds < 0)
            refuse(t, "time");
        break;
    case TAKES_CLICKS:
        take_count(t, 3, &c->clicks);
        break;
    case TAKES_TIMES:
        take_count(t, 100, &c->times);
        break;
    case TAKES_BUTTON:
        take_button(t);
        break;
    case TAKES_STATUS:
        take_status(t);
        break;
    case TAKES_NOTHING:
        break;
    }
}

/* ---- a call ---- */

/* The place of the argument; -1 = the row has none. */
static int place_of(const struct grammar_row *row, const struct grammar_value *v, guint place)
{
    for (guint i = 0; i < G_N_ELEMENTS(row->args) && row->args[i].names; i++) {
        g_auto(GStrv) names = g_strsplit(row->args[i].names, "|", -1);
        if (v->name ? g_strv_contains((const char *const *)names, v->name) : i == place)
            return (int)i;
    }
    return -1;
}

static void take_values(struct taking *t, const struct grammar_row *row, const GPtrArray *values)
{
    guint seen = 0, place = 0;
    for (guint i = 0; i < values->len; i++) {
        t->v = values->pdata[i];
        int at = place_of(row, t->v, place);
        if (at < 0) {
            native_call_refuse(t->call, t->v->name ? "%s has no argument \"%.60s\"" : "%s has fewer arguments", t->call->name,
                               t->v->name);
            return;
        }
        const struct grammar_arg *arg = &row->args[at];
        g_autofree char *name = g_strndup(arg->names, strcspn(arg->names, "|"));
        t->name = t->v->name ? t->v->name : name;
        if (seen & 1u << at && arg->takes != TAKES_NOTHING && !(arg->takes & REST))
            native_call_refuse(t->call, "%s has %s twice", t->call->name, t->name);
        if (t->v->items->len || t->v->list)
            seen |= 1u << at;
        place += !t->v->name && !(arg->takes & REST);
        take(t, arg->takes);
    }
    for (guint i = 0; i < G_N_ELEMENTS(row->args) && row->args[i].names; i++)
        if (row->args[i].takes & NEEDED && !(seen & 1u << i))
            native_call_refuse(t->call, "%s has no %.*s", row->name, (int)strcspn(row->args[i].names, "|"), row->args[i].names);
}

/* What else the row says, and what its words are about. */
static void finish(struct native_turn *turn, struct native_call *call, const struct grammar_row *row)
{
    bool needs_keys = row->action == NATIVE_KEYS || row->action == NATIVE_KEY_DOWN || row->action == NATIVE_KEY_UP;
    if (row->action == NATIVE_TYPE && row->n)
        call->enter = true;
    if (row->action == NATIVE_WAIT && isnan(call->seconds))
        call->seconds = row->n;
    if (needs_keys && !call->keys)
        native_call_refuse(call, "%s names no key", call->name);
    if ((row->action == NATIVE_FINISH || row->action == NATIVE_ASK_PERSON) && (!call->text || !*call->text)) {
        const char *means = row->action == NATIVE_ASK_PERSON ? "The model asks for you, and does not say why."
                            : call->success                  ? "the model says that the task is done"
                                                             : "the model says that the task cannot be done";
        g_free(call->text);
        call->text = g_strdup(*turn->thought ? turn->thought : means);
    }
}

void grammar_call_add(struct native_turn *turn, const struct grammar_row *rows, const char *name, const GPtrArray *values)
{
    const struct grammar_row *row = rows;
    while (row->name && !g_str_equal(row->name, name))
        row++;
    struct native_call *call = native_call_new(NULL, name, row->name ? row->action : NATIVE_OTHER);
    g_ptr_array_add(turn->calls, call);
    if (!row->name) {
        native_call_refuse(call, "there is no action \"%.60s\"", name);
        return;
    }
    struct taking t = {.call = call, .keys = g_string_new(NULL), .steps = STEPS};
    call->button = row->button ? row->button : "left";
    call->clicks = row->action == NATIVE_CLICK ? row->n : 1;
    call->success = row->action == NATIVE_FINISH && row->n;
    take_values(&t, row, values);
    call->keys = t.keys->len ? g_strdup(t.keys->str) : NULL;
    if (t.way)
        native_call_scroll(call, g_strstrip(t.way), t.steps, NATIVE_NOTCHES);
    finish(turn, call, row);
    g_string_free(t.keys, TRUE);
    g_free(t.way);
}
