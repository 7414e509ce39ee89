-- The actions of AppAgent, made for a phone, behind appagent_: at x, y, and on an element by the number of its mark, where it is
-- when the hand presses. A finger is the left button. What has no meaning on a desktop: ../ACTIONS.md.

local keyboard = key

local LONG_PRESS = 1
local SWIPE = 0.4

local parts = {short = 1, medium = 2, long = 3}
local ways = {up = {0, -2}, down = {0, 2}, left = {-1, 0}, right = {1, 0}}

-- Quarters of a cell.
local quarters = {
    ["top-left"] = {1, 1}, top = {2, 1}, ["top-right"] = {3, 1}, left = {1, 2}, center = {2, 2}, right = {3, 2},
    ["bottom-left"] = {1, 3}, bottom = {2, 3}, ["bottom-right"] = {3, 3},
}

-- The side of the grid's cells: the smallest divisor from 120 to 180, else 120.
local function side(size)
    for n = 120, 180 do
        if size % n == 0 then
            return n
        end
    end
    return 120
end

local function cell(area, subarea)
    local width, height = screen.size()
    local across, down = side(width), side(height)
    local columns, rows = width // across, height // down
    if area < 1 or area > columns * rows then
        error("area is " .. area .. " (the grid has 1 to " .. columns * rows .. ")")
    end
    local quarter = quarters[subarea]
    return (area - 1) % columns * across + across * quarter[1] // 4, (area - 1) // columns * down + down * quarter[2] // 4
end

local function press(x, y)
    mouse.move(x, y)
    mouse.hold("left", {duration = LONG_PRESS, wait = true})
end

--- Tap.
-- @param x integer middle of the element, pixels from the left edge
-- @param y integer middle of the element, pixels from the top edge
-- @expect what is there reacts to the tap
function appagent_tap(x, y)
    mouse.move(x, y)
    mouse.click("left")
end

--- Type text into the focused field.
-- @param text_input string what to type
-- @expect the text appears at the cursor
function appagent_text(text_input)
    keyboard.type(text_input)
end

--- Press for a second.
-- @param x integer middle of the element, pixels from the left edge
-- @param y integer middle of the element, pixels from the top edge
-- @expect what reacts to a long press shows it
function appagent_long_press(x, y)
    press(x, y)
end

--- Swipe from the middle of an element; it ends at the screen's edge at the latest.
-- @param x integer middle of the element, pixels from the left edge
-- @param y integer middle of the element, pixels from the top edge
-- @param direction string which way {up down left right}
-- @param dist string? how far, medium unless given {short medium long}
-- @expect what lies there has followed
function appagent_swipe(x, y, direction, dist)
    local width, height = screen.size()
    local unit = width // 10 * parts[dist or "medium"]
    local way = ways[direction]
    local to_x = math.max(0, math.min(width - 1, x + way[1] * unit))
    local to_y = math.max(0, math.min(height - 1, y + way[2] * unit))
    mouse.drag(x, y, to_x, to_y, {duration = SWIPE})
end

--- Tap on an element.
-- @param element integer its number on the picture
-- @expect what the element does can be seen
function appagent_tap_element(element)
    local mark = screen.mark(element)
    appagent_tap(mark.x, mark.y)
end

--- Press on an element for a second.
-- @param element integer its number on the picture
-- @expect what reacts to a long press shows it
function appagent_long_press_element(element)
    local mark = screen.mark(element)
    press(mark.x, mark.y)
end

local wheel = {up = {1, 0}, down = {-1, 0}, left = {0, 1}, right = {0, -1}}
local CLICKS = 3 -- of the wheel for a short swipe

--- Swipe on an element, to scroll what it shows: what lies under the finger goes the way of the swipe.
-- @param element integer its number on the picture
-- @param direction string which way {up down left right}
-- @param dist string? how far, medium unless given {short medium long}
-- @param how string? by a drag unless given; the wheel turns the other way than the finger goes {drag wheel}
-- @expect what lies there has followed
function appagent_swipe_element(element, direction, dist, how)
    local mark = screen.mark(element)
    if how ~= "wheel" then
        appagent_swipe(mark.x, mark.y, direction, dist)
        return
    end
    local clicks = CLICKS * parts[dist or "medium"]
    local way = wheel[direction]
    mouse.move(mark.x, mark.y)
    mouse.scroll(way[1] * clicks, way[2] * clicks)
end

--- Go back to what was shown before.
-- @param chord string? the keys that do so, alt+left unless given: browsers and file managers know them
-- @expect what was shown before is shown again
function appagent_back(chord)
    keyboard.combo(chord or "alt+left")
end

--- Tap in a cell of the grid.
-- @param area integer number of the cell, from 1, row by row
-- @param subarea string which part of the cell {center top-left top top-right left right bottom-left bottom bottom-right}
-- @expect what is there reacts to the tap
function appagent_grid_tap(area, subarea)
    appagent_tap(cell(area, subarea))
end

--- Press for a second in a cell of the grid.
-- @param area integer number of the cell, from 1, row by row
-- @param subarea string which part of the cell {center top-left top top-right left right bottom-left bottom bottom-right}
-- @expect what reacts to a long press shows it
function appagent_grid_long_press(area, subarea)
    press(cell(area, subarea))
end

--- Swipe from one cell of the grid to another.
-- @param start_area integer number of the cell where it begins, from 1, row by row
-- @param start_subarea string its part {center top-left top top-right left right bottom-left bottom bottom-right}
-- @param end_area integer number of the cell where it ends
-- @param end_subarea string its part {center top-left top top-right left right bottom-left bottom bottom-right}
-- @expect what lies there has followed
function appagent_grid_swipe(start_area, start_subarea, end_area, end_subarea)
    local x, y = cell(start_area, start_subarea)
    local to_x, to_y = cell(end_area, end_subarea)
    mouse.drag(x, y, to_x, to_y, {duration = SWIPE})
end
