-- Plays a strong model that is asked for nothing but the plan: types a haiku into Mousepad and saves it under the path that the
-- task names ("save a haiku as PATH"), by the titles of the windows. Task "hold": holds a key, waits, and has it kept.

local HAIKU = "an old silent pond\na frog jumps into the pond\nsplash silence again"

local function title_in_focus(vars)
    for _, window in ipairs(vars.windows or {}) do
        if window.focus then return window.title end
    end
    return ""
end

local function did(vars, skill)
    for _, past in ipairs(vars.past or {}) do
        if past.action and past.action.skill == skill and past.effect ~= "" then return true end
    end
    return false
end

local function last(vars)
    return (vars.past or {})[#(vars.past or {})] or {}
end

local function act(skill, args, expectation)
    return {{skill = skill, args = args, expectation = expectation, reason = "the haiku is to be saved"}}
end

-- The skill that was used last, waiting left out.
local function deed(vars)
    for i = #(vars.past or {}), 1, -1 do
        local past = vars.past[i]
        if past.action and past.effect ~= "" and past.action.skill ~= "wait_seconds" then return past.action.skill end
    end
end

local function write(vars, title)
    local path = string.match(vars.task, "as (%S+)$")
    local name, done = string.match(path, "[^/]+$"), deed(vars)
    local patience = act("wait_seconds", {seconds = 1}, "the program has got so far")
    if string.find(title, name, 1, true) and not string.find(title, "^%*") then return {} end
    if string.find(title, "Save As", 1, true) then
        if done == "press_key" then return patience end
        if done == "type_text" then return act("press_key", {key = "Return"}, "the window is called " .. name) end
        return act("type_text", {text = path}, "the dialog shows " .. name)
    elseif string.find(title, "^%*") then
        if done ~= "type_text" then return patience end
        return act("press_keys_combined", {keys = "ctrl+s"}, "a dialog asks for a name")
    end
    return done and patience or act("type_text", {text = HAIKU}, "the haiku is in the window")
end

local function hold(vars)
    if not did(vars, "hold_key") then return act("hold_key", {key = "w", duration = 30}, "no visible change") end
    return act("wait_seconds", {seconds = 0.01}, "no visible change")
end

function plan(vars)
    local title = title_in_focus(vars)
    local actions = vars.task == "hold" and hold(vars) or write(vars, title)
    local effect = last(vars).effect or ""
    local failed = effect == "no_effect" or effect == "unexpected"
    return {
        screen = "a window called " .. title,
        success = effect == "" and "unknown" or failed and "no" or "yes",
        cause = failed and "it did not arrive" or nil,
        reasoning = "the window is called " .. title .. "; lost: " .. table.concat(vars.lost or {}, ","),
        hold = vars.task == "hold" and "keep" or "none",
        actions = actions,
        outcome = #actions > 0 and "continue" or "success",
    }
end
