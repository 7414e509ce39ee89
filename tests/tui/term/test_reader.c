/* What a terminal sends, told apart: keys are keys, and no answer is ever one, in whatever pieces and after whatever pauses it
 * comes. All on virtual time. */

#include "tui/term/key_code.h"
#include "tui/term/reader.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define MS ((gint64)1000)
#define BEGIN_US (1000 * MS)

/* What terminals answer and report: attributes (DA1, DA2, DA3), state, cursor, modes, sizes, colours, names, the clipboard,
 * graphics, mouse, focus. */
static const char *const answers[] = {
    "\033[?62;1;2;4;6;9;15;22c",
    "\033[>41;379;0c",
    "\033P!|00000000\033\\",
    "\033[0n",
    "\033[24;80R",
    "\033[?24;80;1R",
    "\033[?2026;2$y",
    "\033[4;2$y",
    "\033[4;768;1024t",
    "\033[6;16;8t",
    "\033[8;36;120t",
    "\033[?2;0;1024;768S",
    "\033[?0u",
    "\033[2;1;1;128;128;1;0x",
    "\033P>|XTerm(379)\033\\",
    "\033P>|kitty(0.26.5)\033\\",
    "\033P1$r0;38:2::1:2:3m\033\\",
    "\033P1+r544e=787465726d\033\\",
    "\033]11;rgb:1e1e/1e1e/2e2e\033\\",
    "\033]10;rgb:ffff/ffff/ffff\a",
    "\033]4;1;rgb:ynyn/eeee/qqqq\033\\",
    "\033]52;c;eXl5eXkK\033\\",
    "\033]lmy title\033\\",
    "\033]Lmy icon y\033\\",
    "\033_Gi=31;OK\033\\",
    "\033_Gi=31,I=4;ENOENT:y n q X\033\\",
    "\033[<0;412;388M",
    "\033[<0;412;388m",
    "\033[<64;1;1M",
    "\033[Myny",
    "\033[I",
    "\033[O",
};

static const gint64 pauses[] = {0, 1 * MS, 24 * MS, 30 * MS, 450 * MS, 1999 * MS, 2500 * MS, 59 * 1000 * MS, 3600 * 1000 * MS};

struct hearing {
    reader *r;
    gint64 now_us;
    GArray *keys;
};

static struct hearing hearing_begin(void)
{
    return (struct hearing){reader_new(), BEGIN_US, g_array_new(FALSE, FALSE, sizeof(int))};
}

static void hearing_end(struct hearing *h)
{
    reader_free(h->r);
    g_array_unref(h->keys);
}

static void hear_bytes(struct hearing *h, const char *bytes, gsize n)
{
    reader_take(h->r, bytes, n, h->now_us, h->keys);
}

static void hear(struct hearing *h, const char *text)
{
    hear_bytes(h, text, strlen(text));
}

/* Awake at each deadline, as the loop is. */
static void pass(struct hearing *h, gint64 us)
{
    gint64 end = h->now_us + us;
    for (gint64 at; (at = reader_deadline(h->r)) >= 0 && at <= end;) {
        assert_true(at >= h->now_us);
        h->now_us = at;
        hear_bytes(h, "", 0);
        assert_true(reader_deadline(h->r) != at);
    }
    h->now_us = end;
}

static guint others_than_esc(const struct hearing *h)
{
    guint n = 0;
    for (guint i = 0; i < h->keys->len; i++)
        n += g_array_index(h->keys, int, i) != K_ESC;
    return n;
}

/* Then the keyboard is as it was: an y is an y. */
static void assert_y_is_a_key(struct hearing *h)
{
    guint before = h->keys->len;
    pass(h, 5000 * MS);
    hear(h, "y");
    assert_int_equal(reader_unfinished(h->r), -1);
    assert_int_equal(h->keys->len, before + 1);
    assert_int_equal(g_array_index(h->keys, int, before), 'y');
}

/* In two pieces, cut at every byte. An ESC by itself may be told as the key: nothing shows that it is none, and it decides
 * nothing. */
static void no_answer_is_a_key(const char *text, gint64 pause_us, bool asked)
{
    for (gsize cut = 0; cut <= strlen(text); cut++) {
        struct hearing h = hearing_begin();
        if (asked)
            reader_expect(h.r, h.now_us);
        hear_bytes(&h, text, cut);
        pass(&h, pause_us);
        hear(&h, text + cut);
        /* long after an ESC that nothing was expected to follow, "[" is a person's */
        bool late = cut == 1 && pause_us >= READER_REST_US && (!asked || pause_us >= READER_EXPECT_US);
        guint told = others_than_esc(&h);
        if (late ? told > 1 || strchr("yn", g_array_index(h.keys, int, h.keys->len - 1)) : told > 0)
            fail_msg("%s cut at %zu, %d ms, %s: %u keys", text + 1, cut, (int)(pause_us / MS), asked ? "asked" : "unasked", told);
        assert_y_is_a_key(&h);
        hearing_end(&h);
    }
}

