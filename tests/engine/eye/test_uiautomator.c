/* What a phone's uiautomator writes, as elements: no phone. */
#include "engine/eye/elements.h"
#include "engine/eye/mark_list.h"
#include "engine/picture/frame.h"
#include "tests/engine/eye/child.h"
#include "tests/helper/xvfb.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define HEAD "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">"
#define TAIL "</hierarchy>UI hierchary dumped to: /data/local/tmp/reins-window.xml\n"
#define NODE(class, more, bounds) "<node package=\"org.notes\" class=\"" class "\" " more " bounds=\"" bounds "\""

static struct eye_window activity = {
    .id = 7, .title = (char *)"org.notes/org.notes.Main", .class = (char *)"org.notes", .width = 1080, .height = 2400};

static GArray *read_body(const char *body)
{
    g_autofree char *text = g_strconcat(HEAD, body, TAIL, NULL);
    g_autoptr(GError) error = NULL;
    bool cut = true;
    GArray *all = elements_uiautomator_read(text, strlen(text), &activity, &cut, &error);
    if (!all)
        fail_msg("%s", error->message);
    assert_false(cut);
    return all;
}

/* "push button Save 40,100 200x80 click focus off secret", one a line. */
static char *told(const GArray *all)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < all->len; i++) {
        const struct element *e = &g_array_index(all, struct element, i);
        g_string_append_printf(out, "%s%s \"%s\" %d,%d %dx%d%s%s%s%s%s", i ? "\n" : "", e->role, e->name, e->x, e->y, e->width,
                               e->height, e->clickable ? " click" : "", e->focusable ? " focus" : "", e->sensitive ? "" : " grey",
                               e->checkable ? e->checked ? " on" : " off" : "", e->secret ? " secret" : "");
    }
    return g_string_free(out, FALSE);
}

static const struct element *called(const GArray *all, const char *name)
{
    for (guint i = 0; i < all->len; i++)
        if (g_str_equal(g_array_index(all, struct element, i).name, name))
            return &g_array_index(all, struct element, i);
    fail_msg("no element \"%s\"", name);
    return NULL;
}

/* ---- what is told ---- */

static const char form[] = NODE("android.widget.FrameLayout", "focusable=\"true\"", "[0,0][1080,2400]") ">"           /**/
    NODE("android.widget.ImageButton", "content-desc=\"Navigate&#10;up\" clickable=\"true\"", "[0,96][140,240]") "/>" /**/
    NODE("android.widget.EditText",
         "resource-id=\"org.notes:id/note_title\" text=\"my diary\" focusable=\"true\" "
         "clickable=\"true\" focused=\"true\"",
         "[40,300][1040,400]") "/>"                                                                                /**/
    NODE("android.widget.EditText", "text=\"&#8226;&#8226;\" password=\"true\"", "[40,420][1040,520]") "/>"        /**/
    NODE("android.view.ViewGroup", "resource-id=\"org.notes:id/row\" clickable=\"true\"", "[0,600][1080,760]") ">" /**/
    NODE("android.widget.TextView", "text=\"Wi-Fi\"", "[40,620][400,680]") "/>"                                    /**/
    NODE("android.widget.TextView", "text=\"Connected\"", "[40,690][400,740]") "/>"                                /**/
    NODE("android.widget.Switch", "text=\"ON\" content-desc=\"\" clickable=\"true\" checkable=\"true\" checked=\"true\"",
         "[900,640][1040,720]") "/></node>"                                                                       /**/
    NODE("android.widget.Button", "text=\"Save\" clickable=\"true\" enabled=\"false\"", "[40,800][300,900]") "/>" /**/
    NODE("android.widget.ImageView", "resource-id=\"org.notes:id/delete_note\" clickable=\"true\"",
         "[400,800][500,900]") "/>" NODE("android.widget.ScrollView", "scrollable=\"true\"", "[0,1000][1080,1400]") ">" /**/
    NODE("android.widget.TextView", "text=\"half\" long-clickable=\"true\"", "[40,1350][1040,1500]") "/>"               /**/
    NODE("android.widget.Button", "text=\"below\" clickable=\"true\"", "[40,1500][1040,1600]") "/></node>"              /**/
    NODE("android.widget.Button", "text=\"hidden\" clickable=\"true\" visible-to-user=\"false\"", "[0,0][90,90]") "/>"  /**/
    NODE("android.widget.Button", "text=\"nowhere\" clickable=\"true\"", "[0,0][0,0]") "/>"                             /**/
    NODE("android.widget.TextView", "text=\"only a text\"",
         "[40,2000][400,2100]") "/>" /**/
                                "<node package=\"com.android.systemui\" class=\"android.widget.Button\" text=\"Allow\" "
                                "clickable=\"true\" "
                                "bounds=\"[0,2300][1080,2400]\"/></node>";

