-- Plays a model that goes by the window that has the focus. The task is a list of "TITLE => DEED" with ";" between them: once
-- the title fits this Lua pattern, the deed is done ("type TEXT", "key NAME", "chord NAMES", "wait SECONDS", or "press LEFT,UP":
-- a click so many pixels left of and above that window's lower right corner), till then it waits;
-- with "TITLE ?> DEED" it goes on instead if the next one's title fits. After the last one it says that it is done.

function gather() return {text = {}, description = "a window", target = "", guidance = "", screen_class = "x"} end
function reflect() return {reasoning = "x", success = "yes", cause = "", task_done = false, hold = "none"} end
function infer() return {reasoning = "x", subtask = "x", horizon = "short", subtask_done = false} end
function curate() return {reasoning = "none", skills = {}} end
function summarize() return {summary = "x"} end

local function focus(input)
    for _, window in ipairs(input.windows) do
        if window.focus then return window end
    end
    return {title = ""}
end

local ways = {
    type = function(rest) return "type_text", {text = rest} end,
    key = function(rest) return "press_key", {key = rest, duration = 0.05} end,
    chord = function(rest) return "press_keys_combined", {keys = rest} end,
    press = function(rest, window)
        local left, up = string.match(rest, "(%d+),(%d+)")
        local x, y = window.x + window.width - tonumber(left), window.y + window.height - tonumber(up)
        return "click_at_position", {x = x, y = y}
    end,
    wait = function(rest) return "wait_seconds", {seconds = tonumber(rest)} end,
}

-- How many deeds are done: the reason of the last action that was fired says it.
local function done(input)
    for i = #(input.past or {}), 1, -1 do
        local past = input.past[i]
        if past.action and past.effect ~= "" then return tonumber(past.action.reason) end
    end
    return 0
end

function plan(input)
    local deeds = {}
    for title, how, what, rest in string.gmatch(input.task .. ";", "%s*([^;]-) ([?=])> (%a+) ([^;]+);") do
        deeds[#deeds + 1] = {title = title, may = how == "?", what = what, rest = rest}
    end
    local n, title = done(input), focus(input).title
    if n >= #deeds then return {reasoning = "all done", actions = {}, outcome = "success"} end
    local deed, after = deeds[n + 1], deeds[n + 2]
    if deed.may and after and not string.find(title, deed.title) and string.find(title, after.title) then
        n, deed = n + 1, after
    end
    local skill, args = "wait_seconds", {seconds = 0.3}
    if string.find(title, deed.title) then
        skill, args = ways[deed.what](deed.rest, focus(input))
        n = n + 1
    end
    return {
        reasoning = "in " .. title,
        actions = {{skill = skill, args = args, expectation = "", reason = tostring(n)}},
        outcome = "continue",
    }
end
