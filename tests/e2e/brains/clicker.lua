-- Plays a model that clicks at one point again and again, then says it is done. Task "click X Y N"; "hold X Y N": a long key,
-- "key X Y N": Return, "type X Y N": a letter, "scroll X Y N": the wheel.

function gather() return {text = {}, description = "a window", target = "", guidance = "", screen_class = "x"} end
function reflect() return {reasoning = "clicked", success = "yes", cause = "", task_done = false, hold = "none"} end
function infer() return {reasoning = "click", subtask = "click", horizon = "short", subtask_done = false} end
function curate() return {reasoning = "none", skills = {}} end
function summarize() return {summary = "clicked"} end

function plan(input)
    local what, x, y, n = string.match(input.task, "^(%a+) (%d+) (%d+) (%d+)$")
    local done = 0
    for _, past in ipairs(input.past or {}) do
        if past.effect and past.effect ~= "" then done = done + 1 end
    end
    if done >= tonumber(n) then return {reasoning = "clicked enough", actions = {}, outcome = "success"} end
    local a = {skill = "click_at_position", args = {x = tonumber(x), y = tonumber(y), mouse_button = "left"}}
    if what == "hold" then a = {skill = "press_key", args = {key = "w", duration = 20}} end
    if what == "key" then a = {skill = "press_key", args = {key = "Return", duration = 0.05}} end
    if what == "type" then a = {skill = "type_text", args = {text = "a"}} end
    if what == "scroll" then a = {skill = "mouse_scroll_down", args = {distance = 1}} end
    a.expectation, a.reason = "", "hint: " .. (input.hint or "")
    return {reasoning = "once more", actions = {a}, outcome = "continue"}
end
