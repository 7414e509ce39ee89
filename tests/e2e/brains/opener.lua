-- Plays a model that opens the program's dialog and closes it again, as many actions as the task says, one a step.

function gather() return {text = {}, description = "a window", target = "", guidance = "", screen_class = "x"} end
function reflect() return {reasoning = "x", success = "yes", cause = "", task_done = false, hold = "none"} end
function infer() return {reasoning = "x", subtask = "x", horizon = "short", subtask_done = false} end
function curate() return {reasoning = "none", skills = {}} end
function summarize() return {summary = "x"} end

function plan(input)
    if input.step > tonumber(input.task) then return {reasoning = "all done", actions = {}, outcome = "success"} end
    local skill, args = "press_keys_combined", {keys = "ctrl+o"}
    for _, window in ipairs(input.windows) do
        if window.focus and string.find(window.title, "^Open") then
            skill, args = "press_key", {key = "Escape", duration = 0.02}
        end
    end
    return {
        reasoning = "x",
        actions = {{skill = skill, args = args, expectation = "", reason = "x"}},
        outcome = "continue",
    }
end
