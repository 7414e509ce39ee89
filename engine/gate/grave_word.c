#include "engine/gate/grave_word.h"

#include "engine/gate/menu_row.h"
#include "engine/gate/confusables.h"

#include <string.h>

#define BEHIND 4 /* px: words of one label may overlap so far */

/* Labels of actions that cannot be undone or concern money, people or secrets. */
static const char *const grave_words[] = {
    "send",     "submit",      "publish",  "post",    "pay",       "buy",       "order",   "purchase",  "checkout",  "delete",
    "remove",   "erase",       "format",   "sign",    "transfer",  "accept",    "install", "uninstall", "grant",     "password",
    "passwort", "senden",      "löschen",  "kaufen",  "bezahlen",  "supprimer", "envoyer", "payer",     "enviar",    "eliminar",
    "borrar",   "pagar",       "comprar",  "удалить", "отправить", "confirm",   "allow",   "approve",   "authorize", "reset",
    "revoke",   "unsubscribe", "shutdown", "wipe",    "overwrite", "discard",
};

/* How a question says it. */
static const struct {
    const char *form, *grave;
} asked[] = {
    {"removed", "remove"},
    {"removing", "remove"},
    {"removes", "remove"},
    {"deleted", "delete"},
    {"deleting", "delete"},
    {"deletes", "delete"},
    {"erased", "erase"},
    {"erases", "erase"},
    {"overwritten", "overwrite"},
    {"overwrites", "overwrite"},
    {"overwriting", "overwrite"},
    {"replace", "overwrite"},
    {"replaced", "overwrite"},
    {"discarded", "discard"},
    {"discards", "discard"},
    {"lost", "discard"},
    {"lose", "discard"},
    {"undone", "discard"},
    {"permanently", "delete"},
    {"irreversibly", "delete"},
    {"wiped", "wipe"},
    {"formatted", "format"},
    {"sent", "send"},
    {"submitted", "submit"},
    {"published", "publish"},
    {"charged", "pay"},
    {"uninstalled", "uninstall"},
    {"installed", "install"},
    {"revoked", "revoke"},
    {"gelöscht", "löschen"},
    {"entfernt", "remove"},
    {"entfernen", "remove"},
    {"verworfen", "discard"},
    {"überschrieben", "overwrite"},
    {"überschreiben", "overwrite"},
    {"ersetzen", "overwrite"},
    {"ersetzt", "overwrite"},
    {"verloren", "discard"},
    {"gesendet", "senden"},
    {"supprimé", "supprimer"},
    {"supprimée", "supprimer"},
    {"supprimés", "supprimer"},
    {"supprimées", "supprimer"},
    {"remplacer", "overwrite"},
    {"perdues", "discard"},
    {"eliminado", "eliminar"},
    {"eliminada", "eliminar"},
    {"eliminados", "eliminar"},
    {"borrado", "borrar"},
    {"borrada", "borrar"},
    {"reemplazar", "overwrite"},
    {"удалён", "удалить"},
    {"удалена", "удалить"},
    {"удалено", "удалить"},
    {"удалены", "удалить"},
};

const char *grave_word_asked(const struct screen_word *w)
{
    g_auto(GStrv) words = confusables_words(w->text);
    for (char **word = words; *word; word++)
        for (gsize i = 0; i < G_N_ELEMENTS(asked); i++) {
            g_autofree char *form = confusables_text(asked[i].form);
            if (g_str_equal(*word, form))
                return asked[i].grave;
        }
    return NULL;
}

/* The first grave word in the text but `except`; NULL = none. */
static const char *grave_word_in(const char *text, const char *except)
{
    g_auto(GStrv) words = confusables_words(text);
    for (gsize i = 0; i < G_N_ELEMENTS(grave_words); i++) {
        g_autofree char *grave = confusables_text(grave_words[i]), *bone = confusables_skeleton(grave);
        for (int w = 0; words[w] && grave_words[i] != except; w++) {
            g_autofree char *skeleton = confusables_skeleton(words[w]);
            if (strcmp(words[w], grave) == 0 || (strlen(bone) > 3 && strcmp(skeleton, bone) == 0))
                return grave_words[i];
        }
    }
    return NULL;
}

/* What stands around "Format" where it is a disk that is formatted. */
static const char *const disks[] = {"disk",       "disks", "drive",  "drives",    "volume", "volumes", "device",   "devices",
                                    "usb",        "media", "medium", "partition", "ntfs",   "fat32",   "capacity", "unmount",
                                    "partitions", "mount", "card",   "eject",     "stick",  "fat",     "ext4",     "filesystem"};

bool grave_word_disk(const char *text)
{
    g_auto(GStrv) words = confusables_words(text);
    for (gsize k = 0; k < G_N_ELEMENTS(disks); k++)
        if (g_strv_contains((const char *const *)words, disks[k]))
            return true;
    return false;
}

/* What is lost by it. */
static const struct {
    const char *first, *second;
} unsaved[] = {{"dont", "save"}, {"without", "saving"}};

/* Plain words; "Don't" is one, however its apostrophe has been read. */
static GPtrArray *plain_words(const struct screen_word *w)
{
    g_auto(GStrv) words = confusables_words(w->text);
    GPtrArray *plain = g_ptr_array_new_with_free_func(g_free);
    for (char **word = words; *word; word++) {
        bool dont = word[1] && g_str_equal(word[0], "don") && g_str_equal(word[1], "t");
        g_ptr_array_add(plain, g_strdup(dont ? "dont" : *word));
        word += dont;
    }
    return plain;
}

/* It begins close to the right of the word. */
static bool follows(const struct screen_word *w, const struct screen_word *word)
{
    int gap = w->x - word->x - word->width, level = ABS(2 * w->y + w->height - 2 * word->y - word->height);
    return gap > -BEHIND && gap < w->height && level <= MIN(w->height, word->height);
}

/* "Don't save", "without saving", also where the second word is another one of the screen. */
static bool leaves_unsaved(const screen *s, const struct screen_word *word)
{
    g_autoptr(GPtrArray) own = plain_words(word);
    for (gsize k = 0; k < G_N_ELEMENTS(unsaved); k++)
        for (guint i = 0; i < own->len; i++) {
            if (!g_str_equal(g_ptr_array_index(own, i), unsaved[k].first))
                continue;
            if (i + 1 < own->len && g_str_equal(g_ptr_array_index(own, i + 1), unsaved[k].second))
                return true;
            for (guint n = 0; i + 1 == own->len && n < s->words->len; n++) {
                const struct screen_word *w = &g_array_index(s->words, struct screen_word, n);
                g_autoptr(GPtrArray) next = plain_words(w);
                if (next->len > 0 && g_str_equal(g_ptr_array_index(next, 0), unsaved[k].second) && follows(w, word))
                    return true;
            }
        }
    return false;
}

const char *grave_word(const screen *s, const struct screen_word *w)
{
    const char *found = grave_word_in(w->text, NULL);
    if (found && g_str_equal(found, "format") && menu_row_noun(s, w))
        found = grave_word_in(w->text, found);
    return !found && leaves_unsaved(s, w) ? "discard" : found;
}
