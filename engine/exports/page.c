/* A run as one HTML page: the header, the steps, the pictures once each, the long prompts once each. */

#include "engine/exports/page_parts.h"
#include "config/money.h"

#include <string.h>

const char page_head[] =
    "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta name=\"color-scheme\" content=\"light dark\"><meta name=\"generator\" content=\"reins\">\n";

const char page_style[] =
    "<style>\n"
    ":root{color-scheme:light dark;--bg:#fff;--fg:#1b1b1b;--dim:#5c5c5c;--line:#d0d0d0;--soft:#f4f4f2;--link:#0b57a4;"
    "--good:#16692f;--bad:#a31621;--warn:#7a4b00;--ins:#dff3e0;--del:#fbe0e0}\n"
    "@media(prefers-color-scheme:dark){:root{--bg:#16181a;--fg:#e4e4e2;--dim:#a2a6aa;--line:#3a3f44;--soft:#202427;--link:#"
    "82b7f0;"
    "--good:#7fd08f;--bad:#ff8d8d;--warn:#e8b860;--ins:#173a20;--del:#4a1f22}}\n"
    "*{box-sizing:border-box}html{scroll-behavior:auto}body{margin:0 auto;max-width:76rem;padding:1rem;background:var(--bg);"
    "color:var(--fg);font:16px/1.45 system-ui,sans-serif;overflow-wrap:anywhere}\n"
    "h1{font-size:1.4rem;margin:.2em 0}h2{font-size:1.1rem;margin:1.4em 0 .4em}h3{font-size:1rem;margin:1em 0 .3em}\n"
    "a{color:var(--link)}dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:.4rem 0}dt{color:var(--dim)}"
    "dd{margin:0}\n"
    "pre{background:var(--soft);border:1px solid var(--line);padding:.5rem;margin:.3rem 0;white-space:pre-wrap;max-height:32rem;"
    "overflow:auto;font:13px/1.4 ui-monospace,monospace}\n"
    "del{background:var(--del);text-decoration:none}ins{background:var(--ins);text-decoration:none}\n"
    "details{border:1px solid var(--line);border-radius:4px;margin:.35rem 0;padding:0 .6rem}"
    "summary{cursor:pointer;padding:.35rem 0}details[open]>summary{border-bottom:1px solid var(--line);margin-bottom:.4rem}\n"
    ":focus-visible{outline:3px solid var(--link);outline-offset:1px}\n"
    ".n{display:inline-block;min-width:2.6em;font-weight:600}.dim{color:var(--dim)}.good{color:var(--good)}.bad{color:var(--bad)}"
    ".warn{color:var(--warn)}\n"
    ".pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(18rem,1fr));gap:.6rem}figure{margin:0}"
    ".s{border-bottom:1px solid var(--line);padding-bottom:.6rem}@media(min-width:60rem){.s{display:grid;"
    "grid-template-columns:1fr 2fr;gap:.6rem}}\n"
    "figcaption{color:var(--dim);font-size:.9rem}figure:only-child{max-width:38rem}\n"
    ".f{display:block;position:relative;width:100%;background-size:100% 100%;border:1px solid var(--line);"
    "print-color-adjust:exact;-webkit-print-color-adjust:exact}\n"
    ".b{position:absolute;border:2px solid #e3008c;box-shadow:0 0 0 1px #fff}.t{position:absolute;width:22px;height:22px;"
    "margin:-11px 0 0 -11px;border:3px solid #e3008c;border-radius:50%;box-shadow:0 0 0 2px #fff,inset 0 0 0 2px #fff}\n"
    ".c{border:2px dashed #007d3c;box-shadow:0 0 0 1px #fff}\n"
    ".z{display:none;position:fixed;inset:0;z-index:9;background-color:var(--bg);background-size:contain;"
    "background-repeat:no-repeat;background-position:center;text-align:right;padding:.5rem}.z:target{display:block}"
    ".z b{background:var(--bg);padding:.3rem .6rem;border:1px solid var(--line)}\n"
    "table{border-collapse:collapse;font-size:.9rem}td,th{text-align:left;padding:.1rem .8rem .1rem 0;vertical-align:top}\n"
    ".skip{position:absolute;left:-99rem}.skip:focus{left:1rem;background:var(--bg);padding:.4rem}\n"
    "nav a{margin-right:.7rem}@media print{pre{max-height:none}}\n";

