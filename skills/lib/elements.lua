-- What is done to the elements of a program: its buttons, fields and lists, by the names that the program itself gives them
-- (elements=atspi in its profile). They are found as they lie when the call is proposed.

local function at(element, role)
    local found = screen.element(element, role)
    if not found then
        error("there is no element \"" .. element .. "\"" .. (role and " (" .. role .. ")" or "") .. " on the screen")
    end
    return found.x, found.y
end

--- Click on an element of the program: a button, a link, a field.
-- @param element string its name, or its id where several have the same name
-- @param role string? its role, such as push button
-- @param mouse_button button? which button, left unless given
-- @expect what is there reacts to the click
function click_element(element, role, mouse_button)
    mouse.move(at(element, role))
    mouse.click(mouse_button)
end

--- Double-click on an element of the program.
-- @param element string its name, or its id where several have the same name
-- @param role string? its role, such as table cell
-- @expect what is there opens or is selected
function double_click_element(element, role)
    mouse.move(at(element, role))
    mouse.double_click("left")
end

--- Press on an element of the program for a second.
-- @param element string its name, or its id where several have the same name
-- @param role string? its role, such as push button
-- @expect what reacts to a long press shows it
function long_press_element(element, role)
    mouse.move(at(element, role))
    mouse.hold("left", {duration = 1, wait = true})
end

--- Turn the mouse wheel over an element of the program: a list, a text.
-- @param element string its name, or its id where several have the same name
-- @param role string? its role, such as list
-- @param distance integer how many clicks of the wheel, down; up where it is below 0
-- @expect its content moves
function scroll_element(element, role, distance)
    mouse.move(at(element, role))
    mouse.scroll(distance)
end

--- Type a text that a person typed while they taught and that was not kept: put it in, it is empty until then.
-- @param keys integer how many keys it took
-- @param text string the text
-- @expect the text stands where the focus is
function untold_text(keys, text)
    if text == "" then
        error("the text of " .. keys .. " keys was not kept: put it in as text")
    end
    key.type(text)
end
