-- Plays a model that reads an instruction on the first screen, drafts a skill from it, and uses the skill as soon as it is offered.
-- The task's words are what it drafts: "good" a skill, "bad" one that does not pass, "none" a text that is no skill.

local drafts = {
    good = "--- Presses 1 and 2 on the calculator.\n-- @expect the display grew by 12\nfunction press_twelve()\n    press_button('1')\n    press_button('2')\nend\n",
    bad = "--- Presses what there is not.\nfunction press_nothing()\n    key.press('no such key')\nend\n",
    other = "--- Presses 3.\nfunction press_three()\n    press_button('3')\nend\n",
    none = "this is no Lua",
}

function gather(input)
    return {text = {}, description = "a calculator", target = "", guidance = input.step == 1 and "press [1] [2] for twelve" or "", screen_class = "x"}
end
function reflect() return {reasoning = "x", success = "yes", cause = "", task_done = false, hold = "none"} end
function infer() return {reasoning = "x", subtask = "x", horizon = "short", subtask_done = false} end
function summarize() return {summary = "x"} end

function curate(input)
    local skills = {}
    for word in string.gmatch(input.task, "%S+") do
        skills[#skills + 1] = drafts[word]
    end
    return {reasoning = "the screen says so", skills = skills}
end

local STEPS = 6

function plan(input)
    if input.step > STEPS then return {reasoning = "enough", actions = {}, outcome = "success"} end
    local skill, args = "press_button", {label = "7"}
    for _, one in ipairs(input.skills) do
        if one.name == "press_twelve" then skill, args = "press_twelve", json.object({}) end
    end
    return {reasoning = input.trouble or "", actions = {{skill = skill, args = args, expectation = "", reason = "x"}}, outcome = "continue"}
end
