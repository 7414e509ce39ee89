#ifndef ENGINE_AGENTS_APPAGENT_APPAGENT_H
#define ENGINE_AGENTS_APPAGENT_APPAGENT_H

/* AppAgent (Zhang et al. 2023, arXiv:2312.13771): elements by their numbers, explored and documented, then used. The mind of the
 * agent, and what an answer does to it: pure, no run, no display. */

#include "engine/agents/agent.h"
#include "memory/docs.h"

/* An element as the last look numbered it. */
struct appagent_element {
    gint64 number;
    char *id; /* of its program, or its kind and text where the program tells none; "" = nothing tells it from others later */
    char *name;
    char *documented; /* what a document says, for the board; "" = nothing */
    bool left_out;    /* it led nowhere on this page */
};

/* An element that led nowhere on a page. */
struct appagent_useless {
    char *print; /* of the page's picture, hexadecimal */
    char *window;
    char *id;
};

struct appagent {
    GPtrArray *elements;        /* struct appagent_element *, in the order of their numbers */
    GPtrArray *useless;         /* struct appagent_useless *, oldest first */
    gint64 rounds;              /* acts asked for so far */
    char *last_act;             /* the model's own summary; "" = none */
    bool grid;                  /* the next picture has numbered cells instead of elements */
    gint64 columns, rows;       /* of them */
    bool go_back;               /* the next action goes back */
    bool leaves;                /* the last action went back from a page that was used up */
    char *print, *window;       /* of the page that the last look showed */
    char *before, *before_hash; /* path and hash of the frame that the last action was decided on */
    char *page, *page_window;   /* print and window of that frame */
    /* the last action, as it was fired; kind: enum doc_kind + 1, 0 = none that a document can tell of */
    gint64 kind;
    char *id, *name, *did;
    char *changed; /* what it has changed on the screen, as a fact; "" = not known */
    gint64 number, step;
    char *focused, *focused_name; /* id and name of the element that was tapped last: a text goes there */
    char *program;                /* that is explored: the one in front at the start; "" = not known yet */
    gint64 asked;                 /* document about which the person is asked; 0 = none */
    char *answer;                 /* what the person said of it; "" = nothing yet */
    gint64 promise, promise_of;   /* id of the document's version that the last action relied on, 0 = none; its document */
    char *promised;               /* its text */
};
extern const struct mind_table appagent_mind;

/* The outcomes of reflection. */
enum appagent_decision { DECISION_BACK, DECISION_INEFFECTIVE, DECISION_CONTINUE, DECISION_SUCCESS, DECISION_COUNT };
/* False: no such word. */
bool appagent_decision_parse(const char *word, enum appagent_decision *ret_decision);

/* ---- pages and elements (pages.c) ---- */
/* The page that the screen shows; then its elements are added, one by one. */
void appagent_look(struct appagent *m, guint64 print, const char *window);
void appagent_add(struct appagent *m, gint64 number, const char *id, const char *name);
/* A document of the element with that id, for the board: "tap: opens the menu". */
void appagent_document(struct appagent *m, const char *id, const char *kind, const char *text);
/* NULL = no such number. */
const struct appagent_element *appagent_find(const struct appagent *m, gint64 number);
/* Elements that are not left out. */
guint appagent_left(const struct appagent *m);
/* What reflection found of the last action: what led nowhere is left out on the page that it was done on. */
void appagent_decide(struct appagent *m, enum appagent_decision decision);
/* An action is about to be decided in this step, on this frame. */
void appagent_acts(struct appagent *m, gint64 step, const char *frame, const char *hash);
/* A proposal's outcome; action NULL or not fired: nothing was done. */
void appagent_did(struct appagent *m, const action *done, bool fired);

/* The cells as text: "cells 1 to 60 …". Caller frees. */
char *appagent_cells_told(const struct appagent *m);
/* The board of elements or, while the picture has them, of cells, with what is documented of each. REMOVE leaves one out on this
 * page, GO takes it in again. */
void appagent_rows(const void *mind, GPtrArray *rows);
bool appagent_change(struct run *run, void *mind, gint64 row, enum board_verb verb, const char *text, GError **error);

/* ---- answers in the released lines (reply_json.c) ---- */
/* "Observation: …", "Thought: …", "Action: tap(7)", "Summary: …"; "Decision: …", "Thought: …", "Documentation: …". The error
 * names the line that is missing, or what is wrong with the action. For struct module's read. */
form_output *appagent_read(const struct form *form, const char *reply, gsize length, GError **error);

/* ---- documents (documents.c) ---- */
/* The program's name: on a phone the package of the window in front ("PACKAGE/ACTIVITY"), else of its profile, or of its command.
 * Caller frees. */
char *appagent_program(const struct run *run, const char *window);
/* What is told of the present elements, of the documents that the option docs= takes, newest versions: struct memory_doc *. An
 * element that has no document of its own for a kind of action is told the newest one of an element alike. Caller unrefs. */
GPtrArray *appagent_docs(const struct run *run, const struct appagent *m, GError **error);
/* Puts them on the board, each at its elements. */
void appagent_docs_note(struct appagent *m, const GPtrArray *docs);
/* The document of what the last action did to its element: of the elder author where several are there; NULL without an error:
 * none. Caller frees. */
struct memory_doc *appagent_doc_of(const struct run *run, const struct appagent *m, GError **error);
/* As lines for a prompt: the element's number and name, and each text, all of it quoted as material. What is or may be of another
 * element alike says so. Caller frees. */
char *appagent_docs_told(const struct appagent *m, const GPtrArray *docs);
struct appagent_maker {
    enum doc_author author; /* of a new document */
    const char *by;         /* who has written the text */
};
/* Writes down what the last action did: a new document, or a version of `old`. */
bool appagent_doc_write(const struct run *run, const struct appagent *m, const struct appagent_maker *maker,
                        const struct memory_doc *old, const char *text, const char *contradiction, GError **error);
/* The person's answer about the document m->asked: its version stands, the one before, or a text of theirs. Ends the question. */
bool appagent_doc_answered(const struct run *run, struct appagent *m, GError **error);

#define APPAGENT_ANSWER_NEW "the new text"
#define APPAGENT_ANSWER_OLD "the old text"

#endif
