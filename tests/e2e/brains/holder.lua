-- Plays a model that wants one key held for a long time, then says it is done. Task "random N": another long action, by N.

function gather() return {text = {}, description = "a window", target = "", guidance = "", screen_class = "x"} end
function reflect() return {reasoning = "held", success = "yes", cause = "", task_done = false, hold = "none"} end
function infer() return {reasoning = "hold", subtask = "hold a key", horizon = "short", subtask_done = false} end
function curate() return {reasoning = "none", skills = {}} end
function summarize() return {summary = "held a key"} end

local actions = {
    {skill = "press_key", args = {key = "a", duration = 20}},
    {skill = "hold_key", args = {key = "w", duration = 20}},
    {skill = "hold_mouse_button", args = {mouse_button = "left", duration = 20}},
    {skill = "type_text", args = {text = string.rep("Groß é 中文字 и 😀 Ω ", 20)}},
    {skill = "mouse_drag", args = {source_x = 20, source_y = 20, target_x = 600, target_y = 400}},
    {skill = "press_keys_combined", args = {keys = "ctrl+shift+p"}},
}

local function action(task)
    local n = string.match(task, "^random (%d+)$")
    local a = n and actions[1 + tonumber(n) % #actions] or actions[1]
    return {skill = a.skill, args = a.args, expectation = "", reason = "hold"}
end

function plan(input)
    local fired = 0
    for _, past in ipairs(input.past or {}) do
        if past.effect and past.effect ~= "" then fired = fired + 1 end
    end
    if fired >= 3 then return {reasoning = "three times is enough", actions = {}, outcome = "success"} end
    return {
        reasoning = "hold a",
        actions = {action(input.task)},
        outcome = "continue",
    }
end
