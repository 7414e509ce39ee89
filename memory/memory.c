/* What every database shares: the error domain, and how the rows of memory.h are freed. */

#include "memory/memory.h"

G_DEFINE_QUARK(reins_memory_error, memory_error)

void memory_run_free(struct memory_run *run)
{
    if (!run)
        return;
    g_free(run->task);
    g_free(run->agent);
    g_free(run->brain);
    g_free(run->profile);
    g_free(run->app);
    g_free(run->display);
    g_free(run->mode);
    g_free(run->options);
    g_free(run->sandbox);
    g_free(run->status);
    g_free(run->outcome);
    g_free(run->reason);
    g_free(run);
}

void memory_step_free(struct memory_step *step)
{
    if (!step)
        return;
    g_free(step->task);
    g_free(step->action);
    g_free(step->verdict);
    g_free(step->effect);
    g_free(step->success);
    g_free(step);
}

void memory_frame_free(struct memory_frame *frame)
{
    if (!frame)
        return;
    g_free(frame->hash);
    g_free(frame->path);
    g_free(frame->role);
    g_free(frame->masked);
    g_free(frame);
}

void memory_call_free(struct memory_call *call)
{
    if (!call)
        return;
    g_free(call->module);
    g_free(call->brain);
    g_free(call->prompt);
    g_free(call->reply);
    g_free(call->output);
    g_free(call->correction);
    g_free(call->says);
    g_free(call->status);
    g_free(call->error);
    g_free(call);
}

void memory_proposal_free(struct memory_proposal *p)
{
    if (!p)
        return;
    g_free(p->action);
    g_free(p->timeline);
    g_free(p->digest);
    g_free(p->rule);
    g_free(p->target);
    g_free(p->by);
    g_free(p->verdict);
    g_free(p->decided_by);
    g_free(p->reason);
    g_free(p->stage);
    g_free(p->stage_data);
    g_free(p->prepared);
    g_free(p);
}

void memory_entry_free(struct memory_entry *entry)
{
    if (!entry)
        return;
    g_free(entry->stage);
    g_free(entry->by);
    g_free(entry->digest);
    g_free(entry->data);
    g_free(entry->hash);
    g_free(entry);
}

void memory_summary_row_free(struct memory_summary_row *row)
{
    if (!row)
        return;
    g_free(row->text);
    g_free(row);
}

void memory_hit_free(struct memory_hit *hit)
{
    if (!hit)
        return;
    g_free(hit->kind);
    g_free(hit->snippet);
    g_free(hit);
}
