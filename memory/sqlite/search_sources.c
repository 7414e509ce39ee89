/* The texts that should be findable, said by the rows that they are of: a new caller of rows_text_put() has a row here. ?1 = the
 * run. Not the prompts: their templates would be found in every step, and what they tell of the run stands in other rows. */

#include "memory/port/upkeep.h"
#include "memory/sqlite/store.h"

static const char doing[] = "look at the full-text index";

/* As rows_text_put() takes it: of JSON the values. */
#define WANTED(select)                                                                                                           \
    "WITH said AS (" select "), want AS (SELECT ref, step, CASE WHEN substr(said.text, 1, 1) IN ('{', '[', '\"') AND"            \
    " json_valid(said.text) THEN coalesce((SELECT group_concat(atom, char(10)) FROM json_tree(said.text) WHERE atom IS NOT"      \
    " NULL), '') ELSE said.text END AS text FROM said WHERE said.text <> '') "
#define NOT_THERE(kind, part)                                                                                                    \
    " FROM want WHERE NOT EXISTS (SELECT 1 FROM texts t WHERE t.kind = '" kind "' AND t.ref = want.ref AND t.part = '" part      \
    "' AND t.run = ?1 AND t.step = want.step AND t.text = want.text)"
#define LEFT_OVER(kind, part)                                                                                                    \
    " FROM texts WHERE run = ?1 AND kind = '" kind "' AND part = '" part "' AND ref NOT IN (SELECT ref FROM want)"
#define SOURCE(kind, part, select)                                                                                               \
    {                                                                                                                            \
        WANTED(select)                                                                                                           \
        "SELECT count(*)" NOT_THERE(kind, part), WANTED(select) "SELECT count(*)" LEFT_OVER(kind, part),                         \
            WANTED(select) "INSERT INTO texts(kind, part, ref, run, step, text) SELECT '" kind "', '" part                       \
                           "', ref, ?1, step, text" NOT_THERE(                                                                   \
                               kind, part) " ON CONFLICT(kind, ref, part) DO UPDATE SET"                                         \
                                           " run = excluded.run, step = excluded.step, text = excluded.text",                    \
            WANTED(select) "DELETE" LEFT_OVER(kind, part)                                                                        \
    }

static const struct {
    const char *wrong, *left, *put, *drop;
} sources[] = {
    SOURCE("run", "task",
           "SELECT id AS ref, 0 AS step, task AS text FROM runs WHERE id = ?1 AND NOT EXISTS"
           " (SELECT 1 FROM forgotten WHERE run = ?1 AND step = 0)"),
    /* one that was taken up again has lost its reason, and its text waits for the next */
    SOURCE(
        "run", "reason",
        "SELECT id AS ref, 0 AS step, CASE WHEN status = 'ended' THEN reason ELSE (SELECT text FROM texts WHERE kind = 'run' AND"
        " ref = ?1 AND part = 'reason') END AS text FROM runs WHERE id = ?1"),
    SOURCE("call", "reply",
           "SELECT id AS ref, step, CASE WHEN output IS NULL OR substr(reply, 1, 1) <> '{' THEN reply END AS text FROM calls"
           " WHERE run = ?1"),
    SOURCE("call", "output", "SELECT id AS ref, step, output AS text FROM calls WHERE run = ?1"),
    SOURCE("call", "correction", "SELECT id AS ref, step, correction AS text FROM calls WHERE run = ?1"),
    SOURCE("proposal", "action", "SELECT row AS ref, step, action AS text FROM proposals WHERE run = ?1"),
    SOURCE("decision", "reason",
           "SELECT d.row AS ref, p.step AS step, d.reason AS text FROM decisions d JOIN proposals p ON p.run = d.run AND"
           " p.id = d.proposal WHERE d.run = ?1"),
    SOURCE("summary", "text", "SELECT id AS ref, step, text FROM summaries WHERE run = ?1"),
    SOURCE("note", "text", "SELECT id AS ref, step, text FROM notes WHERE run = ?1 AND withdrawn_us = 0"),
    SOURCE("question", "text", "SELECT row AS ref, step, question AS text FROM questions WHERE run = ?1"),
    SOURCE("question", "answer", "SELECT row AS ref, step, answer AS text FROM questions WHERE run = ?1"),
};

/* Of a kind that nothing writes. */
#define STRANGE                                                                                                                  \
    " FROM texts WHERE run = ?1 AND kind || ' ' || part NOT IN ('run task', 'run reason', 'call reply',"                         \
    " 'call output', 'call correction', 'proposal action', 'decision reason', 'summary text', 'note text',"                      \
    " 'question text', 'question answer')"

bool upkeep_texts_make(memory *m, gint64 run, GError **error)
{
    for (guint i = 0; i < G_N_ELEMENTS(sources); i++)
        if (!store_run(m, doing, error, sources[i].drop, "i", run) || !store_run(m, doing, error, sources[i].put, "i", run))
            return false;
    return store_run(m, doing, error, "DELETE" STRANGE, "i", run);
}

bool upkeep_texts_check(memory *m, gint64 run, gint64 *ret_wrong, gint64 *ret_left, GError **error)
{
    gint64 left = 0;
    *ret_wrong = *ret_left = 0;
    for (guint i = 0; i < G_N_ELEMENTS(sources); i++) {
        gint64 wrong = 0;
        if (!store_integer(m, doing, 0, &wrong, error, sources[i].wrong, "i", run) ||
            !store_integer(m, doing, 0, &left, error, sources[i].left, "i", run))
            return false;
        *ret_wrong += wrong;
        *ret_left += left;
    }
    if (!store_integer(m, doing, 0, &left, error, "SELECT count(*)" STRANGE, "i", run))
        return false;
    *ret_left += left;
    return true;
}
