#ifndef ENGINE_HAND_INPUT_METHOD_H
#define ENGINE_HAND_INPUT_METHOD_H

/* Input method: the input methods of a display (XIM: ibus, fcitx). A program that uses one hands each key to it and reads the key
 * with the keyboard map as it is when it comes back; so the map must not change while the method works, though the program rests.
 */

#include "engine/hand/process_idle.h"

#define INPUT_METHOD_SERVERS_MAX 4

struct input_method {
    struct process_idle servers[INPUT_METHOD_SERVERS_MAX];
    int n;
    bool unseen; /* of one it is not known which process it is */
};

/* Their processes: gint64, appended. */
void input_method_pids(const struct input_method *m, GArray *pids);
/* Whether one of them is seen to work (process_idle.h); false at once where there is none. */
bool input_method_works(struct input_method *m, gint64 now_us);

#endif
