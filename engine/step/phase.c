/* The phase before: told while the next one is under way, and gone back to. */

#include "engine/step/ask_tell.h"

#include "engine/client/client.h"
#include "engine/control/boards.h"
#include "engine/control/run_state.h"
#include "engine/gate/gate.h"
#include "engine/run/answers.h"
#include "engine/run/control.h"
#include "engine/run/deciding.h"
#include "engine/run/working.h"
#include "memory/memory.h"

static char *wrote(struct run *run, gint64 id)
{
    struct memory_call *call = id ? memory_call_get(run->store, id, NULL) : NULL;
    char *reply = call && !call->correction ? g_strdup(call->reply) : NULL;
    memory_call_free(call);
    return reply;
}

void ask_tell_phase(struct run *run)
{
    struct phase *p = &run->working->phase;
    const form_output *given = p->untold ? run->answers->said[p->module] : NULL;
    g_autofree char *text = given ? ask_answer_text(given, NULL, NULL, NULL) : NULL,
                    *reply = p->mind ? wrote(run, p->call) : NULL;
    if (given)
        ask_tell(run, p->module, "done", text, given, NULL);
    else if (p->mind)
        ask_tell_wrote(run, p->module, "skipped", "m corrects it (the phase before)", p->said, NULL, reply);
    else if (p->gone)
        ask_tell(run, p->module, "skipped", "said in the phase before; a list was changed since", NULL, NULL);
    p->untold = p->gone = false;
}

void step_go_back(struct run *run, form_output *output)
{
    const struct phase *p = &run->working->phase;
    g_autoptr(GError) error = NULL;
    if (output)
        form_output_keep(output, p->said);
    g_autofree char *json = output ? form_output_json(output) : NULL;
    g_autofree char *note = g_strdup_printf("back to the phase of %s: it is %s", ask_module_name(run, p->module),
                                            output ? "corrected" : "asked again");
    if (json && p->call && !memory_call_correct(run->store, p->call, json, &error))
        run_fail(run, g_steal_pointer(&error));
    run_note(run, "human", note);
    phase_go_back(run, output);
    if (run->working->thinking) { /* the step under way begins anew, from there */
        answers_reconsider(run->answers);
        gate_close(&run->judge->gate, GATE_VOIDED, "human", "the phase before was corrected");
        run->control->redo = true;
    } else if (output) { /* nothing is asked before the person goes on: they see now what was read */
        g_autofree char *read = ask_answer_text(output, NULL, NULL, NULL);
        ask_tell(run, p->module, "done", read, output, NULL);
        g_autofree char *reason = g_strconcat(note, "; space goes on with it", NULL);
        client_notice(run, "info", "%s", reason);
        run_pause_because(run, reason);
    }
    boards_tell(run);
}
