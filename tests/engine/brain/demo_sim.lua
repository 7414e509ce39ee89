-- Plays the scripted brain of the demo (config/brains/demo.lua, in the same source) against a model of xcalc, as the agent would:
-- gather, reflect, infer, plan, then the person's verdict, then the press. Called by test_script.c with a scenario:
--   {task, events: {"STEP": {what: reject|edit|click|miss|unsure|stale|ocr|hint|infer, reason, label}}, display,
--    memory, no_infer, blind, dead, max}

local function calculator(display)
    return { display = display or "0", fresh = true, acc = nil, op = nil, cleared = 0 }
end

local function text_of(x)
    if x == math.floor(x) and math.abs(x) < 1e10 then
        return string.format("%d", math.tointeger(x))
    end
    return string.format("%.10g", x)
end

local function compute(c)
    local x, y = c.acc, tonumber(c.display)
    local result = c.op == "+" and x + y or c.op == "-" and x - y or c.op == "*" and x * y or c.op == "/" and x / y
    c.display = text_of(result)
end

local function press(c, label)
    c.cleared = label == "CE/C" and c.cleared + 1 or 0
    if string.match(label, "^[%d.]$") then
        if c.fresh then
            c.display = ""
        end
        if label ~= "." and c.display == "0" then
            c.display = ""
        elseif label == "." and c.display == "" then
            c.display = "0"
        end
        c.display = c.display .. label
        c.fresh = false
    elseif label == "AC" or c.cleared == 2 then
        c.display, c.fresh, c.acc, c.op = "0", true, nil, nil
    elseif label == "CE/C" then
        c.display, c.fresh = "0", true
    elseif label == "=" then
        if c.op then
            compute(c)
        end
        c.op, c.fresh = nil, true
    else
        if c.op and not c.fresh then
            compute(c)
        end
        c.acc, c.op, c.fresh = tonumber(c.display), label, true
    end
end

local KEYS = {
    KP_Add = "+", KP_Subtract = "-", KP_Multiply = "*", KP_Divide = "/", Return = "=", KP_Decimal = ".", Clear = "CE/C",
}

local function pressed_by(action)
    if action.skill == "press_button" then
        return action.args.label
    elseif action.skill == "press_key" then
        return KEYS[action.args.key] or action.args.key
    elseif action.skill == "press_keys_combined" then
        return action.args.keys == "ctrl+h" and "CE/C" or nil
    elseif action.skill == "type_text" then
        return action.args.text == "\n" and "=" or action.args.text
    end
    return nil
end

local function last_five(list, n)
    local out = {}
    for i = math.max(1, #list - n + 1), #list do
        out[#out + 1] = list[i]
    end
    return out
end

function play(scenario)
    local c = calculator(scenario.display)
    local past, subtask, log, summary = {}, "", {}, ""
    local skills = { { name = "press_button" } } -- what was retrieved, not all there is
    for step = 1, scenario.max or 120 do
        local event = (scenario.events or {})[tostring(step)] or {}
        local seen = c.display
        if event.what == "ocr" or scenario.blind then
            seen = ""
        end
        local words = seen ~= "" and { { text = seen, region = "display" } } or {}
        local vars = {
            task = scenario.task, step = step, screen = { words = words }, past = last_five(past, scenario.memory or 5),
            subtask = subtask, skills = skills, summary = summary, trouble = "",
            hint = event.what == "hint" and event.reason or "",
        }
        vars.gather = gather(vars)
        vars.reflect = reflect(vars)
        if #past > 0 then
            past[#past].success = vars.reflect.success
        end
        if not scenario.no_infer then
            vars.infer = infer(vars)
            if event.what == "infer" then
                vars.infer.subtask = event.label
            end
            subtask = vars.infer.subtask
            vars.subtask = subtask
        end
        curate(vars)
        local out = plan(vars)
        if step % 5 == 0 then
            summary = summarize(vars).summary
        end
        if out.outcome ~= "continue" then
            return {
                outcome = out.outcome, display = c.display, steps = step, reasoning = out.reasoning, log = log,
                actions = #out.actions, summary = summary, task_done = vars.reflect.task_done,
            }
        end
        local action = out.actions[1]
        assert(action.expectation ~= "" and action.reason ~= "", "an action without expectation or reason")
        local entry = {
            step = step, description = vars.gather.description, subtask = subtask, action = action, verdict = "approved",
            person = "", effect = "", success = "", cause = "",
        }
        local before = c.display
        local label = pressed_by(action)
        if event.what == "reject" then
            entry.verdict, entry.person, label = "rejected", "the person rejected it: " .. (event.reason or ""), nil
        elseif event.what == "stale" then
            entry.verdict, label = "stale", nil
        elseif event.what == "edit" then
            entry.action = { skill = "press_button", args = { label = event.label }, expectation = action.expectation }
            label = event.label
        elseif event.what == "click" then -- edited coordinates: another key, and nobody says which
            entry.action = { skill = "click_at_position", args = { x = 9, y = 9 }, expectation = action.expectation }
            label = event.label
        elseif event.what == "miss" or scenario.dead then
            label = nil
        end
        if label then
            press(c, label)
        end
        if entry.verdict == "approved" then
            entry.effect = c.display ~= before and "changed" or "no_effect"
        end
        if event.what == "unsure" then -- half fired, marked uncertain; here it did not arrive
            c.display, c.op = before, nil
            entry.effect = "unknown"
        end
        past[#past + 1] = entry
        log[#log + 1] = string.format("%d %s %s(%s) %s -> %s | %s", step, subtask, entry.action.skill,
            tostring(entry.action.args.label or entry.action.args.key or entry.action.args.text or "?"), entry.verdict, c.display,
            out.reasoning)
    end
    return { outcome = "endless", display = c.display, steps = scenario.max or 120, log = log, reasoning = "" }
end
