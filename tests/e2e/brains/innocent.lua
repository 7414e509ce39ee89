-- Plays a model that does what the task says, one action a step, whatever came of the one before: "click X Y", "double X Y",
-- "type TEXT", "key NAME", "chord NAMES", "wait SECONDS", "drag X Y X2 Y2", with ";" between them. Then it says that it is done.

function gather() return {text = {}, description = "a window", target = "", guidance = "", screen_class = "x"} end
function reflect() return {reasoning = "x", success = "yes", cause = "", task_done = false, hold = "none"} end
function infer() return {reasoning = "x", subtask = "x", horizon = "short", subtask_done = false} end
function curate() return {reasoning = "none", skills = {}} end
function summarize() return {summary = "x"} end

local function point(rest)
    local x, y = string.match(rest, "^(%d+) (%d+)$")
    return {x = tonumber(x), y = tonumber(y)}
end

local ways = {
    click = function(rest) return "click_at_position", point(rest) end,
    double = function(rest) return "double_click_at_position", point(rest) end,
    type = function(rest) return "type_text", {text = rest} end,
    key = function(rest) return "press_key", {key = rest, duration = 0.05} end,
    wait = function(rest) return "wait_seconds", {seconds = tonumber(rest)} end,
    drag = function(rest)
        local x, y, x2, y2 = string.match(rest, "^(%d+) (%d+) (%d+) (%d+)$")
        return "mouse_drag", {source_x = tonumber(x), source_y = tonumber(y), target_x = tonumber(x2), target_y = tonumber(y2),
                              mouse_button = "left"}
    end,
    chord = function(rest) return "press_keys_combined", {keys = rest} end,
}

function plan(input)
    local words = {}
    for word in string.gmatch(input.task, "[^;]+") do words[#words + 1] = word end
    local word = words[input.step]
    if not word then return {reasoning = "all done", actions = {}, outcome = "success"} end
    local what, rest = string.match(word, "^(%a+) (.*)$")
    local skill, args = ways[what](rest)
    return {reasoning = "x", actions = {{skill = skill, args = args, expectation = "", reason = "x"}}, outcome = "continue"}
end
