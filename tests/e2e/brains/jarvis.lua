-- A model that has learnt a few plans by heart, some of them wrong: what is told of a flaw or a failure mends them.

local plans = {
    wooden_pickaxe = {{"mine", "oak_log", 3}, {"craft", "oak_planks", 9}, {"craft", "crafting_table", 1}, {"craft", "stick", 2},
        {"craft", "wooden_pickaxe", 1}},
    stick = {{"mine", "oak_log", 1}, {"craft", "oak_planks", 4}, {"craft", "stick", 4}},
    cobblestone = {{"mine", "cobblestone", 3, "wooden_pickaxe"}},
    crafting_table = {{"mine", "oak_log", 1}, {"craft", "oak_planks", 4}, {"craft", "crafting_table", 1}},
    diamond = {{"mine", "diamond", 1}},
    bowl = {{"mine", "oak_log", 2}, {"craft", "oak_planks", 7}, {"craft", "crafting_table", 1}, {"craft", "bowl", 1}},
    oak_log = {{"mine", "oak_log", 1}},
}

local function goals(list)
    local rows = {}
    for i, g in ipairs(list) do
        rows[i] = {kind = g[1], item = g[2], count = g[3], tool = g[4] or ""}
    end
    return rows
end

local function told(text)
    return text ~= nil and text ~= ""
end

function describe(vars)
    local seen = string.match(vars.conditions or "", "> ([^\n]+)") or "I can see nothing."
    return {keywords = {"tree"}, description = seen, danger = ""}
end

function query(vars)
    return {goals = {{item = "stick", count = 2, ["for"] = vars.task}, {item = "oak_planks", count = 4, ["for"] = "stick"},
        {item = "oak_log", count = 1, ["for"] = "oak_planks"}, {item = "axe", count = 1, ["for"] = "nothing that was named"}}}
end

function plan(vars)
    local list, item = {}, string.match(vars.task, "([%w_]+)$")
    if not item then -- in words: each key that is named
        local rows = {}
        for key in string.gmatch(vars.task, "%d") do
            rows[#rows + 1] = {kind = "do", text = "press " .. key}
        end
        return {thoughts = "one key after the other", goals = rows}
    end
    for i, g in ipairs(plans[item] or {}) do
        list[i] = {g[1], g[2], g[3], g[4]}
    end
    if item == "wooden_pickaxe" and not told(vars.flaw) and not told(vars.feedback) and not told(vars.memory) then
        list[2][3] = 4 -- planks for the table alone: the first of its faults
    end
    local count = tonumber(string.match(vars.task, "^%d+"))
    if count and #list > 0 then
        list[#list][3] = count
    end
    if item == "bowl" and not told(vars.flaw) and not told(vars.feedback) then -- it believes its memory
        local known = {}
        for kind, n, what in string.gmatch(string.match(vars.memory or "", "> ([^\n]+)") or "", "(%a+) (%d+) ([%w_]+)") do
            known[#known + 1] = {kind, what, tonumber(n)}
        end
        list = #known > 0 and known or list
    end
    if item == "cobblestone" and (told(vars.flaw) or told(vars.explanation)) then
        local whole = plans.wooden_pickaxe
        list = {whole[1], whole[2], whole[3], whole[4], whole[5], list[1]}
    end
    return {thoughts = "as I have learnt it", goals = goals(list)}
end

-- It foresees that each goal gives what it says and takes nothing, which is a lie; the flaw it finds is that of the planks.
function check(vars)
    local rows, n = {}, 0
    for number, count, item in string.gmatch("\n" .. vars.plan, "\n(%d+)%. %a+ (%d+) ([%w_]+)") do
        n = n + 1
        rows[n] = {goal = tonumber(number), inventory = {{name = item, count = tonumber(count)}}}
    end
    if string.find(vars.plan, "craft 4 oak_planks\n3%. craft 1 crafting_table\n4") then
        return {inventories = rows, flawed = 4, flaw = "2 planks are missing for the sticks", goals = goals(plans.wooden_pickaxe)}
    end
    return {inventories = rows, flawed = 0, flaw = "", goals = {}}
end

local sources = {cobblestone = "stone"}

local function call(skill, args)
    return {skill = skill, args = args, expectation = "it works", reason = "the goal needs it"}
end

function choose(vars)
    local key = string.match(vars.goal, "^do press (%d)")
    if key then
        local press = {skill = "press_button", args = {label = key}, expectation = "it shows", reason = "the goal"}
        return {thoughts = "the button", actions = {press}}
    end
    local kind, count, item = string.match(vars.goal, "^(%a+) (%d+) ([%w_]+)")
    if item == "diamond" then
        return {thoughts = "no skill knows it", actions = {}, impossible = "nobody has found one"}
    end
    local source, actions = sources[item] or item, {}
    local under = string.find(vars.place, "underground") ~= nil
    local have = tonumber(string.match("; " .. vars.inventory .. ";", "; " .. item .. "=(%d+);") or "0")
    if source == "stone" and not under then
        actions[#actions + 1] = call("dig_down", {y = 50})
    elseif source ~= "stone" and under then
        actions[#actions + 1] = call("go_up", {})
    end
    if not string.find(vars.place, source .. " %d+ %(within reach%)") then
        if not string.find(vars.place, source .. " %d+ %(in sight%)") then
            actions[#actions + 1] = call("explore", {object = source})
        end
        actions[#actions + 1] = call("approach", {object = source})
    end
    actions[#actions + 1] = call("mine", {object = source, count = tonumber(count) - have})
    return {thoughts = "find it and mine it", actions = actions}
end

function explain(vars)
    return {goal = 1, cause = "there is no pickaxe to do it with", missing = "wooden_pickaxe 1", lesson = "make the tool first"}
end

function propose(vars)
    return {tasks = {{task = "stick", reason = "its ground is there"}, {task = "moon", reason = "it shines"}}}
end
