-- Doom and Freedoom in Chocolate Doom, with the keys it has when nothing was set. They take the place of those of games.lua.

local keyboard = key

local VIEW = 0.9  -- of the window's width, at the screen size that the game starts with; it shows 90 degrees
local START = 0.44 -- degrees that each turn loses: the game does not speed up the first ten pixels of a motion

-- The game looks which keys are down 35 times a second, and on a busy machine less often: a shorter press it may never see.
local TAP = 0.12

local function walk(name, duration)
    keyboard.hold(name, {duration = duration, wait = true})
end

--- Turn the view (look) to the side by that many degrees, left or right.
-- @param theta number degrees to the right, negative to the left
-- @expect the view has turned: what was at its side is nearer its middle
function turn(theta)
    if theta ~= 0 then
        mouse.turn(theta + (theta > 0 and START or -START), 0, {duration = 0})
        wait(0.1)
    end
end

--- Walk forward, straight ahead.
-- @param duration number how many seconds
-- @expect what is ahead has come nearer, until a wall stops
function move_forward(duration)
    walk("up", duration)
end

--- Run forward, twice as fast as walking.
-- @param duration number how many seconds
-- @expect what is ahead has come nearer, until a wall stops
function run_forward(duration)
    keyboard.hold("shift")
    walk("up", duration)
    keyboard.release("shift")
end

--- Walk backward (step back), still looking ahead.
-- @param duration number how many seconds
-- @expect what is ahead has gone farther away
function move_backward(duration)
    walk("down", duration)
end

--- Step to the side (strafe) without turning.
-- @param direction string which way {left right}
-- @param duration number how many seconds
-- @expect the view has moved to that side and looks the same way
function sidestep(direction, duration)
    walk(direction == "left" and "comma" or "period", duration)
end

--- Turn to the side, then walk forward.
-- @param theta number degrees to the right, negative to the left
-- @param duration number how many seconds to walk
-- @expect the view has turned and what is ahead has come nearer
function turn_and_move_forward(theta, duration)
    turn(theta)
    move_forward(duration)
end

--- Shoot at what is seen at a position, a monster or another target: turn until it is in the middle, fire. The game finds the
-- height itself.
-- @param x integer where it is, pixels from the left edge of the screen
-- @param y integer where it is, pixels from the top edge of the screen; any height is hit
-- @expect what was at x is in the middle of the view, and has been hit; the ammunition is less
-- @effect 2 whoever is hit fights back or dies
function shoot(x, y)
    local left, top, width = screen.window()
    turn(math.atan((x - left - width / 2) / (width * VIEW / 2)) * 180 / math.pi)
    keyboard.press("ctrl", TAP)
end

--- Fire the weapon straight ahead (shoot).
-- @param duration number? how many seconds to go on firing; one shot unless given
-- @expect the weapon flashes and the ammunition is less
-- @effect 2 whoever is hit fights back or dies
function fire_weapon(duration)
    keyboard.press("ctrl", duration or TAP)
end

--- Open the door or press the switch that is right ahead.
-- @pre it is near enough to be touched
-- @expect the door rises, the switch changes or the lift moves
function open_door()
    keyboard.press("space", TAP)
end

--- Take another weapon into the hand (switch weapons), such as the pistol or the shotgun.
-- @param slot integer 1 fist or chainsaw, 2 pistol, 3 shotgun, 4 chaingun, 5 rockets, 6 plasma, 7 BFG {1 2 3 4 5 6 7}
-- @pre the weapon has been found: its number is lit under ARMS
-- @expect that weapon is in the hand
function select_weapon(slot)
    keyboard.press("" .. slot, TAP)
end

--- Show the map of the level, or the view again.
-- @expect lines of the walls that were seen, or the view
function toggle_map()
    keyboard.press("tab")
end
