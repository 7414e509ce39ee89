-- Plays a model that tries what a calculator does not know (F9), and then gives up: its failure is a lesson for the next run.
-- A task with "seven" is a press of 7. What the plan was told of the past is its reasoning, so that the events show it, too.

function gather(input)
    return {text = {}, description = "a calculator that shows zero", target = "", guidance = "", screen_class = "x"}
end
function reflect()
    return {reasoning = "x", success = "no", cause = "F9 is no key of a calculator", task_done = false, hold = "none"}
end
function infer()
    return {reasoning = "x", subtask = "clear the display", horizon = "short", subtask_done = false}
end
function curate() return {reasoning = "x", skills = {}} end
function summarize() return {summary = "x"} end

function plan(input)
    local told = "lessons: " .. input.lessons .. " recalled: " .. input.recalled
    if input.step > 1 then return {reasoning = told, actions = {}, outcome = "failed"} end
    if string.find(input.task, "seven", 1, true) then
        local seven = {skill = "press_button", args = {label = "7"}, expectation = "the display shows 7", reason = "x"}
        return {reasoning = told, actions = {seven}, outcome = "continue"}
    end
    local press = {skill = "press_key", args = {key = "F9", duration = 0.1}, expectation = "the display is empty", reason = "x"}
    return {reasoning = told, actions = {press}, outcome = "continue"}
end
