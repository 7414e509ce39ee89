#include "engine/gate/terminal_class.h"

#include <glib.h>

static const char *const terminal_classes[] = {
    "xterm",
    "uxterm",
    "urxvt",
    "rxvt",
    "alacritty",
    "kitty",
    "konsole",
    "gnome-terminal",
    "gnome-terminal-server",
    "xfce4-terminal",
    "terminator",
    "st",
    "st-256color",
    "wezterm",
    "foot",
    "qterminal",
    "lxterminal",
    "mate-terminal",
    "terminology",
    "tilix",
    "cool-retro-term",
    "org.wezfurlong.wezterm",
    "ghostty",
    "sakura",
    "termit",
    "guake",
    "yakuake",
    "tilda",
    "mlterm",
    "eterm",
    "aterm",
    "koi8rxterm",
    "com.mitchellh.ghostty",
    "kgx",
    "org.gnome.console",
    "org.gnome.ptyxis",
    "ptyxis",
    "com.raggesilver.blackbox",
    "contour",
    "rio",
    "zutty",
    "tabby",
    "hyper",
    "deepin-terminal",
    "io.elementary.terminal",
    "com.system76.cosmicterm",
    "x-terminal-emulator",
    "domterm",
};

bool terminal_class(const char *class)
{
    for (gsize t = 0; class && t < G_N_ELEMENTS(terminal_classes); t++)
        if (g_ascii_strcasecmp(class, terminal_classes[t]) == 0)
            return true;
    return false;
}
