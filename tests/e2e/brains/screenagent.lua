-- Plays the three modules of ScreenAgent on Mousepad: types a line and saves it under the path that the task names ("save a line
-- as PATH"). It judges by the titles of the windows. Task "… astray": the first try of the first subtask types nothing, and the
-- first plan has a subtask that the screen has no place for.

local LINE = "a line"

-- Of the dialog, else of the window: a busy machine gives the focus late.
local function title_of(vars)
    local title = ""
    for _, window in ipairs(vars.windows or {}) do
        if string.find(window.title, "Save As", 1, true) then return window.title end
        if string.find(window.title, "Mousepad", 1, true) then title = window.title end
    end
    return title
end

local function file_of(vars)
    local path = string.match(vars.task, "as (%S+)")
    return path, string.match(path, "[^/]+$")
end

local function astray(vars)
    return string.find(vars.task, "astray", 1, true)
end

function planner(vars)
    local _, name = file_of(vars)
    if astray(vars) and (vars.advice or "") == "" then
        return {reasoning = "a first plan", subtasks = {"the line is in the window", "the mail is open"}}
    end
    if (vars.progress or "") ~= "" then return {reasoning = "the rest", subtasks = {"the file is saved as " .. name}} end
    return {reasoning = "two things", subtasks = {"the line is in the window", "the file is saved as " .. name}}
end

local function act(skill, args, expectation)
    return {skill = skill, args = args, expectation = expectation, reason = "the subtask"}
end

-- The last action that did something.
local function last_done(vars)
    for i = #vars.past, 1, -1 do
        local past = vars.past[i]
        if past.action and (past.effect or "") ~= "" then return past.action end
    end
    return {args = {}}
end

function actor(vars)
    local path = file_of(vars)
    if string.find(vars.subtask, "line", 1, true) then
        if astray(vars) and (vars.advice or "") == "" then
            return {screen = "an editor", actions = {act("screenagent_wait", {wait_time = 0.1}, "no visible change")}}
        end
        return {screen = "an editor", actions = {act("screenagent_keyboard_text", {keyboard_text = LINE}, "the line is there")}}
    elseif string.find(vars.subtask, "mail", 1, true) then
        return {screen = "an editor", actions = {act("screenagent_wait", {wait_time = 0.1}, "no visible change")}}
    elseif string.find(title_of(vars), "Save As", 1, true) and last_done(vars).args.keyboard_key == "Return" then
        -- the dialog closes late
        return {screen = "a dialog", actions = {act("screenagent_wait", {wait_time = 0.1}, "no visible change")}}
    elseif string.find(title_of(vars), "Save As", 1, true) and last_done(vars).args.keyboard_text == path then
        -- the picture showed the name late, so that the batch ended there
        return {screen = "a dialog", actions = {act("screenagent_keyboard_press", {keyboard_key = "Return"}, "it closes")}}
    elseif string.find(title_of(vars), "Save As", 1, true) then
        return {
            screen = "a dialog",
            actions = {
                act("screenagent_keyboard_text", {keyboard_text = path}, "the name is there"),
                act("screenagent_keyboard_press", {keyboard_key = "Return"}, "the dialog closes"),
            },
        }
    end
    return {screen = "an editor", actions = {act("screenagent_keyboard_press", {keyboard_key = "Control_L+s"}, "a dialog asks")}}
end

function evaluator(vars)
    local title, _, name = title_of(vars), file_of(vars)
    local done = string.find(vars.subtask, "line", 1, true) and string.find(title, "^%*") or
                     string.find(vars.subtask, "saved", 1, true) and string.find(title, name, 1, true)
    if done then return {reasoning = title, situation = "sub_task_success", advice = ""} end
    if string.find(vars.subtask, "mail", 1, true) then
        return title .. "\n```json\n[{\"action_type\":\"EvaluateSubTaskAction\",\"situation\":\"need_reformulate\"," ..
                   "\"advice\":\"there is no mail here\"},{\"action_type\":\"WaitAction\",\"wait_time\":1}]\n```"
    end
    return {reasoning = title, situation = "need_retry", advice = "go on from what is there: " .. title}
end
