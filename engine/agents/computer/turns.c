/* The turns: kept in mind, and put into the next request. */

#include "engine/agents/computer/computer.h"

#include "engine/brain/brain.h"
#include "engine/picture/frame.h"
#include "skills/timeline/action.h"

#include <string.h>

#define TURNS_MAX 40 /* of which the older half is left out at once: what stands before stays the same, for caches */
#define SAID_MAX (4 * 1024 * 1024)  /* bytes of all turns */
#define LEFT_OUT_MAX 8192           /* bytes of older turns in words: the newest count */
#define TURN_MAX (16 * 1024 * 1024) /* bytes, for reading back */

static const struct mind_field answer_fields[] = {
    {"id", MIND_STRING, offsetof(struct computer_answer, id), NULL, 0},
    {"name", MIND_STRING, offsetof(struct computer_answer, name), NULL, 0},
    {"call", MIND_STRING, offsetof(struct computer_answer, call), NULL, TURN_MAX},
    {"told", MIND_STRING, offsetof(struct computer_answer, told), NULL, TURN_MAX},
    {"text", MIND_STRING, offsetof(struct computer_answer, text), NULL, TURN_MAX},
    {"status", MIND_STRING, offsetof(struct computer_answer, status), NULL, 0},
    {"error", MIND_BOOLEAN, offsetof(struct computer_answer, error), NULL, 0},
    {"safety", MIND_STRING, offsetof(struct computer_answer, safety), NULL, TURN_MAX},
    {"acknowledged", MIND_BOOLEAN, offsetof(struct computer_answer, acknowledged), NULL, 0},
    {"frame", MIND_STRING, offsetof(struct computer_answer, frame), NULL, 0},
    {"x", MIND_INTEGER, offsetof(struct computer_answer, x), NULL, 0},
    {"y", MIND_INTEGER, offsetof(struct computer_answer, y), NULL, 0},
    {"width", MIND_INTEGER, offsetof(struct computer_answer, width), NULL, 0},
    {"height", MIND_INTEGER, offsetof(struct computer_answer, height), NULL, 0},
    {0},
};
static const struct mind_table answer_table = {sizeof(struct computer_answer), answer_fields};
static const struct mind_field turn_fields[] = {
    {"step", MIND_INTEGER, offsetof(struct computer_turn, step), NULL, 0},
    {"dialect", MIND_STRING, offsetof(struct computer_turn, dialect), NULL, 0},
    {"said", MIND_STRING, offsetof(struct computer_turn, said), NULL, TURN_MAX},
    {"answers", MIND_ROWS, offsetof(struct computer_turn, answers), &answer_table, 0},
    {"note", MIND_STRING, offsetof(struct computer_turn, note), NULL, TURN_MAX},
    {"frame", MIND_STRING, offsetof(struct computer_turn, frame), NULL, 0},
    {0},
};
static const struct mind_table turn_table = {sizeof(struct computer_turn), turn_fields};
static const struct mind_field fields[] = {
    {"opening", MIND_STRING, offsetof(struct computer, opening), NULL, TURN_MAX},
    {"opening_frame", MIND_STRING, offsetof(struct computer, opening_frame), NULL, 0},
    {"turns", MIND_ROWS, offsetof(struct computer, turns), &turn_table, 0},
    {"left_out", MIND_STRING, offsetof(struct computer, left_out), NULL, 2 * LEFT_OUT_MAX},
    {"note", MIND_STRING, offsetof(struct computer, note), NULL, TURN_MAX},
    {"over", MIND_BOOLEAN, offsetof(struct computer, over), NULL, 0},
    {0},
};
const struct mind_table computer_mind = {sizeof(struct computer), fields};

static bool is_set(const char *text)
{
    return text && *text;
}

/* Takes what it replaces. */
static void set(char **place, char *text)
{
    g_free(*place);
    *place = text;
}

struct computer_turn *computer_last(const struct computer *m)
{
    return m->turns->len ? g_ptr_array_index(m->turns, m->turns->len - 1) : NULL;
}

int computer_open(const struct computer *m)
{
    const struct computer_turn *t = computer_last(m);
    for (guint i = 0; t && i < t->answers->len; i++)
        if (!is_set(((const struct computer_answer *)t->answers->pdata[i])->text))
            return (int)i;
    return -1;
}

void computer_note(struct computer *m, const char *text)
{
    if (is_set(text))
        set(&m->note, g_strconcat(is_set(m->note) ? m->note : "", is_set(m->note) ? "\n" : "", text, NULL));
}

/* ---- in words ---- */

/* A line for each call: what it was, and the first line of its answer. Caller frees. */
static char *told(const struct computer_turn *t)
{
    GString *out = g_string_new(t->answers->len ? "You called earlier:" : "You only said something.");
    for (guint i = 0; i < t->answers->len; i++) {
        const struct computer_answer *a = g_ptr_array_index(t->answers, i);
        const char *text = is_set(a->text) ? a->text : "";
        const char *call = is_set(a->told) ? a->told : is_set(a->call) ? a->call : a->name;
        g_string_append_printf(out, "\n- %s: %.*s", call, (int)strcspn(text, "\n"), text);
    }
    return g_string_free(out, FALSE);
}

static gsize bytes_of(const struct computer *m)
{
    gsize n = 0;
    for (guint i = 0; i < m->turns->len; i++)
        n += strlen(((const struct computer_turn *)m->turns->pdata[i])->said);
    return n;
}

static void leave_out(struct computer *m)
{
    g_autofree char *words = told(m->turns->pdata[0]);
    set(&m->left_out, g_strconcat(is_set(m->left_out) ? m->left_out : "", is_set(m->left_out) ? "\n" : "", words, NULL));
    gsize length = strlen(m->left_out);
    const char *from = length > LEFT_OUT_MAX ? strchr(m->left_out + length - LEFT_OUT_MAX, '\n') : NULL;
    if (from)
        set(&m->left_out, g_strdup(from + 1));
    g_ptr_array_remove_index(m->turns, 0);
}

