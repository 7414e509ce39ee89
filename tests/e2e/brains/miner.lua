-- Plays a model in a fast world: from nothing to a stone pickaxe, by what the state tells, one act a step.

local function act(skill, args, expectation)
    return {reasoning = skill, outcome = "continue",
            actions = {{skill = skill, args = args, expectation = expectation or "the state changes", reason = "it comes next"}}}
end

local function has(state, name) return state.inventory[name] or 0 end

-- The next act to have one more of what is found in the world.
local function get(state, object)
    local thing = state.near[object]
    if not thing then return act("explore", {object = object}) end
    if not thing.reached then return act("approach", {object = object}) end
    return act("mine", {object = object, count = 3})
end

function plan(input)
    local state = input.state
    if has(state, "stone_pickaxe") > 0 then return {reasoning = "it is there", actions = {}, outcome = "success"} end
    if state.place == "underground" then
        if has(state, "cobblestone") < 3 then return get(state, "stone") end
        return act("craft", {object = "stone_pickaxe"})
    end
    if has(state, "wooden_pickaxe") > 0 then return act("dig_down", {y = 55}) end
    if has(state, "crafting_table") == 0 and has(state, "oak_planks") >= 4 then
        return act("craft", {object = "crafting_table"})
    end
    if has(state, "stick") < 4 and has(state, "oak_planks") >= 2 and has(state, "crafting_table") > 0 then
        return act("craft", {object = "stick", count = 4})
    end
    if has(state, "oak_planks") >= 3 and has(state, "stick") >= 4 then return act("craft", {object = "wooden_pickaxe"}) end
    if has(state, "oak_log") > 0 then return act("craft", {object = "oak_planks", count = 4}) end
    return get(state, "oak_log")
end
