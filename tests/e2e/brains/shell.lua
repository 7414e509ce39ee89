-- Plays the three modules of ScreenAgent in a terminal on a screen that tells no windows: the task is a command ("run: COMMAND"),
-- and what the last action did is seen by its effect alone.

function planner() return {reasoning = "two things", subtasks = {"the command is typed", "it has run"}} end

function actor(vars)
    local one = {skill = "screenagent_keyboard_press", args = {keyboard_key = "Return"}}
    if string.find(vars.subtask, "typed", 1, true) then
        one = {skill = "screenagent_keyboard_text", args = {keyboard_text = string.match(vars.task, "^run: (.*)$")}}
    end
    one.expectation, one.reason = "it is on the screen", "the subtask"
    return {screen = "a terminal", actions = {one}}
end

function evaluator(vars)
    local last = vars.past[#vars.past] or {}
    if last.effect == "changed" then return {reasoning = "it shows", situation = "sub_task_success", advice = ""} end
    return {reasoning = "nothing shows", situation = "need_retry", advice = "again"}
end
