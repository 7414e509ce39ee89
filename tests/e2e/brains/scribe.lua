-- Plays a model of the agent direct that types what its task names ("write TEXT") into the window, saves by Ctrl+s, and says that
-- it is done, whatever the screen shows.

local function did(vars, skill)
    for _, past in ipairs(vars.past or {}) do
        if past.action and past.action.skill == skill and past.effect ~= "" then return true end
    end
    return false
end

function plan(vars)
    local text = string.match(vars.task, "^write (%S+)")
    local said = {screen = "an editor", reasoning = "it is written and saved", actions = {}, outcome = "continue"}
    if not did(vars, "type_text") then
        said.actions = {{skill = "type_text", args = {text = text}, expectation = "the text is there"}}
    elseif not did(vars, "press_keys_combined") then
        said.actions = {{skill = "press_keys_combined", args = {keys = "ctrl+s"}, expectation = "the star in the title goes"}}
    else
        said.outcome = "success"
    end
    return said
end
