-- The scripted brain of the demo: works out "A op B" on xcalc, step by step, in a closed loop. What it does next depends on what
-- the eye reads in the region "display" and on what memory holds (vars.past), never on a list of moves: after a wrong or edited
-- click it clears and starts again. One global function for each module; each gets the prompt's variables and returns the
-- module's fields.
--
-- xcalc does not show a pending operator, so that one is taken from memory; the subtask ("enter 12", "choose ×", "enter 34",
-- "read the result") carries the state from step to step, and a count of attempts, so that it ends: after three clears in vain
-- it gives up. Asked for the plan alone it has the state in what it says of the screen ("to enter 12; the display …").

local CLEARS_MAX = 3
local REPEATS_MAX = 4
local STEPS_MAX = 40 -- and four for each digit

local SIGN = { ["+"] = "+", ["-"] = "-", ["*"] = "×", ["/"] = "÷" }
local KEY = {
    ["+"] = "KP_Add", ["-"] = "KP_Subtract", ["*"] = "KP_Multiply", ["/"] = "KP_Divide", ["="] = "Return", ["."] = "KP_Decimal",
}
local NO_CHANGE = "no visible change"

-- ---- the task ----

local WORDS = {
    { "multiplied by", "*" }, { "divided by", "/" }, { "times", "*" }, { "plus", "+" }, { "minus", "-" }, { "over", "/" },
    { "×", "*" }, { "÷", "/" }, { "−", "-" }, { "·", "*" },
}

-- "compute 12 × 34 in xcalc" → {a = "12", op = "*", b = "34", result = 408}; nil if there is no such thing in it.
local function parse(task)
    local text = string.lower(task or "")
    for _, row in ipairs(WORDS) do
        local from, to = string.find(text, row[1], 1, true)
        while from do
            text = string.sub(text, 1, from - 1) .. " " .. row[2] .. " " .. string.sub(text, to + 1)
            from, to = string.find(text, row[1], from + 3, true)
        end
    end
    local a, op, b = string.match(text, "(%d+%.?%d*)%s*([-+*/x])%s*(%d+%.?%d*)")
    if not a then
        return nil
    end
    if op == "x" then
        op = "*"
    end
    local function typed(number) -- as it is typed: no point at the end, no zeros in front
        number = string.gsub(number, "%.$", "")
        number = string.gsub(number, "^0+(%d)", "%1")
        return number
    end
    local sum = { a = typed(a), op = op, b = typed(b) }
    local x, y = tonumber(sum.a), tonumber(sum.b)
    if op == "+" then
        sum.result = x + y
    elseif op == "-" then
        sum.result = x - y
    elseif op == "*" then
        sum.result = x * y
    elseif y ~= 0 then
        sum.result = x / y
    end
    return sum
end

local function shown(number)
    if math.type(number) == "float" and number == math.floor(number) and math.abs(number) < 1e15 then
        return string.format("%d", math.tointeger(number))
    end
    return string.format("%.10g", number)
end

-- ---- the screen ----

