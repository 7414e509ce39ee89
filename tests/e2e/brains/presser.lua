-- Plays the modules of GITM on xcalc: the task is a button's label, which is the goal and its whole plan.

function decompose(vars)
    local object = string.match(vars.target, "^[%w_]+") or string.match(vars.task, "[%w_]+$")
    return {object = object, wanted = 1, count = 1, material = {}, info = "a button has it"}
end

function plan(vars)
    local label = string.match(vars.goal, "^[%w_]+")
    return {thoughts = "the button", actions = {{
        skill = "press_button", args = {label = label}, expectation = label .. " is shown", reason = "the goal needs it",
    }}}
end

function summarize(vars)
    return {actions = {}}
end
