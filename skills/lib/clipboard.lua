-- Copying and pasting, by the keys that most programs share. A terminal has its own (terminal.lua).

local keyboard = key

--- Select everything in the document, field or list.
-- @expect all of it is highlighted
function select_all()
    keyboard.combo("ctrl+a")
end

--- Copy what is selected (highlighted, marked) to the clipboard.
-- @pre something is highlighted
-- @expect nothing changes on the screen
function copy_selection()
    keyboard.combo("ctrl+c")
end

--- Cut what is selected (highlighted, marked) out, to the clipboard.
-- @pre something is highlighted
-- @expect what was highlighted is gone
function cut_selection()
    keyboard.combo("ctrl+x")
end

--- Copy everything, the whole document, field or list, to the clipboard.
-- @expect all of it is highlighted
function copy_everything()
    keyboard.combo("ctrl+a")
    wait(0.1)
    keyboard.combo("ctrl+c")
end

--- Paste what was copied, what is in the clipboard, at the cursor.
-- @pre something has been copied or cut
-- @expect it stands at the cursor, or in the place of what was selected
function paste_clipboard()
    keyboard.combo("ctrl+v")
end

--- Click somewhere and paste what was copied, what is in the clipboard, there.
-- @param x integer pixels from the left edge of the screen
-- @param y integer pixels from the top edge of the screen
-- @pre something has been copied or cut
-- @expect it stands where the click was
function paste_at_position(x, y)
    mouse.click(x, y)
    wait(0.1)
    keyboard.combo("ctrl+v")
end

--- Insert a given text at the cursor all at once by pasting, instead of typing: for a long one. What the clipboard held comes
-- back.
-- @param text string what to paste
-- @expect the text stands at the cursor
function paste_text(text)
    keyboard.paste(text)
end
