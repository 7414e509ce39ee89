#include "skills/timeline/key.h"

#include "config/nearest.h"
#include "skills/timeline/action.h"
#include "skills/timeline/key_table.h"

#include <string.h>

#define UNICODE_KEYSYM 0x01000000u
#define NAME_MAX_BYTES 64

/* What people and models write, without separators and in lower case. */
static const struct {
    const char *alias, *name;
} aliases[] = {
    {"ctrl", "Control_L"},
    {"control", "Control_L"},
    {"ctl", "Control_L"},
    {"lctrl", "Control_L"},
    {"leftctrl", "Control_L"},
    {"ctrlleft", "Control_L"},
    {"ctrll", "Control_L"},
    {"leftcontrol", "Control_L"},
    {"lcontrol", "Control_L"},
    {"controlleft", "Control_L"},
    {"rctrl", "Control_R"},
    {"rightctrl", "Control_R"},
    {"ctrlright", "Control_R"},
    {"ctrlr", "Control_R"},
    {"rightcontrol", "Control_R"},
    {"rcontrol", "Control_R"},
    {"controlright", "Control_R"},
    {"shift", "Shift_L"},
    {"lshift", "Shift_L"},
    {"leftshift", "Shift_L"},
    {"shiftleft", "Shift_L"},
    {"rshift", "Shift_R"},
    {"rightshift", "Shift_R"},
    {"shiftright", "Shift_R"},
    {"alt", "Alt_L"},
    {"lalt", "Alt_L"},
    {"leftalt", "Alt_L"},
    {"altleft", "Alt_L"},
    {"option", "Alt_L"},
    {"ralt", "Alt_R"},
    {"rightalt", "Alt_R"},
    {"altright", "Alt_R"},
    {"altgr", "ISO_Level3_Shift"},
    {"win", "Super_L"},
    {"windows", "Super_L"},
    {"super", "Super_L"},
    {"cmd", "Super_L"},
    {"command", "Super_L"},
    {"meta", "Super_L"},
    {"lwin", "Super_L"},
    {"leftwin", "Super_L"},
    {"winleft", "Super_L"},
    {"leftsuper", "Super_L"},
    {"superleft", "Super_L"},
    {"leftwindows", "Super_L"},
    {"leftcmd", "Super_L"},
    {"leftmeta", "Super_L"},
    {"rwin", "Super_R"},
    {"rightwin", "Super_R"},
    {"winright", "Super_R"},
    {"rightsuper", "Super_R"},
    {"superright", "Super_R"},
    {"rightwindows", "Super_R"},
    {"rightcmd", "Super_R"},
    {"rightmeta", "Super_R"},
    {"hyper", "Hyper_L"},
    {"enter", "Return"},
    {"return", "Return"},
    {"ret", "Return"},
    {"newline", "Return"},
    {"esc", "Escape"},
    {"escape", "Escape"},
    {"tab", "Tab"},
    {"tabulator", "Tab"},
    {"backtab", "ISO_Left_Tab"},
    {"space", "space"},
    {"spacebar", "space"},
    {"spc", "space"},
    {"backspace", "BackSpace"},
    {"bksp", "BackSpace"},
    {"bs", "BackSpace"},
    {"del", "Delete"},
    {"delete", "Delete"},
    {"ins", "Insert"},
    {"insert", "Insert"},
    {"up", "Up"},
    {"down", "Down"},
    {"left", "Left"},
    {"right", "Right"},
    {"uparrow", "Up"},
    {"downarrow", "Down"},
    {"leftarrow", "Left"},
    {"rightarrow", "Right"},
    {"arrowup", "Up"},
    {"arrowdown", "Down"},
    {"arrowleft", "Left"},
    {"arrowright", "Right"},
    {"pageup", "Prior"},
    {"pagedown", "Next"},
    {"pgup", "Prior"},
    {"pgdn", "Next"},
    {"pgdown", "Next"},
    {"prior", "Prior"},
    {"next", "Next"},
    {"home", "Home"},
    {"end", "End"},
    {"capslock", "Caps_Lock"},
    {"caps", "Caps_Lock"},
    {"numlock", "Num_Lock"},
    {"scrolllock", "Scroll_Lock"},
    {"printscreen", "Print"},
    {"prtsc", "Print"},
    {"prtscr", "Print"},
    {"sysrq", "Sys_Req"},
    {"break", "Break"},
    {"pause", "Pause"},
    {"menu", "Menu"},
    {"apps", "Menu"},
    {"contextmenu", "Menu"},
    {"kpenter", "KP_Enter"},
    {"numpadenter", "KP_Enter"},
    {"numenter", "KP_Enter"},
    {"dot", "period"},
    {"hyphen", "minus"},
    {"dash", "minus"},
    {"hash", "numbersign"},
    {"pound", "numbersign"},
    {"backtick", "grave"},
    {"quote", "apostrophe"},
    {"doublequote", "quotedbl"},
    {"plussign", "plus"},
    {"lessthan", "less"},
    {"greaterthan", "greater"},
    {"pipe", "bar"},
    {"tilde", "asciitilde"},
    {"caret", "asciicircum"},
    {"openbracket", "bracketleft"},
    {"closebracket", "bracketright"},
    {"questionmark", "question"},
    {"volumeup", "XF86AudioRaiseVolume"},
    {"volumedown", "XF86AudioLowerVolume"},
    {"mute", "XF86AudioMute"},
    {"volumemute", "XF86AudioMute"},
    {"playpause", "XF86AudioPlay"},
    {"nexttrack", "XF86AudioNext"},
    {"prevtrack", "XF86AudioPrev"},
    {"winkey", "Super_L"},
    {"prtscn", "Print"},
};

