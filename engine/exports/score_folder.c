/* The sessions of two folders against each other, record by record, and in groups. */
#include "engine/exports/score.h"

#include "engine/exports/screenagent.h"

#include <math.h>

const char *const score_parts[4] = {"plan", "act", "reflect", "all"};

const struct score_column score_columns[SCORE_ATTRIBUTE_COUNT] = {
    {SCORE_ELEMENT, "PLAN"},         {SCORE_ACTION_TYPE, "ACTION"}, {SCORE_MOUSE_TYPE, "MOUSE"},  {SCORE_MOUSE_BUTTON, "BUTTON"},
    {SCORE_MOUSE_POSITION, "PLACE"}, {SCORE_KEYBOARD, "KEYS"},      {SCORE_SITUATION, "VERDICT"},
};

const char *score_by_name(enum score_by by)
{
    static const char *const names[SCORE_BY_COUNT] = {"brain", "status", "theme"};
    return names[by];
}

static void free_record(gpointer data)
{
    struct score_record *r = data;
    g_free(r->session);
    g_free(r->name);
    g_free(r->brain);
    g_free(r->theme);
    g_free(r->defect);
    g_free(r);
}

static void free_group(gpointer data)
{
    struct score_group *g = data;
    g_free(g->name);
    g_free(g);
}

void score_report_free(score_report *report)
{
    if (!report)
        return;
    g_ptr_array_unref(report->records);
    g_ptr_array_unref(report->groups);
    g_free(report);
}

char *score_unanswered_text(const score_report *report)
{
    if (!report->unanswered)
        return NULL;
    bool one = report->unanswered == 1;
    return g_strdup_printf("%u record%s no LLM_response: %s as an empty answer.", report->unanswered, one ? " has" : "s have",
                           one ? "it scores" : "each scores");
}

#define LACKING_NAMED 3

char *score_lacking_text(const score_report *report, const char *name)
{
    guint lacking = 0, labels = 0;
    g_autoptr(GString) named = g_string_new(NULL);
    for (guint i = 0; i < report->records->len; i++) {
        const struct score_record *r = report->records->pdata[i];
        labels += r->lacks || !r->defect;
        if (r->lacks && lacking++ < LACKING_NAMED)
            g_string_append_printf(named, "%s%s/%s", named->len ? ", " : "", r->session, r->name);
    }
    return lacking ? g_strdup_printf("%u of %u records have no prediction in %s: %s%s; its means leave them out.", lacking,
                                     labels, name, named->str, lacking > LACKING_NAMED ? ", …" : "")
                   : NULL;
}

/* ---- groups ---- */

static void add_sums(struct score_sums *to, const struct score_sums *more)
{
    to->points += more->points;
    to->of += more->of;
    to->unboxed += more->unboxed;
    for (int a = 0; a < SCORE_ATTRIBUTE_COUNT; a++) {
        struct score_attribute_sum *sum = &to->attributes[a];
        const struct score_attribute_sum *other = &more->attributes[a];
        sum->labels += other->labels;
        sum->there += other->there;
        sum->points += other->points;
        for (guint i = 0; i < SCORE_CLASSES; i++)
            for (guint k = 0; k < SCORE_CLASSES; k++)
                sum->pairs[i][k] += other->pairs[i][k];
    }
}

static struct score_group *group_of(score_report *report, enum score_by by, const char *name)
{
    for (guint i = 0; i < report->groups->len; i++) {
        struct score_group *g = report->groups->pdata[i];
        if (g->by == by && g_strcmp0(g->name, name) == 0)
            return g;
    }
    struct score_group *g = g_new0(struct score_group, 1);
    g->by = by;
    g->name = g_strdup(name);
    g_ptr_array_add(report->groups, g);
    return g;
}

static void add_to_groups(score_report *report, const struct score_record *r, const struct score_sums *sums)
{
    const char *const names[SCORE_BY_COUNT] = {r->brain, r->status, r->theme};
    for (int by = 0; by < SCORE_BY_COUNT; by++) {
        struct score_group *g = group_of(report, (enum score_by)by, names[by]);
        add_sums(&g->sums, sums);
        g->sum += r->score;
        g->n++;
    }
}

/* What no record says is no row of a table. */
static void drop_unsaid(score_report *report, enum score_by by)
{
    guint named = 0;
    for (guint i = 0; i < report->groups->len; i++) {
        const struct score_group *g = report->groups->pdata[i];
        named += g->by == by && g->name;
    }
    for (guint i = report->groups->len; i-- > 0 && !named;)
        if (((const struct score_group *)report->groups->pdata[i])->by == by)
            g_ptr_array_remove_index(report->groups, i);
}

