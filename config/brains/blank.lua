-- What a person who plans need not fill in: with a brain of kind human, the modules but plan are answered by this one, unless
-- [modules] says another ("gather=human"). It saw nothing, and says so.

function gather() return {text = {}, description = "", target = "", guidance = "", screen_class = ""} end
function reflect() return {reasoning = "nobody looked", success = "unknown", cause = "", task_done = false, hold = "none"} end
function infer(input)
    return {reasoning = "the task is the subtask", subtask = input.task, horizon = "short", subtask_done = false}
end

function curate() return {reasoning = "none", skills = {}} end
function summarize(input) return {summary = input.summary or ""} end

-- of jarvis
function describe() return {keywords = {}, description = "", danger = ""} end
function query() return {goals = {}} end
function check() return {inventories = {}, flawed = 0, flaw = "", goals = {}} end
function explain() return {cause = "nobody has looked into it", missing = "", lesson = ""} end
