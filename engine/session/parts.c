#include "engine/session/parts.h"

#include "engine/agents/agent.h"
#include "engine/run/answers.h"
#include "engine/run/budget.h"
#include "engine/client/client.h"
#include "engine/client/program.h"
#include "engine/commands/command.h"
#include "engine/run/control.h"
#include "engine/run/deciding.h"
#include "engine/devices/devices.h"
#include "engine/run/holds.h"
#include "engine/run/look.h"
#include "engine/run/oneshot.h"
#include "engine/step/procedural.h"
#include "engine/run/proposing.h"
#include "engine/run/question.h"
#include "engine/step/plan_context.h"
#include "engine/run/replay.h"
#include "engine/run/run.h"
#include "engine/run/working.h"
#include "memory/memory.h"

#include <unistd.h>

void parts_init(struct run *run, const struct agent *agent)
{
    *run = (struct run){.lock = -1,
                        .obey = command_obey,
                        .client = run_client_new(),
                        .program = run_program_new(),
                        .devices = run_devices_new(),
                        .holds = run_holds_new(),
                        .control = run_control_new(),
                        .judge = run_judge_new(),
                        .proposing = run_proposing_new(),
                        .question = run_question_new(),
                        .answers = g_new0(struct answers, 1),
                        .skills = run_skills_new(),
                        .recall = run_recall_new(),
                        .look = run_look_new(),
                        .spent = g_new0(struct run_spent, 1),
                        .working = run_working_new(agent),
                        .oneshot = g_new0(struct run_oneshot, 1),
                        .asks = g_ptr_array_new()};
    answers_init(run->answers, agent ? agent->modules : NULL);
}

void parts_clear(struct run *run)
{
    g_clear_pointer(&run->recall, run_recall_free); /* before the brains and the store */
    g_clear_pointer(&run->skills, run_skills_free);
    g_clear_pointer(&run->judge, run_judge_free);
    g_clear_pointer(&run->proposing, run_proposing_free);
    g_clear_pointer(&run->question, run_question_free);
    g_clear_pointer(&run->look, run_look_free);
    g_clear_pointer(&run->brains, brain_pool_free);
    g_clear_pointer(&run->replay, replay_free);
    g_clear_pointer(&run->profile, profile_free);
    g_clear_pointer(&run->store, memory_close);
    if (run->answers)
        answers_clear(run->answers);
    g_clear_pointer(&run->answers, g_free);
    g_clear_pointer(&run->working, run_working_free);
    g_clear_pointer(&run->holds, run_holds_free);
    g_clear_pointer(&run->devices, run_devices_free);
    g_clear_pointer(&run->client, run_client_free);
    g_clear_pointer(&run->program, run_program_free);
    g_clear_pointer(&run->control, run_control_free);
    g_clear_pointer(&run->spent, g_free);
    g_clear_pointer(&run->oneshot, g_free);
    g_clear_pointer(&run->asks, g_ptr_array_unref);
    g_clear_pointer(&run->state_why, g_free);
    if (run->lock >= 0)
        close(run->lock);
    run->lock = -1;
}