struct index {
    GHashTable *by_name;   /* exact name → row */
    GHashTable *by_folded; /* name without separators in lower case → row; the lower-case spelling wins */
    GHashTable *by_sym;
    GHashTable *by_code;
    const char **known; /* every name and alias, for the nearest one */
};

/* Lower case without "_", "-" and spaces, except in front ("-1" is no button); NULL when nothing is left. */
static char *fold(const char *name)
{
    GString *s = g_string_new(NULL);
    for (const char *p = name; *p; p++) {
        if (p == name || (*p != '_' && *p != '-' && *p != ' '))
            g_string_append_c(s, g_ascii_tolower(*p));
    }
    return g_string_free(s, s->len == 0);
}

static void index_row(struct index *ix, const struct key_row *row)
{
    g_hash_table_insert(ix->by_name, (gpointer)row->name, (gpointer)row);
    if (row->first)
        g_hash_table_insert(ix->by_sym, GUINT_TO_POINTER(row->sym), (gpointer)row);
    /* A legacy keysym before the Unicode one, the lower number among several. */
    const struct key_row *other = row->code ? g_hash_table_lookup(ix->by_code, GUINT_TO_POINTER(row->code)) : NULL;
    if (row->code && (!other || row->sym < other->sym))
        g_hash_table_insert(ix->by_code, GUINT_TO_POINTER(row->code), (gpointer)row);
    char *folded = fold(row->name);
    if (!folded)
        return;
    g_autofree char *lower = g_ascii_strdown(row->name, -1);
    if (!g_hash_table_contains(ix->by_folded, folded) || g_str_equal(lower, row->name))
        g_hash_table_replace(ix->by_folded, folded, (gpointer)row);
    else
        g_free(folded);
}

static const struct index *key_index(void)
{
    static struct index ix;
    if (ix.by_name)
        return &ix;
    ix.by_name = g_hash_table_new(g_str_hash, g_str_equal);
    ix.by_folded = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    ix.by_sym = g_hash_table_new(NULL, NULL);
    ix.by_code = g_hash_table_new(NULL, NULL);
    ix.known = g_new0(const char *, key_table_length + G_N_ELEMENTS(aliases) + 1);
    guint n = 0;
    for (guint i = 0; i < G_N_ELEMENTS(aliases); i++)
        ix.known[n++] = aliases[i].alias;
    for (guint i = 0; i < key_table_length; i++) {
        index_row(&ix, &key_table[i]);
        ix.known[n++] = key_table[i].name;
    }
    return &ix;
}

const char *key_name(guint32 sym)
{
    const struct key_row *row = g_hash_table_lookup(key_index()->by_sym, GUINT_TO_POINTER(sym));
    if (row)
        return row->name;
    if (sym <= UNICODE_KEYSYM)
        return NULL;
    static GHashTable *names; /* at most one for each character that there is */
    if (!names)
        names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    char name[16];
    g_snprintf(name, sizeof name, "U%04X", sym - UNICODE_KEYSYM);
    const char *kept = g_hash_table_lookup(names, name);
    if (!kept) {
        kept = g_strdup(name);
        g_hash_table_add(names, (gpointer)kept);
    }
    return kept;
}

