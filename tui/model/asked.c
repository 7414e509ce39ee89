#include "tui/model/asked.h"

struct asked *asked_new(event *question, gint64 now_us)
{
    struct asked *a = g_new0(struct asked, 1);
    a->question = question;
    a->at_us = now_us;
    return a;
}

void asked_free(struct asked *a)
{
    if (!a)
        return;
    event_free(a->question);
    g_free(a->verdict);
    g_free(a->answer);
    g_free(a->reason);
    g_free(a);
}

void asked_decided(struct asked *a, const event *e)
{
    g_free(a->verdict);
    a->verdict = g_strdup(e->decided.verdict && *e->decided.verdict ? e->decided.verdict : "voided");
    g_free(a->answer);
    a->answer = g_strdup(e->decided.answer);
    g_free(a->reason);
    a->reason = g_strdup(e->reason);
}
