#include "engine/gate.h"

#include <string.h>

G_DEFINE_QUARK(reins - gate - error, gate_error)

const char *gate_verdict_name(enum gate_verdict verdict)
{
    static const char *const names[] = {
        [GATE_WAITING] = "waiting", [GATE_APPROVED] = "approved", [GATE_EDITED] = "edited", [GATE_REJECTED] = "rejected",
        [GATE_STALE] = "stale",     [GATE_EXPIRED] = "expired",   [GATE_VOIDED] = "voided",
    };
    return names[verdict];
}

static void replace(char **string, const char *with)
{
    g_free(*string);
    *string = g_strdup(with ? with : "");
}

void gate_open(struct gate *g, int id, const char *digest, int tier, const char *word, int expires_s, gint64 now_us)
{
    g->open = true;
    g->verdict = GATE_WAITING;
    g->id = id;
    g->tier = tier;
    g->expires_us = expires_s > 0 ? now_us + expires_s * G_USEC_PER_SEC : 0;
    replace(&g->digest, digest);
    replace(&g->word, word);
    replace(&g->by, "");
    replace(&g->reason, "");
}

void gate_close(struct gate *g, enum gate_verdict verdict, const char *by, const char *reason)
{
    if (!g->open)
        return;
    g->open = false;
    g->verdict = verdict;
    replace(&g->by, by);
    replace(&g->reason, reason);
}

bool gate_is(const struct gate *g, int id, GError **error)
{
    if (g->open && g->id == id)
        return true;
    if (g->open)
        g_set_error(error, GATE_ERROR, GATE_ERROR_CLOSED, "proposal %d does not wait any more (proposal %d does)", id, g->id);
    else
        g_set_error(error, GATE_ERROR, GATE_ERROR_CLOSED, "proposal %d does not wait for a decision", id);
    return false;
}

bool gate_approve(struct gate *g, int id, const char *digest, const char *word, gint64 now_us, GError **error)
{
    if (!gate_is(g, id, error))
        return false;
    gate_tick(g, now_us);
    if (!g->open) {
        g_set_error(error, GATE_ERROR, GATE_ERROR_EXPIRED, "proposal %d has expired; nothing was fired", id);
        return false;
    }
    if (!digest || strcmp(digest, g->digest) != 0) {
        g_set_error(error, GATE_ERROR, GATE_ERROR_DIGEST,
                    "the digest is not that of proposal %d; nothing was fired (approve what the proposal says)", id);
        return false;
    }
    if (g->tier >= 3 && (!word || g_ascii_strcasecmp(word, g->word) != 0)) {
        g_set_error(error, GATE_ERROR, GATE_ERROR_WORD, "proposal %d is tier 3: approving it needs the word \"%s\"", id, g->word);
        return false;
    }
    gate_close(g, GATE_APPROVED, "human", "");
    g->approved_us = now_us;
    return true;
}

bool gate_reject(struct gate *g, int id, const char *reason, GError **error)
{
    if (!gate_is(g, id, error))
        return false;
    gate_close(g, GATE_REJECTED, "human", reason);
    return true;
}

gint64 gate_tick(struct gate *g, gint64 now_us)
{
    if (!g->open || g->expires_us == 0)
        return 0;
    if (now_us < g->expires_us)
        return g->expires_us;
    gate_close(g, GATE_EXPIRED, "timeout", "nobody decided in time");
    return 0;
}

void gate_clear(struct gate *g)
{
    g_free(g->digest);
    g_free(g->word);
    g_free(g->by);
    g_free(g->reason);
    *g = (struct gate){0};
}
