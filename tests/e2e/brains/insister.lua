-- Plays a model that wants the same thing again and again: a click at 250,200, and at every third step the key a.

function gather() return {text = {}, description = "a window", target = "", guidance = "", screen_class = "x"} end
function reflect() return {reasoning = "x", success = "yes", cause = "", task_done = false, hold = "none"} end
function infer() return {reasoning = "x", subtask = "x", horizon = "short", subtask_done = false} end
function curate() return {reasoning = "none", skills = {}} end
function summarize() return {summary = "x"} end

function plan(input)
    local skill, args = "click_at_position", {x = 250, y = 200}
    if input.step % 3 == 0 then skill, args = "press_key", {key = "a"} end
    return {
        reasoning = "x",
        actions = {{skill = skill, args = args, expectation = "", reason = "x"}},
        outcome = "continue",
    }
end
