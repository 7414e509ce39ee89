#include "engine/eye/senses.h"

#include "engine/eye/reading.h"

#define REGION "loop"
#define SCALE 3

struct senses {
    live *live;   /* borrowed */
    marks *marks; /* borrowed */
    shot *now, *before;
    gint64 window;
    sense_answer answer; /* of the last question */
    bool marking;        /* the profile's regions are being read */
    reading *reading;    /* of the area; NULL = none */
    int read_x, read_y;  /* its top left */
    GError *problem;
    int seq; /* of the question */
};

senses *senses_new(live *l, marks *m)
{
    senses *s = g_new0(senses, 1);
    s->live = l;
    s->marks = m;
    return s;
}

void senses_free(senses *s)
{
    if (!s)
        return;
    recorder_shot_unref(s->now);
    recorder_shot_unref(s->before);
    reading_free(s->reading);
    sense_answer_clear(&s->answer);
    g_clear_error(&s->problem);
    g_free(s);
}

/* ---- counting ---- */

struct part {
    int left, top, right, bottom;
};

static struct part part_of(const frame *f, const struct sense_question *q)
{
    if (q->width <= 0 || q->height <= 0)
        return (struct part){0, 0, f->width, f->height};
    return (struct part){CLAMP(q->x, 0, f->width), CLAMP(q->y, 0, f->height), CLAMP(q->x + q->width, 0, f->width),
                         CLAMP(q->y + q->height, 0, f->height)};
}

static const guint32 *row_of(const frame *f, int y)
{
    return f->pixels + (gsize)y * (gsize)f->width;
}

static void senses_color(const frame *f, const struct sense_question *q, sense_answer *a)
{
    struct part p = part_of(f, q);
    guint64 red = 0, green = 0, blue = 0, n = (guint64)(p.right - p.left) * (guint64)(p.bottom - p.top);
    for (int y = p.top; y < p.bottom; y++) {
        const guint32 *row = row_of(f, y);
        for (int x = p.left; x < p.right; x++) {
            red += (row[x] >> 16) & 0xff;
            green += (row[x] >> 8) & 0xff;
            blue += row[x] & 0xff;
        }
    }
    if (n == 0)
        return;
    a->red = (int)((red + n / 2) / n);
    a->green = (int)((green + n / 2) / n);
    a->blue = (int)((blue + n / 2) / n);
}

static bool is_near(guint32 pixel, const struct sense_question *q)
{
    return ABS((int)((pixel >> 16) & 0xff) - q->red) <= q->tolerance &&
           ABS((int)((pixel >> 8) & 0xff) - q->green) <= q->tolerance && ABS((int)(pixel & 0xff) - q->blue) <= q->tolerance;
}

/* The counting alone; areas are cut to the picture. */
static void senses_find(const frame *f, const struct sense_question *q, sense_answer *a)
{
    struct part p = part_of(f, q), box = {G_MAXINT, G_MAXINT, -1, -1};
    guint64 sum_x = 0, sum_y = 0, n = 0;
    for (int y = p.top; y < p.bottom; y++) {
        const guint32 *row = row_of(f, y);
        for (int x = p.left; x < p.right; x++) {
            if (!is_near(row[x], q))
                continue;
            box.left = MIN(box.left, x);
            box.right = MAX(box.right, x);
            box.top = MIN(box.top, y);
            box.bottom = y;
            sum_x += (guint64)x;
            sum_y += (guint64)y;
            n++;
        }
    }
    if (n == 0)
        return;
    a->found = true;
    a->pixels = (gint64)n;
    a->x = box.left;
    a->y = box.top;
    a->width = box.right - box.left + 1;
    a->height = box.bottom - box.top + 1;
    a->middle_x = (int)((sum_x + n / 2) / n);
    a->middle_y = (int)((sum_y + n / 2) / n);
}

/* 1 when the sizes differ, 0 without a picture before. */
static double senses_changed(const frame *before, const frame *now, const struct sense_question *q)
{
    if (!before || before == now)
        return 0;
    if (before->width != now->width || before->height != now->height)
        return 1;
    struct part p = part_of(now, q);
    gint64 n = (gint64)(p.right - p.left) * (p.bottom - p.top), differ = 0;
    for (int y = p.top; y < p.bottom; y++) {
        const guint32 *a = row_of(before, y), *b = row_of(now, y);
        for (int x = p.left; x < p.right; x++)
            differ += a[x] != b[x];
    }
    return n > 0 ? (double)differ / (double)n : 0;
}

/* ---- a turn ---- */

/* What the display says of the pointer comes after all that was drawn before: the picture is no older than this moment. */
static bool look(senses *s, const struct sense_question *q, GError **error)
{
    const struct display_port *d = live_display(s->live);
    struct area at = {0};
    int x, y;
    d->pointer(d->data, &x, &y);
    if (!live_refresh(s->live, false, NULL, error))
        return false;
    shot *picture = live_shot(s->live);
    recorder_shot_unref(s->before);
    s->before = s->now;
    s->now = recorder_shot_ref(picture);
    screen *seen = s->answer.screen = screen_new(picture->picture->width, picture->picture->height);
    seen->pointer_x = CLAMP(x, 0, seen->width - 1);
    seen->pointer_y = CLAMP(y, 0, seen->height - 1);
    s->window = q->window;
    if (s->window && d->rectangle(d->data, s->window, &at)) {
        seen->window_x = at.x;
        seen->window_y = at.y;
        seen->window_width = at.width;
        seen->window_height = at.height;
        seen->window_id = s->window;
    }
    d->forget_errors(d->data);
    return true;
}

