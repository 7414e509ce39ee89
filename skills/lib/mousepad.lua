-- The text editor Mousepad. What works in every text (cursor, selection, search) is text.lua's and clipboard.lua's.

local keyboard = key

-- How long a dialog of GTK takes to be there, and its file list to have read the folder: before that it takes no Enter.
local DIALOG = 1.5
local LISTED = 0.7
-- And how long it takes to be gone: until then it takes the keys, and they are lost.
local GONE = 0.5

-- Opens a dialog that asks for a file, and names it. The name that stands there is selected but for its ending, and what is typed
-- may be completed: what is left behind the cursor goes.
local function name_file(keys, path)
    keyboard.combo(keys)
    wait(DIALOG)
    keyboard.type(path)
    wait(LISTED)
    keyboard.combo("shift+end")
    keyboard.press("delete")
    keyboard.press("enter")
    wait(GONE)
end

--- Begin a new, empty document (file) in the editor.
-- @expect an empty document, called Untitled in the title
function new_document()
    keyboard.combo("ctrl+n")
end

--- Open a file in the editor.
-- @param path string the file, from / or ~
-- @expect its text is shown and its name stands in the title
function open_document(path)
    name_file("ctrl+o", path)
end

--- Save the changes of the document to its file.
-- @pre it has a file; an untitled one opens a dialog that asks for a name
-- @expect the star before the name in the title is gone
-- @effect 2 the file's former content is gone
function save_document()
    keyboard.combo("ctrl+s")
end

--- Save the document to a file of another name (Save As). A file that is there already is asked about.
-- @param path string the file, from / or ~
-- @expect the file's name stands in the title, without a star
-- @effect 2 a file is written
function save_document_as(path)
    name_file("ctrl+shift+s", path)
end

--- Close the document, its file in the editor.
-- @expect it is gone; a dialog asks first where something is not saved
-- @effect 2 the way back to earlier versions of its text is gone
function close_document()
    keyboard.combo("ctrl+w")
end

--- Close the document and throw away (discard) the changes that are not saved.
-- @pre something is not saved: the title has a star
-- @expect the document is gone; its file is as it was last saved
-- @effect 3 what was not saved is lost
function close_document_without_saving()
    keyboard.combo("ctrl+w")
    wait(DIALOG)
    keyboard.combo("alt+d")
    wait(GONE)
end

--- Find and replace: open the dialog that changes words of the text into others, one occurrence or every one, and fill it in.
-- @param old string the words that are there
-- @param new string the words that are to be there
-- @expect the dialog Find and Replace with both texts and the number of occurrences; "Replace all in" is ticked or not, as it
--   was the last time: toggle_replace_all changes that, confirm_replacement replaces
function open_replace_dialog(old, new)
    keyboard.combo("ctrl+r")
    wait(DIALOG)
    keyboard.combo("alt+s")
    keyboard.combo("ctrl+a")
    keyboard.type(old)
    keyboard.combo("alt+w")
    keyboard.combo("ctrl+a")
    keyboard.type(new)
end

--- Tick "Replace all in" of the dialog Find and Replace, or take the tick away.
-- @pre the dialog is open
-- @expect the tick is there or gone; the button beside Find says Replace All or Replace
function toggle_replace_all()
    keyboard.combo("alt+a")
end

--- Press Replace or Replace All of the dialog Find and Replace.
-- @pre the dialog is open and filled in
-- @expect the new words stand where the old ones stood, in one place or everywhere; press_escape closes the dialog
-- @effect 2 with the tick every place is changed, also those that are not to be seen
function confirm_replacement()
    keyboard.combo("alt+r")
end

--- Go to a line of the text by its number.
-- @param line integer its number, from 1
-- @expect the line is shown and the cursor stands in it
function go_to_line_number(line)
    keyboard.combo("ctrl+l")
    wait(DIALOG)
    keyboard.combo("ctrl+a")
    keyboard.type(string.format("%d", line))
    keyboard.press("enter")
    wait(GONE)
end
