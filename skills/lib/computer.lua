-- What the providers' computer tools and models' own grammars can do beyond base.lua, in one set for all of them: clicks with
-- modifiers, three clicks, where the pointer is, wheel clicks at a position, keys for a time. The agent computer loads it.

local keyboard = key

local function held(keys, act)
    local down = {}
    for name in string.gmatch(keys or "", "[^+%s]+") do
        keyboard.hold(name)
        table.insert(down, 1, name)
    end
    act()
    for _, name in ipairs(down) do
        keyboard.release(name)
    end
end

local function go(x, y)
    if x ~= nil or y ~= nil then
        mouse.move(x, y)
    end
end

--- Click once to three times, with modifiers held meanwhile where there are some.
-- @param x integer? pixels from the left edge; where the pointer is unless given
-- @param y integer? pixels from the top edge
-- @param mouse_button button? which button, left unless given
-- @param clicks integer? how many, one unless given
-- @param keys keys? held meanwhile, such as ctrl+shift
-- @expect what is there reacts to the clicks
function click_with(x, y, mouse_button, clicks, keys)
    go(x, y)
    held(keys, function() mouse.click(mouse_button or "left", {clicks = clicks or 1}) end)
end

--- Move the pointer with keys held.
-- @param x integer pixels from the left edge of the screen
-- @param y integer pixels from the top edge of the screen
-- @param keys keys held meanwhile, such as shift
-- @expect the pointer is there
function move_with(x, y, keys)
    held(keys, function() mouse.move(x, y) end)
end

--- Drag along points, from the first to the last.
-- @param path path its points in order, such as 10,20 30,40 50,60; one point alone: from where the pointer is
-- @param mouse_button button? which button, left unless given
-- @param keys keys? held meanwhile
-- @expect what was at the first point is at the last, or what lies between is selected
function drag_along(path, mouse_button, keys)
    local points = {}
    for x, y in string.gmatch(path, "(-?%d+)%s*,%s*(-?%d+)") do
        table.insert(points, {tonumber(x), tonumber(y)})
    end
    held(keys, function()
        if #points == 1 then
            mouse.drag(points[1][1], points[1][2], mouse_button)
        else
            mouse.drag(points, mouse_button)
        end
    end)
end

--- Turn the mouse wheel at a position.
-- @param down integer clicks of the wheel, negative: up
-- @param right integer? clicks of the wheel to the right, negative: to the left
-- @param x integer? pixels from the left edge; where the pointer is unless given
-- @param y integer? pixels from the top edge
-- @param keys keys? held meanwhile, such as ctrl
-- @expect the content there has moved
function scroll_at(down, right, x, y, keys)
    go(x, y)
    if down ~= 0 or (right or 0) ~= 0 then
        held(keys, function() mouse.scroll(down, right or 0) end)
    end
end

--- Type a text: into a field that is clicked first, in place of what is there, with Enter at the end, as it is said.
-- @param text string what to type
-- @param x integer? where to click first, pixels from the left edge; nothing is clicked unless given
-- @param y integer? pixels from the top edge
-- @param clear boolean? whether what is in the field is deleted first (Ctrl+A, BackSpace)
-- @param enter boolean? whether Enter is pressed at the end
-- @expect the text is there
function type_into(text, x, y, clear, enter)
    if x ~= nil or y ~= nil then
        mouse.move(x, y)
        mouse.click("left")
    end
    if clear then
        keyboard.combo("ctrl+a")
        keyboard.press("backspace")
    end
    if text ~= "" then
        keyboard.type(text)
    end
    if enter then
        keyboard.press("enter")
    end
end

--- Press combinations of keys one after the other, or one of them several times.
-- @param keys keys names joined by +; combinations one after the other have a space between them
-- @param times integer? how often, once unless given
-- @expect the program reacts to the keys
function press_keys_in_turn(keys, times)
    for i = 1, times or 1 do
        if i > 1 then
            wait(0.05)
        end
        keyboard.hotkey(keys)
    end
end

--- Keep keys down for a time.
-- @param keys keys names joined by +
-- @param seconds number how long
-- @expect what the keys do has gone on for that long
function hold_keys(keys, seconds)
    keyboard.combo(keys, {duration = seconds})
end

--- Press a mouse button at a position and keep it down.
-- @param x integer pixels from the left edge of the screen
-- @param y integer pixels from the top edge of the screen
-- @param mouse_button button? which button, left unless given
-- @expect the button is held
function hold_mouse_button_at(x, y, mouse_button)
    mouse.move(x, y)
    mouse.hold(mouse_button or "left")
end

--- Let a mouse button go at a position.
-- @param x integer pixels from the left edge of the screen
-- @param y integer pixels from the top edge of the screen
-- @param mouse_button button? which button, left unless given
-- @expect the button is up
function release_mouse_button_at(x, y, mouse_button)
    mouse.move(x, y)
    mouse.release(mouse_button or "left")
end
