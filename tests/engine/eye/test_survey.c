/* All words of the screen, read after the observation has been answered: what a console draws. */
#include "tests/engine/eye/driver.h"

#include "skills/timeline/screen.h"

static int setup(void **state)
{
    (void)state;
    xvfb_start(&x, 640, 480, NULL);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    xvfb_stop(&x);
    return 0;
}

static eye_answer *survey(struct driver *d)
{
    ask(d, (struct eye_request){.kind = EYE_SURVEY});
    return expect(d, EYE_SURVEYED);
}

static const struct screen_mark *mark_with(const screen *s, const char *text)
{
    for (guint i = 0; i < s->marks->len; i++)
        if (g_str_equal(g_array_index(s->marks, struct screen_mark, i).text, text))
            return &g_array_index(s->marks, struct screen_mark, i);
    return NULL;
}

static void survey__words_and_marks__of_the_observed_frame(void **state)
{
    (void)state;
    sink *s = sink_start(x.display, "open", 0, 0, 400, 200, 0xffffff);
    sink_text(s, 40, 60, 0, "Documents");
    struct driver *d = eye_begin(x.display, NULL);
    g_autoptr(eye_observation) o = observe(d, 50, 5000);
    assert_int_equal(o->screen->words->len, 0); /* nothing waits for them */
    g_autoptr(eye_answer) a = survey(d);
    assert_string_equal(a->of, o->frame.hash);
    g_autofree char *text = screen_text(a->seen, NULL);
    assert_string_equal(text, "Documents");
    const struct screen_mark *mark = mark_with(a->seen, "Documents");
    assert_non_null(mark);
    assert_true(mark->number > 0);
    sink_text(s, 40, 120, 0, "Pictures");
    g_autoptr(eye_observation) next = observe(d, 50, 5000);
    g_autoptr(eye_answer) again = survey(d);
    assert_string_equal(again->of, next->frame.hash);
    assert_non_null(mark_with(again->seen, "Pictures"));
    assert_int_equal(mark_with(again->seen, "Documents")->number, mark->number);
    sink_stop(s);
    assert_int_equal(eye_finish(d), 0);
}

static void survey__what_is_masked__is_in_no_word(void **state)
{
    (void)state;
    g_autofree char *dir = g_build_filename(g_getenv("XDG_CONFIG_HOME"), "reins", "apps", NULL);
    g_autofree char *file = g_build_filename(dir, "masked.ini", NULL);
    assert_int_equal(g_mkdir_with_parents(dir, 0700), 0);
    assert_true(g_file_set_contents(file, "[profile]\nwindow=^open$\nmask_windows=^secret\n", -1, NULL));
    const char *extra[] = {"--profile", "masked", NULL};
    sink *s = sink_start(x.display, "open", 0, 0, 300, 200, 0xffffff),
         *hidden = sink_start(x.display, "secret 1", 320, 100, 200, 100, 0xffffff);
    sink_text(s, 40, 60, 0, "Documents");
    sink_text(hidden, 40, 60, 0, "Passphrase");
    struct driver *d = eye_begin(x.display, extra);
    g_autoptr(eye_observation) o = observe(d, 50, 5000);
    g_autoptr(eye_answer) a = survey(d);
    g_autofree char *text = screen_text(a->seen, NULL);
    assert_string_equal(text, "Documents");
    sink_stop(hidden);
    sink_stop(s);
    assert_int_equal(eye_finish(d), 0);
}

/* The words are the observation's: a picture of now tells where it is another one. */
static void preview__tells__where_it_is_not_as_observed(void **state)
{
    (void)state;
    const char *extra[] = {"--preview-fps", "20", NULL};
    sink *s = sink_start(x.display, "open", 0, 0, 400, 200, 0xffffff);
    struct driver *d = eye_begin(x.display, extra);
    g_autoptr(eye_observation) o = observe(d, 50, 5000);
    d->previews = true;
    ask(d, (struct eye_request){.kind = EYE_SURVEY});
    g_autoptr(eye_answer) same = NULL; /* told once more, although the picture is the same */
    for (eye_answer *a; !same && (a = next_answer(d, ANSWER_MS));)
        if (a->kind == EYE_PREVIEW && a->of)
            same = a;
        else
            eye_answer_free(a);
    assert_non_null(same);
    assert_string_equal(same->of, o->frame.hash);
    assert_int_equal(same->changed->len, 0);
    sink_fill(s, 100, 50, 20, 10, 0x00ff00);
    g_autoptr(eye_answer) other = NULL;
    for (eye_answer *a; !other && (a = next_answer(d, ANSWER_MS));)
        if (a->kind == EYE_PREVIEW && a->changed->len > 0)
            other = a;
        else
            eye_answer_free(a);
    assert_non_null(other);
    assert_string_equal(other->of, o->frame.hash);
    for (guint i = 0; i < other->changed->len; i++) {
        struct area a = g_array_index(other->changed, struct area, i);
        assert_true(area_overlaps(a, (struct area){100, 50, 20, 10}));
        assert_true(a.width <= 48 && a.height <= 32);
    }
    sink_stop(s);
    assert_int_equal(eye_finish(d), 0);
}

