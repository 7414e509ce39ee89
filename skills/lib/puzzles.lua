-- What all of Simon Tatham's puzzles (sgt-puzzles) have in common, and Solo, which is Sudoku.

local keyboard = key

local MENU_BAR = 26 -- px above the field, as GTK 3 draws it

-- Middle of a square of Solo on the screen. The field of n squares has half a square's edge all around, is as large as the
-- window allows and stands in its middle, below the menu bar.
local function square(row, column)
    local n = 9
    local x, y, width, height = screen.window()
    local size = math.min(width // (n + 1), (height - MENU_BAR) // (n + 1))
    local left = x + (width - n * size) // 2
    local top = y + MENU_BAR + (height - MENU_BAR - n * size) // 2
    return left + (column - 1) * size + size // 2, top + (row - 1) * size + size // 2
end

--- Begin a new puzzle (game), such as another Sudoku, of the same kind and size.
-- @expect another puzzle, not yet begun
-- @effect 2 the puzzle before can be had back by undo only
function new_puzzle()
    keyboard.press("n")
end

--- Undo: take back the last move of the puzzle.
-- @param times integer? how many moves, one unless given
-- @expect the field is as it was before
function undo_move(times)
    for _ = 1, times or 1 do
        keyboard.press("u")
        wait(0.05)
    end
end

--- Redo: bring back a move of the puzzle that was taken back.
-- @param times integer? how many moves, one unless given
-- @expect the field is as it was before undo_move
function redo_move(times)
    for _ = 1, times or 1 do
        keyboard.press("r")
        wait(0.05)
    end
end

--- Quit the puzzle.
-- @expect its window is gone
-- @effect 3 the puzzle is not saved
function quit_puzzle()
    keyboard.press("q")
end

--- Sudoku: write a digit (number) into a square, by row and column.
-- @param row integer which row, from 1 at the top {1 2 3 4 5 6 7 8 9}
-- @param column integer which column, from 1 at the left {1 2 3 4 5 6 7 8 9}
-- @param digit integer what to write {1 2 3 4 5 6 7 8 9}
-- @pre the square was empty when the puzzle began: the given digits cannot be changed
-- @expect the digit stands in the square, in green; in red where it cannot be right
function write_digit(row, column, digit)
    mouse.click(square(row, column))
    keyboard.press("" .. digit)
end

--- Sudoku: pencil a small note into a square that a digit (number) is possible there; once more: remove it.
-- @param row integer which row, from 1 at the top {1 2 3 4 5 6 7 8 9}
-- @param column integer which column, from 1 at the left {1 2 3 4 5 6 7 8 9}
-- @param digit integer the digit that is possible {1 2 3 4 5 6 7 8 9}
-- @pre the square is empty
-- @expect the digit stands small in the square
function note_digit(row, column, digit)
    local x, y = square(row, column)
    mouse.click(x, y, "right")
    keyboard.press("" .. digit)
end

--- Sudoku: empty a square again, erase its digit.
-- @param row integer which row, from 1 at the top {1 2 3 4 5 6 7 8 9}
-- @param column integer which column, from 1 at the left {1 2 3 4 5 6 7 8 9}
-- @pre the square was empty when the puzzle began
-- @expect the square is empty
function clear_square(row, column)
    mouse.click(square(row, column))
    keyboard.press("backspace")
end
