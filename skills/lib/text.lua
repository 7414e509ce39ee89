-- Working in text: moving the cursor, selecting, deleting, finding. The keys are those that GTK, Qt, browsers and office programs
-- share; a terminal has its own (terminal.lua).

local keyboard = key

local arrows = {left = "left", right = "right", up = "up", down = "down"}

local function times_over(times, act)
    for i = 1, times or 1 do
        if i > 1 then
            wait(0.02)
        end
        act()
    end
end

--- Press Enter (Return): confirm a dialog, send a form, begin a new line.
-- @expect the dialog closes, the form is sent, or the cursor stands in a new line
function press_enter()
    keyboard.press("enter")
end

--- Press Escape (Esc): leave (cancel) a dialog without changing anything, close a menu or a search bar.
-- @expect the dialog, menu or bar is gone and nothing has been changed
function press_escape()
    keyboard.press("escape")
end

--- Go to the next field or button of a form with Tab.
-- @param times integer? how many fields further, one unless given
-- @expect another field or button has the focus
function go_to_next_field(times)
    times_over(times, function() keyboard.press("tab") end)
end

--- Go back to the previous field or button of a form with Shift+Tab.
-- @param times integer? how many fields back, one unless given
-- @expect a field or button further up has the focus
function go_to_previous_field(times)
    times_over(times, function() keyboard.combo("shift+tab") end)
end

--- Fill in an input field of a form in place of what it contains: click into it, select all of it, type.
-- @param x integer pixels from the left edge of the screen
-- @param y integer pixels from the top edge of the screen
-- @param text string what it is to contain
-- @expect the field shows this text and nothing else
function fill_field(x, y, text)
    mouse.click(x, y)
    keyboard.combo("ctrl+a")
    keyboard.type(text)
end

--- Insert text at a place in a document: click there, type it.
-- @param x integer pixels from the left edge of the screen
-- @param y integer pixels from the top edge of the screen
-- @param text string what to insert
-- @expect the text stands where the click was
function insert_text_at(x, y, text)
    mouse.click(x, y)
    keyboard.type(text)
end

--- Replace the whole content of the focused field or document: the old text is thrown away, a new one written.
-- @param text string the new content
-- @expect the field or document shows this text and nothing else
-- @effect 2 what was there is gone; undo brings it back
function replace_everything(text)
    keyboard.combo("ctrl+a")
    keyboard.type(text)
end

--- Move the text cursor a number of characters or lines with the arrow keys.
-- @param direction string which way {left right up down}
-- @param times integer? how many characters or lines, one unless given
-- @expect the cursor stands there; nothing is selected
function move_cursor(direction, times)
    times_over(times, function() keyboard.press(arrows[direction]) end)
end

--- Jump with the text cursor over whole words: skip them to the left or right.
-- @param direction string which way {left right}
-- @param times integer? how many words, one unless given
-- @expect the cursor stands at the beginning or end of a word
function move_cursor_by_words(direction, times)
    times_over(times, function() keyboard.combo("ctrl+" .. arrows[direction]) end)
end

--- Put the cursor at the beginning of the line, its start.
-- @expect the cursor stands before the line's first character
function go_to_line_start()
    keyboard.press("home")
end

--- Put the cursor at the end of the line.
-- @expect the cursor stands behind the line's last character
function go_to_line_end()
    keyboard.press("end")
end

--- Go to the very beginning of the document, to its first line, its top.
-- @expect the document's first line is shown, with the cursor before it
function go_to_document_start()
    keyboard.combo("ctrl+home")
end

--- Go to the very end of the document, to its last line, its bottom.
-- @expect the document's last line is shown, with the cursor behind it
function go_to_document_end()
    keyboard.combo("ctrl+end")
end

--- Select (mark, highlight) the word at a position with a double click.
-- @param x integer pixels from the left edge of the screen
-- @param y integer pixels from the top edge of the screen
-- @expect the word there is highlighted
function select_word_at(x, y)
    mouse.double_click(x, y)
end

--- Select (mark, highlight) the line or paragraph at a position with a triple click.
-- @param x integer pixels from the left edge of the screen
-- @param y integer pixels from the top edge of the screen
-- @expect the whole line there is highlighted
function select_line_at(x, y)
    mouse.click(x, y, "left", {clicks = 3})
end

--- Select (mark, highlight) the whole line that the cursor is in, by keys.
-- @expect the line is highlighted from its beginning to its end
function select_line()
    keyboard.press("home")
    keyboard.combo("shift+end")
end

--- Select (mark, highlight) the text between two positions, from here to there: click at the first, Shift and click at
-- the second.
-- @param from_x integer where the selection begins, pixels from the left
-- @param from_y integer where the selection begins, pixels from the top
-- @param to_x integer where the selection ends, pixels from the left
-- @param to_y integer where the selection ends, pixels from the top
-- @expect the text between the two is highlighted
function select_text_between(from_x, from_y, to_x, to_y)
    mouse.click(from_x, from_y)
    wait(0.3) -- or the two clicks are a double click
    keyboard.hold("shift")
    mouse.click(to_x, to_y)
    keyboard.release("shift")
end

--- Make the selection longer or shorter from the cursor on, with Shift and the arrows.
-- @param direction string which way {left right up down}
-- @param times integer? how many characters or lines, one unless given
-- @expect that much more or less is highlighted
function extend_selection(direction, times)
    times_over(times, function() keyboard.combo("shift+" .. arrows[direction]) end)
end

--- Delete (erase) the last characters, those before the cursor, with Backspace.
-- @param count integer? how many, one unless given
-- @expect they are gone
function delete_characters(count)
    times_over(count, function() keyboard.press("backspace") end)
end

--- Delete (erase) the last word, the one before the cursor.
-- @expect the word to the left of the cursor is gone
function delete_word()
    keyboard.combo("ctrl+backspace")
end

--- Delete (erase) the text of the line that the cursor is in; the empty line stays.
-- @expect the line is empty
function delete_line_text()
    keyboard.press("home")
    keyboard.combo("shift+end")
    keyboard.press("delete")
end

--- Delete (erase) what is selected.
-- @expect what was highlighted is gone
-- @effect 2 files and messages that are selected are deleted, too
function delete_selection()
    keyboard.press("delete")
end

--- Undo: take back the last change, a mistake.
-- @param times integer? how many changes, one unless given
-- @expect the text or picture is as it was before
function undo(times)
    times_over(times, function() keyboard.combo("ctrl+z") end)
end

--- Redo: bring back a change that was undone.
-- @param times integer? how many changes, one unless given
-- @expect what undo removed is there again
function redo(times)
    times_over(times, function() keyboard.combo("ctrl+shift+z") end)
end

--- Find words in the document or page, search for where they occur: open the search bar and type them.
-- @param text string what to look for
-- @expect a search bar is open and the first place where they stand is highlighted
function find_text(text)
    keyboard.combo("ctrl+f")
    wait(0.5)
    keyboard.type(text)
end

--- Go on to the next place that the search finds: the next match, hit or occurrence.
-- @pre the search bar has been used
-- @expect the next place is highlighted
function find_next()
    keyboard.combo("ctrl+g")
end

--- Go back to the place before that the search finds: the previous match, hit or occurrence.
-- @pre the search bar has been used
-- @expect the place before is highlighted
function find_previous()
    keyboard.combo("ctrl+shift+g")
end
