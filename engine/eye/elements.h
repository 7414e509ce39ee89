#ifndef ENGINE_EYE_ELEMENTS_H
#define ENGINE_EYE_ELEMENTS_H

/* Elements: what programs say of their own windows by AT-SPI, as they say it to a screen reader. A worker "elements" walks the
 * tree of some programs (elements_atspi.c); request and reply are JSON (elements_json.c). A program is known by its pid as the
 * bus tells it. A phone's uiautomator writes its tree as XML. Everything else is the program's own word: it finds and names
 * things, and proves nothing. */

#include "engine/picture/screen_match.h"
#include "engine/picture/window.h"

#include <glib.h>
#include <stdbool.h>

#define ELEMENTS_MAX 5000            /* in a reply */
#define ELEMENTS_VISITED_MAX 20000   /* nodes of the trees, also those that are not told */
#define ELEMENTS_DEPTH_MAX 64        /* levels */
#define ELEMENTS_CHILDREN_MAX 1000   /* of one node: a longer list shows only a part of itself */
#define ELEMENTS_HIDDEN_MAX 40       /* of such a list: so many in a row that do not show, behind some that do, are its end */
#define ELEMENTS_NAME_MAX 200        /* characters */
#define ELEMENTS_PIDS_MAX 32         /* of a request */
#define ELEMENTS_REPLY_MAX (8 << 20) /* bytes */
#define ELEMENTS_ID_BYTES 26         /* 16 digits, of those alike "-" and 8 more, and the end */

#define ELEMENTS_PASSWORD "password text" /* the role of a field for a password */

#define ELEMENTS_MASKED "(masked)" /* the name of what a profile's mask hides */

/* Something that is showing and can be clicked or get the keys. */
struct element {
    char *role;                 /* as AT-SPI names it: "push button" */
    char *name;                 /* without characters that nobody sees; "" = it has none */
    char id[ELEMENTS_ID_BYTES]; /* as element_nodes_identify() makes it */
    gint64 pid;
    int x, y, width, height; /* on the screen, px */
    struct area top;         /* of the program's own window that it is in */
    char *top_name;          /* of that window; "" = it has none */
    bool menu;               /* it is in a menu, which may be drawn in a window of its own */
    bool clickable;          /* it has an action */
    bool focusable;
    bool sensitive; /* false: grey */
    bool checkable, checked;
    bool focused; /* it gets the keys that its window gets */
    bool secret;  /* a field for a password */
};

/* Owns the strings. (element.c) */
GArray *elements_new(void);
/* A name is a line of text that can be seen. Takes the text, NULL = ""; caller frees. */
char *element_name(char *text);

/* A node of a program's tree, for its id. */
struct element_node {
    int parent;                 /* its index; -1 = none */
    char *role, *name;          /* owned; name "" = it has none */
    bool window;                /* a program or a window: a second one that is alike does not change the ids in the first */
    bool holds;                 /* it lays out others: named ones in it are not alike only because it has likes */
    char id[ELEMENTS_ID_BYTES]; /* written by element_nodes_identify() */
};
/* struct element_node, parents before their children; owns the strings. */
GArray *element_nodes_new(void);
/* Writes the ids, each of them once. An id is the same after scrolling, resizing and a restart in one language: 16 hexadecimal
 * digits of the path of roles and names. Where elements have the same path, only their places tell them apart, and a place may go
 * to another one. Their ids say so: "-" and 8 digits of the place follow, also where a named element is in a row of a list, or
 * one without a name in anything that has likes. The 16 digits of the latter are others for each place: nothing says that two
 * drawings do the same. memory_doc_shared() and doc_elements_alike() read ids. */
void element_nodes_identify(GArray *nodes);

struct elements_request {
    char *bus;     /* address of the accessibility bus: "unix:path=…" */
    GArray *pids;  /* gint64 */
    int within_ms; /* the walk ends after so long, with what it has */
    bool rests;    /* a window has opened: it is walked until two walks tell the same, for a part of that time */
    bool all;      /* every program of the bus: the window of theirs that is active, else all windows */
};
char *elements_request_to_json(const struct elements_request *r);
bool elements_request_from_json(const char *text, gsize length, struct elements_request *ret, GError **error);
void elements_request_clear(struct elements_request *r);

/* How much a reply tells. */
struct elements_told {
    int programs; /* how many of the pids are on the bus */
    bool cut;     /* there is more than the limits allow */
    bool late;    /* there is more, and the time was over */
};
void elements_reply_to_json(const GArray *elements, const struct elements_told *told, GString *reply);
/* Caller unrefs. Error: EYE_ERROR_FORMAT and those of strict_json.h. */
GArray *elements_reply_from_json(const char *text, gsize length, struct elements_told *ret,
                                 GError **error) G_GNUC_WARN_UNUSED_RESULT;

#define ELEMENTS_UNANSWERED "the program does not answer" /* the worker's error */

#define ELEMENTS_NONE "none, "                                                  /* a look's note begins so, or … */
#define ELEMENTS_LATE ", the program was too slow for the rest of its elements" /* … ends so */

/* The worker "elements". The first connects to the bus, before the worker gives up its rights: it then can neither open nor
 * connect. Errors: the library or the bus is not there (ENVIRONMENT), or the address is none of a bus. */
bool elements_worker_connect(const char *request, gsize length, GError **error);
bool elements_worker(const char *request, gsize length, GString *reply, GError **error);

/* What a phone's uiautomator has written (display_port.tree): what the window shows, which fills the screen; its title and class
 * are the activity and the program. *ret_cut: there is more than the limits allow. Caller unrefs. Error: EYE_ERROR_FORMAT, in
 * uiautomator's own words where it has made no XML. (elements_uiautomator.c) */
GArray *elements_uiautomator_read(const char *text, gsize length, const struct eye_window *window, bool *ret_cut,
                                  GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
