/* The skills that ship, on terminal, calculator, editor and puzzle. */
#include "tests/e2e/programs.h"

/* ---- xterm ---- */

#define TERMINAL(...) fire("xterm", "XTerm", WORDS(__VA_ARGS__))

static void terminal__commands__do_what_they_say(void)
{
    g_autofree char *odd = g_build_filename(folder, "it's a folder", NULL);
    g_autofree char *path = g_strdup_printf("path=%s", odd), *back = g_strdup_printf("path=%s", folder);
    assert_int_equal(g_mkdir(odd, 0700), 0);
    TERMINAL("change_directory", path, "--", "run_command", "command=pwd > ../pwd.txt", "--", "change_directory", back);
    g_autofree char *expected = g_strdup_printf("%s\n", odd);
    await_file("pwd.txt", expected);
    TERMINAL("list_files", path, "--", "run_command", "command=read x; echo got $x > read.txt", "--", "answer_prompt",
             "answer=yes");
    await_file("read.txt", "got yes\n");
    TERMINAL("run_command", "command=echo a >> again.txt", "--", "repeat_last_command", "--", "recall_command", "--", "press_key",
             "key=enter");
    await_file("again.txt", "a\na\na\n");
    TERMINAL("type_text", "text=echo wrong > ", "--", "clear_command_line", "--", "run_command",
             "command=echo right > clean.txt");
    await_file("clean.txt", "right\n");
    TERMINAL("search_command_history", "text=read.txt", "--", "press_key", "key=enter", "--", "answer_prompt", "answer=no");
    await_file("read.txt", "got no\n");
    TERMINAL("run_command", "command=touch completed_name.txt", "--", "type_text", "text=echo done > compl", "--",
             "complete_name", "--", "press_key", "key=enter");
    await_file("completed_name.txt", "done\n");
}

static void terminal__programs__are_stopped_halted_and_ended(void)
{
    TERMINAL("run_command", "command=echo 1 > started; sleep 1000");
    await_file("started", "1\n");
    TERMINAL("interrupt_program", "--", "run_command", "command=echo $? > code.txt");
    await_file("code.txt", "130\n");
    TERMINAL("run_command", "command=echo 2 > started; sleep 1000");
    await_file("started", "2\n");
    TERMINAL("suspend_program", "--", "run_command", "command=jobs | grep -c Stopped > jobs.txt; kill %1");
    await_file("jobs.txt", "1\n");
    TERMINAL("run_command", "command=cat > eof.txt", "--", "type_text", "text=abc", "--", "press_key", "key=enter", "--",
             "end_input", "--", "run_command", "command=echo alive > alive.txt");
    await_file("alive.txt", "alive\n");
    await_file("eof.txt", "abc\n");
}

static void terminal__what_is_shown__is_scrolled_paged_copied(void)
{
    TERMINAL("clear_terminal");
    g_autoptr(frame) clear = picture("xterm");
    TERMINAL("run_command", "command=seq 200 | tee long.txt");
    g_autoptr(frame) bottom = picture("xterm");
    TERMINAL("scroll_output_up", "pages=2");
    AWAIT(!looks("xterm", bottom));
    TERMINAL("scroll_output_down", "pages=2");
    AWAIT(looks("xterm", bottom));
    TERMINAL("view_file", "path=long.txt");
    AWAIT(!looks("xterm", bottom));
    TERMINAL("quit_pager", "--", "clear_terminal");
    AWAIT(looks("xterm", clear));
    /* what the second line says is copied, pasted at the prompt, and run */
    TERMINAL("run_command", "command=echo 'echo pasted > pasted.txt'");
    struct saved_focus p = window_place("terminal");
    g_autofree char *from_x = g_strdup_printf("from_x=%d", p.x + 2), *from_y = g_strdup_printf("from_y=%d", p.y + 2 + 13 + 6);
    g_autofree char *to_x = g_strdup_printf("to_x=%d", p.x + 2 + 24 * 6), *to_y = g_strdup_printf("to_y=%d", p.y + 2 + 13 + 6);
    TERMINAL("copy_from_terminal", from_x, from_y, to_x, to_y);
    TERMINAL("paste_into_terminal", "--", "press_key", "key=enter");
    await_file("pasted.txt", "pasted\n");
}

