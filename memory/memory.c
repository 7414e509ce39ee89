/* What every database shares: the error domain, and how that is freed which the calls give away. */

#include "memory/archive.h"
#include "memory/forget.h"
#include "memory/gists.h"
#include "memory/lessons.h"
#include "memory/notes.h"
#include "memory/pages.h"
#include "memory/pictures.h"
#include "memory/questions.h"
#include "memory/recalls.h"
#include "memory/skills.h"

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

void memory_note_free(struct memory_note *note)
{
    if (!note)
        return;
    g_free(note->kind);
    g_free(note->by);
    g_free(note->text);
    g_free(note);
}

void memory_lesson_free(struct memory_lesson *lesson)
{
    if (!lesson)
        return;
    g_free(lesson->by);
    g_free(lesson->app);
    g_free(lesson->skill);
    g_free(lesson->task);
    g_free(lesson->text);
    g_free(lesson->reason);
    g_free(lesson);
}

void memory_recall_free(struct memory_recall *recall)
{
    if (!recall)
        return;
    g_free(recall->kind);
    g_free(recall->why);
    g_free(recall);
}

void memory_skill_free(memory_skill *v)
{
    if (!v)
        return;
    g_free(v->name);
    g_free(v->sha256);
    g_free(v->author);
    g_free(v->file);
    g_free(v->parent);
    g_free(v->note);
    g_free(v->code);
    g_free(v->stage);
    g_free(v->by);
    g_free(v->reason);
    g_free(v);
}

void memory_rename_free(struct memory_rename *r)
{
    if (!r)
        return;
    g_free(r->from);
    g_free(r->to);
    g_free(r);
}

void memory_outcome_free(struct memory_outcome *outcome)
{
    if (!outcome)
        return;
    g_free(outcome->what);
    g_free(outcome);
}

void memory_counts_free(struct memory_counts *counts)
{
    if (!counts)
        return;
    g_free(counts->name);
    g_free(counts->sha256);
    g_free(counts);
}

void memory_change_free(struct memory_change *change)
{
    if (!change)
        return;
    g_free(change->what);
    g_free(change->sha256);
    g_free(change->path);
    g_free(change->before);
    g_free(change->after);
    g_free(change);
}

void memory_like_free(struct memory_like *like)
{
    if (!like)
        return;
    g_free(like->hash);
    g_free(like->role);
    g_free(like);
}

void memory_gist_free(struct memory_gist *gist)
{
    if (!gist)
        return;
    g_free(gist->frame);
    g_free(gist->text);
    g_free(gist);
}

void memory_run_row_free(struct memory_run_row *row)
{
    if (!row)
        return;
    g_free(row->status);
    g_free(row->outcome);
    g_free(row->task);
    g_free(row->app);
    g_free(row->profile);
    g_free(row->agent);
    g_free(row->brain);
    g_free(row);
}

void memory_forgotten_clear(memory_forgotten *forgotten)
{
    g_clear_pointer(&forgotten->kept, g_ptr_array_unref);
}

void memory_archived_clear(memory_archived *archived)
{
    g_clear_pointer(&archived->identity, g_free);
}

void memory_mark_free(struct memory_mark *mark)
{
    if (mark)
        g_free(mark->what);
    g_free(mark);
}

void memory_question_free(struct memory_question *q)
{
    if (!q)
        return;
    g_free(q->question);
    g_free(q->choices);
    g_free(q->verdict);
    g_free(q->answer);
    g_free(q->by);
    g_free(q);
}
