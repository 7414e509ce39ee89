-- The calculator xcalc in its TI-30 layout. The keys stand in a grid that scales with the window.

local WIDTH, HEIGHT = 226, 394 -- the window's default size; the numbers below belong to it
local LEFT, TOP = 25, 76       -- middle of the first key
local ACROSS, DOWN = 44, 30    -- from one key to the next

local rows = {
    {"1/x", "x^2", "sqrt", "CE/C", "AC"},
    {"INV", "sin", "cos", "tan", "DRG"},
    {"e", "EE", "log", "ln", "y^x"},
    {"not", "and", "or", "xor", "trunc"},
    {"pi", "x!", "(", ")", "base"},
    {"shl", "D", "E", "F", "shr"},
    {"mod", "A", "B", "C", "/"},
    {"STO", "7", "8", "9", "*"},
    {"RCL", "4", "5", "6", "-"},
    {"SUM", "1", "2", "3", "+"},
    {"EXC", "0", ".", "+/-", "="},
}

local aliases = {["×"] = "*", ["÷"] = "/", ["−"] = "-", ["√"] = "sqrt", ["π"] = "pi", ["x²"] = "x^2"}

local function key_position(label)
    label = aliases[label] or label
    for row, labels in ipairs(rows) do
        for column, name in ipairs(labels) do
            if name == label then
                return LEFT + (column - 1) * ACROSS, TOP + (row - 1) * DOWN
            end
        end
    end
    error("the calculator has no key \"" .. label .. "\"")
end

--- Press one key (button) of the calculator: a digit, an operator, a function such as the square root or the sine.
-- @param label string what stands on the key; C is the hexadecimal digit, AC clears
--   {0 1 2 3 4 5 6 7 8 9 . + - * / = +/- CE/C AC ( ) 1/x x^2 sqrt INV sin cos tan DRG e EE log ln y^x not and or xor trunc
--   pi x! base shl shr mod A B C D E F STO RCL SUM EXC × ÷ − √ π x²}
-- @expect a digit appears in the display; an operator changes nothing until the next digit; = shows the result
function press_button(label)
    local x, y, width, height = screen.window()
    local key_x, key_y = key_position(label)
    mouse.move(x + key_x * width / WIDTH, y + key_y * height / HEIGHT)
    mouse.click("left")
end

--- Type a number on the calculator's keys, digit by digit.
-- @param number number the number
-- @expect the display shows the number
function type_number(number)
    local text = string.format("%.13g", number)
    if string.find(text, "[en]") then
        error("a number of more than 13 digits does not fit into the calculator")
    end
    for i = 1, #text do
        local sign = string.sub(text, i, i)
        if sign ~= "-" then
            press_button(sign)
        end
    end
    if number < 0 then
        press_button("+/-")
    end
end

--- Clear the calculator, its display back to 0: the key AC.
-- @expect the display shows 0
function clear_calculator()
    press_button("AC")
end

--- Calculate with the calculator: add, subtract, multiply or divide two numbers, or raise to a power.
-- @param left number the first number
-- @param operator string what to do with them {+ - * / y^x mod and or xor × ÷ −}
-- @param right number the second number
-- @expect the display shows the result
function calculate(left, operator, right)
    press_button("AC")
    type_number(left)
    press_button(operator)
    type_number(right)
    press_button("=")
end
