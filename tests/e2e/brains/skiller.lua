-- Plays a model that wants the one skill that the task names, at every step, without arguments.

function gather() return {text = {}, description = "a window", target = "", guidance = "", screen_class = "x"} end
function reflect() return {reasoning = "x", success = "yes", cause = "", task_done = false, hold = "none"} end
function infer() return {reasoning = "x", subtask = "x", horizon = "short", subtask_done = false} end
function curate() return {reasoning = "none", skills = {}} end
function summarize() return {summary = "x"} end

function plan(input)
    return {
        reasoning = "x",
        actions = {{skill = input.task, args = json.object({}), expectation = "", reason = "x"}},
        outcome = "continue",
    }
end
