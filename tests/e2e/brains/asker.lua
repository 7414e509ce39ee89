-- Plays a model that asks the person. The task's words, one a step that is remembered: ?QUESTION/CHOICE/… asks (_ is a space),
-- bLABEL presses a button of xcalc, = the button that was answered last; ? alone asks nothing. Then it says that it is done.

function gather() return {text = {}, description = "a window", target = "", guidance = "", screen_class = "x"} end
function reflect() return {reasoning = "x", success = "yes", cause = "", task_done = false, hold = "none"} end
function infer() return {reasoning = "x", subtask = "x", horizon = "short", subtask_done = false} end
function curate() return {reasoning = "none", skills = {}} end
function summarize() return {summary = "x"} end

local function answered(past)
    for i = #past, 1, -1 do
        local said = string.match(past[i].person or "", "; the person answered: (.*)$")
        if said then return said end
    end
    return "0"
end

local function ask(word)
    local parts = {}
    for part in string.gmatch(word, "[^/]+") do parts[#parts + 1] = (string.gsub(part, "_", " ")) end
    local question = table.remove(parts, 1)
    return {reasoning = "only the person knows", actions = {}, outcome = "ask", question = question, choices = parts}
end

function plan(input)
    local words, past = {}, input.past or {}
    for word in string.gmatch(input.task, "%S+") do words[#words + 1] = word end
    local word = words[#past + 1]
    if not word then return {reasoning = "all said", actions = {}, outcome = "success"} end
    if string.sub(word, 1, 1) == "?" then return ask(string.sub(word, 2)) end
    local label = word == "=" and answered(past) or string.sub(word, 2)
    local told = #past > 0 and past[#past].person or ""
    local action = {skill = "press_button", args = {label = label}, expectation = "", reason = told}
    return {reasoning = "press it", actions = {action}, outcome = "continue"}
end
