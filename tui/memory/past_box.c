/* B: a person draws where a click would have been as good, on the picture before the action. It becomes a note "box X,Y,W,H"
 * beside the step, which a session of the ScreenAgent layout has as clickable_area. */

#include "engine/exports/exports.h"
#include "engine/exports/run_reader.h"
#include "memory/notes.h"
#include "skills/timeline/loop.h"
#include "tui/console/state.h"
#include "tui/memory/past_screen.h"

#define CELL 20 /* px, of an arrow */

static const struct memory_frame *picture_of(console *c)
{
    const struct past_story *story = c->past->level == PAST_STEPS ? past_detail_story(c) : NULL;
    const struct memory_frame *f = story ? past_story_before(story) : NULL;
    return f && f->path && !f->gone ? f : NULL;
}

static void move_to(struct past_box *b, const struct memory_frame *f, int x, int y)
{
    b->x = CLAMP(x, 0, f->width - 1);
    b->y = CLAMP(y, 0, f->height - 1);
}

/* What a box that is drawn now replaces: the last one beside the step, else the area of its last target. False: none. */
static bool find_replaced(console *c, struct timeline_loop *ret_area)
{
    const struct past_story *s = past_detail_story(c);
    struct vocabulary_target target = {0};
    struct export_box box;
    bool found = false;
    for (guint i = 0; i < s->proposals->len; i++) {
        const struct memory_proposal *p = s->proposals->pdata[i];
        if (!run_reader_target(p->target, &target) || target.width <= 0)
            continue;
        *ret_area = (struct timeline_loop){.x = target.left, .y = target.top, .width = target.width, .height = target.height};
        found = true;
    }
    for (guint i = 0; i < s->notes->len; i++) {
        if (!export_box_read(((const struct memory_note *)s->notes->pdata[i])->text, &box))
            continue;
        *ret_area = (struct timeline_loop){.x = box.left, .y = box.top, .width = box.width, .height = box.height};
        found = true;
    }
    return found;
}

/* What a person drove, and agreed to as the actions, was never proposed: where it clicked, only an export reads. */
static bool is_by_hand(const struct past_story *s)
{
    bool found = false;
    for (guint i = 0; i < s->notes->len; i++)
        found = found || g_str_has_prefix(((const struct memory_note *)s->notes->pdata[i])->text, MEMORY_NOTE_BY_HAND);
    return found;
}

/* The last click of the step that the area is round, edges included as an export has it, and else its last click. *ret_round:
 * which. area NULL = any. False: it has none. */
static bool find_click(const struct past_story *s, const struct timeline_loop *area, struct vocabulary_target *ret_click,
                       bool *ret_round)
{
    struct vocabulary_target t;
    bool found = false;
    *ret_round = false;
    for (guint i = 0; i < s->proposals->len; i++) {
        const struct memory_proposal *p = s->proposals->pdata[i];
        if (!run_reader_target(p->target, &t))
            continue;
        bool round = !area || (t.x >= area->x && t.y >= area->y && t.x <= area->x + area->width && t.y <= area->y + area->height);
        if (round || !*ret_round)
            *ret_click = t;
        *ret_round = *ret_round || round;
        found = true;
    }
    return found;
}

void past_act_box(console *c)
{
    struct past_box *b = &c->past->box;
    const struct memory_frame *f = picture_of(c);
    int x, y;
    if (!f || !c->options.pictures) {
        console_say(c, STYLE_WARN, "%s", f ? SHOWN_OFF : "no picture from before the action is kept");
        return;
    }
    struct vocabulary_target click;
    bool round;
    if (!is_by_hand(c->past->shown.story) && !find_click(c->past->shown.story, NULL, &click, &round)) {
        console_say(c, STYLE_WARN, "this step has no click that a box could be round");
        return;
    }
    bool aimed = past_story_target(c->past->shown.story, &x, &y);
    lens_close(&c->lens);
    *b = (struct past_box){.corner = PAST_BOX_FIRST};
    move_to(b, f, aimed ? x : f->width / 2, aimed ? y : f->height / 2);
}