/* The next answer of that kind, and of that frame unless NULL; others may come before it. */
static eye_answer *await_answer(struct driver *d, enum eye_answer_kind kind, const char *of)
{
    for (eye_answer *a; (a = next_answer(d, ANSWER_MS)); eye_answer_free(a))
        if (a->kind == kind && (!of || g_strcmp0(a->of, of) == 0))
            return a;
    fail_msg("no answer of kind %d", kind);
    return NULL;
}

/* A person who drives sees the present picture: its words are read when it rests, and known ones stay where they are. */
static void survey_live__reads_the_present_picture__each_time_that_it_rests(void **state)
{
    (void)state;
    const char *extra[] = {"--preview-fps", "20", NULL};
    sink *s = sink_start(x.display, "open", 0, 0, 400, 200, 0xffffff);
    sink_text(s, 40, 60, 0, "Documents");
    struct driver *d = eye_begin(x.display, extra);
    g_autoptr(eye_observation) o = observe(d, 50, 5000);
    d->previews = true;
    ask(d, (struct eye_request){.kind = EYE_SURVEY, .live = true});
    g_autoptr(eye_answer) first = await_answer(d, EYE_SURVEYED, NULL);
    g_autofree char *text = screen_text(first->seen, NULL);
    assert_true(first->live);
    assert_string_equal(text, "Documents");
    sink_text(s, 40, 120, 0, "Pictures"); /* a menu has opened: no observation is made */
    g_autoptr(eye_answer) next = await_answer(d, EYE_SURVEYED, NULL);
    g_autofree char *both = screen_text(next->seen, NULL);
    assert_string_not_equal(next->of, first->of);
    assert_non_null(strstr(both, "Documents"));
    assert_non_null(strstr(both, "Pictures"));
    g_autoptr(eye_answer) shown = await_answer(d, EYE_PREVIEW, next->of); /* the words are known to be there */
    assert_int_equal(shown->changed->len, 0);
    ask(d, (struct eye_request){.kind = EYE_BEGIN}); /* what the person does: it reads on */
    sink_text(s, 40, 180, 0, "Music");
    g_autoptr(eye_answer) last = await_answer(d, EYE_SURVEYED, NULL);
    g_autofree char *all = screen_text(last->seen, NULL);
    assert_non_null(strstr(all, "Music"));
    ask(d, (struct eye_request){.kind = EYE_SURVEY}); /* ends it */
    g_autoptr(eye_answer) observed = await_answer(d, EYE_SURVEYED, o->frame.hash);
    assert_false(observed->live);
    sink_stop(s);
    assert_int_equal(eye_finish(d), 0);
}

/* A person who fills in a form plans on what is there, also where a window was still drawn when it was observed: its words come,
 * and what was observed keeps its numbers. */
static void survey_live__after_one_of_an_observation__reads_what_differs(void **state)
{
    (void)state;
    const char *extra[] = {"--preview-fps", "20", NULL};
    sink *s = sink_start(x.display, "open", 0, 0, 400, 200, 0xffffff);
    sink_text(s, 40, 60, 0, "Documents");
    struct driver *d = eye_begin(x.display, extra);
    g_autoptr(eye_observation) o = observe(d, 50, 5000);
    d->previews = true;
    ask(d, (struct eye_request){.kind = EYE_SURVEY});
    ask(d, (struct eye_request){.kind = EYE_SURVEY, .live = true});
    g_autoptr(eye_answer) first = await_answer(d, EYE_SURVEYED, NULL);
    assert_false(first->live);
    assert_string_equal(first->of, o->frame.hash);
    assert_true(mark_with(first->seen, "Documents")->number > 0);
    sink_text(s, 40, 120, 0, "Pictures");
    g_autoptr(eye_answer) next = await_answer(d, EYE_SURVEYED, NULL);
    assert_true(next->live);
    assert_string_not_equal(next->of, o->frame.hash); /* the picture that was observed was not read once more */
    g_autofree char *both = screen_text(next->seen, NULL);
    assert_non_null(strstr(both, "Pictures"));
    assert_int_equal(mark_with(next->seen, "Documents")->number, mark_with(first->seen, "Documents")->number);
    assert_null(mark_with(next->seen, "Pictures")); /* it has no number yet */
    sink_fill(s, 0, 80, 400, 80, 0xffffff);
    g_autoptr(eye_answer) back = await_answer(d, EYE_PREVIEW, o->frame.hash);
    while (back->changed->len > 0) {
        eye_answer_free(back);
        back = await_answer(d, EYE_PREVIEW, o->frame.hash);
    }
    sink_stop(s);
    assert_int_equal(eye_finish(d), 0);
}

int main(int argc, char **argv)
{
    int code = child_run(argc, argv);
    if (code >= 0)
        return code;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(survey__words_and_marks__of_the_observed_frame),
        cmocka_unit_test(survey__what_is_masked__is_in_no_word),
        cmocka_unit_test(survey_live__reads_the_present_picture__each_time_that_it_rests),
        cmocka_unit_test(survey_live__after_one_of_an_observation__reads_what_differs),
        cmocka_unit_test(preview__tells__where_it_is_not_as_observed),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
