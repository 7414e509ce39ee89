-- A model that knows no game: it reads what it is told of the goal, and plans by the sentences. It forgets on purpose, once, that
-- what is got must be within reach.

local basic = {pickaxe = {"wooden_pickaxe", "stone_pickaxe", "iron_pickaxe"}, axe = {"wooden_axe"}, bucket = {"bucket"}}

-- What the first sentence about the object says of getting it.
local function way_of(object, knowledge)
    for line in string.gmatch(knowledge, "[^\n]+") do
        local gives, how, needs = string.match(line, "> " .. object .. ": (%d+) " .. object .. " is (%a+) from (.*)%.$")
        if gives then
            local way = {count = tonumber(gives), how = how, material = {}, tool = ""}
            way.tool = string.match(needs, " with a ([%w_]+)") or ""
            needs = string.gsub(needs, " with a .*", "")
            for n, name in string.gmatch(needs, "(%d+) ([^,]+)") do
                way.material[string.gsub(name, "of any ", "")] = tonumber(n)
            end
            if how == "smelted" then
                way.fuel = true
            end
            return way
        end
        local verb, source, rest = string.match(line, "> " .. object .. ": " .. object .. " is got by (%a+) ([%w_]+)(.*)$")
        if verb then
            local kind, level = string.match(rest, " with a (%a+) of level (%d)")
            local high = string.match(rest, "at y %-?%d+ to (%-?%d+)")
            local tool = kind and basic[kind] and basic[kind][tonumber(level)] or ""
            return {count = 1, how = verb, source = source, tool = tool, material = {}, high = tonumber(high)}
        end
    end
end

function decompose(vars)
    if string.find(vars.target, "^ouroboros") then
        return {object = "ouroboros", count = 1, material = {ouroboros = 1}, info = "it needs itself"}
    end
    if string.find(vars.target, "^nameless") then
        return {object = "", count = 1, material = {}, info = ""}
    end
    local object = string.match(vars.target, "^[%w_]+")
    if not object then -- the task in other words
        object = string.match(vars.task, "an? ([%w_]+)$")
        return {object = object, wanted = 1, count = 1, material = {}, info = "asked for by the task"}
    end
    local way = way_of(object, vars.knowledge)
    local members = string.match(vars.knowledge, "> " .. object .. ": " .. object .. " is any of ([^\n]+)%.")
    if not way and members then -- a group: by the member that is made of a group again, or found everywhere
        local also = {}
        for name in string.gmatch(members, "[%w_]+") do
            also[#also + 1] = name
        end
        if object == "planks" then
            return {object = object, count = 4, material = {log = 1}, also = also, info = "planks are crafted from a log"}
        end
        return {object = object, count = 1, material = {}, also = also, info = "mined from trees"}
    end
    if not way then
        return {object = object, count = 1, material = {}, info = "nothing is known of it"}
    end
    if way.fuel and object ~= "glass" then -- it forgets what burns
        way.material.coal = 1
    end
    return {object = object, count = way.count, material = way.material, tool = way.tool, info = object .. " by " .. way.how}
end

local function call(skill, args, expectation)
    return {skill = skill, args = args, expectation = expectation, reason = "the goal needs it"}
end

local function here(vars, name)
    return string.find(vars.place, name .. " %d+ %(within reach%)") ~= nil
end

local function seen(vars, name)
    return string.find(vars.place, name .. " %d+ %(in sight%)") ~= nil
end

function plan(vars)
    local object, count = string.match(vars.goal, "^([%w_]+), (%d+)")
    local actions, way = {}, way_of(object, vars.knowledge)
    local under = string.find(vars.place, "underground") ~= nil
    local have = tonumber(string.match("; " .. vars.inventory .. ";", "; " .. object .. "=(%d+);") or "0")
    local lack = math.max(1, tonumber(count) - have)
    if object == "planks" then
        for _, wood in ipairs({"oak", "birch", "spruce"}) do
            if string.find(vars.inventory, wood .. "_log=") then
                actions[1] = call("craft", {object = wood .. "_planks", count = lack}, "planks are in the inventory")
            end
        end
        return {thoughts = "planks of the log that is there", actions = actions}
    end
    local made = way and ({smelted = "smelt", crafted = "craft"})[way.how]
    if made then
        actions[1] = call(made, {object = object, count = lack}, object .. " is in the inventory")
        return {thoughts = made .. " it", actions = actions}
    end
    local source = way and way.source or object
    local high = way and way.high or 64
    if object == "log" then
        for _, wood in ipairs({"oak_log", "birch_log", "spruce_log"}) do
            if here(vars, wood) or seen(vars, wood) then
                source = wood
            end
        end
        source = source == "log" and (string.find(vars.feedback, "oak") and "spruce_log" or "oak_log") or source
        high = 64
    end
    if high < 64 and not under then
        actions[#actions + 1] = call("dig_down", {y = math.max(-50, high - 12)}, "y is lower")
    elseif high >= 64 and under then
        actions[#actions + 1] = call("go_up", {}, "on the ground")
    end
    if not here(vars, source) then
        if not seen(vars, source) then
            actions[#actions + 1] = call("explore", {object = source}, source .. " is in sight")
        end
        if vars.feedback ~= "" or object ~= "log" then -- what it forgets
            actions[#actions + 1] = call("approach", {object = source}, source .. " is within reach")
        end
    end
    actions[#actions + 1] = call("mine", {object = source, count = lack}, object .. " is in the inventory")
    return {explanation = vars.feedback, thoughts = "find it and mine it", actions = actions}
end

function summarize(vars)
    if vars.folded == "dirt" and not string.find(vars.sources, "Plan 6") then -- it forgets the form, once
        return vars.sources
    end
    local text = string.match(vars.sources, "> [^\n]+") -- with the mark before it
    return {plan = text .. "\nin general"}
end
