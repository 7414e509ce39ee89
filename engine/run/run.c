#include "engine/run/run.h"

#include "engine/run/control.h"
#include "engine/run/working.h"
#include "memory/memory.h"

G_DEFINE_QUARK(reins - run - error, run_error)

void run_fail(struct run *run, GError *error)
{
    if (run->control->fatal)
        g_error_free(error);
    else
        run->control->fatal = error;
}

void run_note(struct run *run, const char *by, const char *text)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *data = run_note_json(text);
    if (!memory_journal_add(run->store, run->id, run->step, 0, "note", by, NULL, data, &error))
        run_fail(run, g_steal_pointer(&error));
}
