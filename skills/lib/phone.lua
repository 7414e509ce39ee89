-- The keys that every Android phone has: loaded by itself where the display is a phone (--display adb:SERIAL).

local keyboard = key

--- Go back to what was shown before, by the phone's own key.
-- @expect what was shown before is shown again
function phone_back()
    keyboard.press("XF86Back")
end

--- Go to the home screen, by the phone's own key; the program in front stays open.
-- @expect the home screen is shown
function phone_home()
    keyboard.press("XF86HomePage")
end

--- Show the programs that are open, by the phone's own key, to go to another one.
-- @expect the open programs are shown
function phone_apps()
    keyboard.press("XF86TaskPane")
end
