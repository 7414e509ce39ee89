-- What a game with a view of its own needs: turning it, walking. Names are those of the paper's game skills. How far the mouse
-- goes for a degree is in the profile: [turn walking], [turn aiming] …

local keyboard = key

--- Turn the view to the side by that many degrees.
-- @param theta number degrees to the right, negative to the left
-- @param mode string? which of the game's mouse modes, such as walking, aiming or map; the profile's first unless given
-- @expect the view has turned: what was at its side is nearer its middle
function turn(theta, mode)
    mouse.turn(theta, 0, mode)
end

--- Turn the view up or down by that many degrees.
-- @param theta number degrees up, negative down
-- @param mode string? which of the game's mouse modes, such as walking, aiming or map; the profile's first unless given
-- @expect the view looks higher or lower
function look_up(theta, mode)
    mouse.turn(0, -theta, mode)
end

--- Walk forward.
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
