-- The structured actions of a fast world (--display world:NAME), as GITM has them (Zhu et al. 2023): a name, arguments, what must
-- hold before, what proves success. A failure is named in the state: `last.cause` is no_tool, not_visible, no_fuel …
-- (engine/world/foresee.h), `last.text` a sentence.

-- "Oak Log" and "oak-log" are oak_log.
local function word(name, text)
    local plain = string.gsub(string.lower(text), "[ -]+", "_")
    if not string.find(plain, "^[a-z0-9_]+$") then
        error(name .. " is \"" .. text .. "\" (a name such as oak_log fits)")
    end
    return plain
end

-- Of what may be left out: a model says "" for that.
local function maybe(name, text)
    return text and text ~= "" and word(name, text) or nil
end

local function some(count)
    if count and (count < 1 or count > 2304) then
        error("count is " .. count .. " (1 to 2304 fits)")
    end
    return count
end

--- Move around until the object is in sight.
-- @param object string what to find: a block or a being, by its name in this world
-- @param strategy string? north, east, south or west; anything else is one of them by chance
-- @pre it can be found at this depth: ores lie below the ground; under it, a pickaxe to dig with
-- @expect near has the object
function explore(object, strategy)
    world.act("explore", {object = word("object", object), strategy = maybe("strategy", strategy)})
end

--- Go to an object that is in sight.
-- @param object string the object
-- @pre near has the object
-- @expect the object is within reach: near says reached
function approach(object)
    world.act("approach", {object = word("object", object)})
end

--- Mine an object within reach; what it gives comes into the inventory.
-- @param object string the block
-- @param count integer? how many; 1 unless given
-- @param tool string? an item of the inventory; unless given, the most basic one that will do
-- @pre the object is within reach, and a tool that is good enough is in the inventory
-- @expect the inventory has what it gives
function mine(object, count, tool)
    world.act("mine", {object = word("object", object), count = some(count), tool = maybe("tool", tool)})
end

--- Attack a being within reach until it is dead; what it gives comes into the inventory.
-- @param object string the being
-- @param count integer? how many of them; 1 unless given
-- @param tool string? a weapon of the inventory; unless given, what is held
-- @pre the being is within reach
-- @expect the inventory has what it gives
function attack(object, count, tool)
    world.act("attack", {object = word("object", object), count = some(count), tool = maybe("tool", tool)})
end

--- Use a tool on an object: a bucket on water, shears on a sheep, food on self.
-- @param object string the object, or self
-- @param tool string an item of the inventory
-- @param count integer? how often; 1 unless given
-- @pre the object is within reach, the tool in the inventory
-- @expect the inventory has what it gives; food on self: food is higher
function apply(object, tool, count)
    world.act("apply", {object = word("object", object), tool = word("tool", tool), count = some(count)})
end

--- Take a tool or weapon in hand, or put on armour.
-- @param object string an item of the inventory
-- @pre the inventory has it
-- @expect held or worn has it
function equip(object)
    world.act("equip", {object = word("object", object)})
end

--- Dig straight down: the only way under the ground.
-- @param y integer the height to dig to, from -64 to 63; the ground is 64
-- @param tool string? an item of the inventory; unless given, the most basic one that will do
-- @pre the height is below the present one; below 61, a pickaxe in the inventory
-- @expect y is that height, and place is underground
function dig_down(y, tool)
    world.act("dig_down", {y = y, tool = maybe("tool", tool)})
end

--- Go back up to the place where dig_down began.
-- @pre place is underground
-- @expect place is ground
function go_up()
    world.act("go_up")
end

--- Build what a blueprint shows; a shelter keeps one safe as long as one stays.
-- @param blueprint string its name, such as shelter
-- @pre the inventory has the blocks
-- @expect the blocks are gone, and nothing attacks at this place
function build(blueprint)
    world.act("build", {blueprint = word("blueprint", blueprint)})
end

--- Craft an item from materials of the inventory; its station (a table) is used from the inventory or from where it is placed.
-- @param object string the item
-- @param count integer? at least so many; 1 unless given
-- @pre the materials, and the station if it needs one, are there
-- @expect the inventory has the item
function craft(object, count)
    world.act("craft", {object = word("object", object), count = some(count)})
end

--- Smelt in a station (a furnace, an oven) of the inventory, or one that is placed here.
-- @param object string what it becomes, such as iron_ingot
-- @param count integer? how many; 1 unless given
-- @pre material, station and fuel are there
-- @expect the inventory has the item
function smelt(object, count)
    world.act("smelt", {object = word("object", object), count = some(count)})
end

--- Put an item of the inventory into the world, here; mine takes it back.
-- @param object string the item
-- @pre the inventory has it
-- @expect near has it
function place(object)
    world.act("place", {object = word("object", object)})
end