/* ---- words ---- */

/* The first one is told. */
static void keep_problem(senses *s, GError *problem_take)
{
    if (s->problem || !problem_take)
        g_clear_error(&problem_take);
    else
        s->problem = problem_take;
}

static void take_words(senses *s)
{
    GError *problem = NULL;
    g_autoptr(GArray) words = ocr_words_new();
    reading_finish(s->reading, words, &problem);
    keep_problem(s, problem);
    for (guint i = 0; i < words->len; i++) {
        const struct ocr_word *w = &g_array_index(words, struct ocr_word, i);
        const struct screen_word word = {.text = w->text,
                                         .region = (char *)REGION,
                                         .x = s->read_x + w->x,
                                         .y = s->read_y + w->y,
                                         .width = w->width,
                                         .height = w->height,
                                         .confidence = w->confidence};
        screen_add_word(s->answer.screen, &word);
    }
    g_clear_pointer(&s->reading, reading_free);
}

static void read_area(senses *s, const struct sense_question *q)
{
    struct part p = part_of(s->now->picture, q);
    g_autoptr(frame) part = frame_crop(s->now->picture, p.left, p.top, p.right - p.left, p.bottom - p.top);
    if (!part)
        return;
    if ((gint64)part->width * part->height > OCR_AREA_MAX) {
        g_set_error(&s->problem, EYE_ERROR, EYE_ERROR_FAILED,
                    "an area of %d×%d is too large to be read in a loop (%d pixels are read: give the loop a smaller rect)",
                    part->width, part->height, OCR_AREA_MAX);
        return;
    }
    GArray *regions = ocr_regions_new();
    struct ocr_region r = {.width = part->width, .height = part->height, .scale = SCALE, .sparse = true};
    r.gray = g_malloc((gsize)part->width * (gsize)part->height);
    marks_gray(part, r.gray);
    g_array_append_val(regions, r);
    s->read_x = p.left;
    s->read_y = p.top;
    s->reading = reading_start(regions, READING_CPU_S, READING_AWAITED);
    if (reading_poll(s->reading))
        take_words(s);
}

static void take_marks(senses *s)
{
    GError *problem = NULL;
    marks_finish(s->marks, s->now->picture, s->answer.screen, &problem);
    keep_problem(s, problem);
    s->marking = false;
}

static void read_words(senses *s, const struct sense_question *q)
{
    const frame *f = s->now->picture;
    struct eye_window target = {.id = s->window};
    const struct display_port *d = live_display(s->live);
    struct area at = {0};
    bool shown = s->window && d->rectangle(d->data, s->window, &at);
    d->forget_errors(d->data);
    target.x = at.x;
    target.y = at.y;
    target.width = at.width;
    target.height = at.height;
    s->answer.screen = screen_new(f->width, f->height);
    s->marking = !marks_start(s->marks, f, shown ? &target : NULL);
    if (!s->marking)
        take_marks(s);
    if (q->kind == SENSE_READ)
        read_area(s, q);
}

static bool begin(senses *s, const struct sense_question *q, GError **error)
{
    sense_answer_clear(&s->answer);
    s->answer = (sense_answer){0};
    g_clear_pointer(&s->reading, reading_free);
    g_clear_error(&s->problem);
    s->marking = false;
    if (q->kind == SENSE_LOOK || !s->now)
        return look(s, q, error);
    const frame *f = s->now->picture;
    switch (q->kind) {
    case SENSE_COLOR:
        senses_color(f, q, &s->answer);
        break;
    case SENSE_FIND:
        senses_find(f, q, &s->answer);
        break;
    case SENSE_CHANGED:
        s->answer.share = senses_changed(s->before ? s->before->picture : NULL, f, q);
        break;
    case SENSE_MARKS:
    case SENSE_READ:
        read_words(s, q);
        break;
    case SENSE_LOOK:
    case SENSE_COUNT:
        break;
    }
    return true;
}

bool senses_reading(const senses *s)
{
    return s->marking || s->reading;
}

void senses_prepare(senses *s, GArray *pollfds)
{
    if (s->marking)
        marks_prepare(s->marks, pollfds);
    reading_prepare(s->reading, pollfds);
}

gint64 senses_deadline(const senses *s)
{
    gint64 marked = s->marking ? marks_deadline(s->marks) : G_MAXINT64;
    return MIN(marked, reading_deadline(s->reading));
}

static eye_answer *answer(senses *s)
{
    eye_answer *a = g_new0(eye_answer, 1);
    a->kind = s->problem ? EYE_FAILED : EYE_SENSED;
    a->seq = s->seq;
    a->text = s->problem ? g_strdup(s->problem->message) : NULL;
    if (!s->problem) {
        a->sensed = s->answer;
        s->answer = (sense_answer){0};
    }
    return a;
}

eye_answer *senses_ask(senses *s, const struct eye_request *r)
{
    s->seq = r->seq;
    if (!begin(s, &r->question, &s->problem))
        return answer(s);
    return senses_reading(s) ? NULL : answer(s);
}

eye_answer *senses_turn(senses *s)
{
    bool reads = senses_reading(s);
    if (s->marking && marks_poll(s->marks))
        take_marks(s);
    if (s->reading && reading_poll(s->reading))
        take_words(s);
    return reads && !senses_reading(s) ? answer(s) : NULL;
}
