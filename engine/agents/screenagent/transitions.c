#include "engine/agents/screenagent/transitions.h"

static const struct mind_field subtask_fields[] = {
    {"text", MIND_STRING, offsetof(struct screenagent_subtask, text), NULL, 0},
    {"id", MIND_INTEGER, offsetof(struct screenagent_subtask, id), NULL, 0},
    {"state", MIND_INTEGER, offsetof(struct screenagent_subtask, state), NULL, BOARD_STATE_COUNT - 1},
    {"retries", MIND_INTEGER, offsetof(struct screenagent_subtask, retries), NULL, 0},
    {0},
};
static const struct mind_table subtask_table = {sizeof(struct screenagent_subtask), subtask_fields};
static const struct mind_field fields[] = {
    {"phase", MIND_INTEGER, offsetof(struct screenagent, phase), NULL, PHASE_COUNT - 1},
    {"subtasks", MIND_ROWS, offsetof(struct screenagent, subtasks), &subtask_table, BOARD_ROWS_MAX},
    {"ids", MIND_INTEGER, offsetof(struct screenagent, ids), NULL, 0},
    {"plan", MIND_INTEGER, offsetof(struct screenagent, plan), NULL, 0},
    {"current", MIND_INTEGER, offsetof(struct screenagent, current), NULL, 0},
    {"advice", MIND_STRING, offsetof(struct screenagent, advice), NULL, 0},
    {"reformulations", MIND_INTEGER, offsetof(struct screenagent, reformulations), NULL, 0},
    {"unusable", MIND_INTEGER, offsetof(struct screenagent, unusable), NULL, 0},
    {"before", MIND_STRING, offsetof(struct screenagent, before), NULL, 0},
    {"changed", MIND_STRING, offsetof(struct screenagent, changed), NULL, 0},
    {"planned", MIND_STRINGS, offsetof(struct screenagent, planned), NULL, 0},
    {"came", MIND_STRINGS, offsetof(struct screenagent, came), NULL, 0},
    {"last", MIND_STRING, offsetof(struct screenagent, last), NULL, 0},
    {"same", MIND_INTEGER, offsetof(struct screenagent, same), NULL, 0},
    {"refused", MIND_BOOLEAN, offsetof(struct screenagent, refused), NULL, 0},
    {"verdicts", MIND_STRINGS, offsetof(struct screenagent, verdicts), NULL, 0},
    {"retries_max", MIND_INTEGER, offsetof(struct screenagent, limits.retries), NULL, 0},
    {"reformulations_max", MIND_INTEGER, offsetof(struct screenagent, limits.reformulations), NULL, 0},
    {"unusable_max", MIND_INTEGER, offsetof(struct screenagent, limits.unusable), NULL, 0},
    {"same_max", MIND_INTEGER, offsetof(struct screenagent, limits.same), NULL, 0},
    {0},
};
const struct mind_table screenagent_mind = {sizeof(struct screenagent), fields};

#define TEXT_MAX 4000 /* bytes of a text that is kept: below the mind's own limit */
#define VERDICTS_MAX 50
#define CAME_MAX 100

static const char *phase_name(enum screenagent_phase phase)
{
    static const char *const names[PHASE_COUNT] = {"planning", "acting", "evaluating", "finish"};
    return names[phase];
}

static struct screenagent_subtask *at(const struct screenagent *m, guint i)
{
    return i < m->subtasks->len ? m->subtasks->pdata[i] : NULL;
}

const struct screenagent_subtask *screenagent_current(const struct screenagent *m)
{
    return m->current >= 0 ? at(m, (guint)m->current) : NULL;
}

static char *cut(const char *text)
{
    g_autofree char *part = g_strndup(text ? text : "", TEXT_MAX);
    return g_utf8_make_valid(part, -1);
}

static void replace(char **place, const char *text)
{
    char *copy = cut(text);
    g_free(*place);
    *place = copy;
}

