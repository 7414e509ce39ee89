/* What the forms say in the Chinese prompts. Names of fields, skills and fixed values stay as they are. */

#include "engine/agents/screenagent/screenagent.h"

static const struct wording chinese[] = {
    /* the modules' fields */
    {"what the screen shows, and how the task is done from there", "屏幕显示什么，以及从那里如何完成任务"},
    {"the subtasks in their order, one short sentence each", "按顺序排列的子任务，每个一句短话"},
    {"what the screen shows now, as far as the subtask needs it", "屏幕现在显示什么，只说子任务需要的部分"},
    {"how the actions follow from it", "为什么由此采取这些动作"},
    {"skill calls, in their order", "按顺序排列的技能调用"},
    {"what the screen shows of the subtask", "屏幕上与子任务有关的情况"},
    {"sub_task_success: the screen proves that the subtask is done; need_retry: the actions failed, other ones can do it; "
     "need_reformulate: the plan does not fit what is on the screen",
     "sub_task_success：屏幕证明子任务已经完成；need_retry：动作失败了，用别的动作可以完成；need_"
     "reformulate：计划与屏幕上的情况不符"},
    {"with need_retry and need_reformulate: what went wrong, and what to do instead",
     "用于 need_retry 和 need_reformulate：哪里出了错，应该怎么做"},
    /* types (engine/modules/values.c) */
    {"string", "字符串"},
    {"list of strings", "字符串列表"},
    {"list of actions", "动作列表"},
    {", may be null", "，可以为 null"},
    /* an action (engine/modules/form_schema_json.c) */
    {"name of a skill from the list", "列表中一个技能的名称"},
    {"one entry for each parameter of the skill", "技能的每个参数一项"},
    {"name of the parameter", "参数的名称"},
    {"its value, of the parameter's type", "参数的值，必须是参数的类型"},
    {"what will be seen on the screen when the action has worked", "动作成功后屏幕上会看到什么"},
    {"why this action now, in one sentence", "为什么现在采取这个动作，用一句话说明"},
    /* units (engine/brain/coordinates.h), places and pictures */
    {"pixels", "像素"},
    {"an unknown place", "未知位置"},
    {"thousandths (0 to 1000)", "千分之一（0 到 1000）"},
    {"thousandths (0 to 999)", "千分之一（0 到 999）"},
    {"parts of a side (0 to 1)", "边长的比例（0 到 1）"},
    {"The screen now:", "现在的屏幕："},
    {"The screen before the actions:", "动作之前的屏幕："},
    {0},
};

const struct wording *screenagent_words(const char *language)
{
    return g_str_equal(language, "zh") ? chinese : NULL;
}
