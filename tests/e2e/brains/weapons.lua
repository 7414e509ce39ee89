-- Plays a model in front of an editor that shows an instruction: it reads it off the screen, drafts a better version of the skill
-- that the library has for it, and proposes that skill until it has been seen to work.

local DRAFT = "--- Views the stored weapons, as the screen says.\n-- @expect the weapons are shown\n" ..
    "function view_weapons()\n    key.press('%s', 0.2)\nend\n"

local function instruction(input)
    local words = {}
    for _, w in ipairs(input.screen.words) do words[#words + 1] = w.text end
    local text = table.concat(words, " ")
    return string.find(text, "stored weapons", 1, true) and string.match(text, "hold %p?(%u%l+)%p? to") and text or ""
end

function gather(input)
    return {text = {}, description = "an editor", target = "", guidance = instruction(input), screen_class = "editor"}
end
function reflect() return {reasoning = "x", success = "yes", cause = "", task_done = false, hold = "none"} end
function infer() return {reasoning = "x", subtask = "view the weapons", horizon = "short", subtask_done = false} end
function summarize() return {summary = "x"} end

function curate(input)
    local key = string.match(input.gather.guidance, "hold %p?(%u%l+)%p? to")
    return {reasoning = "the screen says which key it is", skills = key and {string.format(DRAFT, key)} or {}}
end

function plan()
    local action = {skill = "view_weapons", args = json.object({}), expectation = "the weapons are shown", reason = "x"}
    return {reasoning = "x", actions = {action}, outcome = "continue"}
end
