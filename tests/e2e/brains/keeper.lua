-- Plays a model that holds a key (or a button) and goes on with other things beside it. The task says how: "WHAT SECONDS HOLD",
-- where WHAT is a key or "left button", and HOLD is what reflect says of what is held: keep, release or none.

local what, seconds, hold = "w", 30, "keep"

local function read(task)
    local w, s, h = string.match(task, "^(.-) ([%d.]+) (%a+)$")
    if w then what, seconds, hold = w, tonumber(s), h end
end

function gather() return {text = {}, description = "a window", target = "", guidance = "", screen_class = "x"} end
function reflect(input)
    read(input.task)
    return {reasoning = "held", success = "yes", cause = "", task_done = false, hold = hold}
end
function infer() return {reasoning = "hold", subtask = "hold and go on", horizon = "short", subtask_done = false} end
function curate() return {reasoning = "none", skills = {}} end
function summarize() return {summary = "held a key"} end

function plan(input)
    read(input.task)
    local first = #(input.past or {}) == 0
    local button = string.match(what, "^(%a+) button$")
    local skill, args = "wait_seconds", {seconds = 0.01}
    if first and button then
        skill, args = "hold_mouse_button", {mouse_button = button, duration = seconds}
    elseif first then
        skill, args = "hold_key", {key = what, duration = seconds}
    end
    return {
        reasoning = "lost: " .. table.concat(input.lost or {}, ","),
        actions = {{skill = skill, args = args, expectation = "", reason = "held: " .. table.concat(input.held or {}, ",")}},
        outcome = "continue",
    }
end
