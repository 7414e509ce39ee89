-- Plays the agent computer without a provider's tool: the form of its module. Seven, then the end.

function computer_use(vars)
    if vars.step > 1 then
        return {reasoning = "it shows 7", actions = {}, outcome = "success"}
    end
    return {
        reasoning = "seven first",
        actions = {{skill = "click_at_position", args = {x = 69, y = 287}}},
        outcome = "continue",
    }
end