static const char *name_of_char(gunichar c)
{
    if (c == '\n' || c == '\r')
        return "Return";
    if (c == '\t')
        return "Tab";
    guint32 sym = key_sym_of_char(c);
    return sym ? key_name(sym) : NULL;
}

/* "U20AC", "U+20ac", "\u20ac": at least four digits, so that no keysym name is taken for one. 0 = it is not of that form. */
static gunichar unicode_form(const char *name)
{
    if (*name == '\\')
        name++;
    if (*name != 'U' && *name != 'u')
        return 0;
    name += name[1] == '+' ? 2 : 1;
    gsize length = strlen(name);
    if (length < 4 || length > 6 || strspn(name, "0123456789abcdefABCDEF") != length)
        return 0;
    return (gunichar)g_ascii_strtoull(name, NULL, 16);
}

static const char *lookup(const char *name)
{
    const struct index *ix = key_index();
    if (g_utf8_strlen(name, -1) == 1)
        return name_of_char(g_utf8_get_char(name));
    const struct key_row *row = g_hash_table_lookup(ix->by_name, name);
    if (row)
        return key_name(row->sym);
    gunichar c = unicode_form(name);
    if (c)
        return name_of_char(c);
    g_autofree char *folded = fold(name);
    if (!folded)
        return NULL;
    for (guint i = 0; i < G_N_ELEMENTS(aliases); i++) {
        if (g_str_equal(aliases[i].alias, folded))
            return aliases[i].name;
    }
    row = g_hash_table_lookup(ix->by_folded, folded);
    return row ? key_name(row->sym) : NULL;
}

const char *key_canonical(const char *name, GError **error)
{
    if (!name || !*name) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_UNKNOWN, "a key has no name (give one such as \"a\", \"enter\" or \"F5\")");
        return NULL;
    }
    if (strlen(name) > NAME_MAX_BYTES || !g_utf8_validate(name, -1, NULL)) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_UNKNOWN,
                    "a key name is longer than %d bytes or not UTF-8 (text goes to key.type)", NAME_MAX_BYTES);
        return NULL;
    }
    const char *found = lookup(name);
    if (found && key_sym(found))
        return found;
    const char *near = error ? nearest_name(name, key_index()->known) : NULL; /* it compares with thousands of names */
    g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_UNKNOWN, "no key is called \"%s\" (%s%s%s)", name,
                near ? "did you mean \"" : "",
                near ? near : "use an X keysym name, one character, or an alias such as enter, esc, ctrl", near ? "\"?" : "");
    return NULL;
}

guint32 key_sym(const char *canonical)
{
    const struct key_row *row = canonical ? g_hash_table_lookup(key_index()->by_name, canonical) : NULL;
    if (row)
        return row->sym == 0xffffff ? 0 : row->sym; /* VoidSymbol */
    gunichar c = canonical && *canonical == 'U' ? unicode_form(canonical) : 0;
    return c ? key_sym_of_char(c) : 0;
}