static void answer__cut_at_every_byte__is_no_key(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(answers); i++) {
        for (gsize p = 0; p < G_N_ELEMENTS(pauses); p++) {
            no_answer_is_a_key(answers[i], pauses[p], true);
            no_answer_is_a_key(answers[i], pauses[p], false);
        }
    }
}

/* Each byte by itself. */
static void answer__byte_by_byte__is_no_key(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(answers); i++) {
        for (gsize p = 0; p < G_N_ELEMENTS(pauses) && pauses[p] < READER_REST_US; p++) {
            struct hearing h = hearing_begin();
            for (const char *c = answers[i]; *c; c++) {
                hear_bytes(&h, c, 1);
                pass(&h, pauses[p]);
            }
            assert_int_equal(others_than_esc(&h), 0);
            assert_y_is_a_key(&h);
            hearing_end(&h);
        }
    }
}

static void answer__is_handed_to_who_asked(void **state)
{
    (void)state;
    struct hearing h = hearing_begin();
    hear(&h, "\033[0n\033_Gi=31;OK\033\\\033P>|kitty(0.26.5)\033\\\033]11;?\a");
    static const char *const want[] = {"[0n", "_Gi=31;OK", "P>|kitty(0.26.5)", "]11;?"};
    for (gsize i = 0; i < G_N_ELEMENTS(want); i++) {
        g_autofree char *got = reader_answer(h.r);
        assert_string_equal(got, want[i]);
    }
    assert_null(reader_answer(h.r));
    hearing_end(&h);
}

/* While an answer is expected ESC alone is not yet a key; of a terminal that answers nothing it is one at once. */
static void escape__waits_for_an_expected_answer(void **state)
{
    (void)state;
    struct hearing h = hearing_begin();
    hear(&h, "\033");
    pass(&h, READER_ESC_US);
    assert_int_equal(h.keys->len, 1);
    reader_expect(h.r, h.now_us);
    hear(&h, "\033");
    pass(&h, READER_HOLD_US - 1);
    assert_int_equal(h.keys->len, 1);
    pass(&h, 1);
    assert_int_equal(h.keys->len, 2);
    reader_expect(h.r, h.now_us); /* it has not answered the first time */
    hear(&h, "\033");
    pass(&h, READER_ESC_US);
    assert_int_equal(h.keys->len, 3);
    hearing_end(&h);
}

/* A terminal that leaves a question unanswered does not make Esc late for ever. */
static void escape__waits_no_longer_than_for_what_the_terminal_is(void **state)
{
    (void)state;
    struct hearing h = hearing_begin();
    for (int i = 0; i < 3; i++)
        reader_expect(h.r, h.now_us);
    hear(&h, "\033[?62;22c");
    hear(&h, "\033");
    pass(&h, READER_ESC_US);
    assert_int_equal(h.keys->len, 1);
    hearing_end(&h);
}

static void assert_keys(const char *bytes, const int *keys, guint n)
{
    struct hearing h = hearing_begin();
    hear(&h, bytes);
    pass(&h, 1000 * MS);
    assert_int_equal(h.keys->len, n);
    for (guint i = 0; i < n; i++)
        assert_int_equal(g_array_index(h.keys, int, i), keys[i]);
    hearing_end(&h);
}

static void keys__are_told(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        int key;
    } one[] = {{"\033[A", K_UP},
               {"\033OB", K_DOWN},
               {"\033[1~", K_HOME},
               {"\033[7~", K_HOME},
               {"\033OF", K_END},
               {"\033[5~", K_PAGE_UP},
               {"\033[3~", K_DELETE},
               {"\033[Z", K_BACK_TAB},
               {"\033OP", K_F0 + 1},
               {"\033[[B", K_F0 + 2},
               {"\033[13~", K_F0 + 3},
               {"\033[24~", K_F0 + 12},
               {"\033", K_ESC},
               {"\r", K_ENTER},
               {"\n", K_ENTER},
               {"\177", K_BACKSPACE},
               {"\b", K_BACKSPACE},
               {"\t", K_TAB},
               {"\003", K_CTRL('c')},
               {"ä", 0xe4},
               {"→", 0x2192},
               {"\033[1;5A", K_UP | K_WITH_CTRL},
               {"\033[1;2F", K_END | K_WITH_SHIFT},
               {"\033[3;7~", K_DELETE | K_WITH_CTRL | K_WITH_ALT},
               {"\033[27;2;9~", K_TAB | K_WITH_SHIFT},
               {"\033[97;5u", 'a' | K_WITH_CTRL},
               {"\033[1;1A", K_UNKNOWN},
               {"\033[1;9A", K_UNKNOWN},
               {"\033[121;1u", K_UNKNOWN},
               {"\033[121;2u", K_UNKNOWN},
               {"\033[27;2;121~", K_UNKNOWN},
               {"\033[2;5A", K_UNKNOWN},
               {"\033Oy", K_UNKNOWN},
               {"\033[27;9;121~", K_UNKNOWN},
               {"\033[200~y\033[yy\033[201~", K_PASTE}};
    for (gsize i = 0; i < G_N_ELEMENTS(one); i++)
        assert_keys(one[i].bytes, &one[i].key, 1);
    assert_keys("\033y", (const int[]){K_ESC, 'y'}, 2);
    assert_keys("\033\033[A", (const int[]){K_ESC, K_UP}, 2);
    assert_keys("a\xffz", (const int[]){'a', 'z'}, 2);
    assert_keys("\xc3y", (const int[]){'y'}, 1);
    struct hearing h = hearing_begin();
    reader_define(h.r, "\033[224z", K_F0 + 1);
    reader_define(h.r, "x", K_UP); /* no sequence: not taken */
    hear(&h, "\033[224zx");
    assert_int_equal(g_array_index(h.keys, int, 0), K_F0 + 1);
    assert_int_equal(g_array_index(h.keys, int, 1), 'x');
    hearing_end(&h);
}

