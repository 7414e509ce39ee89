-- The actions of Anthropic's computer tool (computer_20241022, _20250124, _20251124 and computer_toolset_20260801), each by
-- its own name behind anthropic_. Coordinates are pixels of the screenshot that was sent, brought back to the screen's size.
-- ../ACTIONS.md says what each becomes, and what has no input.

local keyboard = key

-- Modifiers held meanwhile, such as "ctrl+shift".
local function with_keys(keys, act)
    local held = {}
    for name in string.gmatch(keys or "", "[^+%s]+") do
        keyboard.hold(name)
        table.insert(held, 1, name)
    end
    act()
    for _, name in ipairs(held) do
        keyboard.release(name)
    end
end

local function click(x, y, button, clicks, text)
    if x ~= nil or y ~= nil then
        mouse.move(x, y)
    end
    with_keys(text, function() mouse.click(button, {clicks = clicks}) end)
end

--- Press a key or a combo, or several one after the other.
-- @param text keys names joined by +; combos one after the other have a space between them
-- @param times integer? how often (the tool calls it repeat), once unless given
-- @expect the program reacts to the keys
function anthropic_key(text, times)
    for i = 1, times or 1 do
        if i > 1 then
            wait(0.05)
        end
        if string.find(text, " ", 1, true) then
            keyboard.hotkey(text)
        else
            keyboard.combo(text)
        end
    end
end

--- Hold a key or a combo down for a time.
-- @param text keys names joined by +
-- @param duration number how many seconds
-- @expect what the key does has gone on for that long
function anthropic_hold_key(text, duration)
    keyboard.combo(text, {duration = duration})
end

--- Type text into the focused field.
-- @param text string what to type
-- @expect the text appears at the cursor
function anthropic_type(text)
    keyboard.type(text)
end

--- Move the pointer.
-- @param x integer pixels from the left edge of the screen
-- @param y integer pixels from the top edge of the screen
-- @expect the pointer is there
function anthropic_mouse_move(x, y)
    mouse.move(x, y)
end

--- Press the left button where the pointer is and keep it down.
-- @expect the button is held
function anthropic_left_mouse_down()
    mouse.hold("left")
end

--- Let the left button go where the pointer is.
-- @expect the button is up
function anthropic_left_mouse_up()
    mouse.release("left")
end

--- Click with the left button.
-- @param x integer? pixels from the left edge; where the pointer is unless given
-- @param y integer? pixels from the top edge
-- @param text keys? modifiers held meanwhile, such as ctrl+shift
-- @expect what is there reacts to the click
function anthropic_left_click(x, y, text)
    click(x, y, "left", 1, text)
end

--- Click with the right button.
-- @param x integer? pixels from the left edge; where the pointer is unless given
-- @param y integer? pixels from the top edge
-- @param text keys? modifiers held meanwhile
-- @expect a menu opens, or what is there reacts
function anthropic_right_click(x, y, text)
    click(x, y, "right", 1, text)
end

--- Click with the middle button.
-- @param x integer? pixels from the left edge; where the pointer is unless given
-- @param y integer? pixels from the top edge
-- @param text keys? modifiers held meanwhile
-- @expect what is there reacts to the click
function anthropic_middle_click(x, y, text)
    click(x, y, "middle", 1, text)
end

--- Click twice with the left button.
-- @param x integer? pixels from the left edge; where the pointer is unless given
-- @param y integer? pixels from the top edge
-- @param text keys? modifiers held meanwhile
-- @expect what is there opens, or a word is selected
function anthropic_double_click(x, y, text)
    click(x, y, "left", 2, text)
end

--- Click three times with the left button.
-- @param x integer? pixels from the left edge; where the pointer is unless given
-- @param y integer? pixels from the top edge
-- @param text keys? modifiers held meanwhile
-- @expect a line or a paragraph is selected
function anthropic_triple_click(x, y, text)
    click(x, y, "left", 3, text)
end

--- Drag with the left button.
-- @param x integer where it ends, pixels from the left edge
-- @param y integer where it ends, pixels from the top edge
-- @param start_x integer? where it begins; where the pointer is unless given
-- @param start_y integer? where it begins
-- @param text keys? modifiers held meanwhile
-- @expect what was at the start is at the end, or what lies between is selected
function anthropic_left_click_drag(x, y, start_x, start_y, text)
    if start_x ~= nil or start_y ~= nil then
        mouse.move(start_x, start_y)
    end
    with_keys(text, function() mouse.drag(x, y) end)
end

--- Turn the wheel.
-- @param scroll_direction string which way {up down left right}
-- @param scroll_amount integer how many clicks of the wheel
-- @param x integer? pixels from the left edge; where the pointer is unless given
-- @param y integer? pixels from the top edge
-- @param text keys? modifiers held meanwhile
-- @expect the content there has moved
function anthropic_scroll(scroll_direction, scroll_amount, x, y, text)
    if x ~= nil or y ~= nil then
        mouse.move(x, y)
    end
    local back = scroll_direction == "up" or scroll_direction == "left"
    local clicks = back and -scroll_amount or scroll_amount
    local across = scroll_direction == "left" or scroll_direction == "right"
    if clicks ~= 0 then
        with_keys(text, function() mouse.scroll(across and 0 or clicks, across and clicks or 0) end)
    end
end

--- Do nothing for a while.
-- @param duration number how many seconds
-- @expect what was loading or moving has come to rest
function anthropic_wait(duration)
    wait(duration)
end

--- Look at the screen: there is a look after every action.
-- @expect nothing changes
function anthropic_screenshot()
    wait(0)
end

--- Ask where the pointer is: the look after every action says it.
-- @expect nothing changes
function anthropic_cursor_position()
    wait(0)
end

--- Look closer at a part of the screen. No input; the enlarged picture is for whoever answers the model to cut out of the frame.
-- @param x0 integer left edge
-- @param y0 integer top edge
-- @param x1 integer right edge
-- @param y1 integer bottom edge
-- @expect nothing changes
function anthropic_zoom(x0, y0, x1, y1)
    local width, height = screen.size()
    if x0 < 0 or y0 < 0 or x1 < x0 or y1 < y0 or x1 > width or y1 > height then
        error("region is not on the screen of " .. width .. "x" .. height)
    end
    wait(0)
end
