-- Closed loops for a first-person game with Doom's keys: each turn they look, then press. What they see is what moves while the
-- player stands still, and whether the view moves while they walk; telling a friend from an enemy is beyond that. Names are those
-- of the paper's game skills.

local keyboard = key

local GLANCE = 0.09   -- seconds for three pictures of the game
local MOVING = 0.03   -- of a column: what is less is a lamp, or too far away
local COLUMNS = 13    -- of the view, from left to right
local VIEW = 0.9      -- of the window's width, at the screen size that the game starts with; it shows 90 degrees
local SHOTS = 8       -- in one direction
local AIM = 5         -- degrees beside the middle that are hit all the same
local WAY = 12        -- degrees beside the middle that are walked towards
local AT_WALL = 0.42  -- of the view: less of it changes at a wall, where it only sways, than on the way
local TIC = 1 / 35    -- seconds, in each of which a held key turns
local SLOW = 1.76     -- degrees a tic for the first six, twice as much then

-- Strips of the view around the horizon: what walks is there, the floor's water and the weapon are below.
local function columns()
    local x, y, width, height = screen.window()
    local left, wide = x + width * (1 - VIEW) // 2, width * VIEW // COLUMNS
    local list = {}
    for i = 1, COLUMNS do
        list[i] = {left + (i - 1) * wide, y + height * 30 // 100, wide, height * 22 // 100}
    end
    return list
end

-- How far from the middle column number i is, in degrees.
local function degrees_to(i)
    return math.atan((i - (COLUMNS + 1) / 2) / (COLUMNS / 2)) * 180 / math.pi
end

-- Where most moves, in degrees from the middle; nil where all of it does, as when a light changes, or nothing. The player must
-- have stood still since the turn before.
local function mover(view)
    local shares, best = {}, 1
    for i, c in ipairs(view) do
        shares[i] = screen.changed(c[1], c[2], c[3], c[4])
        best = shares[i] > shares[best] and i or best
    end
    local most = shares[best]
    table.sort(shares)
    if most > MOVING and most > 3 * shares[(COLUMNS + 1) // 2] then
        return degrees_to(best)
    end
end

local function turn_by(degrees)
    local size = math.abs(degrees)
    local tics = size <= 6 * SLOW and size / SLOW or 6 + (size - 6 * SLOW) / (2 * SLOW)
    keyboard.press(degrees < 0 and "left" or "right", math.max(tics, 1) * TIC)
end

-- Turns towards what moves and does `ahead` when it is there; gives up when nothing has moved for so long, or when `ahead` was
-- done `most` times in one direction: that is a lamp, or stronger than we are.
local function pursue(duration, keys, patience, near, most, ahead)
    local view, still, seen, times = columns(), false, 0, 0
    loop({seconds = duration, events = math.ceil(duration * 40), keys = keys}, function(t)
        local where = still and mover(view)
        still = not where
        if where then
            seen = t
            if math.abs(where) > near then
                turn_by(where)
                times = 0
            else
                times = times + 1
                ahead()
            end
        end
        wait(GLANCE)
        return t - seen > patience or times >= most or t > duration - 0.5
    end)
end

--- Fight what moves in view, monsters and other enemies: turn towards it and fire, until nothing has moved for two seconds, for
-- at most ten seconds.
--
-- It cannot tell an enemy from a friend or from a lamp that flickers: it fires at what moves most, at most eight times in one
-- direction; at a lamp all eight. Who stands still is not seen.
-- @pre an enemy is in view and the player stands still
-- @expect the enemy falls, or has gone
-- @effect 2
function fight()
    pursue(10, {"left", "right", "ctrl"}, 2, AIM, SHOTS, function()
        keyboard.press("ctrl", 0.25)
        wait(0.25) -- until the weapon is down again: its flash moves, too
    end)
end

--- Follow what moves in view: turn towards it and walk after it.
--
-- It stands still to look. Who walks at a fifth of the player's pace was reached, at half of it and more kept in view and not
-- reached. It cannot tell who it is, nor a person from a lamp, and stops three seconds after nothing has moved.
-- @param duration number how many seconds at most
-- @expect what moves ahead is still in view, and nearer
-- @effect 2
function follow(duration)
    pursue(duration, {"left", "right", "up"}, 3, WAY, math.huge, function()
        keyboard.press("up", 0.3)
    end)
end

--- Navigate: walk along the path, on wherever there is a way: forward, and where the view stands still at a wall turn until it
-- moves again.
-- @param duration number how many seconds at most
-- @expect the place has changed: another part of the level is in view
-- @effect 2
function navigate_path(duration)
    local x, y, width, height = screen.window()
    local left, wide = x + width * (1 - VIEW) // 2, width * VIEW // 1
    local walking, stuck, walked, side = false, 0, 0, "left"
    loop({seconds = duration, events = math.ceil(duration * 20), keys = {"up", "left", "right"}}, function(t)
        local share = screen.changed(left, y + height * 30 // 100, wide, height * 26 // 100)
        stuck = (walking and share < AT_WALL) and stuck + 1 or 0
        if stuck >= 2 then
            keyboard.release("up")
            if t - walked > 2 then -- one side until it has got away: in a corner it would turn to and fro
                side = math.random(2) == 1 and "left" or "right"
            end
            keyboard.press(side, 0.35)
            walking, stuck, walked = false, 0, t
        elseif not walking then
            keyboard.hold("up")
            walking = true
        end
        wait(0.15)
        return t > duration - 0.5
    end)
end
