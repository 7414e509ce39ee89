-- A shell in a terminal: the keys are readline's (bash, zsh, Python …), scrolling and pasting are those of xterm, which most
-- terminals know, too. What runs in a terminal can do anything, so whatever runs a line says @effect 3.

local keyboard = key

local function one_line(name, text)
    if string.find(text, "[\r\n]") then
        error(name .. " has several lines: each would be run by itself")
    end
end

local function times_over(times, act)
    for _ = 1, times or 1 do
        act()
        wait(0.05)
    end
end

-- A path as the shell takes it, whatever is in it; ~ stays what it means.
local function quoted(path)
    if string.find(path, "^[%w%._/~%-]+$") then
        return path
    end
    return "'" .. string.gsub(path, "'", "'\\''") .. "'"
end

local function run(line)
    keyboard.type(line)
    keyboard.press("enter")
end

--- Run a command in the shell: type the line and press Enter.
-- @param command string one line, as the shell is to read it
-- @pre the shell's prompt is there and its line is empty
-- @expect the command's output follows, and then the prompt again once it has ended
-- @effect 3 a command can delete, send or change anything
function run_command(command)
    one_line("command", command)
    run(command)
end

--- Repeat the last command: run it once more.
-- @pre the shell's prompt is there
-- @expect its output follows again
-- @effect 3 a command can delete, send or change anything
function repeat_last_command()
    keyboard.press("up")
    wait(0.1)
    keyboard.press("enter")
end

--- Change to another folder (directory), with cd.
-- @param path string the folder, absolute, from here, or with ~
-- @pre the shell's prompt is there and its line is empty
-- @expect the prompt is there again; most show the folder in it
function change_directory(path)
    one_line("path", path)
    run("cd -- " .. quoted(path))
end

--- List the files in a folder (directory), with hidden ones, sizes and dates, with ls.
-- @param path string? the folder, the one that the shell is in unless given
-- @pre the shell's prompt is there and its line is empty
-- @expect a list of files, one a line, and then the prompt
function list_files(path)
    one_line("path", path or "")
    run(path and "ls -la -- " .. quoted(path) or "ls -la")
end

--- View a text file: read it page by page, in less.
-- @param path string the file
-- @pre the shell's prompt is there and its line is empty
-- @expect its first page; the last line names the file. quit_pager ends it
function view_file(path)
    one_line("path", path)
    run("less -- " .. quoted(path))
end

--- Quit the pager (less, more) that shows a file or a manual page.
-- @pre less, man or another pager fills the terminal
-- @expect the shell's prompt is there again
function quit_pager()
    keyboard.press("q")
end

--- Answer the question that a program in the terminal asks, yes, no or a word: type the answer and press Enter.
-- @param answer string one line, such as y or a name
-- @pre a question stands in the last line
-- @expect the program goes on
-- @effect 3 the answer can be the yes to anything
function answer_prompt(answer)
    one_line("answer", answer)
    run(answer)
end

--- Interrupt the program that runs in the terminal (abort, stop it when it hangs), with Ctrl+C.
-- @expect it ends and the prompt is there again; without a program the line that was begun is given up
-- @effect 2 what it was doing is left half done
function interrupt_program()
    keyboard.combo("ctrl+c")
end

--- Suspend the program that runs in the terminal (pause it, put it to sleep), with Ctrl+Z; fg lets it go on.
-- @expect the shell says that it is stopped and shows its prompt
function suspend_program()
    keyboard.combo("ctrl+z")
end

--- Say that the input is over (end of file), with Ctrl+D.
-- @expect the program that reads from the terminal ends; at an empty prompt the shell itself ends
-- @effect 3 at an empty prompt it closes the terminal
function end_input()
    keyboard.combo("ctrl+d")
end

--- Clear the terminal's screen (wipe it clean); the line that was begun stays.
-- @expect only the prompt is to be seen, in the first line
function clear_terminal()
    keyboard.combo("ctrl+l")
end

--- Clear the line that was begun at the prompt: what was typed there is thrown away.
-- @expect the prompt stands there with nothing behind it
function clear_command_line()
    keyboard.combo("ctrl+e")
    keyboard.combo("ctrl+u")
end

--- Bring an earlier command back to the prompt, without running it.
-- @param times integer? how many commands back, one unless given
-- @expect it stands at the prompt and can be changed
function recall_command(times)
    times_over(times, function() keyboard.press("up") end)
end

--- Search the history for an earlier command, one that was used before and contains some words, without running it.
-- @param text string part of the command
-- @pre the shell's prompt is there
-- @expect the newest command with these words stands behind (reverse-i-search)
function search_command_history(text)
    one_line("text", text)
    keyboard.combo("ctrl+r")
    wait(0.1)
    keyboard.type(text)
end

--- Let the shell complete the name of a file or command that was begun, with Tab.
-- @expect the name is complete; where several fit, a second time lists them
function complete_name()
    keyboard.press("tab")
end

--- See earlier output, which has scrolled out of the terminal at the top.
-- @param pages integer? how many half screens, one unless given
-- @expect older lines are shown
function scroll_output_up(pages)
    times_over(pages, function() keyboard.combo("shift+prior") end)
end

--- Go back down to newer output.
-- @param pages integer? how many half screens, one unless given
-- @expect newer lines are shown, at last the prompt
function scroll_output_down(pages)
    times_over(pages, function() keyboard.combo("shift+next") end)
end

--- Copy text out of the terminal: select it with the mouse.
-- @param from_x integer where it begins, pixels from the left edge of the screen
-- @param from_y integer where it begins, pixels from the top
-- @param to_x integer where it ends, pixels from the left
-- @param to_y integer where it ends, pixels from the top
-- @expect it is highlighted; paste_into_terminal puts it at the prompt
function copy_from_terminal(from_x, from_y, to_x, to_y)
    mouse.drag(from_x, from_y, to_x, to_y)
end

--- Paste what was selected last into the terminal, with Shift+Insert.
-- @pre it is one line: each line that ends would be run
-- @expect it stands at the prompt
-- @effect 3 a line break in it runs what stands before
function paste_into_terminal()
    keyboard.combo("shift+insert")
end

--- Close the terminal: end the shell (log out).
-- @pre the shell's prompt is there and its line is empty
-- @expect the terminal's window is gone
-- @effect 3 what runs in it is ended, too
function close_terminal()
    run("exit")
end