/* A key in pieces is that key, and esc before it may have been told. */
static void keys__in_pieces__are_no_letters(void **state)
{
    (void)state;
    static const char *const keys[] = {"\033[A", "\033OA", "\033[15~", "\033OP"};
    for (gsize i = 0; i < G_N_ELEMENTS(keys); i++) {
        for (gsize cut = 1; cut < strlen(keys[i]); cut++) {
            struct hearing h = hearing_begin();
            hear_bytes(&h, keys[i], cut);
            pass(&h, 500 * MS);
            hear(&h, keys[i] + cut);
            assert_int_equal(others_than_esc(&h), 1);
            assert_true(g_array_index(h.keys, int, h.keys->len - 1) > K_SPECIAL);
            hearing_end(&h);
        }
    }
}

/* Esc, enter, an arrow and ctrl-c take the keyboard back from what has no end. */
static void unfinished__is_given_up(void **state)
{
    (void)state;
    static const char *const begun[] = {"\033[", "\033[1;", "\033O", "\033P>|tty", "\033]52;c;", "\033_Gi=1;O"};
    static const char *const ways[] = {"\033", "\r", "\033[A", "\003"};
    for (gsize i = 0; i < G_N_ELEMENTS(begun); i++) {
        for (gsize j = 0; j < G_N_ELEMENTS(ways); j++) {
            struct hearing h = hearing_begin();
            hear(&h, begun[i]);
            pass(&h, 3000 * MS);
            assert_int_equal(reader_unfinished(h.r), BEGIN_US);
            hear(&h, ways[j]);
            pass(&h, READER_ESC_US);
            assert_y_is_a_key(&h);
            assert_int_equal(h.keys->len, 2);
            hearing_end(&h);
        }
    }
}

/* What is pasted may hold anything but its own end, also an ESC in the middle; torn, with pauses, or never ended it is no key. */
static void paste__whatever_comes__is_no_key(void **state)
{
    (void)state;
    static const char text[] = "\033[200~y\r\033[A\033]0;y\ay\033[0n\033[201~";
    for (gsize cut = 6; cut < sizeof text; cut++) {
        for (gint64 pause = 0; pause < READER_QUIET_US; pause += 300 * MS) {
            struct hearing h = hearing_begin();
            hear_bytes(&h, text, cut);
            pass(&h, pause);
            hear(&h, text + cut);
            assert_int_equal(h.keys->len, 1);
            assert_int_equal(g_array_index(h.keys, int, 0), K_PASTE);
            assert_y_is_a_key(&h);
            hearing_end(&h);
        }
    }
    struct hearing h = hearing_begin();
    hear(&h, "\033[200~abc");
    for (int i = 0; i < 100; i++) {
        pass(&h, 30000 * MS);
        hear(&h, "y");
    }
    assert_int_equal(h.keys->len, 1);
    hear(&h, "\033");
    pass(&h, 100 * MS);
    assert_int_equal(h.keys->len, 1); /* something came just before */
    pass(&h, READER_QUIET_US);
    hear(&h, "\033");
    pass(&h, READER_ESC_US);
    assert_int_equal(h.keys->len, 2);
    hear(&h, "[201~"); /* it was a slow end, after all */
    assert_int_equal(h.keys->len, 2);
    assert_y_is_a_key(&h);
    hearing_end(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answer__cut_at_every_byte__is_no_key),
        cmocka_unit_test(answer__byte_by_byte__is_no_key),
        cmocka_unit_test(answer__is_handed_to_who_asked),
        cmocka_unit_test(escape__waits_for_an_expected_answer),
        cmocka_unit_test(keys__are_told),
        cmocka_unit_test(escape__waits_no_longer_than_for_what_the_terminal_is),
        cmocka_unit_test(keys__in_pieces__are_no_letters),
        cmocka_unit_test(unfinished__is_given_up),
        cmocka_unit_test(paste__whatever_comes__is_no_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
