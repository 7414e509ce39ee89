#ifndef ENGINE_COMMANDS_COMMAND_H
#define ENGINE_COMMANDS_COMMAND_H

/* Executes the commands of the protocol. Inside engine/ only. */

struct run;
struct command;

void command_obey(struct run *run, struct command *c);

#endif
