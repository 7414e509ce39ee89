#include "tui/loop/screens.h"

#include "tui/memory/past_screen.h"
#include "tui/skills/skills_screen.h"
#include "tui/console/state.h"

const struct screen_ops *const screens[SCREEN_COUNT] = {[SCREEN_RUN] = &run_screen_ops,
                                                        [SCREEN_SKILLS] = &skills_screen_ops,
                                                        [SCREEN_MEMORY] = &past_screen_ops,
                                                        [SCREEN_LOG] = &log_screen_ops};