static void form__its_aims_and_nothing_else(void **state)
{
    (void)state;
    g_autoptr(GArray) all = read_body(form);
    g_autofree char *text = told(all);
    assert_string_equal(text, "push button \"Navigate up\" 0,96 140x144 click\n"
                              "text \"note title\" 40,300 1000x100 click focus\n"
                              "password text \"\" 40,420 1000x100 focus secret\n"
                              "panel \"Wi-Fi, Connected\" 0,600 1080x160 click\n"
                              "toggle button \"\" 900,640 140x80 click on\n"
                              "push button \"Save\" 40,800 260x100 click grey\n"
                              "image \"delete note\" 400,800 100x100 click\n"
                              "scroll pane \"\" 0,1000 1080x400 focus\n"
                              "label \"half\" 40,1350 1000x50 click");
    assert_true(g_array_index(all, struct element, 1).focused);
    assert_string_equal(g_array_index(all, struct element, 1).top_name, activity.title);
}

/* What somebody has typed names nothing: neither a password nor another text. */
static void typed__is_in_no_name(void **state)
{
    (void)state;
    g_autoptr(GArray) all = read_body(
        NODE("android.view.View", "clickable=\"true\"", "[0,0][1080,300]") ">"                                           /**/
        NODE("android.widget.EditText", "text=\"hunter2\" hint=\"Your name\" content-desc=\"\"", "[0,0][1080,100]") "/>" /**/
        NODE("android.view.View", "text=\"hunter2\" password=\"true\"", "[0,100][1080,200]") "/></node>");
    g_autofree char *text = told(all);
    assert_string_equal(text, "panel \"\" 0,0 1080x300 click\ntext \"Your name\" 0,0 1080x100 focus\n"
                              "password text \"\" 0,100 1080x100 focus secret");
}

static void another_program__tells_nothing_but_its_password_field(void **state)
{
    (void)state;
    g_autoptr(GArray) all =
        read_body("<node package=\"com.keys\" class=\"android.widget.Button\" text=\"Fill in\" clickable=\"true\" "
                  "bounds=\"[0,0][90,90]\"/><node package=\"com.keys\" class=\"android.widget.EditText\" "
                  "password=\"true\" bounds=\"[0,100][900,190]\"/>");
    g_autofree char *text = told(all);
    assert_string_equal(text, "password text \"\" 0,100 900x90 focus secret");
}

/* Where a row around it has the same middle, it is the field that is marked: the gate goes by its role. */
static void password__is_marked_before_what_is_around_it(void **state)
{
    (void)state;
    g_autoptr(GArray) all =
        read_body(NODE("android.view.View", "clickable=\"true\" content-desc=\"Log in\"", "[0,0][1080,100]") ">" /**/
                  NODE("android.widget.EditText", "password=\"true\"", "[10,10][1070,90]") "/></node>");
    g_autoptr(screen) s = screen_new(1080, 2400);
    mark_list_add(s, NULL, all);
    assert_int_equal(s->marks->len, 1);
    assert_string_equal(g_array_index(s->marks, struct screen_mark, 0).role, ELEMENTS_PASSWORD);
}