static void add(GPtrArray *list, const char *text, guint max)
{
    if (list->len >= max)
        g_ptr_array_remove_index(list, 0);
    g_ptr_array_add(list, cut(text));
}

static struct screenagent_subtask *subtask_new(struct screenagent *m, const char *text)
{
    struct screenagent_subtask *s = mind_new(&subtask_table);
    s->text = cut(text);
    s->id = ++m->ids;
    s->state = BOARD_OPEN;
    return s;
}

static struct screenagent_end fails(const char *format, ...) G_GNUC_PRINTF(1, 2);
static struct screenagent_end fails(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    struct screenagent_end end = {AGENT_FAILED, g_strdup_vprintf(format, args)};
    va_end(args);
    return end;
}

/* An answer that leads nowhere: the module is asked again and told why. */
static struct screenagent_end unusable(struct screenagent *m, const char *why, const struct screenagent_limits *l)
{
    replace(&m->advice, why);
    if (++m->unusable >= l->unusable)
        return fails("%" G_GINT64_FORMAT " answers in a row could not be used; the last: %s", m->unusable, why);
    return (struct screenagent_end){0};
}

/* Begins the subtask at that index, or what is to be done where there is none. */
static void begin(struct screenagent *m, gint64 index, enum screenagent_phase phase)
{
    struct screenagent_subtask *s = at(m, (guint)index);
    for (guint i = 0; i < m->subtasks->len; i++)
        if (at(m, i)->state == BOARD_DOING)
            at(m, i)->state = BOARD_OPEN;
    m->current = index;
    m->acting = false;
    m->phase = s ? phase : PHASE_PLANNING;
    if (s)
        s->state = BOARD_DOING;
}

/* Those that are done stay: the planner is told them, and plans what is left. */
static void drop_open(struct screenagent *m)
{
    for (guint i = m->subtasks->len; i-- > 0;) {
        const struct screenagent_subtask *s = m->subtasks->pdata[i];
        if (s->state != BOARD_DONE)
            g_ptr_array_remove_index(m->subtasks, i);
    }
}

struct screenagent_end screenagent_planned(struct screenagent *m, const GPtrArray *subtasks, const struct screenagent_limits *l)
{
    m->limits = *l;
    if (subtasks->len == 0)
        return unusable(m, "the plan had no subtask", l);
    if (subtasks->len > l->subtasks) {
        g_autofree char *why =
            g_strdup_printf("the plan had %u subtasks; %" G_GINT64_FORMAT " are the most", subtasks->len, l->subtasks);
        return unusable(m, why, l);
    }
    drop_open(m);
    if (m->subtasks->len + subtasks->len > BOARD_ROWS_MAX)
        return fails("more than %d subtasks in one run", BOARD_ROWS_MAX);
    guint first = m->subtasks->len;
    m->plan = m->ids + 1;
    for (guint i = 0; i < subtasks->len; i++)
        g_ptr_array_add(m->subtasks, subtask_new(m, subtasks->pdata[i]));
    m->unusable = 0;
    replace(&m->advice, "");
    begin(m, first, PHASE_ACTING);
    return (struct screenagent_end){0};
}

struct screenagent_end screenagent_acts(struct screenagent *m, const GPtrArray *actions, const char *before,
                                        const struct screenagent_limits *l)
{
    m->limits = *l;
    if (actions->len == 0)
        return unusable(m, "the answer had no action", l);
    m->unusable = 0;
    replace(&m->advice, "");
    replace(&m->before, before);
    g_ptr_array_set_size(m->planned, 0);
    g_ptr_array_set_size(m->came, 0);
    for (guint i = 0; i < actions->len; i++)
        add(m->planned, actions->pdata[i], CAME_MAX);
    m->phase = PHASE_EVALUATING;
    m->acting = true;
    m->refused = false;
    return (struct screenagent_end){0};
}

