-- Plays the model of the agent tests/agents/tally.c: presses the key that it is told.

function press(vars)
    local action = {skill = "press_key", args = {key = vars.subtask}, expectation = "", reason = "it is next"}
    return {keys = {action}}
end