static void xterm__each_terminal_skill__does_what_it_says(void **state)
{
    (void)state;
    start_program(WORDS("xterm", "-T", "terminal", "-geometry", "80x24+100+100", "-fn", "6x13", "-e", "env", "PS1=$ ",
                        "HISTFILE=", "bash", "--norc", "--noprofile"),
                  "^terminal$");
    terminal__commands__do_what_they_say();
    terminal__programs__are_stopped_halted_and_ended();
    terminal__what_is_shown__is_scrolled_paged_copied();
    TERMINAL("close_terminal");
    await_end("close_terminal");
}

/* ---- xcalc ---- */

static void await_display(const char *text)
{
    g_autofree char *said = g_strdup_printf("\"%s\"", text);
    const gint64 deadline = g_get_monotonic_time() + WAIT_MS * G_TIME_SPAN_MILLISECOND;
    for (bool late = false;; late = g_get_monotonic_time() > deadline) {
        g_autofree char *out = NULL;
        int code = reins_run(x.display, WORDS("see", "--profile", "xcalc", "--marks", "--json"), &out, NULL);
        if (code == 0 && strstr(out, said))
            return;
        if (late)
            fail_msg("the calculator does not say %s: exit %d: %s", text, code, out);
    }
}

static void xcalc__computes__and_clears(void **state)
{
    (void)state;
    start_program(WORDS("xcalc"), "Calculator");
    fire("xcalc", "Calculator", WORDS("calculate", "left=12", "operator=*", "right=-3.5"));
    await_display("-42");
    fire("xcalc", "Calculator", WORDS("clear_calculator"));
    await_display("0");
}

/* ---- mousepad ---- */

#define EDITOR(...) fire("mousepad", NULL, WORDS(__VA_ARGS__))

static void await_saved(const char *text)
{
    EDITOR("save_document");
    await_file("text.txt", text);
}

static void start_editor(const char *name)
{
    start_program(WORDS("env", "-u", "G_DEBUG", "GSETTINGS_BACKEND=memory", "DBUS_SESSION_BUS_ADDRESS=disabled:", "mousepad",
                        "--disable-server", name),
                  "Mousepad$");
}

static void text__by_keys__changes_as_said(void)
{
    EDITOR("replace_everything", "text=alpha beta", "--", "press_enter", "--", "type_text", "text=gamma delta");
    await_saved("alpha beta\ngamma delta");
    EDITOR("go_to_document_start", "--", "type_text", "text=1", "--", "go_to_document_end", "--", "type_text", "text=2", "--",
           "move_cursor", "direction=up", "--", "go_to_line_start", "--", "move_cursor_by_words", "direction=right", "--",
           "type_text", "text=3", "--", "go_to_line_end", "--", "type_text", "text=4");
    await_saved("1alpha3 beta4\ngamma delta2");
    EDITOR("delete_word", "--", "move_cursor", "direction=down", "--", "go_to_line_end", "--", "delete_characters", "count=2");
    await_saved("1alpha3 \ngamma delt");
    EDITOR("undo", "times=2", "--", "redo", "times=2");
    await_saved("1alpha3 \ngamma delt");
    EDITOR("go_to_line_number", "line=1", "--", "delete_line_text", "--", "go_to_line_start", "--", "type_text", "text=xyz", "--",
           "extend_selection", "direction=left", "times=2", "--", "delete_selection");
    await_saved("x\ngamma delt");
    EDITOR("find_text", "text=gamma", "--", "find_next", "--", "find_previous", "--", "press_escape", "--", "type_text",
           "text=found");
    await_saved("x\nfound delt");
}

