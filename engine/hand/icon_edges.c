#include "engine/hand/icon_edges.h"

#include "engine/picture/edge_compare.h"

static bool is_edge(const frame *f, int x, int y, bool down)
{
    return frame_step(frame_pixel(f, x, y), frame_pixel(f, down ? x : x + 1, down ? y + 1 : y)) >= EDGE_COMPARE_CLEAR;
}

static bool has_edge_near(const frame *f, struct area in, int x, int y)
{
    for (int j = MAX(in.y, y - ICON_EDGES_NEAR); j <= MIN(y + ICON_EDGES_NEAR, in.y + in.height - 2); j++)
        for (int i = MAX(in.x, x - ICON_EDGES_NEAR); i <= MIN(x + ICON_EDGES_NEAR, in.x + in.width - 2); i++)
            if (is_edge(f, i, j, false) || is_edge(f, i, j, true))
                return true;
    return false;
}

bool icon_edges_stand(const frame *before, const frame *now, struct area in)
{
    int were = 0, are = 0, both = 0, lone = 0;
    for (int y = in.y; y < in.y + in.height - 1; y++)
        for (int x = in.x; x < in.x + in.width - 1; x++)
            for (int down = 0; down < 2; down++) {
                bool was = is_edge(before, x, y, down), is = is_edge(now, x, y, down);
                were += was;
                are += is;
                both += was && is;
                lone += is && !was && !has_edge_near(before, in, x, y);
                lone += was && !is && !has_edge_near(now, in, x, y);
            }
    return both >= ICON_EDGES_LEAST && 4 * both >= 3 * MAX(were, are) && lone < EDGE_COMPARE_CHANGED;
}
