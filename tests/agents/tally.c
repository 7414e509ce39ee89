/* Presses the keys of the task ("abc": a, b and c), `times` times over; what is rejected is left out. The smallest agent with a
 * board, an option, a library and a memory with rows: built into build/tests/reins-with-agents by this file alone. */
#include "engine/agents/agent.h"
#include "engine/run/options.h"
#include "engine/step/step.h"
#include "engine/run/working.h"

#include <string.h>

struct key {
    char *name;
    gint64 id;
};
struct tally {
    GPtrArray *keys;       /* struct key*: still to be pressed */
    gint64 last_id, until; /* until: the step up to which what was pressed is taken out */
};
static const struct mind_field key_fields[] = {
    {"name", MIND_STRING, offsetof(struct key, name)}, {"id", MIND_INTEGER, offsetof(struct key, id)}, {0}};
static const struct mind_table key_table = {sizeof(struct key), key_fields};
static const struct mind_field fields[] = {{"keys", MIND_ROWS, offsetof(struct tally, keys), &key_table},
                                           {"last_id", MIND_INTEGER, offsetof(struct tally, last_id)},
                                           {"until", MIND_INTEGER, offsetof(struct tally, until)},
                                           {0}};
static const struct mind_table mind = {sizeof(struct tally), fields};
static const struct option_row options[] = {{NULL, "times", OPTION_INT, "1", 1, 9, NULL, "how often all is pressed"}, {0}};
static const struct field form[] = {{"keys", FIELD_ACTIONS, NULL, true, 1, "the press of the key"}};
static const struct module_says says[] = {{SAYS_ACTIONS, "keys", NULL}, {0}};
static const struct module modules[] = {{MODULE_FORM("press", form), .says = says}, {{0}}};
static const char *const libraries[] = {"text", NULL};

static void insert(struct tally *m, guint at, const char *name, gsize length)
{
    struct key *key = mind_new(&key_table);
    *key = (struct key){g_strndup(name, length), ++m->last_id};
    g_ptr_array_insert(m->keys, (int)at, key);
}

static void rows(const void *m, GPtrArray *ret)
{
    for (const GPtrArray *keys = ((const struct tally *)m)->keys; ret->len < keys->len;) {
        const struct key *key = keys->pdata[ret->len];
        g_ptr_array_add(ret, board_row_new(key->id, 0, ret->len ? BOARD_OPEN : BOARD_DOING, key->name, NULL));
    }
}

static bool change(G_GNUC_UNUSED struct run *run, void *m, gint64 row, enum board_verb verb, const char *text, GError **error)
{
    GPtrArray *keys = ((struct tally *)m)->keys;
    guint i = 0;
    while (i < keys->len && ((struct key *)keys->pdata[i])->id != row)
        i++;
    struct key *key = i < keys->len ? keys->pdata[i] : NULL;
    bool fits = (key || (!row && verb == BOARD_INSERT)) && (*text || !(verb & (BOARD_INSERT | BOARD_EDIT)));
    if (!fits)
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_ROW, "there is no key %d, or no name for it", (int)row);
    else if (verb == BOARD_INSERT)
        insert(m, i, text, strlen(text));
    else if (verb == BOARD_EDIT)
        g_free(key->name), key->name = g_strdup(text);
    else
        g_ptr_array_remove_range(keys, verb == BOARD_GO ? 0 : i, verb == BOARD_GO ? i : 1);
    return fits;
}
static const struct board boards[] = {{"keys", "Keys", BOARD_VERBS_ALL & ~BOARD_MOVE, rows, change}, {0}};

static bool step(struct run *run, void *data, enum agent_end *ret_end, char **ret_reason, GError **error)
{
    struct tally *m = data;
    for (gint64 n = m->last_id ? 0 : option_int(run_option(run->options, run->cfg, "times")); n > 0; n--)
        for (const char *c = run->options->task; *c; c++)
            insert(m, m->keys->len, c, 1);
    for (guint i = 0; i < run->working->past->len; i++) {
        gint64 done = ((const struct situation_past *)run->working->past->pdata[i])->step;
        if (done > m->until && m->keys->len)
            g_ptr_array_remove_index(m->keys, 0);
        m->until = MAX(m->until, done);
    }
    *ret_end = m->keys->len ? AGENT_GOES_ON : AGENT_SUCCESS;
    *ret_reason = m->keys->len ? NULL : g_strdup("all keys were pressed");
    if (!m->keys->len)
        return step_remember(run, NULL, error);
    step_set_subtask(run, ((struct key *)m->keys->pdata[0])->name);
    return step_observe(run, error) && step_ask_one(run, 0, error) &&
           step_act(run, form_output_actions(step_said(run, 0), "keys"), error);
}

const struct agent agent_tally = {.name = "tally",
                                  .about = "presses keys",
                                  .modules = modules,
                                  .mind = &mind,
                                  .boards = boards,
                                  .options = options,
                                  .libraries = libraries,
                                  .step = step};
