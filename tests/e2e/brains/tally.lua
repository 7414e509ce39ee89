-- Plays the model of the agent tests/agents/tally.c: presses the key that it is told; = by a skill of the agent's library.

function press(vars)
    local action = {skill = "press_key", args = {key = vars.subtask}, expectation = "", reason = "it is next"}
    if vars.subtask == "=" then
        action.skill, action.args = "press_enter", json.object({})
    end
    return {keys = {action}}
end