static bool write_out(struct page *p, GString *text, GError **error)
{
    bool ok = output_sink_write(p->o, text->str, text->len, error);
    g_string_set_size(text, 0);
    return ok;
}

/* ---- pictures ---- */

/* One class for each distinct frame: its picture stands in the page once, however often it is shown. */
static bool put_picture(struct page *p, GString *out, guint number, GError **error)
{
    const struct page_picture *picture = &g_array_index(p->pictures, struct page_picture, number);
    g_autoptr(frame) whole = image_writer_frame(p->album, picture->hash);
    g_autoptr(frame) f = whole ? frame_shrink(whole, PAGE_PICTURE_WIDTH) : NULL;
    const char *type;
    g_autoptr(GBytes) bytes = f ? image_writer_encode(f, PICTURE_SMALLEST, &type, error) : NULL;
    if (!f)
        return true;
    if (!bytes)
        return false;
    g_autofree char *uri = image_writer_uri(bytes, type);
    markup(out, ".f%u{aspect-ratio:%d/%d}.f%u,#z%u{background-image:url(%s)}\n", number, f->width, f->height, number, number,
           uri);
    p->report->pictures++;
    return write_out(p, out, error);
}

static bool put_pictures(struct page *p, GString *out, GError **error)
{
    for (guint i = 0; i < p->pictures->len; i++)
        if (!put_picture(p, out, i, error))
            return false;
    return true;
}

/* A picture over the whole window; any click, or the key that follows a link, leads back. */
static void put_zooms(struct page *p, GString *out)
{
    for (guint i = 0; i < p->pictures->len; i++)
        markup(out, "<a class=\"z\" id=\"z%u\" href=\"#!\" aria-label=\"close the picture\"><b>close</b></a>\n", i);
}

guint page_picture(struct page *p, const char *hash)
{
    gpointer known;
    if (g_hash_table_lookup_extended(p->numbers, hash, NULL, &known))
        return GPOINTER_TO_UINT(known);
    struct page_picture picture = {.hash = g_strdup(hash)};
    g_autoptr(frame) f = image_writer_frame(p->album, hash);
    if (f) {
        picture.width = f->width;
        picture.height = f->height;
    }
    guint number = f ? p->pictures->len : PAGE_NO_PICTURE;
    if (f)
        g_array_append_val(p->pictures, picture);
    else
        g_free(picture.hash);
    g_hash_table_insert(p->numbers, g_strdup(hash), GUINT_TO_POINTER(number));
    return number;
}

/* ---- the parts above and below the steps ---- */

void page_row(GString *out, const char *name, const char *value)
{
    if (!value || !*value)
        return;
    markup(out, "<dt>%s</dt><dd>", name);
    markup_text(out, value);
    markup(out, "</dd>\n");
}

char *page_time(gint64 us)
{
    g_autoptr(GDateTime) time = us ? g_date_time_new_from_unix_utc(us / G_USEC_PER_SEC) : NULL;
    return time ? g_date_time_format(time, "%Y-%m-%d %H:%M:%S UTC") : NULL;
}

