#include "engine/gate/grave_word.h"

#include "engine/gate/menu_row.h"
#include "engine/gate/confusables.h"

#include <string.h>

/* Labels of actions that cannot be undone or concern money, people or secrets. */
static const char *const grave_words[] = {
    "send",   "submit",   "publish",   "post",   "pay",     "buy",         "order",    "purchase",  "checkout",
    "delete", "remove",   "erase",     "format", "sign",    "transfer",    "accept",   "install",   "uninstall",
    "grant",  "password", "passwort",  "senden", "löschen", "kaufen",      "bezahlen", "supprimer", "envoyer",
    "payer",  "enviar",   "eliminar",  "borrar", "pagar",   "comprar",     "удалить",  "отправить", "confirm",
    "allow",  "approve",  "authorize", "reset",  "revoke",  "unsubscribe", "shutdown", "wipe",      "overwrite",
};

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

const char *grave_word(const screen *s, const struct screen_word *w)
{
    const char *found = grave_word_in(w->text, NULL);
    return found && g_str_equal(found, "format") && menu_row_noun(s, w) ? grave_word_in(w->text, found) : found;
}
