-- Closed loops for a first-person game with Doom's keys: each turn they look, then press. What they see is what moves while the
-- player stands still, and whether the view moves while they walk; telling a friend from an enemy is beyond that. Names are those
-- of the paper's game skills.

local keyboard = key

local GLANCE = 0.09 -- seconds for three pictures of the game
local MOVING = 0.004 -- of a part of the view: what is less is a flicker

-- The view without the bar below it, in three parts: left, ahead, right.
local function parts()
    local x, y, width, height = screen.window()
    local third, high = width // 3, height * 3 // 4
    return {{x, y, third, high}, {x + third, y, third, high}, {x + 2 * third, y, third, high}}
end

-- Which part moves most, and by how much; the player must have stood still since the turn before.
local function mover(view)
    local best, most = nil, MOVING
    for i, p in ipairs(view) do
        local share = screen.changed(p[1], p[2], p[3], p[4])
        if share > most then
            best, most = i, share
        end
    end
    return best, most
end

-- Turns towards what moves and does `ahead` when it is there; gives up when nothing has moved for so long.
local function pursue(duration, keys, patience, ahead)
    local view, still, seen = parts(), false, 0
    loop({seconds = duration, events = math.ceil(duration * 40), keys = keys}, function(t)
        local part = still and mover(view)
        still = not part
        if part then
            seen = t
        end
        if part == 1 then
            keyboard.press("left", 0.06)
        elseif part == 3 then
            keyboard.press("right", 0.06)
        elseif part == 2 then
            ahead()
        end
        wait(GLANCE)
        return t - seen > patience or t > duration - 0.5
    end)
end

--- Fight what moves in view: turn towards it and fire, until nothing has moved for two seconds, for at most ten seconds.
-- @pre an enemy is in view and the player stands still
-- @expect the enemy falls, or has gone
-- @effect 2
function fight()
    pursue(10, {"left", "right", "ctrl"}, 2, function()
        keyboard.press("ctrl", 0.25)
    end)
end

--- Follow what moves in view: turn towards it and walk after it.
-- @param duration number how many seconds at most
-- @expect what moves ahead is still in view, and nearer
-- @effect 2
function follow(duration)
    pursue(duration, {"left", "right", "up"}, 3, function()
        keyboard.press("up", 0.3)
    end)
end

--- Walk on wherever there is a way: forward, and where the view stands still at a wall turn until it moves again.
-- @param duration number how many seconds at most
-- @expect the place has changed: another part of the level is in view
-- @effect 2
function navigate_path(duration)
    local view, walking, stuck = parts(), false, 0
    loop({seconds = duration, events = math.ceil(duration * 20), keys = {"up", "left", "right"}}, function(t)
        local _, share = mover(view)
        stuck = (walking and share < 0.05) and stuck + 1 or 0
        if stuck >= 2 then
            keyboard.release("up")
            keyboard.press(math.random(2) == 1 and "left" or "right", 0.35)
            walking, stuck = false, 0
        elseif not walking then
            keyboard.hold("up")
            walking = true
        end
        wait(0.2)
        return t > duration - 0.5
    end)
end
