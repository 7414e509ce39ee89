/* The command board from bytes, on Cradle's board and on that of tests/agents/tally.c: what is taken changes the rows as its verb
 * says, what is not changes nothing and has a sentence; ids stay what they are, and the mind is written and read back the same.
 */

#include "engine/agents/agent.h"
#include "engine/protocol/protocol.h"
#include "engine/run/run.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

extern const struct agent agent_cradle, agent_tally;

static void must(bool holds)
{
    if (!holds)
        abort();
}

static GPtrArray *rows_of(const struct agent *agent, const void *mind)
{
    GPtrArray *rows = g_ptr_array_new_with_free_func((GDestroyNotify)board_row_free);
    agent->boards->rows(mind, rows);
    for (guint i = 0; i < rows->len; i++) {
        const struct board_row *row = rows->pdata[i];
        must(row->id > 0 && row->depth >= 0 && row->text && row->state < BOARD_STATE_COUNT);
        for (guint k = 0; k < i; k++)
            must(((struct board_row *)rows->pdata[k])->id != row->id);
    }
    return rows;
}

static bool has(const GPtrArray *rows, gint64 id)
{
    bool there = false;
    for (guint i = 0; i < rows->len; i++)
        there = there || ((struct board_row *)rows->pdata[i])->id == id;
    return there;
}

static void check_change(const command *c, enum board_verb verb, const GPtrArray *before, const GPtrArray *after)
{
    must(has(before, c->row) || (verb == BOARD_INSERT && c->row == 0));
    must(verb == BOARD_INSERT   ? after->len == before->len + 1
         : verb == BOARD_REMOVE ? after->len == before->len - 1 && !has(after, c->row)
         : verb == BOARD_EDIT   ? after->len == before->len && has(after, c->row)
                                : after->len <= before->len && has(after, c->row));
}

/* As boards.c does it: on a copy, which counts if the change was taken. */
static void obey(const struct agent *agent, void **mind, const command *c)
{
    struct run run = {0};
    const struct board *board = board_find(agent->boards, agent->boards->name); /* whatever name the command has */
    enum board_verb verb;
    if (!board_verb_parse(c->verb, &verb) || !(board->verbs & verb))
        return;
    g_autoptr(GError) error = NULL;
    void *copy = mind_copy(agent->mind, *mind);
    bool taken = board->change(&run, copy, c->row, verb, c->text ? c->text : "", &error);
    must(taken == (error == NULL) && (taken || *error->message));
    g_autoptr(GPtrArray) before = rows_of(agent, *mind), after = rows_of(agent, copy);
    g_autofree char *was = mind_to_json(agent->mind, *mind), *is = mind_to_json(agent->mind, copy);
    if (taken)
        check_change(c, verb, before, after);
    else
        must(g_str_equal(was, is));
    void *read = mind_from_json(agent->mind, is, strlen(is), NULL);
    g_autofree char *again = read ? mind_to_json(agent->mind, read) : NULL, *json = board_rows_json(after);
    must(!read || g_str_equal(again, is)); /* an agent's own limits may be passed: then it says so */
    must(*json == '[');
    mind_free(agent->mind, read);
    mind_free(agent->mind, taken ? *mind : copy);
    *mind = taken ? copy : *mind;
}

/* A command a line. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct agent *const all[] = {&agent_cradle, &agent_tally};
    g_autofree char *text = g_strndup((const char *)data, size);
    g_auto(GStrv) lines = g_strsplit(text, "\n", 64);
    void *minds[] = {mind_new(all[0]->mind), mind_new(all[1]->mind)};
    for (char **line = lines; *line; line++) {
        g_autoptr(command) c = command_from_json(*line, strlen(*line), NULL);
        for (gsize i = 0; c && c->kind == COMMAND_BOARD && i < G_N_ELEMENTS(all); i++)
            obey(all[i], &minds[i], c);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(all); i++)
        mind_free(all[i]->mind, minds[i]);
    return 0;
}
