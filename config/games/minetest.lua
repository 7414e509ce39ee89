-- A mod of reins for Minetest: writes what the game has (items, recipes, where things are found) into reins-dump.json in the
-- folder of the world, and ends the server. `reins knowledge dump DIR` runs it; engine/world/game_minetest_json.c reads the file.

-- One name for an item that a game has renamed.
local function real(name)
    return minetest.registered_aliases[name] or name
end

-- What digging gives: a list of {items, one in `rarity` times}.
local function drops(name, def)
    if def.drop == nil then
        return {{items = {name}, rarity = 1}}
    end
    if type(def.drop) == "string" then
        return def.drop == "" and {} or {{items = {def.drop}, rarity = 1}}
    end
    local list = {}
    for _, one in ipairs(def.drop.items or {}) do
        list[#list + 1] = {items = one.items, rarity = one.rarity or 1, most = def.drop.max_items, tools = one.tools}
    end
    return list
end

local function cooked(name, method)
    return minetest.get_craft_result({method = method, width = 1, items = {ItemStack(name)}})
end

-- When all mods are loaded.
minetest.register_on_mods_loaded(function()
    local items, recipes = {}, {}
    for name, def in pairs(minetest.registered_items) do
        if name ~= "" and name ~= "air" and name ~= "ignore" and name ~= "unknown" and def then
            local one = {
                name = name, type = def.type, groups = next(def.groups or {}) and def.groups or nil, stack = def.stack_max,
                light = def.light_source, liquid = def.liquidtype, diggable = def.diggable, tools = def.tool_capabilities,
                fuel = cooked(name, "fuel").time, drops = def.type == "node" and drops(name, def) or nil,
            }
            items[#items + 1] = one
            for _, recipe in ipairs(minetest.get_all_craft_recipes(name) or {}) do
                local needs = {}
                for _, need in pairs(recipe.items) do
                    if need ~= "" then
                        needs[#needs + 1] = string.sub(need, 1, 6) == "group:" and need or real(need)
                    end
                end
                local output = ItemStack(recipe.output)
                recipes[#recipes + 1] = {
                    method = recipe.method, output = real(output:get_name()) .. " " .. output:get_count(), needs = needs,
                }
            end
        end
    end
    table.sort(items, function(a, b) return a.name < b.name end)
    table.sort(recipes, function(a, b)
        local one, other = a.output .. a.method .. table.concat(a.needs, ","), b.output .. b.method .. table.concat(b.needs, ",")
        return one < other
    end)

    local function sorted(list, key)
        table.sort(list, function(a, b) return a[key] < b[key] end)
        return list
    end

    local biomes = {}
    for _, def in pairs(minetest.registered_biomes) do
        biomes[#biomes + 1] = {
            name = def.name, y_min = def.y_min, y_max = def.y_max, top = def.node_top and real(def.node_top),
            filler = def.node_filler and real(def.node_filler), stone = def.node_stone and real(def.node_stone),
            dust = def.node_dust and real(def.node_dust), riverbed = def.node_riverbed and real(def.node_riverbed),
        }
    end

    local ores = {}
    for _, def in pairs(minetest.registered_ores) do
        ores[#ores + 1] = {
            ore = real(def.ore), type = def.ore_type, y_min = def.y_min, y_max = def.y_max, scarcity = def.clust_scarcity,
            count = def.clust_num_ores, size = def.clust_size,
        }
    end
    table.sort(ores, function(a, b)
        return a.ore < b.ore or (a.ore == b.ore and (a.y_min or 0) < (b.y_min or 0))
    end)

    local function list_of(value)
        return type(value) == "table" and value or value and {value} or nil
    end

    -- What a decoration puts into the world: itself, or each node of its schematic.
    local function decoration_nodes(def)
        local seen, nodes = {}, {}
        local function add(name)
            name = real(name)
            if name ~= "air" and name ~= "ignore" and not seen[name] then
                seen[name] = true
                nodes[#nodes + 1] = name
            end
        end
        if def.deco_type == "schematic" and def.schematic then
            local plan = minetest.read_schematic(def.schematic, {})
            for _, node in ipairs(plan and plan.data or {}) do
                add(node.name)
            end
        else
            for _, name in ipairs(list_of(def.decoration) or {}) do
                add(name)
            end
        end
        table.sort(nodes)
        return nodes
    end

    local decorations = {}
    for _, def in pairs(minetest.registered_decorations) do
        local all = {}
        for _, biome in ipairs(list_of(def.biomes) or {}) do
            all[#all + 1] = tostring(biome)
        end
        table.sort(all)
        local nodes = decoration_nodes(def)
        decorations[#decorations + 1] = {
            name = (def.name or "") .. " " .. table.concat(nodes, " ") .. " " .. table.concat(all, " "),
            nodes = nodes, biomes = #all > 0 and all or nil, y_min = def.y_min, y_max = def.y_max,
        }
    end

    local buckets, plants = {}, {}
    for source, one in pairs(bucket and bucket.liquids or {}) do
        if one.itemname and one.source == source then
            buckets[#buckets + 1] = {source = real(source), empty = "bucket:bucket_empty", full = real(one.itemname)}
        end
    end
    -- A seed MOD:seed_PLANT grows to MOD:PLANT_N.
    for _, one in ipairs(items) do
        local mod, plant = string.match(one.name, "^(.-):seed_(.+)$")
        local last = 0
        while mod and minetest.registered_items[mod .. ":" .. plant .. "_" .. last + 1] do
            last = last + 1
        end
        if last > 0 then
            plants[#plants + 1] = {seed = one.name, grown = mod .. ":" .. plant .. "_" .. last}
        end
    end

    local version = minetest.get_version()
    minetest.safe_file_write(minetest.get_worldpath() .. "/reins-dump.json", minetest.write_json({
        format = "reins-minetest-1", version = version.project .. " " .. version.string, items = items, recipes = recipes,
        hand = minetest.registered_items[""].tool_capabilities, biomes = sorted(biomes, "name"), ores = ores,
        decorations = sorted(decorations, "name"), buckets = sorted(buckets, "source"), plants = sorted(plants, "grown"),
    }))
    minetest.after(0, minetest.request_shutdown)
end)
