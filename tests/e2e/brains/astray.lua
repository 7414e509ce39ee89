-- Plays the three modules of ScreenAgent as badly as a model can: by chance, from a seed that the task names ("seed 17"). The
-- same seed answers the same way.

local function chance(vars, module)
    local state = 5381
    local function add(text)
        for i = 1, #text do state = (state * 33 + string.byte(text, i)) % 2147483647 end
    end
    add(vars.task .. module .. tostring(vars.step) .. tostring(#(vars.past or {})) .. (vars.advice or ""))
    return function(n)
        state = (state * 48271 + 11) % 2147483647
        return state // 7 % n + 1
    end
end

local BAD = {
    "", "no answer", "```json\n{\"action_type\": \"PlanAction\"}\n```", "```json\n[{\"action_type\": \"Nonsense\"}]\n```",
    "{\"subtasks\": 7, \"actions\": \"none\", \"situation\": \"perhaps\"}", "```json\n{\"action_type\":", "[]", "null",
    "```json\n{\"action_type\":\"EvaluateSubTaskAction\",\"situation\":\"half_done\"}\n```",
    "```json\n{\"action_type\":\"MouseAction\",\"mouse_action_type\":\"click\"," ..
        "\"mouse_position\":{\"width\":99999,\"height\":-4}}\n```",
}

local function or_bad(random, good)
    if random(8) == 1 then return BAD[random(#BAD)] end
    return good
end

function planner(vars)
    local random, plan = chance(vars, "planner"), {}
    local sizes = {0, 1, 2, 3, 5, 20, 30, 500}
    for i = 1, sizes[random(#sizes)] do plan[i] = "subtask " .. i end
    return or_bad(random, {reasoning = "a plan", subtasks = plan})
end

function actor(vars)
    local random, actions = chance(vars, "actor"), {}
    local all = {
        {skill = "screenagent_mouse_click", args = {x = 10, y = 10}},
        {skill = "screenagent_mouse_click", args = {x = 99999, y = 10}},
        {skill = "screenagent_keyboard_press", args = {keyboard_key = "Return"}},
        {skill = "screenagent_keyboard_press", args = {keyboard_key = "NoSuchKey"}},
        {skill = "screenagent_wait", args = {wait_time = 0.01}},
        {skill = "no_such_skill", args = json.object({})},
    }
    for i = 1, random(5) - 1 do
        local one = all[random(#all)]
        actions[i] = {skill = one.skill, args = one.args, expectation = "something", reason = "chance"}
    end
    return or_bad(random, {screen = "a screen", actions = json.array(actions)})
end

function evaluator(vars)
    local random = chance(vars, "evaluator")
    local said = {"sub_task_success", "need_retry", "need_reformulate"}
    return or_bad(random, {reasoning = "chance", situation = said[random(3)], advice = "do otherwise"})
end
