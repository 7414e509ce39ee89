-- The functions of Gemini 3.5's computer use tool (browser, desktop and mobile environment), each by its name behind gemini35_.
-- Coordinates are thousandths of the screen, 0 to 999; intent is the reason and no argument here. ../ACTIONS.md says what each
-- becomes, and what has no input. What Gemini 2.5 and 3 call is in computer_gemini.lua.

local keyboard = key

local PX_PER_CLICK = 120 -- what a wheel click is in Chromium; other toolkits scroll by lines, GTK 3 by 63 px

local function px(x, y)
    if x < 0 or x > 999 or y < 0 or y > 999 then
        error("the position " .. x .. "," .. y .. " is off the screen (0 to 999 fits)")
    end
    local width, height = screen.size()
    return x * width // 1000, y * height // 1000
end

local function go(x, y)
    local left, top = px(x, y)
    mouse.move(left, top)
end

--- Click with the left button.
-- @param x integer thousandths of the screen's width
-- @param y integer thousandths of the screen's height
-- @expect what is there reacts to the click
function gemini35_click(x, y)
    go(x, y)
    mouse.click("left")
end

--- Click twice with the left button.
-- @param x integer thousandths of the screen's width
-- @param y integer thousandths of the screen's height
-- @expect what is there opens, or a word is selected
function gemini35_double_click(x, y)
    go(x, y)
    mouse.double_click("left")
end

--- Click three times with the left button.
-- @param x integer thousandths of the screen's width
-- @param y integer thousandths of the screen's height
-- @expect a line or a paragraph is selected
function gemini35_triple_click(x, y)
    go(x, y)
    mouse.click("left", {clicks = 3})
end

--- Click with the middle button.
-- @param x integer thousandths of the screen's width
-- @param y integer thousandths of the screen's height
-- @expect what is there reacts to the click
function gemini35_middle_click(x, y)
    go(x, y)
    mouse.click("middle")
end

--- Click with the right button.
-- @param x integer thousandths of the screen's width
-- @param y integer thousandths of the screen's height
-- @expect a menu opens, or what is there reacts
function gemini35_right_click(x, y)
    go(x, y)
    mouse.click("right")
end

--- Press the left button and keep it down.
-- @param x integer thousandths of the screen's width
-- @param y integer thousandths of the screen's height
-- @expect the button is held
function gemini35_mouse_down(x, y)
    go(x, y)
    mouse.hold("left")
end

--- Let the left button go.
-- @param x integer thousandths of the screen's width
-- @param y integer thousandths of the screen's height
-- @expect the button is up
function gemini35_mouse_up(x, y)
    go(x, y)
    mouse.release("left")
end

--- Move the pointer.
-- @param x integer thousandths of the screen's width
-- @param y integer thousandths of the screen's height
-- @expect the pointer is there, and what reacts to hovering shows it
function gemini35_move(x, y)
    go(x, y)
end

--- Press the left button for a while.
-- @param x integer thousandths of the screen's width
-- @param y integer thousandths of the screen's height
-- @param seconds number? how long, two unless given
-- @expect what reacts to a long press shows it
function gemini35_long_press(x, y, seconds)
    go(x, y)
    mouse.hold("left", {duration = seconds or 2, wait = true})
end

--- Type a text into the focused field.
-- @param text string what to type
-- @param press_enter boolean? Enter at the end, no unless given
-- @expect the text appears at the cursor
function gemini35_type(text, press_enter)
    keyboard.type(text)
    if press_enter then
        keyboard.press("enter")
    end
end

--- Drag from one position to another.
-- @param start_x integer where it begins, thousandths of the screen's width
-- @param start_y integer where it begins, thousandths of the screen's height
-- @param end_x integer where it ends
-- @param end_y integer where it ends
-- @expect what was at the first position is at the second
function gemini35_drag_and_drop(start_x, start_y, end_x, end_y)
    local left, top = px(start_x, start_y)
    local to_left, to_top = px(end_x, end_y)
    mouse.drag(left, top, to_left, to_top)
end

--- Do nothing for a while.
-- @param seconds number? how long, one unless given
-- @expect what was loading or moving has come to rest
function gemini35_wait(seconds)
    wait(seconds or 1)
end

--- Press a key and let it go.
-- @param key keys which key
-- @expect the program reacts to the key
function gemini35_press_key(key)
    keyboard.combo(key)
end

--- Press a key and keep it down.
-- @param key key which key
-- @expect the key is held
function gemini35_key_down(key)
    keyboard.hold(key)
end

--- Let a key go.
-- @param key key which key
-- @expect the key is up
function gemini35_key_up(key)
    keyboard.release(key)
end

--- Press keys together.
-- @param keys keys the tool's list joined by +, such as control+shift+t
-- @expect the program reacts to the keys
function gemini35_hotkey(keys)
    keyboard.combo(keys)
end

--- Look: there is a look after every action.
-- @expect nothing changes
function gemini35_take_screenshot()
    wait(0)
end

--- Scroll at a position; the wheel knows clicks only, of 120 pixels each.
-- @param x integer thousandths of the screen's width
-- @param y integer thousandths of the screen's height
-- @param direction string which way {up down left right}
-- @param magnitude_in_pixels integer? how far, 300 pixels unless given
-- @param magnitude_in_wheel_clicks integer? how far in wheel clicks, in place of the pixels (the desktop environment says it so)
-- @expect the content there has moved
function gemini35_scroll(x, y, direction, magnitude_in_pixels, magnitude_in_wheel_clicks)
    go(x, y)
    local clicks = magnitude_in_wheel_clicks or math.floor((magnitude_in_pixels or 300) / PX_PER_CLICK + 0.5)
    clicks = math.max(1, clicks)
    if direction == "up" or direction == "left" then
        clicks = -clicks
    end
    local across = direction == "left" or direction == "right"
    mouse.scroll(across and 0 or clicks, across and clicks or 0)
end

--- Go to a web address in the browser that has the focus: Ctrl+L, the address, Enter.
-- @param url string the address
-- @expect the page loads
function gemini35_navigate(url)
    keyboard.combo("ctrl+l")
    keyboard.type(url)
    keyboard.press("enter")
end

--- Go back to the page before: Alt+Left.
-- @expect the page before is shown
function gemini35_go_back()
    keyboard.combo("alt+left")
end

--- Go forward again: Alt+Right.
-- @expect the next page is shown
function gemini35_go_forward()
    keyboard.combo("alt+right")
end
