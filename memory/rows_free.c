/* How that is freed which the calls of the other headers give away. */

#include "memory/archive.h"
#include "memory/docs.h"
#include "memory/forget.h"
#include "memory/gists.h"
#include "memory/knowledge.h"
#include "memory/learnings.h"
#include "memory/lessons.h"
#include "memory/notes.h"
#include "memory/plans.h"
#include "memory/pages.h"
#include "memory/pictures.h"
#include "memory/questions.h"
#include "memory/recalls.h"
#include "memory/skills.h"

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

void memory_doc_free(struct memory_doc *doc)
{
    if (!doc)
        return;
    char *const owned[] = {doc->by,    doc->app,           doc->element, doc->name, doc->before,
                           doc->after, doc->contradiction, doc->reason,  doc->text};
    for (guint i = 0; i < G_N_ELEMENTS(owned); i++)
        g_free(owned[i]);
    g_free(doc);
}

void memory_plan_free(struct memory_plan *p)
{
    if (!p)
        return;
    char *const owned[] = {p->by,     p->app,    p->goal,    p->task,  p->situation, p->cause,
                           p->origin, p->reason, p->picture, p->state, p->text};
    for (guint i = 0; i < G_N_ELEMENTS(owned); i++)
        g_free(owned[i]);
    g_free(p);
}

void memory_paragraph_free(struct memory_paragraph *p)
{
    if (!p)
        return;
    char *const owned[] = {p->by, p->app, p->subject, p->source, p->reason, p->text};
    for (guint i = 0; i < G_N_ELEMENTS(owned); i++)
        g_free(owned[i]);
    g_free(p);
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
    g_free(row->display);
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

void memory_learning_free(struct memory_learning *learning)
{
    if (!learning)
        return;
    g_free(learning->agent);
    g_free(learning->words);
    g_free(learning);
}

void memory_episode_free(struct memory_episode *episode)
{
    if (!episode)
        return;
    char *owned[] = {episode->task, episode->goal, episode->group, episode->outcome, episode->reason};
    for (gsize i = 0; i < G_N_ELEMENTS(owned); i++)
        g_free(owned[i]);
    g_free(episode);
}
