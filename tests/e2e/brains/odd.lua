-- Plays models that answer badly; which way, the task says.

function gather() return {text = {}, description = "a window", target = "", guidance = "", screen_class = "x"} end
function reflect() return {reasoning = "x", success = "yes", cause = "", task_done = false, hold = "none"} end
function infer() return {reasoning = "x", subtask = "x", horizon = "short", subtask_done = false} end
function curate() return {reasoning = "none", skills = {}} end
function summarize() return {summary = "x"} end

local function act(skill, args)
    return {reasoning = "x", actions = {{skill = skill, args = args, expectation = "", reason = "x"}}, outcome = "continue"}
end

local ways = {
    prose = function() return "I would press the button now." end,
    half = function() return '{"reasoning": "press", "actions": [{"skill": "press_ke' end,
    nonsense = function() return "\1\2 %%% \255" end,
    ["unknown skill"] = function() return act("launch_rocket", {}) end,
    ["gone skill"] = function(input) -- goes on planning it until it is told
        local told = string.find(input.trouble or "", "there is no skill \"launch_rocket\"", 1, true)
        if not told then return act("launch_rocket", {}) end
        return {reasoning = "it is gone", actions = {}, outcome = "success"}
    end,
    ["manager's key"] = function() return act("quit_by_key", {}) end,
    ["wrong arguments"] = function() return act("click_at_position", {x = "left", y = 3}) end,
    ["off the screen"] = function() return act("click_at_position", {x = 99999, y = 3}) end,
    ["endless skill"] = function() return act("spin_for_ever", {}) end,
    ["greedy skill"] = function() return act("eat_memory", {}) end,
    loosely = function() -- means one thing, and says it in another form
        return {reasoning = "x", confidence = 0.9, outcome = "Continue",
                actions = {skill = "click_at_position", args = {x = "40", y = "50"}, expectation = "", reason = "x", foo = 1}}
    end,
    ["one argument more"] = function() return act("click_at_position", {x = 40, y = 50, double = true}) end,
    ["two actions"] = function()
        local plan = act("wait_seconds", {seconds = 0.1})
        plan.actions[2] = plan.actions[1]
        return plan
    end,
    ["no action"] = function() return {reasoning = "x", actions = {}, outcome = "continue"} end,
    forever = function() while true do end end,
}

function plan(input)
    return ways[input.task](input)
end
