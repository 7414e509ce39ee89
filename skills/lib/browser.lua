-- A web browser: the keys that Chromium, Chrome and Firefox share. Fields of a page: fill_field of text.lua.

local keyboard = key

local function times_over(times, act)
    for _ = 1, times or 1 do
        act()
        wait(0.1)
    end
end

-- What the browser has put behind what was typed, from a page that was seen before, is deleted: Enter would go there.
local function enter_address(text)
    keyboard.type(text)
    keyboard.press("delete")
    keyboard.press("enter")
end

--- Open a web page (website, site) by its address: go to that URL.
-- @param address string the address, such as https://example.org or file:///tmp/page.html
-- @expect the page loads; its title stands in the tab
-- @effect 2 whoever runs the server learns of it
function open_web_page(address)
    keyboard.combo("ctrl+l")
    wait(0.2)
    enter_address(address)
end

--- Search the web: look something up with the browser's search engine, such as Google.
-- @param words string what to search the web for
-- @expect a page of results
-- @effect 2 the words go to the search engine
function search_web(words)
    keyboard.combo("ctrl+l")
    wait(0.2)
    enter_address("? " .. words)
end

--- Put the cursor into the browser's address bar (URL) and select the address.
-- @expect the address is highlighted; what is typed takes its place
function focus_address_bar()
    keyboard.combo("ctrl+l")
end

--- Go back to the previous page (website) in the browser.
-- @expect the page that was shown before is shown again
function return_to_previous_page()
    keyboard.combo("alt+left")
end

--- Go forward again in the browser, to the page that was left by going back.
-- @pre a page has been gone back from
-- @expect that page is shown again
function return_to_next_page()
    keyboard.combo("alt+right")
end

--- Reload (refresh) the page: load it anew.
-- @expect the page as it is now; what was filled in may be gone
function reload_page()
    keyboard.combo("ctrl+r")
end

--- Open a new, empty tab in the browser.
-- @expect a new tab is shown with the cursor in the address bar
function open_new_tab()
    keyboard.combo("ctrl+t")
end

--- Close the tab of the browser; with the last one the window closes.
-- @expect the tab is gone and another one is shown
-- @effect 2 what was filled in on its page is lost; reopen_closed_tab brings the page back
function close_tab()
    keyboard.combo("ctrl+w")
end

--- Reopen the tab that was closed last, by mistake: bring it back.
-- @expect the tab is there again, with its page
function reopen_closed_tab()
    keyboard.combo("ctrl+shift+t")
end

--- Switch to the next tab, the one to the right; after the last the first.
-- @param times integer? how many tabs further, one unless given
-- @expect another tab's page is shown
function go_to_next_tab(times)
    times_over(times, function() keyboard.combo("ctrl+next") end)
end

--- Switch to the previous tab, the one to the left; before the first the last.
-- @param times integer? how many tabs back, one unless given
-- @expect another tab's page is shown
function go_to_previous_tab(times)
    times_over(times, function() keyboard.combo("ctrl+prior") end)
end

--- Switch to a tab by its number: the first, the second, the last.
-- @param number integer from the left, 1 to 8; 9 is the last one, wherever it is {1 2 3 4 5 6 7 8 9}
-- @expect that tab's page is shown
function go_to_tab(number)
    keyboard.combo("ctrl+" .. number)
end

--- Open a link in a new tab, in the background behind this one, with the middle button.
-- @param x integer pixels from the left edge of the screen
-- @param y integer pixels from the top edge of the screen
-- @expect there is one more tab; this page stays
-- @effect 2 whoever runs the server learns of it
function open_link_in_new_tab(x, y)
    mouse.click(x, y, "middle")
end

--- Scroll the web page down to read on, a screen at a time.
-- @param pages integer? how many screens, one unless given
-- @pre no field of the page has the focus
-- @expect the part of the page below is shown
function scroll_page_down(pages)
    times_over(pages, function() keyboard.press("next") end)
end

--- Scroll the web page back up, a screen at a time.
-- @param pages integer? how many screens, one unless given
-- @pre no field of the page has the focus
-- @expect the part of the page above is shown
function scroll_page_up(pages)
    times_over(pages, function() keyboard.press("prior") end)
end

--- Go to the top of the web page, its beginning.
-- @pre no field of the page has the focus
-- @expect the beginning of the page is shown
function scroll_to_page_top()
    keyboard.press("home")
end

--- Go to the bottom of the web page, its end.
-- @pre no field of the page has the focus
-- @expect the end of the page is shown
function scroll_to_page_bottom()
    keyboard.press("end")
end

--- Zoom in: show the page and its letters larger.
-- @param steps integer? how many steps, one unless given
-- @expect everything on the page is larger
function zoom_in(steps)
    times_over(steps, function() keyboard.combo("ctrl+plus") end)
end

--- Zoom out: show the page and its letters smaller.
-- @param steps integer? how many steps, one unless given
-- @expect everything on the page is smaller, and more of it is to be seen
function zoom_out(steps)
    times_over(steps, function() keyboard.combo("ctrl+minus") end)
end

--- Reset the zoom: show the page in its own, normal size again.
-- @expect the page is as large as it was made
function reset_zoom()
    keyboard.combo("ctrl+0")
end

--- Show the history: the list of the pages (websites) that were visited.
-- @expect a page or panel with the history
function open_browsing_history()
    keyboard.combo("ctrl+h")
end

--- Show the downloads: the list of the files that were downloaded.
-- @expect a page with the downloads
function open_downloads()
    keyboard.combo("ctrl+j")
end