/* ---- said ---- */

static struct computer_answer *answer_new(const struct native_call *call)
{
    struct computer_answer *a = mind_new(&answer_table);
    a->id = g_strdup(call->id);
    a->name = g_strdup(call->name);
    a->call = g_strdup("");
    a->told = g_strdup("");
    a->text = g_strdup("");
    a->status = g_strdup("");
    a->safety = g_strdup(call->safety ? call->safety : "");
    return a;
}

void computer_push(struct computer *m, gint64 step, const char *dialect, const char *said, const struct native_turn *turn)
{
    struct computer_turn *t = mind_new(&turn_table);
    t->step = step;
    t->dialect = g_strdup(dialect);
    t->said = g_strdup(said);
    for (guint i = 0; i < turn->calls->len; i++)
        g_ptr_array_add(t->answers, answer_new(g_ptr_array_index(turn->calls, i)));
    g_ptr_array_add(m->turns, t);
    for (guint most = m->turns->len > TURNS_MAX ? TURNS_MAX / 2 : TURNS_MAX; m->turns->len > most;)
        leave_out(m);
    while (m->turns->len > 1 && bytes_of(m) > SAID_MAX)
        leave_out(m);
}

void computer_pop(struct computer *m)
{
    g_ptr_array_remove_index(m->turns, m->turns->len - 1);
    struct computer_turn *before = computer_last(m);
    if (before) { /* what was told with it is told again */
        set(&m->note, g_strdup(before->note ? before->note : ""));
        set(&before->note, g_strdup(""));
        set(&before->frame, g_strdup(""));
    } else {
        set(&m->opening, g_strdup(""));
    }
}

/* ---- sent ---- */

/* Whether it is there, and is none of the first ones. */
static bool fits(const char *path, guint *first, guint *n)
{
    if (!is_set(path) || !g_file_test(path, G_FILE_TEST_IS_REGULAR))
        return false;
    bool sent = *first == 0;
    *first -= !sent;
    *n += sent;
    return sent;
}

/* Its place. */
static int add_picture(brain_request *r, const struct computer_answer *a, const char *path)
{
    const struct brain_part part = {(int)a->x, (int)a->y, (int)a->width, (int)a->height, frame_read_part};
    if (a->width)
        brain_request_add_part(r, path, &part, NULL);
    else
        brain_request_add_image(r, path, NULL, false);
    return (int)r->images->len - 1;
}

/* A look that is the screen which is sent anyway is not sent twice. */
static bool has_look(const struct computer_turn *t, const struct computer_answer *a)
{
    return is_set(a->frame) && (a->width || g_strcmp0(a->frame, t->frame) != 0);
}

/* Which are sent: all but the first ones. Returns their number. */
static guint choose(const struct computer *m, struct brain_native *n, guint first)
{
    guint sent = 0;
    n->opening = fits(m->opening_frame, &first, &sent) ? 0 : -1;
    for (guint i = 0; i < m->turns->len; i++) {
        const struct computer_turn *t = m->turns->pdata[i];
        struct brain_turn *s = n->turns->pdata[i];
        for (guint k = 0; k < t->answers->len; k++) {
            const struct computer_answer *a = t->answers->pdata[k];
            ((struct brain_answer *)s->answers->pdata[k])->image = has_look(t, a) && fits(a->frame, &first, &sent) ? 0 : -1;
        }
        s->image = fits(t->frame, &first, &sent) ? 0 : -1;
    }
    return sent;
}

/* The newest are sent. Older ones leave several at once: until then a request begins as the one before, for caches. */
static void choose_newest(const struct computer *m, struct brain_native *n, guint most)
{
    guint there = choose(m, n, 0), block = (most + 1) / 2;
    if (there > most)
        choose(m, n, (there - most + block - 1) / block * block);
}

static struct brain_turn *sent(const struct computer_turn *t)
{
    g_autofree char *words = told(t);
    struct brain_turn *s = brain_turn_new(t->dialect, t->said, words);
    s->note = is_set(t->note) ? g_strdup(t->note) : NULL;
    for (guint i = 0; i < t->answers->len; i++) {
        const struct computer_answer *a = g_ptr_array_index(t->answers, i);
        struct brain_answer *to = brain_turn_answer(s, a->id, a->name);
        to->text = g_strdup(a->text);
        to->error = a->error;
        to->acknowledged = a->acknowledged ? g_strdup(a->safety) : NULL;
        to->refused = is_set(a->safety) && !a->acknowledged;
    }
    return s;
}

/* The oldest picture comes first, as everywhere. */
void computer_put_turns(const struct computer *m, guint pictures, brain_request *r)
{
    static const struct computer_answer screen = {0};
    struct brain_native *n = r->native;
    for (guint i = 0; i < m->turns->len; i++)
        g_ptr_array_add(n->turns, sent(m->turns->pdata[i]));
    choose_newest(m, n, pictures);
    if (n->opening == 0)
        n->opening = add_picture(r, &screen, m->opening_frame);
    for (guint i = 0; i < m->turns->len; i++) {
        const struct computer_turn *t = m->turns->pdata[i];
        struct brain_turn *s = n->turns->pdata[i];
        for (guint k = 0; k < t->answers->len; k++) {
            struct brain_answer *to = s->answers->pdata[k];
            const struct computer_answer *a = t->answers->pdata[k];
            if (to->image == 0)
                to->image = add_picture(r, a, a->frame);
        }
        if (s->image == 0)
            s->image = add_picture(r, &screen, t->frame);
    }
}
