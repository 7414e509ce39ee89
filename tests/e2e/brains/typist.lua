-- Plays a model that types one word a step, for ever; the test puts another in its place each time, so that none comes twice.

function gather() return {text = {}, description = "a window", target = "", guidance = "", screen_class = "x"} end
function reflect() return {reasoning = "typed", success = "yes", cause = "", task_done = false, hold = "none"} end
function infer() return {reasoning = "type", subtask = "type a word", horizon = "short", subtask_done = false} end
function curate() return {reasoning = "none", skills = {}} end
function summarize() return {summary = "typed words"} end

function plan()
    return {
        reasoning = "one more word",
        actions = {{skill = "type_text", args = {text = "word"}, expectation = "", reason = "type"}},
        outcome = "continue",
    }
end