guint32 key_sym_of_char(gunichar c)
{
    if ((c >= 0x20 && c <= 0x7e) || (c >= 0xa0 && c <= 0xff))
        return c;
    if (c < 0x100 || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
        return 0;
    const struct key_row *row = g_hash_table_lookup(key_index()->by_code, GUINT_TO_POINTER(c));
    return row ? row->sym : UNICODE_KEYSYM + c;
}

gunichar key_char(const char *canonical)
{
    static const char keypad[] = "*+,-./0123456789"; /* from KP_Multiply on */
    guint32 sym = key_sym(canonical);
    const struct key_row *row = sym ? g_hash_table_lookup(key_index()->by_sym, GUINT_TO_POINTER(sym)) : NULL;
    if (row && row->code)
        return row->code;
    switch (sym) {
    case 0xff09: /* Tab */
    case 0xff89: /* KP_Tab */
    case 0xfe20: /* ISO_Left_Tab */
        return '\t';
    case 0xff0a: /* Linefeed */
    case 0xff0d: /* Return */
    case 0xff8d: /* KP_Enter */
    case 0xfe34: /* ISO_Enter */
        return '\n';
    case 0xff80: /* KP_Space */
        return ' ';
    case 0xffbd: /* KP_Equal */
        return '=';
    default:
        break;
    }
    if (sym >= 0xffaa && sym - 0xffaa < sizeof keypad - 1)
        return (guchar)keypad[sym - 0xffaa];
    return sym > UNICODE_KEYSYM && sym <= UNICODE_KEYSYM + 0x10ffff ? sym - UNICODE_KEYSYM : 0; /* above: vendors' keys */
}

bool key_is_modifier(const char *canonical)
{
    static const char *const modifiers[] = {"Shift_L", "Shift_R", "Control_L",        "Control_R", "Alt_L",
                                            "Alt_R",   "Meta_L",  "Meta_R",           "Super_L",   "Super_R",
                                            "Hyper_L", "Hyper_R", "ISO_Level3_Shift", NULL};
    return canonical && g_strv_contains(modifiers, canonical);
}

bool key_steers(const char *canonical, bool chord)
{
    static const char *const moving[] = {"Left",  "Right", "Up",  "Down",   "Home",      "End",
                                         "Prior", "Next",  "Tab", "Delete", "BackSpace", NULL},
                             *const steering[] = {"Return", "KP_Enter", "ISO_Enter", "Escape", "space", NULL};
    if (key_is_modifier(canonical) || g_strv_contains(moving, canonical))
        return false;
    return chord || g_strv_contains(steering, canonical) || (canonical[0] == 'F' && g_ascii_isdigit(canonical[1]));
}

/* ---- buttons ---- */

static const struct {
    int button;
    const char *name;
} buttons[] = {{BUTTON_LEFT, "left"},
               {BUTTON_MIDDLE, "middle"},
               {BUTTON_RIGHT, "right"},
               {BUTTON_BACK, "back"},
               {BUTTON_FORWARD, "forward"}};

bool button_parse(const char *name, int *ret_button, GError **error)
{
    g_autofree char *folded = name && strlen(name) <= NAME_MAX_BYTES ? fold(name) : NULL;
    if (folded) {
        const char *bare = g_str_has_prefix(folded, "button") ? folded + strlen("button") : folded;
        gsize length = strlen(folded);
        if (bare == folded && length > strlen("button") && g_str_has_suffix(folded, "button"))
            folded[length - strlen("button")] = '\0'; /* left_button, left button */
        for (gsize i = 0; i < G_N_ELEMENTS(buttons); i++) {
            if (g_str_equal(buttons[i].name, folded)) {
                *ret_button = buttons[i].button;
                return true;
            }
        }
        if (g_ascii_isdigit(bare[0]) && bare[0] != '0' && !bare[1]) {
            *ret_button = bare[0] - '0';
            return true;
        }
    }
    g_autofree char *shown = g_utf8_make_valid(name ? name : "", name ? (gssize)MIN(strlen(name), NAME_MAX_BYTES) : 0);
    g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_UNKNOWN,
                "no mouse button is called \"%s\" (there are left, middle, right, back, forward and the numbers 1 to 9)", shown);
    return false;
}

const char *button_name(int button)
{
    static const char *const names[] = {"button 0", "left",     "middle",   "right", "button 4",
                                        "button 5", "button 6", "button 7", "back",  "forward"};
    return button >= 0 && button < (int)G_N_ELEMENTS(names) ? names[button] : "button ?";
}

char **key_chord(const char *text, guint most, GError **error)
{
    static const char *const letters[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m",
                                          "n", "o", "p", "q", "r", "s", "t", "u", "v", "w", "x", "y", "z"};
    g_auto(GStrv) words = g_strsplit(text, "+", -1);
    g_autoptr(GPtrArray) keys = g_ptr_array_new_with_free_func(g_free);
    bool modified = false;
    for (char **w = words; *w || w == words; w++) {
        const char *name = key_canonical(*w ? g_strstrip(*w) : "", error);
        if (!name)
            return NULL;
        if (modified && g_ascii_isupper(name[0]) && !name[1])
            name = letters[name[0] - 'A'];
        modified |= key_is_modifier(name);
        if (keys->len == most || g_ptr_array_find_with_equal_func(keys, name, g_str_equal, NULL)) {
            g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, "\"%s\" is not a chord: %s (at most %u keys, each once)",
                        text, keys->len == most ? "it has too many keys" : "a key is in it twice", most);
            return NULL;
        }
        g_ptr_array_add(keys, g_strdup(name));
        if (!*w)
            break;
    }
    g_ptr_array_add(keys, NULL);
    return (char **)g_ptr_array_free(g_steal_pointer(&keys), FALSE);
}