/* ---- ids ---- */

#define ROW(text, y0, y1)                                                                                                        \
    NODE("android.view.View", "resource-id=\"org.notes:id/row\" clickable=\"true\"", "[0," y0 "][1080," y1 "]")                  \
    ">" NODE("android.widget.TextView", "text=\"" text "\"", "[0," y0 "][500," y1 "]") "/></node>"
#define LIST(rows)                                                                                                               \
    NODE("androidx.recyclerview.widget.RecyclerView", "scrollable=\"true\" focusable=\"true\"", "[0,0][1080,900]")               \
    ">" rows "</node>"
#define PLAY(text, bounds)                                                                                                       \
    NODE("android.widget.Button", "resource-id=\"org.notes:id/play\" clickable=\"true\" text=\"" text "\"", bounds) "/>"

static void ids__after_scrolling_resizing_and_another_text__the_same(void **state)
{
    (void)state;
    g_autoptr(GArray) before = read_body(LIST(ROW("one", "0", "100") ROW("two", "100", "200") ROW("two", "200", "300"))
                                             PLAY("Play", "[0,1000][200,1100]"));
    g_autoptr(GArray) after =
        read_body(PLAY("Pause", "[300,1500][900,1700]") LIST(ROW("two", "0", "140") ROW("six", "140", "280")));
    assert_memory_equal(called(before, "two")->id, called(after, "two")->id, 16); /* two rows were alike, and their ids say so */
    assert_int_equal(called(before, "two")->id[16], '-');
    assert_int_equal(called(after, "two")->id[16], '\0');
    assert_string_equal(called(before, "Play")->id, called(after, "Pause")->id);
    for (guint i = 0; i < before->len; i++)
        for (guint k = i + 1; k < before->len; k++)
            assert_string_not_equal(g_array_index(before, struct element, i).id, g_array_index(before, struct element, k).id);
}

/* Of another activity, of another program, and what the parts of all dialogs are called. */
static void ids__of_other_things__others(void **state)
{
    (void)state;
    g_autoptr(GArray) one = read_body(PLAY("Play", "[0,0][9,9]"));
    activity.title = (char *)"org.notes/org.notes.Other";
    g_autoptr(GArray) other = read_body(PLAY("Play", "[0,0][9,9]"));
    activity.title = (char *)"org.notes/org.notes.Main";
    assert_string_not_equal(called(one, "Play")->id, called(other, "Play")->id);
#define BUTTON1(text)                                                                                                            \
    NODE("android.widget.Button", "resource-id=\"android:id/button1\" clickable=\"true\" text=\"" text "\"", "[0,0][9,9]") "/>"
    g_autoptr(GArray) keep = read_body(BUTTON1("Keep")), discard = read_body(BUTTON1("Discard"));
    assert_string_not_equal(called(keep, "Keep")->id, called(discard, "Discard")->id);
}

/* ---- what is no such XML ---- */

static void is_refused(const char *text, gsize length, const char *why)
{
    g_autoptr(GError) error = NULL;
    bool cut = false;
    assert_null(elements_uiautomator_read(text, length, &activity, &cut, &error));
    assert_true(g_error_matches(error, EYE_ERROR, EYE_ERROR_FORMAT));
    if (!strstr(error->message, why))
        fail_msg("\"%s\" is not in: %s", why, error->message);
}

