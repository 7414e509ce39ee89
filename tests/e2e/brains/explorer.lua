-- Plays the modules of AppAgent on tests/sinks/explore_gtk.py. The task "explore A B …" presses the elements of these
-- names, one a step; "text" types into the element before it, "swipe" swipes up on F, "-" is a step that the agent goes back
-- in by itself. Any other task is done by what documents say: "do: WORDS" presses the element whose document has the words, or
-- the first one; "press NAME" presses that one, and says with "otherwise" that the promise was broken; "grid" asks for the grid;
-- "until: WORDS" presses the element whose document has the words, until that is C.

local says = {
    ['"B"'] = {"CONTINUE", "turns a lamp on or off"},
    ['"C"'] = {"SUCCESS", "opens the drawer"},
    ['"D"'] = {"BACK", "shows an advert"},
    ['"F"'] = {"CONTINUE", "takes a text"},
}

local function number_of(vars, name)
    for _, mark in ipairs(vars.screen.marks) do
        if mark.id ~= "" and mark.text == name then return mark.number end
    end
end

local function result(vars, outcome, actions)
    local came = string.find(vars.task, "otherwise", 1, true) and "broken" or "kept"
    return {
        observation = "icons", thought = "next", summary = "did so", outcome = outcome, actions = actions,
        promise = (vars.promised or "") == "" and "unknown" or came,
    }
end

local function tap(vars, number)
    return result(vars, "continue", {{
        skill = "appagent_tap_element", args = {element = number}, expectation = "", reason = "next",
    }})
end

local function explore(vars, names)
    local name = names[vars.step]
    if not name then return result(vars, "exit", {}) end
    if name == "text" then
        return result(vars, "continue", {{
            skill = "appagent_text", args = {text_input = "hi"}, expectation = "", reason = "next",
        }})
    end
    local number = number_of(vars, name == "swipe" and "F" or name)
    if not number then return result(vars, "failed", {}) end
    if name == "swipe" then
        return result(vars, "continue", {{
            skill = "appagent_swipe_element", args = {element = number, direction = "up"}, expectation = "", reason = "next",
        }})
    end
    return tap(vars, number)
end

-- "> 7 push button "C"", and below it "tap:" and "> opens the drawer".
local function documented(vars, words)
    local number
    for line in string.gmatch((vars.documents or "") .. "\n", "(.-)\n") do
        number = math.tointeger(tonumber(string.match(line, "^> (%d+) ") or "")) or number
        if string.find(line, words, 1, true) then return number end
    end
end

-- Until C has been pressed, which is what opens the drawer, whatever the documents say.
local function try(vars, words)
    local last = vars.last_act or ""
    local number = documented(vars, words)
    local said = last == "pressed C" and result(vars, "exit", {}) or number and tap(vars, number) or result(vars, "failed", {})
    said.promise = (vars.promised or "") == "" and "unknown" or last == "pressed C" and "kept" or "broken"
    for _, mark in ipairs(vars.screen.marks) do
        if mark.number == number then said.summary = "pressed " .. mark.text end
    end
    return said
end

function actor(vars)
    local list = string.match(vars.task, "^explore (.*)")
    if list then
        local names = {}
        for name in string.gmatch(list, "%S+") do names[#names + 1] = name end
        return explore(vars, names)
    end
    if string.find(vars.task, "^grid") then
        if vars.step == 1 then return result(vars, "grid", {}) end
        return result(vars, "continue", {{
            skill = "appagent_grid_tap", args = {area = 1, subarea = "center"}, expectation = "", reason = vars.grid,
        }})
    end
    local wanted = string.match(vars.task, "^until: (.*)")
    if wanted then return try(vars, wanted) end
    if vars.step > 1 then return result(vars, "exit", {}) end
    local words, name = string.match(vars.task, "^do: (.*)"), string.match(vars.task, "^press (%S+)")
    return tap(vars, words and documented(vars, words) or number_of(vars, name or "A"))
end

function reflect(vars)
    for name, said in pairs(says) do
        if string.find(vars.element or "", name, 1, true) then
            return {decision = said[1], thought = "seen", documentation = said[2]}
        end
    end
    return {decision = "CONTINUE", thought = "seen", documentation = "does something"}
end

function documenter(vars)
    local against = string.find(vars.task, "otherwise", 1, true) ~= nil
    return {
        contradicts = against, contradiction = against and "it was shut" or "",
        text = against and "shuts the drawer" or "opens the drawer, or shuts it",
    }
end