void screenagent_came(struct screenagent *m, const char *did, const char *outcome, bool unmoved, bool refused)
{
    g_autofree char *line = g_strdup_printf("%s: %s", did, outcome);
    bool again = unmoved && m->last && g_str_equal(m->last, did);
    add(m->came, line, CAME_MAX);
    m->refused = refused;
    m->same = again ? m->same + 1 : unmoved ? 1 : 0;
    replace(&m->last, unmoved ? did : "");
}

static struct screenagent_end succeeded(struct screenagent *m, struct screenagent_subtask *now)
{
    now->state = BOARD_DONE;
    guint next = 0;
    while (next < m->subtasks->len && at(m, next)->state == BOARD_DONE)
        next++;
    if (next < m->subtasks->len) {
        begin(m, next, PHASE_ACTING);
        return (struct screenagent_end){0};
    }
    m->phase = PHASE_FINISH;
    return (struct screenagent_end){AGENT_SUCCESS, g_strdup_printf("all %u subtasks are done", m->subtasks->len)};
}

struct screenagent_end screenagent_evaluated(struct screenagent *m, const char *verdict, const char *advice,
                                             const struct screenagent_limits *l)
{
    struct screenagent_subtask *now = at(m, (guint)m->current);
    g_autofree char *line = g_strdup_printf("%s: %s%s%s", now ? now->text : "?", verdict, *advice ? ", " : "", advice);
    m->limits = *l;
    m->acting = false;
    if (!now) { /* a person took it away meanwhile */
        m->phase = PHASE_PLANNING;
        return (struct screenagent_end){0};
    }
    add(m->verdicts, line, VERDICTS_MAX);
    replace(&m->advice, "");
    if (g_str_equal(verdict, "sub_task_success"))
        return succeeded(m, now);
    replace(&m->advice, advice);
    if (m->same >= l->same)
        return fails("%s was done %" G_GINT64_FORMAT " times, and the screen stayed as it was", m->last, m->same);
    if (g_str_equal(verdict, "need_retry")) {
        m->phase = PHASE_ACTING;
        if (!m->refused && ++now->retries > l->retries)
            return fails("the subtask \"%s\" did not succeed after %" G_GINT64_FORMAT " retries%s%s", now->text, l->retries,
                         *advice ? ": " : "", advice);
        return (struct screenagent_end){0};
    }
    now->state = BOARD_FAILED;
    m->phase = PHASE_PLANNING;
    if (++m->reformulations > l->reformulations)
        return fails("the plan was made anew %" G_GINT64_FORMAT " times, and the subtask \"%s\" did not succeed%s%s",
                     l->reformulations, now->text, *advice ? ": " : "", advice);
    return (struct screenagent_end){0};
}

/* ---- boards ---- */

/* "retry 1 of 3". */
static void add_count(GString *note, const char *what, gint64 n, gint64 most)
{
    if (n == 0)
        return;
    g_string_append_printf(note, "%s%s %" G_GINT64_FORMAT, note->len ? ", " : "", what, n);
    if (most > 0)
        g_string_append_printf(note, " of %" G_GINT64_FORMAT, most);
}

void screenagent_phase_rows(const void *mind, GPtrArray *rows)
{
    const struct screenagent *m = mind;
    for (int i = 0; i < PHASE_FINISH; i++) {
        bool doing = i == (m->acting ? PHASE_ACTING : m->phase);
        g_autoptr(GString) note = g_string_new(NULL);
        add_count(note, "plan anew", i == PHASE_PLANNING ? m->reformulations : 0, m->limits.reformulations);
        add_count(note, "unusable answer", doing ? m->unusable : 0, m->limits.unusable);
        add_count(note, "same action in vain", i == PHASE_ACTING ? m->same : 0, m->limits.same);
        g_ptr_array_add(rows,
                        board_row_new(i + 1, 0, doing ? BOARD_DOING : BOARD_OPEN, phase_name(i), note->len ? note->str : NULL));
    }
}

