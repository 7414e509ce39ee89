-- Plays a model that reads an instruction on the first screen, drafts a skill from it, and uses it as soon as it is offered.
-- The task's words are what it drafts: "good" a skill, "bad" one that does not pass, "none" a text that is no skill,
-- "knows" a skill, if it is told which there are.

local drafts = {
    good = "--- Presses 1 and 2 on the calculator.\n-- @expect the display grew by 12\n" ..
        "function press_twelve()\n    press_button('1')\n    press_button('2')\nend\n",
    bad = "--- Presses what there is not.\nfunction press_nothing()\n    key.press('no such key')\nend\n",
    other = "--- Presses 3.\nfunction press_three()\n    press_button('3')\nend\n",
    five = "--- Presses 5.\nfunction press_five()\n    press_button('5')\nend\n",
    none = "this is no Lua",
}

function gather(input)
    local says = input.step == 1 and input.task ~= "sequence" and "press [1] [2] for twelve" or ""
    return {text = {}, description = "a calculator", target = "", guidance = says, screen_class = "x"}
end
function reflect() return {reasoning = "x", success = "yes", cause = "", task_done = false, hold = "none"} end
-- "sequence": nothing is to be read, but the three steps before this one have done what was to be done
function infer(input)
    local done = input.task == "sequence" and input.step == 4
    return {reasoning = "x", subtask = done and "next" or "x", horizon = "short", subtask_done = done}
end
function summarize() return {summary = "x"} end

function curate(input)
    local skills = {}
    if input.sequence == 3 then
        skills[1] = "--- Presses 7 three times.\nfunction press_sevens()\n    for _ = 1, 3 do press_button('7') end\nend\n"
    end
    if input.task == "knows" and #input.skills > 0 then
        skills[1] = "--- Presses 4.\nfunction press_four()\n    press_button('4')\nend\n"
    end
    for word in string.gmatch(input.task, "%S+") do
        skills[#skills + 1] = drafts[word]
    end
    return {reasoning = "the screen says so", skills = skills}
end

local STEPS = 6

function plan(input)
    if input.step > STEPS then return {reasoning = "enough", actions = {}, outcome = "success"} end
    if string.find(input.task, "in vain", 1, true) then -- F9 is nothing to a calculator
        local press = {skill = "press_key", args = {key = "F9", duration = 0.1}, expectation = "it changes", reason = "x"}
        return {reasoning = "told: " .. (input.skill_failures or ""), actions = {press}, outcome = "continue"}
    end
    local skill, args = "press_button", {label = "7"}
    for _, one in ipairs(input.skills) do
        if one.name == "press_twelve" then skill, args = "press_twelve", json.object({}) end
    end
    local action = {skill = skill, args = args, expectation = "", reason = "x"}
    return {reasoning = input.trouble or "", actions = {action}, outcome = "continue"}
end
