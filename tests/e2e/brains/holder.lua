-- Plays a model that wants one key held for a long time, then says it is done.

function gather() return {text = {}, description = "a window", target = "", guidance = "", screen_class = "x"} end
function reflect() return {reasoning = "held", success = "yes", cause = "", task_done = false, hold = "none"} end
function infer() return {reasoning = "hold", subtask = "hold a key", horizon = "short", subtask_done = false} end
function curate() return {reasoning = "none", skills = {}} end
function summarize() return {summary = "held a key"} end

function plan(input)
    local fired = 0
    for _, past in ipairs(input.past or {}) do
        if past.effect and past.effect ~= "" then fired = fired + 1 end
    end
    if fired >= 3 then return {reasoning = "three times is enough", actions = {}, outcome = "success"} end
    return {
        reasoning = "hold a",
        actions = {{skill = "press_key", args = {key = "a", duration = 20}, expectation = "", reason = "hold"}},
        outcome = "continue",
    }
end
