-- Plays a model that writes down what an element is for: what it is told of it, and what the document said before.

function describer(input)
    local text = "what " .. input.element .. " is for"
    if input.old ~= "" then text = text .. ", again" end
    return {documentation = text, contradiction = ""}
end
