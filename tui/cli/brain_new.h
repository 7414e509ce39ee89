#ifndef TUI_CLI_BRAIN_NEW_H
#define TUI_CLI_BRAIN_NEW_H

/* `reins config brain new`: asks, or takes its options, tries two calls, and writes a [brain NAME] into the user's reins.ini.
 * argv[0] is "config brain". Returns the exit code. */
int brain_new(int argc, char **argv);

#endif
