-- Plays a model whose every answer depends on what it is told of the past: the keys a, b, c … one after the other, two to each
-- subtask, and done after the sixth. So a memory that is not as it was shows in the next prompt, and in what is pressed.

local keys = {"a", "b", "c", "d", "e", "f"}

local function pressed(input)
    for i = #(input.past or {}), 1, -1 do
        local past = input.past[i]
        if past.action and past.effect and past.effect ~= "" then
            for n, key in ipairs(keys) do
                if past.action.args.key == key then return n end
            end
        end
    end
    return 0
end

function gather(input)
    return {text = {}, description = "a window, " .. pressed(input) .. " keys", target = "", guidance = "", screen_class = "x"}
end
function reflect(input)
    return {reasoning = "key " .. pressed(input), success = "yes", cause = "", task_done = false, hold = "none"}
end
function infer(input)
    local n = pressed(input)
    return {reasoning = "two keys each", subtask = "pair " .. (n // 2 + 1), horizon = n == 0 and "long" or "short",
            subtask_done = n > 0 and n % 2 == 0}
end
function curate() return {reasoning = "none", skills = {}} end
function summarize(input) return {summary = (input.summary or "") .. " then " .. pressed(input) .. " keys;"} end

function plan(input)
    local n = pressed(input)
    if n >= #keys then return {reasoning = "all pressed", actions = {}, outcome = "success"} end
    return {
        reasoning = "the next key",
        actions = {{skill = "press_key", args = {key = keys[n + 1], duration = 0.02}, expectation = "no visible change",
                    reason = "it comes after " .. n}},
        outcome = "continue",
    }
end