static void put_header(struct page *p, GString *out)
{
    const struct memory_run *run = p->tale->run;
    g_autofree char *began = page_time(run->started_us), *ended = page_time(run->ended_us);
    g_autofree char *steps = g_strdup_printf("%" G_GINT64_FORMAT, run->steps), *cost = money_text(run->cost, run->unpriced > 0);
    markup(out, "<title>run %" G_GINT64_FORMAT ": ", run->id);
    markup_text(out, run->task);
    markup(
        out,
        "</title></head>\n<body><a class=\"skip\" href=\"#steps\">to the steps</a><header><p class=\"dim\">run %" G_GINT64_FORMAT
        "</p><h1>",
        run->id);
    markup_text(out, run->task);
    markup(out, "</h1><dl>\n");
    page_row(out, "outcome", run->outcome ? run->outcome : run->status);
    page_row(out, "reason", run->reason);
    page_row(out, "program", run->app && *run->app ? run->app : run->profile);
    page_row(out, "agent", run->agent);
    page_row(out, "model", run->brain);
    page_row(out, "mode", run->mode);
    page_row(out, "began", began);
    page_row(out, "ended", ended);
    page_row(out, "steps", steps);
    page_row(out, "cost", cost);
    if (!redaction_empty(p->tale->r))
        page_row(out, "redacted", "words and places that were not to leave are " REDACTION_MARK " and black");
    markup(out, "</dl></header>\n");
}

/* Where something went wrong or a person changed something: a link each. */
static bool put_marks(struct page *p, GString *out, GError **error)
{
    static const char *const kinds[] = {"edited",     "corrected", "rejected", "stale", "expired", "voided", "no_effect",
                                        "unexpected", "failed",    "error",    "note",  "pin",     "tag",    "forgotten"};
    g_autoptr(GPtrArray) marks = memory_marks(p->tale->m, p->tale->run->id, 1, G_MAXINT64 - 1, error);
    if (!marks)
        return false;
    markup(out, "<nav aria-label=\"worth looking at\"><h2>Worth looking at</h2><dl>\n");
    for (guint k = 0; k < G_N_ELEMENTS(kinds); k++) {
        guint n = 0;
        for (guint i = 0; i < marks->len; i++) {
            const struct memory_mark *mark = marks->pdata[i];
            if (!g_str_equal(mark->what, kinds[k]) || n++ >= PAGE_LINKS_MAX)
                continue;
            if (n == 1)
                markup(out, "<dt>%s</dt><dd>", kinds[k]);
            markup(out, "<a href=\"#s%" G_GINT64_FORMAT "\">%" G_GINT64_FORMAT "</a> ", mark->step, mark->step);
        }
        if (n > PAGE_LINKS_MAX)
            markup(out, "and %u more", n - PAGE_LINKS_MAX);
        markup(out, n ? "</dd>\n" : "");
    }
    markup(out, "</dl></nav>\n");
    return true;
}

guint page_system(struct page *p, const char *text)
{
    gpointer known;
    if (g_hash_table_lookup_extended(p->systems, text, NULL, &known))
        return GPOINTER_TO_UINT(known);
    char *copy = g_strdup(text);
    g_ptr_array_add(p->system_texts, copy);
    g_hash_table_insert(p->systems, copy, GUINT_TO_POINTER(p->system_texts->len));
    return p->system_texts->len;
}

static bool put_systems(struct page *p, GString *out, GError **error)
{
    if (p->system_texts->len)
        markup(out, "<section><h2>System prompts</h2>\n");
    for (guint i = 0; i < p->system_texts->len; i++) {
        markup(out, "<h3 id=\"p%u\">%u</h3><pre tabindex=\"0\">", i + 1, i + 1);
        markup_lines(out, p->system_texts->pdata[i]);
        markup(out, "</pre>\n");
        if (!write_out(p, out, error))
            return false;
    }
    markup(out, p->system_texts->len ? "</section>\n" : "");
    return true;
}

/* ---- the whole ---- */