static void clipboard__copies_cuts_and_pastes(void)
{
    EDITOR("go_to_document_end", "--", "select_line", "--", "copy_selection", "--", "go_to_document_start", "--",
           "paste_clipboard");
    await_saved("found deltx\nfound delt");
    EDITOR("select_all", "--", "cut_selection");
    await_saved("");
    EDITOR("paste_clipboard", "--", "copy_everything", "--", "go_to_document_end", "--", "paste_clipboard");
    EDITOR("paste_text", "text=Grüße");
    await_saved("found deltx\nfound deltfound deltx\nfound deltGrüße");
}

static void editor__replaces_and_saves_elsewhere(void)
{
    EDITOR("open_replace_dialog", "old=found", "new=lost");
    EDITOR("toggle_replace_all"); /* without a setting of before it is not ticked */
    EDITOR("confirm_replacement");
    EDITOR("press_escape");
    await_saved("lost deltx\nlost deltlost deltx\nlost deltGrüße");
    g_autofree char *path = g_strdup_printf("path=%s", file_path("other.txt"));
    EDITOR("replace_everything", "text=other", "--", "save_document_as", path);
    await_file("other.txt", "other");
    await_active("other.txt - Mousepad$");
    EDITOR("new_document");
    await_active("Untitled");
    EDITOR("type_text", "text=gone", "--", "close_document_without_saving");
    await_active("other.txt - Mousepad$");
    path[strlen(path) - strlen("other.txt")] = '\0';
    g_autofree char *first = g_strconcat(path, "text.txt", NULL);
    EDITOR("open_document", first);
    await_active("text.txt - Mousepad$");
    EDITOR("close_document");
    await_active("other.txt - Mousepad$");
}

/* A menu of the program has its class, and takes no focus: what is pressed then goes into the menu. */
static void menu__takes_keys(void)
{
    g_autoptr(frame) before = picture("mousepad");
    EDITOR("open_menu_bar");
    AWAIT(likeness("mousepad", before) < 0.99);
    EDITOR("press_escape");
    EDITOR("press_escape");
    AWAIT(likeness("mousepad", before) > 0.99); /* a cursor may blink */
}

static void windows__sizes_and_places__change(void)
{
    struct saved_focus p = window_place("Mousepad$");
    EDITOR("maximize_window");
    await_size("Mousepad$", 1280, 720);
    EDITOR("maximize_window");
    await_size("Mousepad$", p.width, p.height);
    EDITOR("move_window", "right=-200", "down=-60");
    struct saved_focus moved;
    AWAIT((moved = window_place("Mousepad$")).x == p.x - 200 && moved.y == p.y - 60);
    EDITOR("resize_window", "right=150", "down=90");
    await_size("Mousepad$", p.width + 150, p.height + 90);
    EDITOR("toggle_fullscreen");
    await_size("Mousepad$", 1280, 720);
    EDITOR("toggle_fullscreen");
    await_size("Mousepad$", p.width + 150, p.height + 90);
    pid_t other = helper_spawn(x.display, WORDS("xterm", "-T", "terminal", "-geometry", "40x10-0-0"));
    await_active("^terminal$");
    TERMINAL("switch_window");
    await_active("Mousepad$");
    EDITOR("go_back_to_target_application");
    await_active("^terminal$");
    p = window_place("Mousepad$");
    g_autofree char *at_x = g_strdup_printf("x=%d", p.x + 20), *at_y = g_strdup_printf("y=%d", p.y - 8);
    fire("xterm", NULL, WORDS("focus_window_at", at_x, at_y));
    await_active("Mousepad$");
    EDITOR("open_window_menu");
    g_autofree char *iconify_x = g_strdup_printf("x=%d", p.x + 45), *iconify_y = g_strdup_printf("y=%d", p.y + 103);
    fire("mousepad", NULL, WORDS("click_at_position", iconify_x, iconify_y));
    await_active("^terminal$");
    TERMINAL("switch_window");
    await_active("Mousepad$");
    helper_end(other);
}

