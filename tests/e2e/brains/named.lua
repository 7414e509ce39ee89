-- Plays a model that presses the elements that the task names, one word a step, then says that it is done.

function gather() return {text = {}, description = "a window", target = "", guidance = "", screen_class = "x"} end
function reflect() return {reasoning = "x", success = "yes", cause = "", task_done = false, hold = "none"} end
function infer() return {reasoning = "x", subtask = "x", horizon = "short", subtask_done = false} end
function curate() return {reasoning = "none", skills = {}} end
function summarize() return {summary = "x"} end

function plan(input)
    local words = {}
    for word in string.gmatch(input.task, "%S+") do words[#words + 1] = word end
    local word = words[input.step]
    if not word then return {reasoning = "all pressed", actions = {}, outcome = "success"} end
    return {
        reasoning = "next",
        actions = {{skill = "press_named", args = {name = word}, expectation = "", reason = "next"}},
        outcome = "continue",
    }
end
