#ifndef TUI_MODEL_SKILL_TEMPLATE_H
#define TUI_MODEL_SKILL_TEMPLATE_H

/* The initial text of a new skill, for an editor. Caller frees. */
char *skill_template(const char *name);

#endif
