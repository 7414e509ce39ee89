-- What a game with a view of its own needs: turning it, walking, shooting, choosing. Names are those of the paper's game skills.
-- Keys and buttons are those of most such games; where a game's are others, a library of its own takes the names (doom.lua). How
-- far the mouse goes for a degree is in the profile: [turn walking], [turn aiming] …

local keyboard = key

local DEGREES = 180 / math.pi -- in a radian

--- Turn the view (look) to the side by that many degrees, left or right.
-- @param theta number degrees to the right, negative to the left
-- @param mode string? which of the game's mouse modes, such as walking, aiming or map; the profile's first unless given
-- @expect the view has turned: what was at its side is nearer its middle
function turn(theta, mode)
    mouse.turn(theta, 0, mode)
end

--- Turn the view (look) up or down by that many degrees.
-- @param theta number degrees up, negative down
-- @param mode string? which of the game's mouse modes, such as walking, aiming or map; the profile's first unless given
-- @expect the view looks higher or lower
function look_up(theta, mode)
    mouse.turn(0, -theta, mode)
end

--- Walk forward, straight ahead.
-- @param duration number how many seconds
-- @expect what is ahead has come nearer
function move_forward(duration)
    keyboard.hold("w", {duration = duration, wait = true})
end

--- Turn to the side, then walk forward.
-- @param theta number degrees to the right, negative to the left
-- @param duration number how many seconds to walk
-- @expect the view has turned and what is ahead has come nearer
function turn_and_move_forward(theta, duration)
    turn(theta)
    move_forward(duration)
end

--- Walk backward (step back), still looking ahead.
-- @param duration number how many seconds
-- @expect what is ahead has gone farther away
function move_backward(duration)
    keyboard.hold("s", {duration = duration, wait = true})
end

--- Step to the side (strafe) without turning.
-- @param direction string which way {left right}
-- @param duration number how many seconds
-- @expect the view has moved to that side and looks the same way
function sidestep(direction, duration)
    keyboard.hold(direction == "left" and "a" or "d", {duration = duration, wait = true})
end

--- Shoot at what is seen at a position, a target or an enemy: aim with the right button held, turn until it is in the middle,
-- fire.
-- @param x integer where it is, pixels from the left edge of the screen
-- @param y integer where it is, pixels from the top edge of the screen
-- @param field_of_view number? how many degrees the window shows from left to right, 90 unless given
-- @pre a weapon is in the hand
-- @expect what was at x, y is in the middle of the view, and has been hit
-- @effect 2 whoever is hit fights back or dies
function shoot(x, y, field_of_view)
    local left, top, width, height = screen.window()
    local distance = width / 2 / math.tan((field_of_view or 90) / 2 / DEGREES) -- of the eye from the picture
    local across, down = x - left - width / 2, y - top - height / 2
    mouse.hold("right")
    wait(0.3)
    mouse.turn(math.atan(across / distance) * DEGREES, math.atan(down / distance) * DEGREES, "aiming")
    wait(0.1)
    mouse.click("left")
    mouse.release("right")
end

--- Select an item in a menu, wheel or list of the game that has a pointer: go to it, let it light up, click.
-- @param x integer pixels from the left edge of the screen
-- @param y integer pixels from the top edge of the screen
-- @pre the game shows a pointer
-- @expect the item there is selected
function select_item_at(x, y)
    mouse.move(x, y)
    wait(0.2)
    mouse.click("left")
end