-- The number in the calculator's display as text, nil if none can be read.
local function display(vars)
    local words = {}
    for _, word in ipairs((vars.screen or {}).words or {}) do
        if word.region == "display" then
            words[#words + 1] = word.text
        end
    end
    local text = string.gsub(table.concat(words), "%s", "")
    local number = string.match(text, "^-?%d+%.?%d*[eE][-+]?%d+") or string.match(text, "-?%d+%.?%d*")
        or string.match(text, "-?%.%d+")
    return number and string.gsub(number, "%.$", "") or nil
end

local function equals(text, number)
    local x = text and tonumber(text)
    return x ~= nil and number ~= nil and math.abs(x - number) <= 1e-6 * math.max(1, math.abs(number))
end

local function says(number)
    return number and "the display shows " .. number or "the display cannot be read"
end

-- ---- memory ----

local FIRED = { approved = true, edited = true, auto = true }

local function fired(entry)
    return FIRED[entry.verdict] and entry.action ~= nil
end

-- The calculator's label that an action presses; nil: none; "?": something that cannot be told.
local function label_of(action)
    local args = action.args or {}
    if action.skill == "press_button" then
        return tostring(args.label)
    elseif action.skill == "press_key" then
        local key = tostring(args.key)
        for label, name in pairs(KEY) do
            if key == name then
                return label
            end
        end
        local names = {
            asterisk = "*", plus = "+", minus = "-", slash = "/", equal = "=", period = ".", KP_Enter = "=", Clear = "CE/C",
        }
        return names[key] or (#key == 1 and key) or string.match(key, "^KP_(%d)$") or "?"
    elseif action.skill == "press_keys_combined" then
        return string.lower(tostring(args.keys)) == "ctrl+h" and "CE/C" or "?"
    elseif action.skill == "type_text" then
        local text = tostring(args.text)
        return text == "\n" and "=" or #text == 1 and text or "?"
    elseif action.skill == "wait_seconds" or action.skill == "move_mouse_to_position" then
        return nil
    end
    return "?"
end

-- What was pressed last, and before that; entries that pressed nothing are passed over.
local function last_press(vars)
    local found = {}
    for i = #(vars.past or {}), 1, -1 do
        local entry = vars.past[i]
        if fired(entry) then
            local label = label_of(entry.action)
            if label then
                found[#found + 1] = { label = label, entry = entry }
            end
        end
        if #found == 2 then
            break
        end
    end
    return found[1], found[2]
end

-- The display before an action, from gather's description of that step.
local function before(entry)
    return string.match(entry.description or "", "the display shows (%S+)")
end

-- How many of the last fired actions pressed this label without any change of the display.
local function in_vain(vars, label)
    local n, after = 0, display(vars)
    for i = #(vars.past or {}), 1, -1 do
        local entry = vars.past[i]
        if fired(entry) then
            if label_of(entry.action) ~= label or not after or before(entry) ~= after then
                break
            end
            n = n + 1
        end
    end
    return n
end

-- What was rejected in this subtask or since the last fired action (skill and label), and what the person said since, newest
-- first.
local function rejections(vars, subtask)
    local skills, reasons, n, since = {}, {}, 0, true
    for i = #(vars.past or {}), 1, -1 do
        local entry = vars.past[i]
        since = since and not fired(entry)
        if entry.verdict == "rejected" and entry.action and (since or entry.subtask == subtask) then
            skills[entry.action.skill .. " " .. tostring(label_of(entry.action))] = true
            n = n + (since and 1 or 0)
            if since and entry.person and entry.person ~= "" then
                reasons[#reasons + 1] = string.gsub(entry.person, "^the person rejected it:%s*", "")
            end
        end
    end
    return skills, reasons, n
end

-- A button that the person names: "press 7", "use CE/C instead".
local LABELS = {
    ["AC"] = true, ["CE/C"] = true, ["+"] = true, ["-"] = true, ["*"] = true, ["/"] = true, ["="] = true, ["."] = true,
}
local function named_button(text)
    text = string.gsub(text or "", "%f[%a]the%s+", "")
    text = string.gsub(string.gsub(text, "%f[%a]key%s+", ""), "%f[%a]button%s+", "")
    for _, verb in ipairs({ "press", "use", "try", "take", "click" }) do
        for word in string.gmatch(" " .. text, "[%s,;:]" .. verb .. "%s+(%S+)") do
            word = string.gsub(word, "[\"'`,;]", "")
            if #word > 1 then
                word = string.gsub(word, "%.$", "")
            end
            word = (word == "×" or word == "x") and "*" or word == "÷" and "/" or word
            if LABELS[word] or string.match(word, "^%d$") then
                return word
            end
        end
    end
    return nil
end

-- ---- the state ----

local function attempt_of(subtask)
    return tonumber(string.match(subtask or "", "%(attempt (%d+)%)")) or 1
end

local function named(text, attempt)
    return attempt > 1 and string.format("%s (attempt %d)", text, attempt) or text
end

-- The two subtasks of typing, told apart where both numbers are the same.
local function typing(sum)
    local first = "enter " .. sum.a
    return first, sum.a == sum.b and first .. " again" or "enter " .. sum.b
end

local function starts(text, whole)
    return #text <= #whole and string.sub(whole, 1, #text) == text
end

-- Has nothing of B been typed yet? The display still shows A then, so that only memory knows.
local function operator_was_last(vars, sum)
    local last = last_press(vars)
    return last ~= nil and last.label == sum.op
end

-- Was the operator taken? The display cannot tell; a press that may not have been fired is not counted.
local function taken(vars, entry)
    local past = vars.past or {}
    local success = entry.success
    if entry == past[#past] and vars.reflect and vars.reflect.success then
        success = vars.reflect.success
    end
    return success ~= "no" and entry.effect ~= "unknown"
end

-- The next state, from the state so far, the display and the last press. Also says why.
local function advance(vars, sum)
    local past = vars.past or {}
    local previous = #past > 0 and past[#past].subtask ~= "" and past[#past].subtask or vars.subtask or ""
    local attempt = attempt_of(previous)
    local state = string.gsub(previous, "%s*%(attempt %d+%)$", "")
    local number = display(vars)
    local last, earlier = last_press(vars)
    local choose = "choose " .. SIGN[sum.op]
    local enter_a, enter_b = typing(sum)

    local function again(why)
        return named("clear the display", attempt + 1), why
    end
    local function stay(why)
        return named(state, attempt), why
    end

    if not number then
        return state ~= "" and stay("the display cannot be read") or named(enter_a, attempt), "the display cannot be read"
    elseif state == "clear the display" then
        local cleared = last and (last.label == "AC" or (last.label == "CE/C" and earlier and earlier.label == "CE/C"))
        if number == "0" and cleared then
            return named(enter_a, attempt), "the display is clear"
        end
        return stay("it is not clear yet")
    elseif state == "read the result" then
        if equals(number, sum.result) and last and last.label == "=" then
            return stay(says(number))
        elseif last and last.label == "=" and number ~= before(last.entry) then
            return again("the result should be " .. shown(sum.result) .. ", but " .. says(number))
        elseif number ~= sum.b then
            return again(says(number) .. " where " .. sum.b .. " was wanted")
        elseif in_vain(vars, "=") >= 2 then
            return again("= changes nothing")
        end
        return stay("= is to be pressed")
    elseif state == enter_b then
        if operator_was_last(vars, sum) then
            if number == sum.a then
                return stay("the operator is pending")
            end
            return again(says(number) .. " after the operator")
        elseif number == sum.b then
            return named("read the result", attempt), sum.b .. " is entered"
        elseif starts(number, sum.b) then
            return stay(says(number))
        end
        return again(says(number) .. " where " .. sum.b .. " was to be entered")
    elseif state == choose then
        if number ~= sum.a then
            return again(says(number) .. " where " .. sum.a .. " was wanted")
        elseif last and last.label == sum.op and taken(vars, last.entry) then
            return named(enter_b, attempt), SIGN[sum.op] .. " was pressed"
        elseif last and last.label ~= sum.op and not string.match(last.label, "^[%d.]$")
            and last.entry.subtask == named(choose, attempt) then
            return again("something else than " .. SIGN[sum.op] .. " was pressed")
        elseif last and last.label == sum.op then
            return again("it is not sure that " .. SIGN[sum.op] .. " was taken")
        end
        return stay(says(number))
    elseif state == enter_a then
        if number == sum.a then
            return named(choose, attempt), sum.a .. " is entered"
        elseif number == "0" or starts(number, sum.a) then
            return stay(says(number))
        end
        return again(says(number) .. " where " .. sum.a .. " was to be entered")
    end
    if number == "0" then
        return enter_a, "the calculator is ready"
    end
    return named("clear the display", attempt), says(number) .. ", which is not of this task"
end

-- The label to press next in a state; nil and an outcome when there is none.
local function next_label(vars, sum, state)
    local number = display(vars)
    local enter_a, enter_b = typing(sum)
    if state == "clear the display" then
        return "AC", number == "0" and NO_CHANGE or "the display shows 0"
    elseif string.match(state, "^choose") then
        return sum.op, NO_CHANGE
    elseif state == "read the result" then
        return "=", says(shown(sum.result))
    end
    local fresh = state == enter_b and operator_was_last(vars, sum)
    local goal = state == enter_b and sum.b or sum.a
    if state ~= enter_a and state ~= enter_b then
        return nil
    end
    local typed = fresh and "" or number
    if typed == "0" and not starts("0.", goal) then
        typed = ""
    end
    local last = last_press(vars)
    local point = last and last.label == "." and string.sub(goal, #typed + 1, #typed + 1) == "."
    if point then
        typed = typed .. "." -- typed, though the display may not show it by itself
    end
    if not starts(typed, goal) then
        return "AC", "the display shows 0"
    end
    local digit = string.sub(goal, #typed + 1, #typed + 1)
    local will_show = string.gsub(string.sub(goal, 1, #typed + 1), "%.$", "")
    return digit, will_show == number and NO_CHANGE or says(will_show)
end

-- ---- the ways to press ----

local function ways(label)
    local list = { { "press_button", { label = label }, label } }
    if label == "AC" then
        list[#list + 1] = { "press_button", { label = "CE/C" }, "CE/C" }
        list[#list + 1] = { "press_keys_combined", { keys = "ctrl+h" }, "CE/C" }
    else
        list[#list + 1] = { "press_key", { key = KEY[label] or label }, label }
        list[#list + 1] = { "type_text", { text = label == "=" and "\n" or label }, label }
    end
    return list
end

-- The first way that was not rejected; one that was tried in vain waits for its turn.
local function choose_way(vars, label, rejected, tries)
    local fit = {}
    for _, way in ipairs(ways(label)) do
        -- vars.skills is only what was retrieved for the plan; a skill that is not there at all comes back as trouble
        local barred = rejected[way[1] .. " " .. way[3]]
        local troubled = string.find(vars.trouble or "", way[1], 1, true)
        if not barred and not troubled then
            fit[#fit + 1] = way
        end
    end
    if #fit == 0 then
        return nil
    end
    return fit[(tries % #fit) + 1]
end

-- ---- the modules ----

function gather(vars)
    local number = display(vars)
    local text = {}
    for _, word in ipairs((vars.screen or {}).words or {}) do
        text[#text + 1] = word.text
    end
    return {
        text = text,
        description = "a calculator; " .. says(number),
        target = "the calculator's keys",
        guidance = "",
        screen_class = "calculator",
    }
end

function reflect(vars)
    local past = vars.past or {}
    local last = past[#past]
    local sum = parse(vars.task)
    local number = display(vars)
    local out = { success = "unknown", reasoning = "Nothing was done yet.", task_done = false, hold = "none" }
    if not last then
        return out
    end
    if not fired(last) then
        out.reasoning = "The last action was not fired (" .. tostring(last.verdict) .. "), so there is nothing to judge."
        return out
    end
    local expected = last.action.expectation or ""
    local wanted = string.match(expected, "^the display shows (%S+)")
    out.reasoning = "Expected: " .. expected .. ". Now " .. says(number) .. "."
    if not number then
        out.cause = "the display cannot be read"
    elseif wanted then
        out.success = (wanted == number or (tonumber(wanted) and equals(number, tonumber(wanted)))) and "yes" or "no"
        if out.success == "no" then
            local idle = before(last) == number
            out.cause = idle and "the press did not arrive" or "another key than the right one was pressed: " .. says(number)
        end
    elseif expected == NO_CHANGE then
        local same = before(last) == nil or before(last) == number
        out.success = same and "yes" or "no"
        out.cause = not same and "the display changed: " .. says(number) or nil
        if same and last.effect == "unknown" then
            out.success, out.cause = "unknown", "it is not sure that the key was pressed"
        end
    elseif before(last) then
        out.success = before(last) ~= number and "yes" or "no"
    end
    local press = last_press(vars)
    out.task_done = sum ~= nil and press ~= nil and press.label == "=" and equals(number, sum.result)
    return out
end

function infer(vars)
    local sum = parse(vars.task)
    if not sum then
        local why = "The task names no A op B."
        return { subtask = "find out what to compute", horizon = "short", subtask_done = false, reasoning = why }
    end
    local subtask, why = advance(vars, sum)
    local previous = vars.subtask or ""
    return { subtask = subtask, horizon = "short", subtask_done = previous ~= "" and previous ~= subtask, reasoning = why .. "." }
end

function curate()
    return { skills = {}, reasoning = "The skills for the calculator are all there." }
end

local function over(outcome, why)
    return { outcome = outcome, actions = {}, reasoning = why }
end

-- Something that the person names comes before what the script would do.
local function persons_button(vars, reasons)
    return named_button(vars.hint) or named_button(reasons[1])
end

local function plan_press(vars, subtask, label, expectation, why)
    local rejected, reasons, count = rejections(vars, subtask)
    local asked = persons_button(vars, reasons)
    local told = reasons[1] and " You said: \"" .. reasons[1] .. "\"."
        or count > 0 and " You rejected the last proposal." or ""
    if vars.hint and vars.hint ~= "" then
        told = told .. " You said: \"" .. vars.hint .. "\"."
    end
    if asked and asked ~= label and not rejected["press_button " .. asked] then
        label = asked
        expectation = (asked == "AC" or asked == "CE/C") and "the display shows 0" or "the display changes"
        why = "you named the key " .. asked
    end
    local tries = in_vain(vars, label)
    if tries >= REPEATS_MAX then
        return over("failed", label .. " was pressed " .. tries .. " times and nothing changed.")
    end
    local way = choose_way(vars, label, rejected, tries)
    if not way then
        return over("failed", "Every way to press " .. label .. " was rejected or is not there." .. told)
    end
    local action = { skill = way[1], args = way[2], expectation = expectation, reason = why }
    local note = tries > 0 and " The last press changed nothing, so it is done in another way." or ""
    return { outcome = "continue", actions = { action }, reasoning = why .. ", so " .. way[3] .. " comes next." .. note .. told }
end

-- A display that cannot be read may only need time; three looks are enough.
local function plan_unreadable(vars)
    local waits = 0
    for _, entry in ipairs(vars.past or {}) do
        if entry.action and entry.action.skill == "wait_seconds" then
            waits = waits + 1
        end
    end
    if waits >= 3 then
        return over("failed", "The calculator's display cannot be read.")
    end
    local why = "the display cannot be read yet"
    local action = { skill = "wait_seconds", args = { seconds = 1 }, expectation = NO_CHANGE, reason = why }
    return { outcome = "continue", actions = { action }, reasoning = "The display cannot be read; waiting a moment." }
end

-- Everything remembered went into clearing, and it is not clear.
local function stuck(vars, subtask)
    local n = 0
    for _, entry in ipairs(vars.past or {}) do
        if fired(entry) and entry.subtask == subtask and string.match(subtask, "^clear") then
            n = n + 1
        end
    end
    return n >= REPEATS_MAX
end

local function decide(vars)
    local sum = parse(vars.task)
    if not sum then
        return over("failed", "The task names no computation of the form A op B with + - × or ÷.")
    elseif not sum.result then
        return over("failed", "Nothing can be divided by zero.")
    end
    local number = display(vars)
    if not number then
        return plan_unreadable(vars)
    end
    local subtask, why = advance(vars, sum)
    local known = vars.infer and vars.infer.subtask -- a person may have changed it
    if known and known ~= "" then
        subtask = known
    end
    local attempt = attempt_of(subtask)
    local state = string.gsub(subtask, "%s*%(attempt %d+%)$", "")
    local last = last_press(vars)
    if state == "read the result" and last and last.label == "=" and equals(number, sum.result) then
        return over("success", says(number) .. ", and that is " .. sum.a .. " " .. SIGN[sum.op] .. " " .. sum.b .. ".")
    elseif attempt > CLEARS_MAX + 1 then
        return over("failed", "Cleared " .. CLEARS_MAX .. " times and it went wrong again: " .. says(number) .. ".")
    elseif (vars.step or 0) > STEPS_MAX + 4 * (#sum.a + #sum.b) or stuck(vars, subtask) then
        return over("failed", "It does not get on: " .. says(number) .. " after " .. tostring(vars.step) .. " steps.")
    end
    local label, expectation = next_label(vars, sum, state)
    if not label or label == "" then -- a subtask that a person wrote: what the script itself would do
        subtask = advance(vars, sum)
        label, expectation = next_label(vars, sum, (string.gsub(subtask, "%s*%(attempt %d+%)$", "")))
    end
    if not label or label == "" then
        return over("failed", "The subtask \"" .. subtask .. "\" is not one that this script knows.")
    end
    return plan_press(vars, subtask, label, expectation, why), subtask
end

-- The subtask of each step, from what was said of the screen; of one that is not ours (a person's) that of the step before.
local function plan_alone(vars)
    vars.subtask = ""
    for _, entry in ipairs(vars.past or {}) do
        vars.subtask = string.match(entry.description or "", "^to (.-); the display") or vars.subtask
        entry.subtask = vars.subtask
    end
    vars.reflect = reflect(vars)
    local out, subtask = decide(vars)
    out.screen = "to " .. (subtask or vars.subtask) .. "; " .. says(display(vars))
    out.success, out.cause = vars.reflect.success, vars.reflect.cause
    return out
end

function plan(vars)
    return vars.infer and (decide(vars)) or plan_alone(vars)
end

function summarize(vars)
    local parts = { (vars.summary or "") ~= "" and vars.summary or "Task: " .. tostring(vars.task) .. "." }
    for _, entry in ipairs(vars.past or {}) do
        local mark = "Step " .. tostring(entry.step) .. ":"
        if not string.find(parts[1], mark, 1, true) and entry.action then
            local what = tostring(label_of(entry.action) or entry.action.skill)
            parts[#parts + 1] = mark .. " " .. what .. " " .. tostring(entry.verdict) .. "."
        end
    end
    parts[#parts + 1] = "Now " .. says(display(vars)) .. "."
    local text = table.concat(parts, " ")
    text = string.gsub(text, " Now the display shows %S+%.( Step)", "%1")
    if #text > 3000 then
        text = "… " .. string.sub(text, -3000)
    end
    return { summary = text }
end

-- `reins ask --brain demo "12 × 34"`
function ask(vars)
    local sum = parse(vars.prompt)
    if not sum or not sum.result then
        return "I am a script that can only compute A op B, such as 12 × 34."
    end
    return sum.a .. " " .. SIGN[sum.op] .. " " .. sum.b .. " = " .. shown(sum.result)
end
