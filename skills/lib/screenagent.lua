-- The actions of ScreenAgent (its JSON's action_type and mouse_action_type or keyboard_action_type), behind screenagent_. A
-- position {width, height} is x, y. Plan and evaluation actions are the agent's own words and no input: ../ACTIONS.md.

local keyboard = key

local function go(x, y)
    if x ~= nil or y ~= nil then
        mouse.move(x, y)
    end
end

--- Press a mouse button and keep it down.
-- @param mouse_button button? which button, left unless given
-- @param x integer? pixels from the left edge; where the pointer is unless given
-- @param y integer? pixels from the top edge
-- @expect the button is held
function screenagent_mouse_down(mouse_button, x, y)
    go(x, y)
    mouse.hold(mouse_button)
end

--- Let a mouse button go.
-- @param mouse_button button? which button, left unless given
-- @param x integer? pixels from the left edge; where the pointer is unless given
-- @param y integer? pixels from the top edge
-- @expect the button is up
function screenagent_mouse_up(mouse_button, x, y)
    go(x, y)
    mouse.release(mouse_button)
end

--- Move the pointer.
-- @param x integer pixels from the left edge of the screen
-- @param y integer pixels from the top edge of the screen
-- @expect the pointer is there
function screenagent_mouse_move(x, y)
    mouse.move(x, y)
end

--- Click.
-- @param mouse_button button? which button, left unless given
-- @param x integer? pixels from the left edge; where the pointer is unless given
-- @param y integer? pixels from the top edge
-- @expect what is there reacts to the click
function screenagent_mouse_click(mouse_button, x, y)
    go(x, y)
    mouse.click(mouse_button)
end

--- Click twice.
-- @param mouse_button button? which button, left unless given
-- @param x integer? pixels from the left edge; where the pointer is unless given
-- @param y integer? pixels from the top edge
-- @expect what is there opens or is selected
function screenagent_mouse_double_click(mouse_button, x, y)
    go(x, y)
    mouse.double_click(mouse_button)
end

--- Drag with the left button from where the pointer is.
-- @param x integer where it ends, pixels from the left edge
-- @param y integer where it ends, pixels from the top edge
-- @expect what was under the pointer is there, or what lies between is selected
function screenagent_mouse_drag(x, y)
    mouse.drag(x, y)
end

--- Scroll up.
-- @param scroll_repeat integer? how many clicks of the wheel, one unless given
-- @param x integer? pixels from the left edge; where the pointer is unless given
-- @param y integer? pixels from the top edge
-- @expect the content moves down and shows what was above
function screenagent_mouse_scroll_up(scroll_repeat, x, y)
    go(x, y)
    mouse.scroll(-(scroll_repeat or 1))
end

--- Scroll down.
-- @param scroll_repeat integer? how many clicks of the wheel, one unless given
-- @param x integer? pixels from the left edge; where the pointer is unless given
-- @param y integer? pixels from the top edge
-- @expect the content moves up and shows what was below
function screenagent_mouse_scroll_down(scroll_repeat, x, y)
    go(x, y)
    mouse.scroll(scroll_repeat or 1)
end

--- Press a key and keep it down.
-- @param keyboard_key key which key
-- @expect the key is held
function screenagent_keyboard_down(keyboard_key)
    keyboard.hold(keyboard_key)
end

--- Let a key go.
-- @param keyboard_key key which key
-- @expect the key is up
function screenagent_keyboard_up(keyboard_key)
    keyboard.release(keyboard_key)
end

--- Press a key or a combo.
-- @param keyboard_key keys names joined by +, such as Ctrl+C
-- @expect the program reacts to the keys
function screenagent_keyboard_press(keyboard_key)
    keyboard.combo(keyboard_key)
end

--- Type text into the focused field.
-- @param keyboard_text string what to type
-- @expect the text appears at the cursor
function screenagent_keyboard_text(keyboard_text)
    keyboard.type(keyboard_text)
end

--- Do nothing for a while.
-- @param wait_time number? how many seconds, 0.5 unless given
-- @expect what was loading or moving has come to rest
function screenagent_wait(wait_time)
    wait(wait_time or 0.5)
end
