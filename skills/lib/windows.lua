-- Windows and menus, by the keys that most window managers share: Alt+Tab, Alt+F4, the window menu on Alt+Space, Alt and a drag.

local keyboard = key

local TITLE = 10 -- px above the content: in the title bar, whatever its height

local function title_bar()
    local x, y, width = screen.window()
    return x + width // 2, math.max(0, y - TITLE) -- on a full screen there is none
end

--- Bring a window from the background to the front (activate it) and give it the keyboard by a click into it.
-- @param x integer a place in it where a click does no harm, such as its title bar; pixels from the left edge
-- @param y integer pixels from the top edge of the screen
-- @expect the window lies in front and its title bar looks active
function focus_window_at(x, y)
    mouse.click(x, y)
end

--- Switch to another window or open program with Alt+Tab.
-- @param times integer? how many windows further in the order of last use; the one used before unless given
-- @expect another window lies in front
-- @needs manager its Alt+Tab
function switch_window(times)
    keyboard.hold("alt")
    for _ = 1, times or 1 do
        keyboard.press("tab")
        wait(0.1)
    end
    keyboard.release("alt")
end

--- Go back to the program (application) that was used before this one.
-- @expect its window lies in front again
-- @needs manager its Alt+Tab
function go_back_to_target_application()
    switch_window(1)
end

--- Close the window and with it the program (quit it) with Alt+F4, a key of the window manager: without one it does nothing.
-- @expect the window is gone, or a dialog asks whether to save
-- @effect 3 what the program does not ask about is lost
function close_window()
    keyboard.combo("alt+f4")
end

--- Maximize the window, as large as the screen, or give it its former size: a double click on its title bar.
-- @expect the window reaches to all edges of the screen, with its title bar; or it is as large as before
-- @needs manager its title bars
function maximize_window()
    mouse.double_click(title_bar())
end

--- Open the window's own menu, with Alt+Space, to minimize (hide it out of the way), maximize, move or close it. It belongs to
-- the window manager, which is another program and keeps the keyboard to itself: choose its entry by a click.
-- @expect a menu in the window's corner, with entries such as Minimize (Iconify), Maximize and Close
-- @needs manager its Alt+Space
function open_window_menu()
    keyboard.combo("alt+space")
end

--- Full screen: show only the content, without title bar and frame; once more: as before.
-- @expect the content fills the screen, or the window is back in its frame
function toggle_fullscreen()
    keyboard.press("f11")
end

local function drag_with_alt(button, right, down)
    local x, y, width, height = screen.window()
    x, y = x + width * 3 // 4, y + height * 3 // 4
    mouse.move(x, y)
    keyboard.hold("alt")
    mouse.drag(x, y, x + right, y + down, button)
    keyboard.release("alt")
end

--- Move the window to another place: Alt and a drag with the left button.
-- @param right integer pixels to the right, negative to the left
-- @param down integer pixels down, negative up
-- @expect the window stands that far from where it was
-- @needs manager its Alt and a drag
function move_window(right, down)
    drag_with_alt("left", right, down)
end

--- Resize the window, larger or smaller, wider, narrower or higher, at its lower right corner: Alt and a drag with the right
-- button.
-- @param right integer pixels wider, negative narrower
-- @param down integer pixels higher, negative lower
-- @expect the window has that size; its upper left corner is where it was
-- @needs manager its Alt and a drag
function resize_window(right, down)
    drag_with_alt("right", right, down)
end

--- Open the context menu of what is at a position, by a right-click.
-- @param x integer pixels from the left edge of the screen
-- @param y integer pixels from the top edge of the screen
-- @expect a menu has opened there
function open_context_menu(x, y)
    mouse.click(x, y, "right")
end

--- Open the window's menu bar by the keyboard.
-- @expect the first menu is open or marked; the arrow keys go on from there
function open_menu_bar()
    keyboard.press("f10")
end

--- Let the pointer rest (hover) on something, so that it says what it is or does.
-- @param x integer pixels from the left edge of the screen
-- @param y integer pixels from the top edge of the screen
-- @expect a tooltip is shown beside the pointer
function show_tooltip(x, y)
    mouse.hover(x, y, {rest = 1.5})
end

--- Scroll what is at a position, a list or a part of the window, with the mouse wheel.
-- @param x integer pixels from the left edge of the screen
-- @param y integer pixels from the top edge of the screen
-- @param direction string which way {up down left right}
-- @param clicks integer? how many clicks of the wheel, three unless given
-- @expect what is there has moved and shows more in that direction
function scroll_at_position(x, y, direction, clicks)
    local n = clicks or 3
    if direction == "up" or direction == "left" then
        n = -n
    end
    local across = direction == "left" or direction == "right"
    mouse.scroll(across and 0 or n, across and n or 0, {x = x, y = y})
end
