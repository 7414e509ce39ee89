#include "engine/eye/sharing.h"

#include <unistd.h>

static void end(struct shared_frame *f)
{
    if (f->hash)
        close(f->fd);
    g_free(f->hash);
    g_free(f->name);
    *f = (struct shared_frame){0};
}

void sharing_add(struct sharing *s, const frame *picture, struct eye_frame *f)
{
    if (g_strcmp0(s->kept[0].hash, f->hash) != 0) {
        int fd = frame_share(picture, f->hash);
        if (fd < 0)
            return;
        end(&s->kept[SHARING_KEPT - 1]);
        for (int i = SHARING_KEPT - 1; i > 0; i--)
            s->kept[i] = s->kept[i - 1];
        s->kept[0] = (struct shared_frame){g_strdup(f->hash), g_strdup_printf("/proc/%d/fd/%d", (int)getpid(), fd), fd};
    }
    f->shared = g_strdup(s->kept[0].name);
}

void sharing_clear(struct sharing *s)
{
    for (int i = 0; i < SHARING_KEPT; i++)
        end(&s->kept[i]);
}