/* A person who sends the agent on counts as a new start: the loops begin to count again. */
static void start_counting(struct screenagent *m)
{
    m->unusable = m->reformulations = m->same = 0;
    for (guint i = 0; i < m->subtasks->len; i++)
        at(m, i)->retries = 0;
}

bool screenagent_phase_change(struct run *run, void *mind, gint64 row, enum board_verb verb, const char *text, GError **error)
{
    (void)run;
    (void)text;
    struct screenagent *m = mind;
    enum screenagent_phase to = (enum screenagent_phase)(row - 1);
    if (verb != BOARD_GO || row < 1 || row > PHASE_FINISH) {
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_ROW, "there is no phase %" G_GINT64_FORMAT, row);
        return false;
    }
    if (to != PHASE_PLANNING && !screenagent_current(m)) {
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_ROW, "there is no subtask to work on: plan first");
        return false;
    }
    start_counting(m);
    m->phase = to;
    m->acting = false;
    return true;
}

void screenagent_subtask_rows(const void *mind, GPtrArray *rows)
{
    const struct screenagent *m = mind;
    for (guint i = 0; i < m->subtasks->len; i++) {
        const struct screenagent_subtask *s = at(m, i);
        g_autoptr(GString) note = g_string_new(NULL);
        add_count(note, "retry", s->retries, m->limits.retries);
        g_ptr_array_add(rows, board_row_new(s->id, 0, (enum board_state)s->state, s->text, note->len ? note->str : NULL));
    }
}

static guint find(const struct screenagent *m, gint64 id)
{
    guint i = 0;
    while (i < m->subtasks->len && at(m, i)->id != id)
        i++;
    return i;
}

static bool refuse(GError **error, const char *why)
{
    g_set_error_literal(error, BOARD_ERROR, BOARD_ERROR_TEXT, why);
    return false;
}

/* The present subtask stays the present one wherever it is moved to. */
static void follow(struct screenagent *m, gint64 id)
{
    guint i = find(m, id);
    if (i < m->subtasks->len) {
        m->current = i;
        return;
    }
    for (i = 0; i < m->subtasks->len && at(m, i)->state == BOARD_DONE; i++)
        ;
    begin(m, i, PHASE_ACTING);
}

static bool move(struct screenagent *m, guint from, const char *before, GError **error)
{
    gint64 id = g_ascii_strtoll(before, NULL, 10);
    guint to = find(m, id);
    if (id != 0 && to == m->subtasks->len)
        return refuse(error, "there is no such subtask to move it before");
    struct screenagent_subtask *s = g_ptr_array_steal_index(m->subtasks, from);
    g_ptr_array_insert(m->subtasks, (int)(to > from ? to - 1 : to), s);
    return true;
}

bool screenagent_subtask_change(struct run *run, void *mind, gint64 row, enum board_verb verb, const char *text, GError **error)
{
    (void)run;
    struct screenagent *m = mind;
    guint i = find(m, row);
    gint64 now = screenagent_current(m) ? screenagent_current(m)->id : 0;
    if (i == m->subtasks->len && !(verb == BOARD_INSERT && row == 0)) {
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_ROW, "there is no subtask %" G_GINT64_FORMAT, row);
        return false;
    }
    if ((verb == BOARD_INSERT || verb == BOARD_EDIT) && !*text)
        return refuse(error, "a subtask needs a text");
    if (verb == BOARD_INSERT && m->subtasks->len >= BOARD_ROWS_MAX)
        return refuse(error, "there are too many subtasks");
    if (verb == BOARD_GO) {
        start_counting(m);
        begin(m, i, PHASE_ACTING);
        return true;
    }
    if (verb == BOARD_MOVE && !move(m, i, text, error))
        return false;
    if (verb == BOARD_REMOVE)
        g_ptr_array_remove_index(m->subtasks, i);
    if (verb == BOARD_INSERT)
        g_ptr_array_insert(m->subtasks, (int)i, subtask_new(m, text));
    if (verb == BOARD_EDIT)
        replace(&at(m, i)->text, text);
    follow(m, now);
    return true;
}
