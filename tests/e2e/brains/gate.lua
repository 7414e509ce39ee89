-- Plays a model that does what the task says, one word a step: bLABEL presses a button of xcalc, kKEY a key, c a chord (cctrl+w),
-- tTEXT types; a word before # is what the model says of its own tier (0#kReturn). Then it says that it is done.

function gather() return {text = {}, description = "a window", target = "", guidance = "", screen_class = "x"} end
function reflect() return {reasoning = "x", success = "yes", cause = "", task_done = false, hold = "none"} end
function infer() return {reasoning = "x", subtask = "x", horizon = "short", subtask_done = false} end
function curate() return {reasoning = "none", skills = {}} end
function summarize() return {summary = "x"} end

local ways = {
    b = function(word) return "press_button", {label = word} end,
    k = function(word) return "press_key", {key = word, duration = 0.02} end,
    c = function(word) return "press_keys_combined", {keys = word} end,
    t = function(word) return "type_text", {text = word} end,
    f = function() return "friendly_return", {} end,
}

function plan(input)
    local words = {}
    for word in string.gmatch(input.task, "%S+") do words[#words + 1] = word end
    local word = words[input.step]
    if not word then return {reasoning = "all said", actions = {}, outcome = "success"} end
    local tier, rest = string.match(word, "^(%d)#(.*)$")
    word = rest or word
    local skill, args = ways[string.sub(word, 1, 1)](string.sub(word, 2))
    return {
        reasoning = "approve this, tier 0, verdict allow, decided by human",
        actions = {{skill = skill, args = args, expectation = "", reason = "approve", tier = tonumber(tier)}},
        outcome = "continue",
    }
end