static void mousepad__text_clipboard_windows__do_what_they_say(void **state)
{
    (void)state;
    g_autofree char *name = g_strdup(file_path("text.txt"));
    assert_true(g_file_set_contents(name, "", -1, NULL));
    start_editor(name);
    text__by_keys__changes_as_said();
    clipboard__copies_cuts_and_pastes();
    editor__replaces_and_saves_elsewhere();
    menu__takes_keys();
    windows__sizes_and_places__change();
    fire("mousepad", "Mousepad$", WORDS("close_window"));
    await_end("close_window");
}

/* ---- sgt-solo ---- */

struct colours {
    int red, green, blue;
};

/* Pixels that are clearly of one colour: a digit that cannot be right, one that was written, a note. */
static struct colours colours_of_puzzle(void)
{
    struct colours n = {0};
    g_autoptr(frame) f = picture("sgt-solo");
    struct saved_focus p = window_place("^Solo$");
    for (int row = p.y + 30; row < p.y + p.height; row++)
        for (int column = p.x; column < p.x + p.width; column++) {
            guint32 pixel = f->pixels[row * f->width + column];
            int r = pixel >> 16 & 255, g = pixel >> 8 & 255, b = pixel & 255;
            n.red += r > g + 60 && r > b + 60;
            n.green += g > r + 60 && g > b + 60;
            n.blue += b > r + 60 && b > g + 60;
        }
    return n;
}

#define PUZZLE(...) fire("sgt-solo", "^Solo$", WORDS(__VA_ARGS__))

static void solo__digits_and_notes__stand_in_their_squares(void **state)
{
    (void)state;
    /* row 1: . . . 1 . 6 … by the package's own --generate */
    start_program(WORDS("env", "PATH=/usr/games:/usr/bin:/bin", "sgt-solo",
                        "3x3:a3_1d6_8c8f5a9b7_1_2b5a7c3_7_4b6b5_1_3c9a6b6_9_3b7a8f9c5_7d9_4a"),
                  "^Solo$");
    g_autoptr(frame) fresh = picture("sgt-solo");
    struct colours n = colours_of_puzzle();
    assert_true(n.red == 0 && n.green == 0 && n.blue == 0);
    PUZZLE("write_digit", "row=1", "column=1", "digit=3"); /* there is one beside it */
    AWAIT((n = colours_of_puzzle()).red > 20);
    PUZZLE("undo_move", "--", "write_digit", "row=1", "column=1", "digit=2");
    AWAIT((n = colours_of_puzzle()).green > 20 && n.red == 0);
    PUZZLE("note_digit", "row=9", "column=9", "digit=8");
    AWAIT((n = colours_of_puzzle()).blue > 5 && n.green > 20);
    PUZZLE("clear_square", "row=1", "column=1");
    AWAIT((n = colours_of_puzzle()).green == 0 && n.blue > 5);
    PUZZLE("undo_move");
    AWAIT((n = colours_of_puzzle()).green > 20);
    PUZZLE("redo_move");
    AWAIT((n = colours_of_puzzle()).green == 0);
    PUZZLE("undo_move", "times=9");
    AWAIT(looks("sgt-solo", fresh));
    PUZZLE("new_puzzle");
    AWAIT(!looks("sgt-solo", fresh));
    PUZZLE("quit_puzzle");
    await_end("quit_puzzle");
}

/* Mousepad and Solo take a minute or two: with REINS_SOAK=1 (`make soak`). */
int main(void)
{
    const struct CMUnitTest sample[] = {
        CASE(xterm__each_terminal_skill__does_what_it_says),
        CASE(xcalc__computes__and_clears),
    };
    const struct CMUnitTest all[] = {
        CASE(xterm__each_terminal_skill__does_what_it_says),
        CASE(xcalc__computes__and_clears),
        CASE(mousepad__text_clipboard_windows__do_what_they_say),
        CASE(solo__digits_and_notes__stand_in_their_squares),
    };
    return g_getenv("REINS_SOAK") ? run_programs(all) : run_programs(sample);
}
