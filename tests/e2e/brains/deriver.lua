-- Plays a model that takes goals apart for `reins knowledge derive`: a plan of two levels, and its sentences as tuples. The first
-- answer about wool is no plan; about cheese there is never one.

function tree(input)
    if input.goal == "cheese" or (input.goal == "wool" and not input.defect) then return {steps = "none"} end
    return {steps = {
        {step = "get a tool", actions = {"craft a pickaxe with a table from 3 planks"}},
        {step = "get it", actions = {"gather " .. input.goal .. " with the pickaxe", "Go Up"}},
    }}
end

function tuples(input)
    local actions = {}
    for _, sentence in ipairs(input.sentences) do
        local what = string.match(sentence, "^gather (%S+)")
        if what then
            actions[#actions + 1] = {verb = "gather", object = what, tools = {"pickaxe"}, materials = {}}
        elseif string.find(sentence, "^craft") then
            actions[#actions + 1] = {verb = "Craft", object = "pickaxe", tools = {"table"}, materials = {"planks"}}
        else
            actions[#actions + 1] = {verb = "go  up", object = "None", tools = {}, materials = {}}
            actions[#actions + 1] = {verb = "None", object = "", tools = {}, materials = {}}
        end
    end
    return {actions = actions}
end