static void no_tree__its_own_words(void **state)
{
    (void)state;
    static const struct {
        const char *text, *why;
    } rows[] = {
        {"ERROR: could not get idle state.\n", "the phone's uiautomator says: could not get idle state"},
        {"ERROR: null root node returned by UiTestAutomationBridge.\n", "null root node"},
        {"/system/bin/sh: uiautomator: inaccessible or not found\n", "inaccessible or not found"},
        {"", "says: nothing"},
        {"\xff\xfe", "says:"},
        {HEAD, "is no whole XML"},
        {HEAD "<node text=\"a", "is no whole XML"},
        {HEAD "<node></hierarchy>", "is no whole XML"},
        {HEAD "<node text=\"&evil;\"/>" TAIL, "is no whole XML"},
        {HEAD "<node text=\"&#0;\"/>" TAIL, "is no whole XML"},
        {HEAD "<!DOCTYPE a [<!ENTITY b \"c\">]><node text=\"&b;\"/>" TAIL, "is no whole XML"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        is_refused(rows[i].text, strlen(rows[i].text), rows[i].why);
}

static GArray *read_large(const GString *text, bool *ret_cut)
{
    g_autoptr(GError) error = NULL;
    GArray *all = elements_uiautomator_read(text->str, text->len, &activity, ret_cut, &error);
    if (!all)
        fail_msg("%s", error->message);
    return all;
}

/* So many are told that a reply of the other source has no more, from the beginning. */
static void more_than_the_limits__those_that_come_first(void **state)
{
    (void)state;
    bool cut = false;
    g_autoptr(GString) wide = g_string_new(HEAD), deep = g_string_new(HEAD), long_name = g_string_new(HEAD);
    for (int i = 0; i < ELEMENTS_MAX + 1; i++)
        g_string_append_printf(wide, NODE("android.widget.Button", "text=\"%d\" clickable=\"true\"", "[0,0][50,50]") "/>", i);
    g_string_append(wide, TAIL);
    g_autoptr(GArray) all = read_large(wide, &cut);
    assert_true(cut);
    assert_int_equal(all->len, ELEMENTS_MAX);
    assert_non_null(called(all, "4999"));
    for (int i = 0; i < 100000; i++) /* ten megabytes */
        g_string_append_printf(deep, NODE("android.view.View", "clickable=\"true\" text=\"%d\"", "[0,0][50,50]") ">", i);
    for (int i = 0; i < 100000; i++)
        g_string_append(deep, "</node>");
    g_string_append(deep, TAIL);
    g_autoptr(GArray) some = read_large(deep, &cut);
    assert_true(cut);
    assert_true(some->len < ELEMENTS_DEPTH_MAX);
    g_string_append(long_name, "<node package=\"org.notes\" class=\"a\" clickable=\"true\" bounds=\"[0,0][9,9]\" text=\"");
    for (int i = 0; i < 9 * 1024 * 1024; i++)
        g_string_append_c(long_name, 'n');
    g_string_append(long_name, "\"/>" TAIL);
    g_autoptr(GArray) one = read_large(long_name, &cut);
    assert_false(cut);
    assert_int_equal(strlen(g_array_index(one, struct element, 0).name), ELEMENTS_NAME_MAX);
}

static void boxes__that_are_none__not_told(void **state)
{
    (void)state;
    static const char *const bad[] = {"",           "[0,0]",       "[9,9][0,0]",       "[0,0][99999999999999999999,9]",
                                      "[a,b][c,d]", "[0,0][9,9]x", "[-90,-90][-1,-1]", "[2000,0][2100,50]",
                                      "[0,0][,]"};
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autofree char *body = g_strdup_printf(NODE("android.widget.Button", "clickable=\"true\"", "%s") "/>", bad[i]);
        g_autoptr(GArray) none = read_body(body);
        assert_int_equal(none->len, 0);
    }
}

int main(int argc, char **argv)
{
    int code = child_run(argc, argv);
    if (code >= 0)
        return code;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(form__its_aims_and_nothing_else),
        cmocka_unit_test(typed__is_in_no_name),
        cmocka_unit_test(another_program__tells_nothing_but_its_password_field),
        cmocka_unit_test(password__is_marked_before_what_is_around_it),
        cmocka_unit_test(ids__after_scrolling_resizing_and_another_text__the_same),
        cmocka_unit_test(ids__of_other_things__others),
        cmocka_unit_test(no_tree__its_own_words),
        cmocka_unit_test(more_than_the_limits__those_that_come_first),
        cmocka_unit_test(boxes__that_are_none__not_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
