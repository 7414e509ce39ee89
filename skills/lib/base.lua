-- The general skills: mouse, keyboard, waiting. Names and parameters are those of the paper's software skills.

local keyboard = key -- the paper calls a parameter "key", too

--- Move the mouse pointer to a position on the screen, without a click.
-- @param x integer pixels from the left edge of the screen
-- @param y integer pixels from the top edge of the screen
-- @expect the pointer is there; what reacts to hovering shows it
function move_mouse_to_position(x, y)
    mouse.move(x, y)
end

--- Click with a mouse button at a position on the screen: on a button, a link, an icon, an entry of a menu.
-- @param x integer pixels from the left edge of the screen
-- @param y integer pixels from the top edge of the screen
-- @param mouse_button button? which button, left unless given
-- @expect what is there reacts to the click
function click_at_position(x, y, mouse_button)
    mouse.move(x, y)
    mouse.click(mouse_button)
end

--- Double-click with a mouse button at a position on the screen, as an icon or a file is opened.
-- @param x integer pixels from the left edge of the screen
-- @param y integer pixels from the top edge of the screen
-- @param mouse_button button? which button, left unless given
-- @expect what is there opens or is selected
function double_click_at_position(x, y, mouse_button)
    mouse.move(x, y)
    mouse.double_click(mouse_button)
end

--- Click with a mouse button in the middle of a mark: one of the numbered buttons, fields, icons and texts on the screen.
-- @param number integer the number of the mark
-- @param mouse_button button? which button, left unless given
-- @expect what the mark is on reacts to the click
function click_mark(number, mouse_button)
    local mark = screen.mark(number)
    mouse.move(mark.x, mark.y)
    mouse.click(mouse_button)
end

--- Drag from one position to another with a mouse button held down: drag and drop, a slider, a scroll bar.
-- @param source_x integer where the drag begins, pixels from the left
-- @param source_y integer where the drag begins, pixels from the top
-- @param target_x integer where the drag ends, pixels from the left
-- @param target_y integer where the drag ends, pixels from the top
-- @param mouse_button button? which button, left unless given
-- @expect what was at the first position has moved to the second, or what lies between is selected
function mouse_drag(source_x, source_y, target_x, target_y, mouse_button)
    mouse.drag(source_x, source_y, target_x, target_y, mouse_button)
end

--- Scroll up with the mouse wheel where the pointer is.
-- @param distance integer how many clicks of the wheel
-- @expect the content moves down and shows what was above
function mouse_scroll_up(distance)
    mouse.scroll(-distance)
end

--- Scroll down with the mouse wheel where the pointer is.
-- @param distance integer how many clicks of the wheel
-- @expect the content moves up and shows what was below
function mouse_scroll_down(distance)
    mouse.scroll(distance)
end

--- Press one key of the keyboard and let it go: Delete, F1 to F12, an arrow.
-- @param key key which key
-- @param duration number? how many seconds it stays down, 0.05 unless given
-- @expect the program reacts to the key
function press_key(key, duration)
    keyboard.press(key, duration)
end

--- Hold a key down (keep it pressed) while other actions go on, such as Shift or a game's key.
-- @param key key which key
-- @param duration number? after how many seconds it is let go; unless given, when it is released
-- @expect what the key does goes on
function hold_key(key, duration)
    keyboard.hold(key, duration)
end

--- Release a key that is held down: let go of it.
-- @param key key which key
-- @expect what the key did has ended
function release_key(key)
    keyboard.release(key)
end

--- Hold a mouse button down (keep it pressed) while other actions go on.
-- @param mouse_button button which button
-- @param duration number? after how many seconds it is let go; unless given, when it is released
-- @expect what the button does goes on
function hold_mouse_button(mouse_button, duration)
    mouse.hold(mouse_button or "left", duration)
end

--- Release a mouse button that is held down: let go of it.
-- @param mouse_button button which button
-- @expect what the button did has ended
function release_mouse_button(mouse_button)
    mouse.release(mouse_button)
end

--- Press several keys together: a keyboard shortcut, a key combination.
-- @param keys string the keys in the order they go down, joined by + or comma, such as ctrl+shift+p
-- @expect the program does what the shortcut stands for
function press_keys_combined(keys)
    keyboard.combo(keys)
end

--- Type text into the focused field, where the cursor is.
-- @param text string what to type
-- @expect the text appears at the cursor
function type_text(text)
    keyboard.type(text)
end

--- Wait: do nothing for a while, so that the program can finish loading or moving.
-- @param seconds number how long
-- @expect what was loading or moving has come to rest
function wait_seconds(seconds)
    wait(seconds)
end
