-- Plays a model that wants what the title of a window says: "click X Y", from the window's corner, or "key NAME". On a screen
-- that tells no windows it wants what the person has said last, else the task, from the screen's corner.

function gather() return {text = {}, description = "a window", target = "", guidance = "", screen_class = "x"} end
function reflect() return {reasoning = "x", success = "yes", cause = "", task_done = false, hold = "none"} end
function infer() return {reasoning = "x", subtask = "x", horizon = "short", subtask_done = false} end
function curate() return {reasoning = "none", skills = {}} end
function summarize() return {summary = "x"} end

local function wanted(window)
    local x, y = string.match(window.title, "click (%d+) (%d+)")
    if x then return "click_at_position", {x = window.x + tonumber(x), y = window.y + tonumber(y), mouse_button = "left"} end
    local key = string.match(window.title, "key (%a+)")
    if key then return "press_key", {key = key, duration = 0.02} end
end

function plan(input)
    local windows = input.windows
    if #windows == 0 then
        windows = {{title = input.task, x = 0, y = 0}}
        for line in string.gmatch(input.hint or "", "[^\n]+") do windows[1].title = line end
    end
    for _, window in ipairs(windows) do
        local skill, args = wanted(window)
        if skill then
            return {
                reasoning = "x",
                actions = {{skill = skill, args = args, expectation = "", reason = "x"}},
                outcome = "continue",
            }
        end
    end
    return {reasoning = "nothing is wanted", actions = {}, outcome = "failed"}
end
