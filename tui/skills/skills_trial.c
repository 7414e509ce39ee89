/* The skills screen: a try outside the run, in a sandbox with a profile's program or on a display. `reins skills try` does it on
 * this terminal, through the gate: it shows what would be fired there and asks. */

#include "config/profile.h"
#include "engine/display/target.h"
#include "tui/model/form.h"
#include "tui/skills/skills_screen.h"
#include "tui/console/state.h"

#include <string.h>

#define PLACES_SHOWN 9

void skills_trial_clear(struct skills_trial *t)
{
    if (t->places)
        g_ptr_array_unref(t->places);
    g_free(t->word);
    *t = (struct skills_trial){0};
}

/* Profiles that name a program, that of the skill's own library first; then the display, where no run has it. */
static GPtrArray *places_of(const console *c, const skill *s)
{
    GPtrArray *places = g_ptr_array_new_with_free_func(g_free);
    g_auto(GStrv) names = profile_names();
    g_auto(display_target) target = {0};
    for (char **name = names; *name; name++) {
        g_autoptr(profile) p = profile_load(*name, NULL);
        if (!p || !p->app)
            continue;
        bool own = s && s->library && g_str_equal(s->library, *name);
        g_ptr_array_insert(places, own ? 0 : -1, g_strdup(*name));
    }
    if (c->options.alone && display_target_read(NULL, &target, NULL) && target.name)
        g_ptr_array_add(places, g_steal_pointer(&target.name));
    return places;
}

static bool is_display(const char *place)
{
    return strchr(place, ':') != NULL;
}

void skills_trial_open(console *c)
{
    struct skills_screen *s = c->shelf;
    const struct catalog_row *r = skills_selected(s)->row;
    skills_trial_clear(&s->trial);
    s->trial.places = places_of(c, r->skill);
    s->trial.word = r->skill ? g_strdup(r->name) : g_strdup_printf("%s@%s", r->name, r->sha256);
    if (s->trial.places->len) {
        s->ask = ASK_PLACE;
        return;
    }
    skills_trial_clear(&s->trial);
    console_say(c, STYLE_WARN, "there is nowhere to try it: no profile names a program (app= in apps/NAME.ini)");
}

/* ---- with what ---- */

static char *argument_text(const struct argument *a)
{
    g_autofree char *text = form_value_text(&a->value);
    return g_strdup_printf("%s=%s", a->name, text);
}

void skills_screen_trial(console *c, const action *a)
{
    struct skills_screen *s = c->shelf;
    g_autoptr(GStrvBuilder) words = g_strv_builder_new();
    const char *place = g_ptr_array_index(s->trial.places, (guint)s->trial.place);
    g_strv_builder_add_many(words, "skills", "try", NULL);
    if (is_display(place))
        g_strv_builder_add_many(words, "--display", place, NULL);
    else
        g_strv_builder_add_many(words, "--sandbox", "--profile", place, NULL);
    g_strv_builder_add(words, s->trial.word);
    for (guint i = 0; i < a->args->len; i++) {
        g_autofree char *word = argument_text(&g_array_index(a->args, struct argument, i));
        g_strv_builder_add(words, word);
    }
    g_strfreev(c->outside.program);
    c->outside.program = g_strv_builder_end(words);
    skills_trial_clear(&s->trial);
}

static void ask_arguments(console *c, const skill *s)
{
    g_autoptr(action) a = action_new(s->name);
    if (s->params->len)
        form_open_trial(c, a, s);
    else
        skills_screen_trial(c, a);
}

void skills_trial_parsed(console *c, const skill *draft)
{
    if (c->shelf->trial.word)
        ask_arguments(c, draft);
}

static void chosen(console *c)
{
    struct skills_screen *s = c->shelf;
    g_auto(GStrv) parts = g_strsplit(s->trial.word, "@", 2);
    const skill *loaded = parts[1] ? NULL : skill_library_find(c->skills.library, parts[0]);
    s->ask = ASK_NOTHING;
    if (loaded) {
        ask_arguments(c, loaded);
        return;
    }
    const struct skill_row *row = skills_selected(s); /* the draft that it was opened on */
    const char *code = row && !row->row->skill && g_strcmp0(row->row->sha256, parts[1]) == 0 ? skills_code(c) : NULL;
    struct job_input in = {.kind = JOB_PARSE, .name = g_strdup(parts[0]), .text = g_strdup(code), .trial = true};
    if (code && skills_work(c, &in))
        return;
    if (!code)
        console_say(c, STYLE_WARN, "%s no longer exists", parts[0]);
    skills_trial_clear(&s->trial);
}

void skills_trial_keypress(console *c, int key)
{
    struct skills_screen *s = c->shelf;
    int last = (int)s->trial.places->len - 1, by = key == K_UP || key == 'k' ? -1 : key == K_DOWN || key == 'j' ? 1 : 0;
    s->trial.place = CLAMP(s->trial.place + by, 0, last);
    if (key >= '1' && key <= '0' + MIN(PLACES_SHOWN, last + 1)) {
        s->trial.place = key - '1';
        chosen(c);
    } else if (key == K_ENTER) {
        chosen(c);
    } else if (key == K_ESC || key == 'q') {
        s->ask = ASK_NOTHING;
        skills_trial_clear(&s->trial);
    }
}

void skills_trial_draw(const console *c)
{
    const struct skills_trial *t = &c->shelf->trial;
    int n = (int)t->places->len, shown = MIN(n, MAX(1, c->layout.height - 6)), width = MIN(64, c->layout.width - 4);
    int top = CLAMP(t->place - shown + 1, 0, n - shown);
    struct rect box = {2, MAX(1, c->layout.height - 1 - shown - 2), width, shown + 2};
    g_auto(GStrv) parts = g_strsplit(t->word, "@", 2);
    g_autofree char *title = g_strdup_printf("try %s where?", parts[0]);
    paint_fill(&box, STYLE_NORMAL);
    paint_box(&box, title, STYLE_BORDER_ALERT);
    for (int i = top; i < top + shown; i++) {
        const char *place = g_ptr_array_index(t->places, (guint)i);
        struct rect line = {box.x + 1, box.y + 1 + i - top, width - 2, 1};
        enum style style = i == t->place ? STYLE_SELECTED : STYLE_NORMAL;
        paint_fill(&line, style);
        if (i < PLACES_SHOWN)
            paint_format(line.y, line.x + 1, 1, i == t->place ? style : STYLE_KEY, "%d", i + 1);
        paint_format(line.y, line.x + 3, width - 5, style, is_display(place) ? "on display %s" : "in a sandbox with %s's program",
                     place);
    }
    paint_edge_title(&box, box.y + box.height - 1, "enter, 1-9  esc no", STYLE_NORMAL);
}