/* Which pictures there are must be known before the first step: their classes stand in the head. */
static bool find_pictures(struct page *p, GError **error)
{
    if (redaction_by_role(p->tale->r) && !run_reader_uses(p->tale, p->album, error))
        return false;
    for (gint64 step = 1; step <= p->tale->last; step++) {
        g_autoptr(run_reader_step) s = NULL;
        if (!export_go_on(p->order, step, p->tale->last, error) || !run_reader_read(p->tale, step, &s, error))
            return false;
        if (s && s->before)
            page_picture(p, s->before);
        if (s && s->after)
            page_picture(p, s->after);
    }
    p->in_head = p->pictures->len;
    return true;
}

/* Each step by that function. */
static bool put_each(struct page *p, GString *out, void (*put)(struct page *p, GString *out, const run_reader_step *s),
                     gint64 *ret_n, GError **error)
{
    for (gint64 step = 1; step <= p->tale->last; step++) {
        g_autoptr(run_reader_step) s = NULL;
        if (!export_go_on(p->order, step, p->tale->last, error) || !run_reader_read(p->tale, step, &s, error))
            return false;
        if (s)
            put(p, out, s);
        *ret_n += s != NULL;
        if (!write_out(p, out, error))
            return false;
    }
    return true;
}

static bool put_story(struct page *p, GString *out, GError **error)
{
    gint64 n = 0;
    markup(out, "<details id=\"story\"%s><summary>The story: what was said and done beside what was seen</summary>\n",
           p->tale->last <= PAGE_OPEN_MAX ? " open" : "");
    bool ok = put_each(p, out, page_story, &n, error);
    markup(out, "</details>\n");
    return ok;
}

static bool put_steps(struct page *p, GString *out, GError **error)
{
    markup(out, "<main id=\"steps\"><h2>Steps</h2>\n");
    bool ok = put_each(p, out, page_step, &p->report->steps, error);
    markup(out, "</main>\n");
    return ok;
}

static bool put_page(struct page *p, GError **error)
{
    g_autoptr(GString) out = g_string_new(page_head);
    if (!find_pictures(p, error))
        return false;
    g_string_append(out, page_style);
    if (!write_out(p, out, error) || !put_pictures(p, out, error))
        return false;
    markup(out, "</style>\n");
    put_header(p, out);
    if (!put_marks(p, out, error) || !put_story(p, out, error) || !put_steps(p, out, error) || !put_systems(p, out, error))
        return false;
    put_zooms(p, out);
    markup(out,
           "<footer class=\"dim\"><p>%" G_GINT64_FORMAT " steps, %" G_GINT64_FORMAT
           " pictures, written by reins. Enter opens and closes what has the focus, Tab goes on.</p></footer>\n"
           "</body></html>\n",
           p->report->steps, p->report->pictures);
    return write_out(p, out, error);
}

static void picture_clear(gpointer data)
{
    g_free(((struct page_picture *)data)->hash);
}

bool export_page(memory *m, const struct export_order *order, struct export_report *ret, GError **error)
{
    g_autoptr(run_reader) t = run_reader_new(m, order->run, order->redaction, error);
    g_autoptr(image_writer) a = t ? image_writer_new(m, order->redaction) : NULL;
    g_autoptr(output_sink) o = t ? output_sink_file(order->out, error) : NULL;
    if (!o)
        return false;
    struct page p = {.order = order, .report = ret, .tale = t, .album = a, .o = o};
    p.pictures = g_array_new(FALSE, FALSE, sizeof(struct page_picture));
    g_array_set_clear_func(p.pictures, picture_clear);
    p.numbers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    p.system_texts = g_ptr_array_new_with_free_func(g_free);
    p.systems = g_hash_table_new(g_str_hash, g_str_equal);
    bool ok = put_page(&p, error) && output_sink_finish(o, error);
    export_tell(ret, order, a, o, g_strdup(order->out));
    g_array_unref(p.pictures);
    g_hash_table_unref(p.numbers);
    g_hash_table_unref(p.systems);
    g_ptr_array_unref(p.system_texts);
    return ok;
}
