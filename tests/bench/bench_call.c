/* The own time of a model call: 8 pictures of 1920x1080 read, put into a body, sent to a server that answers at once, and its
 * stream parsed. bench_call [URL FOLDER]: asks there instead, and leaves its pictures (tests/sdk does the same with the official
 * Node client). */
#include "engine/brain/brain.h"
#include "engine/brain/pool.h"
#include "engine/picture/frame.h"
#include "tests/bench/measure.h"
#include "tests/engine/brain/mock_http.h"

#include <stdio.h>

#define PICTURES 8
#define CALLS 20

static const char stream[] =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
    "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"{\\\"a\\\":1}\"}}]}\n\n"
    "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"
    "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":200}}\n\ndata: [DONE]\n\n";

/* Something like a page of text. */
static char *picture(const char *folder, int i)
{
    g_autoptr(GRand) random = g_rand_new_with_seed((guint32)i);
    g_autoptr(frame) f = frame_new(1920, 1080);
    g_autoptr(GError) error = NULL;
    g_autofree char *hash = NULL;
    char *path = NULL;
    frame_fill(f, 0, 0, 1920, 1080, 0xfff8f8f8);
    for (int n = 0; n < 30000; n++)
        frame_fill(f, g_rand_int_range(random, 0, 1900), g_rand_int_range(random, 0, 75) * 14, g_rand_int_range(random, 1, 9),
                   g_rand_int_range(random, 1, 10), g_rand_int_range(random, 0, 0xffffff) | 0xff000000);
    if (!frame_store(f, folder, &hash, &path, &error))
        g_error("%s", error->message);
    return path;
}

static void call(brain_pool *pool, char **paths)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(brain_request) r = brain_request_new("plan");
    const struct brain_reply *reply;
    r->system = g_strdup("You plan.");
    r->user = g_strdup("Now plan.");
    for (int i = 0; i < PICTURES; i++)
        brain_request_add_image(r, paths[i], NULL, false);
    guint id = brain_pool_ask(pool, "t", r, &error);
    while (id && !(reply = brain_pool_reply(pool, id)))
        if (!brain_pool_poll(pool, NULL, 0, 1000, &error))
            break;
    if (!id || error || reply->error)
        g_error("%s", error ? error->message : reply->error->message);
}

int main(int argc, char **argv)
{
    struct mock_step steps[CALLS];
    struct mock mock = {0};
    g_autofree char *own = NULL;
    g_auto(GStrv) paths = g_new0(char *, PICTURES + 1);
    gsize bytes = 0;
    if (argc < 3) {
        for (int i = 0; i < CALLS; i++)
            steps[i] = (struct mock_step){MOCK_ANSWER, (char *)stream};
        mock = mock_start(steps, CALLS);
        own = g_strdup_printf("http://127.0.0.1:%d/v1", mock.port);
    }
    for (int i = 0; i < PICTURES; i++) {
        g_autofree char *png = NULL;
        paths[i] = picture(argc < 3 ? g_get_tmp_dir() : argv[2], i);
        gsize n = 0;
        if (g_file_get_contents(paths[i], &png, &n, NULL))
            bytes += n;
    }
    g_autofree char *text = g_strdup_printf("[brain t]\nkind=openai\nurl=%s\nmodel=m\n", own ? own : argv[1]);
    g_autoptr(config) cfg = config_load_text(text, NULL);
    brain_pool *pool = brain_pool_new(cfg);
    g_autoptr(GArray) wall = samples_new(), spent = samples_new();
    for (int i = 0; i < CALLS; i++) {
        double begun = now_ms(), before = processor_ms();
        call(pool, paths);
        samples_add(wall, now_ms() - begun);
        samples_add(spent, processor_ms() - before);
    }
    printf("  a call with %d pictures of 1920x1080 (%.1f MB): %.1f ms, %.1f ms of processor time (medians of %d)\n", PICTURES,
           (double)bytes / 1e6, samples_median(wall), samples_median(spent), CALLS);
    brain_pool_free(pool);
    if (mock.pid)
        mock_stop(&mock);
    return 0;
}
