-- The actions of OpenAI's computer tool (computer_use_preview and computer), each by its own name behind openai_. Coordinates are
-- pixels of the screenshot that was sent, brought back to the screen's size. ../ACTIONS.md says what each becomes.

local keyboard = key

local PX_PER_CLICK = 120 -- what a wheel click is in Chromium; other toolkits scroll by lines, GTK 3 by 63 px

-- Modifiers held meanwhile: the tool's list joined by +.
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

-- Never none where some pixels were asked for.
local function wheel_clicks(px)
    local n = math.floor(math.abs(px) / PX_PER_CLICK + 0.5)
    if px ~= 0 and n == 0 then
        n = 1
    end
    return px < 0 and -n or n
end

--- Click at a position.
-- @param x integer pixels from the left edge of the screen
-- @param y integer pixels from the top edge of the screen
-- @param button string? which button, left unless given {left right wheel back forward}
-- @param keys keys? modifiers held meanwhile, joined by +
-- @expect what is there reacts to the click
function openai_click(x, y, button, keys)
    mouse.move(x, y)
    with_keys(keys, function() mouse.click(button == "wheel" and "middle" or button) end)
end

--- Click twice at a position.
-- @param x integer pixels from the left edge of the screen
-- @param y integer pixels from the top edge of the screen
-- @param keys keys? modifiers held meanwhile, joined by +
-- @expect what is there opens, or a word is selected
function openai_double_click(x, y, keys)
    mouse.move(x, y)
    with_keys(keys, function() mouse.double_click() end)
end

--- Drag with the left button along a path.
-- @param path path its points in order, such as 10,20 30,40 50,60
-- @param keys keys? modifiers held meanwhile, joined by +
-- @expect what was at the first point is at the last, or a line has been drawn
function openai_drag(path, keys)
    local points = {}
    local rest = string.gsub(path, "(-?%d+)%s*,%s*(-?%d+)", function(x, y)
        table.insert(points, {tonumber(x), tonumber(y)})
        return ""
    end)
    if #points < 2 or string.find(rest, "[^%s;]") then
        error("path is \"" .. path .. "\" (two or more points such as \"10,20 30,40\" fit)")
    end
    with_keys(keys, function() mouse.drag(points) end)
end

--- Press keys together.
-- @param keys keys the tool's list joined by +, such as CTRL+L
-- @expect the program reacts to the keys
function openai_keypress(keys)
    keyboard.combo(keys)
end

--- Move the pointer.
-- @param x integer pixels from the left edge of the screen
-- @param y integer pixels from the top edge of the screen
-- @param keys keys? modifiers held meanwhile, joined by +
-- @expect the pointer is there; what reacts to hovering shows it
function openai_move(x, y, keys)
    with_keys(keys, function() mouse.move(x, y) end)
end

--- Look at the screen: there is a look after every action.
-- @expect nothing changes
function openai_screenshot()
    wait(0)
end

--- Scroll at a position, in pixels; the wheel knows clicks only, of 120 pixels each.
-- @param x integer pixels from the left edge of the screen
-- @param y integer pixels from the top edge of the screen
-- @param scroll_x integer how far to the right, negative to the left
-- @param scroll_y integer how far down, negative up
-- @param keys keys? modifiers held meanwhile, joined by +
-- @expect the content there has moved
function openai_scroll(x, y, scroll_x, scroll_y, keys)
    mouse.move(x, y)
    if scroll_x ~= 0 or scroll_y ~= 0 then
        with_keys(keys, function() mouse.scroll(wheel_clicks(scroll_y), wheel_clicks(scroll_x)) end)
    end
end

--- Type text into the focused field.
-- @param text string what to type
-- @expect the text appears at the cursor
function openai_type(text)
    keyboard.type(text)
end

--- Do nothing for two seconds: the tool leaves the time to us.
-- @expect what was loading or moving has come to rest
function openai_wait()
    wait(2)
end