void past_box_close(struct past_box *b)
{
    b->corner = PAST_BOX_CLOSED;
}

/* From the first corner to the pointer. */
static struct timeline_loop area_of(const struct past_box *b)
{
    return (struct timeline_loop){
        .x = MIN(b->x, b->from_x), .y = MIN(b->y, b->from_y), .width = ABS(b->x - b->from_x), .height = ABS(b->y - b->from_y)};
}

static void take(console *c)
{
    struct past_box *b = &c->past->box;
    struct timeline_loop area = area_of(b);
    struct vocabulary_target click;
    bool round = false;
    if (b->corner == PAST_BOX_FIRST) {
        b->from_x = b->x;
        b->from_y = b->y;
        b->corner = PAST_BOX_SECOND;
    } else if (area.width == 0 || area.height == 0) {
        console_say(c, STYLE_WARN, "the corners are on one line: move to the opposite one");
    } else if (find_click(past_detail_story(c), &area, &click, &round) && !round && !is_by_hand(past_detail_story(c))) {
        console_say(c, STYLE_WARN, "the click at %d,%d is not inside: an export would leave this box out, and those before it",
                    click.x, click.y);
    } else {
        g_autofree char *text = g_strdup_printf("box %d,%d,%d,%d", area.x, area.y, area.width, area.height);
        past_box_close(b);
        past_note_write(c, "note", text);
    }
}

void past_box_keypress(console *c, int key)
{
    struct past_box *b = &c->past->box;
    const struct memory_frame *f = picture_of(c);
    int dx, dy;
    if (!f || key == K_ESC || key == 'q') { /* the picture may be gone by now */
        past_box_close(b);
    } else if (points_movement(key, &dx, &dy)) {
        bool arrow = key == K_LEFT || key == K_RIGHT || key == K_UP || key == K_DOWN;
        move_to(b, f, b->x + dx * (arrow ? CELL : 1), b->y + dy * (arrow ? CELL : 1));
    } else if (key == K_ENTER) {
        take(c);
    } else {
        console_say(c, STYLE_DIM, "hjkl and arrows move, enter takes the corner, esc leaves it");
    }
}

void past_box_draw(console *c)
{
    struct past_box *b = &c->past->box;
    const struct memory_frame *f = picture_of(c);
    struct rect all = {0, 1, c->layout.width, c->layout.height - 2}, below = {0, 2, all.width, all.height - 1};
    if (!f) {
        past_box_close(b);
        return;
    }
    struct timeline_loop area = area_of(b), before;
    const int point[] = {b->x, b->y};
    bool second = b->corner == PAST_BOX_SECOND, replaces = !second && find_replaced(c, &before);
    g_autofree char *replaced =
        replaces ? g_strdup_printf(" · replaces %d×%d at %d,%d", before.width, before.height, before.x, before.y) : NULL;
    const struct shown s = {.id = f->hash,
                            .path = f->path,
                            .part = {0, 0, f->width, f->height, f->width, f->height},
                            .point = point,
                            .choosing = true,
                            .masked = f->masked,
                            .area = second     ? &area
                                    : replaces ? &before
                                               : NULL};
    paint_fill(&all, STYLE_NORMAL);
    if (second)
        paint_format(all.y, 1, all.width - 2, STYLE_ACCENT,
                     "where a click is as good: %d×%d at %d,%d · enter keeps it, esc leaves it", area.width, area.height, area.x,
                     area.y);
    else
        paint_format(all.y, 1, all.width - 2, STYLE_ACCENT,
                     "where a click is as good: a corner at %d,%d%s · hjkl and arrows move, enter takes it", b->x, b->y,
                     replaced ? replaced : "");
    shown_draw(c, &below, &s);
}
