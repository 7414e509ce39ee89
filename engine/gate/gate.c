#include "engine/gate/gate.h"

#include <string.h>

G_DEFINE_QUARK(reins - gate - error, gate_error)

const char *gate_verdict_name(enum gate_verdict verdict)
{
    static const char *const names[] = {
        [GATE_WAITING] = "waiting", [GATE_APPROVED] = "approved", [GATE_EDITED] = "edited", [GATE_REJECTED] = "rejected",
        [GATE_STALE] = "stale",     [GATE_EXPIRED] = "expired",   [GATE_VOIDED] = "voided", [GATE_AUTO] = "auto",
    };
    return names[verdict];
}

bool gate_fires(enum gate_verdict verdict)
{
    return verdict == GATE_APPROVED || verdict == GATE_AUTO;
}

static const char *const modes[GATE_MODE_COUNT] = {
    [GATE_STEP] = "step", [GATE_RISK] = "risk", [GATE_WATCH] = "watch", [GATE_DRY] = "dry"};

const char *gate_mode_name(enum gate_mode mode)
{
    return modes[mode];
}

bool gate_mode_parse(const char *name, enum gate_mode *ret_mode)
{
    for (int m = 0; m < GATE_MODE_COUNT; m++)
        if (name && strcmp(name, modes[m]) == 0) {
            *ret_mode = (enum gate_mode)m;
            return true;
        }
    return false;
}

struct gate_choice gate_choose(const struct gate_facts *f)
{
    const struct gate_choice asks = {GATE_ASKS, NULL}, fuses = {GATE_FUSES, NULL};
    if (f->denied_by)
        return (struct gate_choice){GATE_DENIES, f->denied_by};
    if (f->asked || f->mode == GATE_DRY)
        return asks;
    bool allows = f->allowed_by && f->tier <= f->allowed_tier && (f->mode == GATE_STEP || f->mode == GATE_RISK);
    if (allows)
        return (struct gate_choice){GATE_FIRES, f->allowed_by};
    if (f->tier >= 3 || f->unattended)
        return asks;
    if (f->granted_by)
        return (struct gate_choice){GATE_FIRES, f->granted_by};
    bool fuse = f->mode == GATE_WATCH || (f->mode == GATE_RISK && f->tier < f->risk_tier);
    return fuse && f->fuse_ms > 0 ? fuses : asks;
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
    g->fuse_us = 0;
    g->opened_us = now_us;
    g->approved_us = 0;
    g->sent = false;
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

bool gate_light(struct gate *g, int fuse_ms, gint64 now_us)
{
    if (!g->open || g->tier >= 3 || fuse_ms <= 0)
        return false;
    g->fuse_us = now_us + (gint64)fuse_ms * 1000;
    g->lit_us = now_us;
    return true;
}

void gate_watched(struct gate *g, gint64 now_us)
{
    g->watched_us = now_us;
}

void gate_watch_nobody(struct gate *g)
{
    g->watched_us = 0;
}

bool gate_put_out(struct gate *g)
{
    bool burning = g->open && g->fuse_us != 0;
    g->fuse_us = 0;
    return burning;
}

void gate_pass(struct gate *g, const char *by, gint64 now_us)
{
    if (!g->open)
        return;
    gate_close(g, GATE_AUTO, by, "");
    g->approved_us = now_us;
}

bool gate_is(const struct gate *g, int id, GError **error)
{
    if (g->open && g->id == id)
        return true;
    if (g->open)
        g_set_error(error, GATE_ERROR, GATE_ERROR_CLOSED, "proposal %d no longer waits (proposal %d does)", id, g->id);
    else
        g_set_error(error, GATE_ERROR, GATE_ERROR_CLOSED, "proposal %d does not wait for a decision", id);
    return false;
}

bool gate_approve(struct gate *g, int id, const char *digest, const char *word, gint64 now_us, GError **error)
{
    if (!gate_is(g, id, error))
        return false;
    if (g->expires_us && now_us >= g->expires_us) {
        gate_tick(g, now_us);
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

bool gate_take_back(struct gate *g, enum gate_verdict verdict, const char *by, const char *reason)
{
    if (g->open || g->sent || !gate_fires(g->verdict))
        return false;
    g->verdict = verdict;
    replace(&g->by, by);
    replace(&g->reason, reason);
    return true;
}

/* The end of the fuse; *ret_unseen: it stops then because nobody has seen it for too long. 0 = no fuse. */
static gint64 fuse_ends(const struct gate *g, bool *ret_unseen)
{
    gint64 unseen_us = MAX(g->watched_us, g->lit_us) + GATE_UNSEEN_US;
    bool seen = g->watched_us == 0 || g->watched_us >= g->lit_us; /* since it was lit */
    *ret_unseen = g->fuse_us != 0 && g->watched_us != 0 && (!seen || unseen_us < g->fuse_us);
    return *ret_unseen ? unseen_us : g->fuse_us;
}

gint64 gate_due(const struct gate *g)
{
    bool unseen;
    gint64 fuse_us = fuse_ends(g, &unseen);
    if (!g->open)
        return 0;
    return fuse_us == 0 || g->expires_us == 0 ? MAX(fuse_us, g->expires_us) : MIN(fuse_us, g->expires_us);
}

gint64 gate_tick(struct gate *g, gint64 now_us)
{
    gint64 due = gate_due(g);
    bool unseen;
    fuse_ends(g, &unseen);
    if (due == 0 || now_us < due)
        return due;
    if (g->expires_us != 0 && now_us >= g->expires_us) { /* before the fuse: in doubt nothing fires */
        gate_close(g, GATE_EXPIRED, "timeout", "nobody decided in time");
        return 0;
    }
    if (!unseen) {
        gate_pass(g, "fuse", now_us);
        return 0;
    }
    gate_put_out(g);
    return gate_due(g);
}

void gate_clear(struct gate *g)
{
    g_free(g->digest);
    g_free(g->word);
    g_free(g->by);
    g_free(g->reason);
    *g = (struct gate){0};
}