/* The steps of the work in their order, names by the alphabet. */
static int by_kind_and_name(gconstpointer a, gconstpointer b)
{
    const struct score_group *x = *(const struct score_group *const *)a, *y = *(const struct score_group *const *)b;
    if (x->by != y->by)
        return x->by < y->by ? -1 : 1;
    if (x->by != SCORE_BY_STATUS)
        return g_strcmp0(x->name, y->name);
    int steps[2] = {0};
    for (int s = 0; s < RECORD_STATUS_COUNT; s++) {
        steps[0] += g_str_equal(x->name, screenagent_record_status_name((enum record_status)s)) ? s : 0;
        steps[1] += g_str_equal(y->name, screenagent_record_status_name((enum record_status)s)) ? s : 0;
    }
    return steps[0] - steps[1];
}

/* ---- records ---- */

/* A reader's stand-in for an answer that is missing is the correction, which is no answer. */
static const char *reply_of(const struct score_order *order, const struct screenagent_file *label,
                            const struct screenagent_file *said, bool *ret_unanswered)
{
    bool corrected = order->corrected && said == label;
    *ret_unanswered = !corrected && said->record->unanswered;
    return corrected ? said->record->edited : *ret_unanswered ? "" : said->record->reply;
}

/* lacking: what is said where there is no prediction. */
static void score_one(const struct score_order *order, const struct screenagent_file *label, const struct screenagent_file *said,
                      const char *lacking, score_report *report)
{
    struct score_record *r = g_new0(struct score_record, 1);
    *r = (struct score_record){.session = g_strdup(label->session), .name = g_strdup(label->name), .score = NAN};
    g_ptr_array_add(report->records, r);
    if (label->record)
        r->status = screenagent_record_status_name(label->record->status);
    r->defect = g_strdup(!label->record                                    ? label->defect
                         : !score_words_has_points(label->record->actions) ? "its label has nothing that is scored"
                         : !said                                           ? lacking
                                                                           : said->defect);
    r->lacks = label->record && score_words_has_points(label->record->actions) && r->defect;
    if (r->defect)
        return;
    g_autoptr(words) prediction = vocabulary_words_from_reply(reply_of(order, label, said, &r->unanswered));
    struct score_sums sums = {0};
    r->score = score_words(label->record->actions, prediction, order->strict, &sums);
    report->unanswered += r->unanswered;
    add_sums(&report->sums, &sums);
    r->brain = g_strdup(said->record->brain);
    r->theme = g_strdup(label->record->theme);
    add_to_groups(report, r, &sums);
    const int parts[] = {(int)label->record->status, 3};
    for (gsize i = 0; i < G_N_ELEMENTS(parts); i++) {
        report->sum[parts[i]] += r->score;
        report->n[parts[i]]++;
    }
}

/* The names of the sessions; caller unrefs. */
static GHashTable *sessions_of(const GPtrArray *files)
{
    GHashTable *sessions = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < files->len; i++)
        g_hash_table_add(sessions, ((struct screenagent_file *)files->pdata[i])->session);
    return sessions;
}

/* Why a label has no prediction. */
static const char *lacking(const struct score_order *order, const struct screenagent_file *label, GHashTable *sessions,
                           bool by_name)
{
    g_autofree char *place = screenagent_file_place(label);
    const char *why = order->defects ? g_hash_table_lookup(order->defects, place) : NULL;
    return why                                                          ? why
           : by_name || g_hash_table_contains(sessions, label->session) ? "the predictions have no such record"
                                                                        : "the predictions have no session of that name";
}

score_report *score_folder(const struct score_order *order, GError **error)
{
    g_autoptr(GPtrArray) labels = screenagent_files(order->labels, error);
    g_autoptr(GPtrArray) others = labels && order->predictions ? screenagent_files(order->predictions, error) : NULL;
    if (!labels || (order->predictions && !others))
        return NULL;
    const GPtrArray *answers = others ? others : labels;
    g_autoptr(GHashTable) said = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) asked = sessions_of(labels), sessions = sessions_of(answers);
    bool by_name = g_hash_table_size(asked) == 1 && g_hash_table_size(sessions) == 1;
    for (guint i = 0; i < answers->len; i++) {
        struct screenagent_file *f = answers->pdata[i];
        g_hash_table_insert(said, by_name ? g_strdup(f->name) : screenagent_file_place(f), f);
    }
    g_autoptr(score_report) report = g_new0(score_report, 1);
    report->records = g_ptr_array_new_with_free_func(free_record);
    report->groups = g_ptr_array_new_with_free_func(free_group);
    for (guint i = 0; i < labels->len; i++) {
        if (order->watch && !order->watch->go_on(order->watch->user, i, labels->len)) {
            g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_STOPPED, "stopped before all records were scored");
            return NULL;
        }
        const struct screenagent_file *label = labels->pdata[i];
        g_autofree char *place = screenagent_file_place(label);
        score_one(order, label, g_hash_table_lookup(said, by_name ? label->name : place),
                  lacking(order, label, sessions, by_name), report);
    }
    for (int by = 0; by < SCORE_BY_COUNT; by++)
        drop_unsaid(report, (enum score_by)by);
    g_ptr_array_sort(report->groups, by_kind_and_name);
    return g_steal_pointer(&report);
}
