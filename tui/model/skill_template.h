#ifndef TUI_MODEL_SKILL_TEMPLATE_H
#define TUI_MODEL_SKILL_TEMPLATE_H

/* What a new skill begins as, in an editor. Caller frees. */
char *skill_template(const char *name);

#endif
