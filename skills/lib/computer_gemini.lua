-- The functions of Gemini's computer use tool (the thirteen of gemini-2.5-computer-use), each by its own name behind gemini_.
-- Coordinates and distances are thousandths of the screen, 0 to 999. ../ACTIONS.md says what each becomes, and what has no input.

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

local function scroll(direction, magnitude)
    local width, height = screen.size()
    local across = direction == "left" or direction == "right"
    local clicks = math.max(1, math.floor(magnitude * (across and width or height) / 1000 / PX_PER_CLICK + 0.5))
    if direction == "up" or direction == "left" then
        clicks = -clicks
    end
    mouse.scroll(across and 0 or clicks, across and clicks or 0)
end

--- Click at a position.
-- @param x integer thousandths of the screen's width
-- @param y integer thousandths of the screen's height
-- @expect what is there reacts to the click
function gemini_click_at(x, y)
    go(x, y)
    mouse.click("left")
end

--- Hover at a position.
-- @param x integer thousandths of the screen's width
-- @param y integer thousandths of the screen's height
-- @expect what reacts to hovering shows it
function gemini_hover_at(x, y)
    local left, top = px(x, y)
    mouse.hover(left, top)
end

--- Click into a field and type.
-- @param x integer thousandths of the screen's width
-- @param y integer thousandths of the screen's height
-- @param text string what to type
-- @param press_enter boolean? Enter at the end, yes unless given
-- @param clear_before_typing boolean? empty the field before, yes unless given
-- @expect the field holds the text, or what Enter does there has begun
function gemini_type_text_at(x, y, text, press_enter, clear_before_typing)
    gemini_click_at(x, y)
    if clear_before_typing ~= false then
        keyboard.combo("ctrl+a")
        keyboard.press("backspace")
    end
    keyboard.type(text)
    if press_enter ~= false then
        keyboard.press("enter")
    end
end

--- Press a key or a combo.
-- @param keys keys names joined by +, such as Control+A
-- @expect the program reacts to the keys
function gemini_key_combination(keys)
    keyboard.combo(keys)
end

--- Scroll the whole page: a page up or down by its keys, half a screen to the side by the wheel.
-- @param direction string which way {up down left right}
-- @expect the content has moved
function gemini_scroll_document(direction)
    if direction == "up" or direction == "down" then
        keyboard.press(direction == "up" and "pageup" or "pagedown")
    else
        scroll(direction, 500)
    end
end

--- Scroll at a position; the wheel knows clicks only, of 120 pixels each.
-- @param x integer thousandths of the screen's width
-- @param y integer thousandths of the screen's height
-- @param direction string which way {up down left right}
-- @param magnitude integer? how far in thousandths of the screen, 800 unless given
-- @expect the content there has moved
function gemini_scroll_at(x, y, direction, magnitude)
    go(x, y)
    scroll(direction, magnitude or 800)
end

--- Drag from one position to another.
-- @param x integer where it begins, thousandths of the screen's width
-- @param y integer where it begins, thousandths of the screen's height
-- @param destination_x integer where it ends
-- @param destination_y integer where it ends
-- @expect what was at the first position is at the second
function gemini_drag_and_drop(x, y, destination_x, destination_y)
    local left, top = px(x, y)
    local to_left, to_top = px(destination_x, destination_y)
    mouse.drag(left, top, to_left, to_top)
end

--- Go to a web address in the browser that has the focus: Ctrl+L, the address, Enter.
-- @param url string the address
-- @expect the page loads
function gemini_navigate(url)
    keyboard.combo("ctrl+l")
    keyboard.type(url)
    keyboard.press("enter")
end

--- Begin a search in the browser that has the focus: Ctrl+K.
-- @expect the cursor is where a search is typed
function gemini_search()
    keyboard.combo("ctrl+k")
end

--- Go back to the page before: Alt+Left.
-- @expect the page before is shown
function gemini_go_back()
    keyboard.combo("alt+left")
end

--- Go forward again: Alt+Right.
-- @expect the next page is shown
function gemini_go_forward()
    keyboard.combo("alt+right")
end

--- Do nothing for five seconds.
-- @expect what was loading or moving has come to rest
function gemini_wait_5_seconds()
    wait(5)
end
