--- An example of a policy: [gate] policy=careful.lua. It can only narrow what the gate would do.

-- A card number, or a text that looks like a key: long, without a space, letters and digits mixed.
local function looks_secret(text)
    local digits = string.gsub(text, "[%s-]", "")
    if #digits >= 13 and #digits <= 19 and string.match(digits, "^%d+$") then return "a card number" end
    for word in string.gmatch(text, "%S+") do
        if #word >= 24 and string.match(word, "%d") and string.match(word, "%u") and string.match(word, "%l") and
            not string.match(word, "[/.:]") then
            return "a key or a token"
        end
    end
    return nil
end

function policy(case)
    local secret = looks_secret(case.typed)
    if secret then return {verdict = "deny", reason = "what is typed looks like " .. secret} end
    if #case.typed > 80 then return {verdict = "ask", tier = 2, reason = "a long text"} end
    for _, event in ipairs(case.timeline) do
        if event.type == "button_down" and event.button == "right" then
            return {verdict = "ask", reason = "a right click opens a menu"}
        end
    end
    return nil
end
