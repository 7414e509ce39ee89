/* The schema: tables, indexes, triggers. Small columns stand before long texts: a row's tail lies in overflow pages, and lists
 * need only its head. */

#include "memory/sqlite/schema.h"

/* A run and the rows that go with it when it is pruned; its tombstone stays. */
static const char run_tables[] =
    "CREATE TABLE runs ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT," /* never used twice, not even after prune */
    "  status TEXT NOT NULL, outcome TEXT, started_us INTEGER NOT NULL, ended_us INTEGER NOT NULL DEFAULT 0,"
    /* the chain's length and end: without them rows cut off its end would not be missed */
    "  journal_seq INTEGER NOT NULL DEFAULT 0,"
    "  parent INTEGER NOT NULL DEFAULT 0, parent_step INTEGER NOT NULL DEFAULT 0," /* forked from that run after that step */
    "  journal_hash TEXT NOT NULL, agent TEXT, brain TEXT, profile TEXT, display TEXT, mode TEXT, app TEXT, reason TEXT,"
    "  task TEXT, sandbox TEXT, options TEXT,"
    "  origin TEXT" /* of an imported run: JSON, where it is from */
    ") STRICT;"
    "CREATE INDEX runs_by_status ON runs(status, id);"
    "CREATE INDEX runs_by_parent ON runs(parent, id) WHERE parent > 0;"
    "CREATE INDEX runs_by_app ON runs(app, id);"
    "CREATE INDEX runs_by_outcome ON runs(outcome, id);"
    "CREATE TABLE steps ("
    "  id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE, step INTEGER NOT NULL,"
    "  started_us INTEGER NOT NULL, ended_us INTEGER NOT NULL DEFAULT 0,"
    "  verdict TEXT, effect TEXT, success TEXT, task TEXT, action TEXT, UNIQUE (run, step)"
    ") STRICT;"
    "CREATE TABLE states ("
    "  id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE, step INTEGER NOT NULL,"
    "  at_us INTEGER NOT NULL, state TEXT NOT NULL, UNIQUE (run, step)"
    ") STRICT;"
    "CREATE TABLE frames ("
    "  id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE, step INTEGER NOT NULL,"
    "  hash TEXT NOT NULL, role TEXT, width INTEGER NOT NULL, height INTEGER NOT NULL, at_us INTEGER NOT NULL,"
    "  masked TEXT,"                       /* what is black in it, JSON (memory.h) */
    "  gone_us INTEGER NOT NULL DEFAULT 0" /* when it was thinned or forgotten: the row stays, the file does not */
    ") STRICT;"
    "CREATE INDEX frames_by_run ON frames(run, step);"
    "CREATE INDEX frames_by_hash ON frames(hash);"
    "CREATE TABLE calls ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT, run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE, step INTEGER NOT NULL,"
    "  module TEXT NOT NULL, brain TEXT, status TEXT NOT NULL, attempt INTEGER NOT NULL, started_us INTEGER NOT NULL,"
    "  ms INTEGER NOT NULL DEFAULT 0, tokens_in INTEGER NOT NULL DEFAULT 0, tokens_out INTEGER NOT NULL DEFAULT 0,"
    "  tokens_cached INTEGER NOT NULL DEFAULT 0, pictures INTEGER NOT NULL DEFAULT 0,"
    "  cost REAL NOT NULL DEFAULT 0, unpriced INTEGER NOT NULL DEFAULT 0, error TEXT, output TEXT, correction TEXT, reply TEXT, "
    "prompt TEXT,"
    "  says TEXT" /* what its fields are, JSON (memory.h) */
    ") STRICT;"
    "CREATE INDEX calls_by_run ON calls(run, step, id, cost);" /* covers the sum of a run's cost */
    "CREATE TABLE spent (" /* outside of the modules' calls: what reins ask and embeddings took */
    "  id INTEGER PRIMARY KEY, at_us INTEGER NOT NULL, what TEXT NOT NULL, brain TEXT NOT NULL,"
    "  tokens_in INTEGER NOT NULL, tokens_out INTEGER NOT NULL, cost REAL NOT NULL, unpriced INTEGER NOT NULL"
    ") STRICT;"
    "CREATE INDEX spent_by_time ON spent(at_us);"
    "CREATE TABLE proposals ("
    "  row INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE, id INTEGER NOT NULL,"
    "  step INTEGER NOT NULL, at_us INTEGER NOT NULL, tier INTEGER NOT NULL, edited_from INTEGER NOT NULL, author TEXT,"
    "  digest TEXT, rule TEXT, target TEXT, action TEXT, timeline TEXT, UNIQUE (run, id)"
    ") STRICT;"
    "CREATE INDEX proposals_by_step ON proposals(run, step, id);"
    "CREATE TABLE decisions (" /* several are possible (approved, then stale): the newest counts, none is overwritten */
    "  row INTEGER PRIMARY KEY, run INTEGER NOT NULL, proposal INTEGER NOT NULL, at_us INTEGER NOT NULL,"
    "  verdict TEXT NOT NULL, author TEXT, reason TEXT,"
    "  FOREIGN KEY (run, proposal) REFERENCES proposals(run, id) ON DELETE CASCADE"
    ") STRICT;"
    "CREATE INDEX decisions_by_proposal ON decisions(run, proposal);"
    "CREATE TABLE fired ("
    "  row INTEGER PRIMARY KEY, run INTEGER NOT NULL, proposal INTEGER NOT NULL, at_us INTEGER NOT NULL, events TEXT NOT NULL,"
    "  FOREIGN KEY (run, proposal) REFERENCES proposals(run, id) ON DELETE CASCADE"
    ") STRICT;"
    "CREATE INDEX fired_by_proposal ON fired(run, proposal);"
    "CREATE TABLE journal ("
    "  row INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE, seq INTEGER NOT NULL,"
    "  step INTEGER NOT NULL, proposal INTEGER NOT NULL, at_us INTEGER NOT NULL, stage TEXT NOT NULL, author TEXT, digest TEXT,"
    "  data TEXT, hash TEXT NOT NULL, UNIQUE (run, seq)"
    ") STRICT;"
    "CREATE INDEX journal_by_proposal ON journal(run, proposal, seq, stage);"
    "CREATE TABLE summaries ("
    "  id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE, step INTEGER NOT NULL,"
    "  at_us INTEGER NOT NULL,"
    "  parent INTEGER NOT NULL DEFAULT 0,"     /* id of the summary that this one folds in */
    "  first_step INTEGER NOT NULL DEFAULT 0," /* the first step that it tells of by itself */
    "  text TEXT NOT NULL"
    ") STRICT;"
    "CREATE INDEX summaries_by_run ON summaries(run, step);"
    "CREATE TABLE tombstones (" /* what stays of a pruned run */
    "  run INTEGER PRIMARY KEY, started_us INTEGER NOT NULL, ended_us INTEGER NOT NULL, outcome TEXT, steps INTEGER NOT NULL,"
    "  journal_seq INTEGER NOT NULL, journal_hash TEXT NOT NULL, pruned_us INTEGER NOT NULL"
    ") STRICT;";

/* Search: one row for each text (search.c). Triggers keep the index beside it. */
static const char search_tables[] =
    "CREATE TABLE texts ("
    "  id INTEGER PRIMARY KEY, kind TEXT NOT NULL, part TEXT NOT NULL, ref INTEGER NOT NULL,"
    "  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE, step INTEGER NOT NULL, text TEXT NOT NULL,"
    "  UNIQUE (kind, ref, part)"
    ") STRICT;"
    "CREATE INDEX texts_by_run ON texts(run);"
    "CREATE VIRTUAL TABLE search USING fts5(text, content='texts', content_rowid='id', tokenize='unicode61 remove_diacritics 2');"
    "CREATE TRIGGER texts_insert AFTER INSERT ON texts BEGIN"
    "  INSERT INTO search(rowid, text) VALUES (new.id, new.text); END;"
    "CREATE TRIGGER texts_delete AFTER DELETE ON texts BEGIN"
    "  INSERT INTO search(search, rowid, text) VALUES ('delete', old.id, old.text); END;"
    "CREATE TRIGGER texts_update AFTER UPDATE ON texts BEGIN"
    "  INSERT INTO search(search, rowid, text) VALUES ('delete', old.id, old.text);"
    "  INSERT INTO search(rowid, text) VALUES (new.id, new.text); END;";

/* What a list of runs says of each without counting; what is worth jumping to (pages.h). Triggers keep both, so that a million
 * steps open at once. */
static const char total_tables[] =
    "CREATE TABLE run_totals ("
    "  run INTEGER PRIMARY KEY REFERENCES runs(id) ON DELETE CASCADE, steps INTEGER NOT NULL DEFAULT 0,"
    "  calls INTEGER NOT NULL DEFAULT 0, tokens_in INTEGER NOT NULL DEFAULT 0, tokens_out INTEGER NOT NULL DEFAULT 0,"
    "  tokens_cached INTEGER NOT NULL DEFAULT 0, pictures INTEGER NOT NULL DEFAULT 0,"
    "  ms INTEGER NOT NULL DEFAULT 0, touched INTEGER NOT NULL DEFAULT 0, cost REAL NOT NULL DEFAULT 0,"
    "  unpriced INTEGER NOT NULL DEFAULT 0" /* calls */
    ") STRICT;"
    "CREATE TABLE step_marks ("
    "  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE, step INTEGER NOT NULL, what TEXT NOT NULL,"
    "  PRIMARY KEY (run, what, step)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX step_marks_by_step ON step_marks(run, step);"
    "CREATE TRIGGER runs_insert AFTER INSERT ON runs BEGIN INSERT INTO run_totals(run) VALUES (new.id); END;"
    "CREATE TRIGGER steps_insert AFTER INSERT ON steps BEGIN"
    "  UPDATE run_totals SET steps = steps + 1 WHERE run = new.run; END;"
    "CREATE TRIGGER calls_insert AFTER INSERT ON calls BEGIN"
    "  UPDATE run_totals SET calls = calls + 1, tokens_in = tokens_in + new.tokens_in, tokens_out = tokens_out + new.tokens_out,"
    "   tokens_cached = tokens_cached + new.tokens_cached, pictures = pictures + new.pictures,"
    "   ms = ms + new.ms, cost = cost + new.cost, unpriced = unpriced + new.unpriced WHERE run = new.run; END;"
    "CREATE TRIGGER calls_update AFTER UPDATE OF tokens_in, tokens_out, tokens_cached, pictures, ms, cost, unpriced ON calls "
    "BEGIN"
    "  UPDATE run_totals SET tokens_in = tokens_in + new.tokens_in - old.tokens_in,"
    "   tokens_out = tokens_out + new.tokens_out - old.tokens_out,"
    "   tokens_cached = tokens_cached + new.tokens_cached - old.tokens_cached, pictures = pictures + new.pictures - old.pictures,"
    "   ms = ms + new.ms - old.ms, cost = cost + new.cost - old.cost, unpriced = unpriced + new.unpriced - old.unpriced"
    "   WHERE run = new.run; END;"
    "CREATE TRIGGER step_marks_insert AFTER INSERT ON step_marks WHEN new.what = 'human' BEGIN"
    "  UPDATE run_totals SET touched = touched + 1 WHERE run = new.run; END;"
    "CREATE TRIGGER steps_update AFTER UPDATE OF effect, success ON steps BEGIN"
    "  DELETE FROM step_marks WHERE run = new.run AND step = new.step AND what IN ('no_effect', 'unexpected', 'failed');"
    "  INSERT INTO step_marks SELECT new.run, new.step, new.effect WHERE new.effect IN ('no_effect', 'unexpected')"
    "   ON CONFLICT DO NOTHING;"
    "  INSERT INTO step_marks SELECT new.run, new.step, 'failed' WHERE new.success = 'no' ON CONFLICT DO NOTHING; END;"
    "CREATE TRIGGER decisions_insert AFTER INSERT ON decisions BEGIN"
    "  INSERT INTO step_marks SELECT new.run, p.step, new.verdict FROM proposals p WHERE p.run = new.run AND p.id = new.proposal"
    "   AND new.verdict IN ('edited', 'rejected', 'stale', 'expired', 'voided') ON CONFLICT DO NOTHING;"
    "  INSERT INTO step_marks SELECT new.run, p.step, 'human' FROM proposals p WHERE p.run = new.run AND p.id = new.proposal"
    "   AND new.author = 'human' AND new.verdict IN ('edited', 'rejected') ON CONFLICT DO NOTHING; END;"
    "CREATE TRIGGER proposals_insert AFTER INSERT ON proposals WHEN new.author = 'human' BEGIN"
    "  INSERT INTO step_marks VALUES (new.run, new.step, 'human') ON CONFLICT DO NOTHING; END;"
    "CREATE TRIGGER calls_correct AFTER UPDATE OF correction ON calls WHEN new.correction IS NOT NULL BEGIN"
    "  INSERT INTO step_marks VALUES (new.run, new.step, 'corrected'), (new.run, new.step, 'human') ON CONFLICT DO NOTHING; END;"
    "CREATE TRIGGER calls_fail AFTER UPDATE OF status ON calls WHEN new.status = 'failed' BEGIN"
    "  INSERT INTO step_marks VALUES (new.run, new.step, 'error') ON CONFLICT DO NOTHING; END;";

/* A person's words about a run (step 0) or a step (notes.h); tombstones of single steps (forget.h). */
static const char note_tables[] =
    "CREATE TABLE notes ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT, run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE, step INTEGER NOT NULL,"
    "  at_us INTEGER NOT NULL, kind TEXT NOT NULL, author TEXT NOT NULL, withdrawn_us INTEGER NOT NULL DEFAULT 0,"
    "  text TEXT NOT NULL"
    ") STRICT;"
    "CREATE INDEX notes_by_run ON notes(run, step, id);"
    "CREATE INDEX notes_by_text ON notes(kind, text, run) WHERE kind = 'tag' AND withdrawn_us = 0;"
    "CREATE TRIGGER notes_insert AFTER INSERT ON notes WHEN new.step > 0 BEGIN"
    "  INSERT INTO step_marks VALUES (new.run, new.step, new.kind) ON CONFLICT DO NOTHING; END;"
    "CREATE TRIGGER notes_withdraw AFTER UPDATE OF withdrawn_us ON notes WHEN new.step > 0 BEGIN"
    "  DELETE FROM step_marks WHERE run = new.run AND step = new.step AND what = new.kind AND NOT EXISTS (SELECT 1 FROM notes n"
    "   WHERE n.run = new.run AND n.step = new.step AND n.kind = new.kind AND n.withdrawn_us = 0);"
    "  INSERT INTO step_marks SELECT new.run, new.step, new.kind WHERE new.withdrawn_us = 0 ON CONFLICT DO NOTHING; END;"
    "CREATE TABLE forgotten ("
    "  id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE, step INTEGER NOT NULL,"
    "  at_us INTEGER NOT NULL, author TEXT NOT NULL, frames INTEGER NOT NULL, bytes INTEGER NOT NULL, reason TEXT NOT NULL,"
    "  everywhere INTEGER NOT NULL, emptied TEXT NOT NULL" /* ,SEQ,SEQ,: rows of the chain that lost their data */
    ") STRICT;"
    "CREATE INDEX forgotten_by_step ON forgotten(run, step);"
    "CREATE TRIGGER forgotten_insert AFTER INSERT ON forgotten WHEN new.step > 0 BEGIN"
    "  INSERT INTO step_marks VALUES (new.run, new.step, 'forgotten') ON CONFLICT DO NOTHING; END;";

/* What was learnt of a failure (lessons.h): it outlives its run, and an edit is a new row. What a prompt was given of the past,
 * and what was found and left out (recalls.h). Perceptual hashes of frames (pictures.h). */
static const char recall_tables[] =
    "CREATE TABLE lessons ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT, run INTEGER NOT NULL, step INTEGER NOT NULL, at_us INTEGER NOT NULL,"
    "  edited_from INTEGER NOT NULL DEFAULT 0, withdrawn_us INTEGER NOT NULL DEFAULT 0, author TEXT NOT NULL, app TEXT,"
    "  skill TEXT, reason TEXT, task TEXT, text TEXT NOT NULL"
    ") STRICT;"
    "CREATE INDEX lessons_by_app ON lessons(app, id) WHERE withdrawn_us = 0;"
    "CREATE INDEX lessons_by_place ON lessons(run, step);"
    "CREATE INDEX lessons_by_text ON lessons(text);"
    "CREATE TABLE recalls ("
    "  id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE, step INTEGER NOT NULL,"
    "  place INTEGER NOT NULL, in_prompt INTEGER NOT NULL, kind TEXT NOT NULL, source_run INTEGER NOT NULL,"
    "  source_step INTEGER NOT NULL, lesson INTEGER NOT NULL DEFAULT 0, score REAL NOT NULL, why TEXT"
    ") STRICT;"
    "CREATE INDEX recalls_by_step ON recalls(run, step, place);"
    "CREATE INDEX recalls_by_source ON recalls(source_run, source_step);"
    "CREATE TABLE pictures (hash TEXT PRIMARY KEY, print INTEGER NOT NULL, bytes INTEGER NOT NULL) STRICT, WITHOUT ROWID;";

/* What a step was about, for whoever plans a like one (gists.h): one text for each step that ended with an action. Triggers make
 * it, so that every way in (a run, an import) makes it and every way out (forget, prune) takes it away. */
/* clang-format off */
#define LINE(TEXT, LENGTH) " substr(replace(replace(coalesce(" TEXT ", ''), char(10), ' '), char(13), ' '), 1, " LENGTH ") "
#define GIST_FRAME /* what was seen before the first action was proposed */                                                      \
    "(SELECT f.hash FROM frames f WHERE f.run = s.run AND f.step BETWEEN s.step - 1 AND s.step AND f.role = 'observation'"       \
    " AND f.at_us <= coalesce((SELECT min(p.at_us) FROM proposals p WHERE p.run = s.run AND p.step = s.step), s.ended_us)"       \
    " ORDER BY f.id DESC LIMIT 1)"
#define GIST_SAW                                                                                                                 \
    "(SELECT json_extract(coalesce(c.correction, c.output), '$.' || json_extract(c.says, '$.screen')) FROM calls c"             \
    " WHERE c.run = s.run AND c.step = s.step AND json_extract(c.says, '$.screen') IS NOT NULL"                                  \
    " AND json_valid(coalesce(c.correction, c.output)) ORDER BY c.id DESC LIMIT 1)"
#define GIST_ACTION                                                                                                              \
    "CASE WHEN json_valid(s.action) THEN (SELECT group_concat(atom, ' ') FROM json_tree(s.action) WHERE atom IS NOT NULL) END"
#define GIST_OF_NEW                                                                                                              \
    " INSERT INTO gists(run, step, frame, text) SELECT s.run, s.step, " GIST_FRAME ","                                           \
    LINE("r.task", "500") "|| char(10) ||" LINE("s.task", "500") "|| char(10) ||" LINE(GIST_SAW, "999") "|| char(10) ||"        \
    LINE(GIST_ACTION, "1000") "|| char(10) ||" LINE("r.profile", "100") "|| ' ' ||" LINE("r.app", "200")                         \
    "FROM steps s JOIN runs r ON r.id = s.run WHERE s.ended_us > 0 AND s.action IS NOT NULL AND s.id = new.id;"

static const char gist_tables[] =
    "CREATE TABLE gists ("
    "  id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE, step INTEGER NOT NULL,"
    "  frame TEXT," /* the picture that it looked at */
    "  text TEXT NOT NULL, UNIQUE (run, step)"
    ") STRICT;"
    "CREATE INDEX gists_by_frame ON gists(frame, id);"
    /* which rows have a word, and no more */
    "CREATE VIRTUAL TABLE gist_search USING fts5(text, content='gists', content_rowid='id', detail=none, columnsize=0,"
    " tokenize='unicode61 remove_diacritics 2');"
    "CREATE TRIGGER gists_insert AFTER INSERT ON gists BEGIN"
    "  INSERT INTO gist_search(rowid, text) VALUES (new.id, new.text); END;"
    "CREATE TRIGGER gists_delete AFTER DELETE ON gists BEGIN"
    "  INSERT INTO gist_search(gist_search, rowid, text) VALUES ('delete', old.id, old.text); END;"
    "CREATE TRIGGER steps_gist_insert AFTER INSERT ON steps WHEN new.ended_us > 0 BEGIN"
    GIST_OF_NEW " END;"
    "CREATE TRIGGER steps_gist AFTER UPDATE OF ended_us, task, action ON steps WHEN new.ended_us > 0 BEGIN"
    "  DELETE FROM gists WHERE run = new.run AND step = new.step;"
    GIST_OF_NEW " END;";
/* clang-format on */

/* Skills: versions, stages, changes of files, vectors (skills.h), the chain of their history (chain/skill_chain.h). They do not
 * refer to runs: a skill outlives the run that it came from. skill_renames: from_name goes on as to_name; upto = the newest
 * version then. */
static const char skill_tables[] =
    "CREATE TABLE skill_versions ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, sha256 TEXT NOT NULL, at_us INTEGER NOT NULL,"
    "  run INTEGER NOT NULL DEFAULT 0, step INTEGER NOT NULL DEFAULT 0,"
    "  same INTEGER NOT NULL DEFAULT 0," /* id of the first of the versions that are one under several names, 0 = it is alone */
    "  author TEXT NOT NULL, parent TEXT, file TEXT, note TEXT,"
    "  code TEXT NOT NULL, UNIQUE (name, sha256)"
    ") STRICT;"
    "CREATE INDEX skill_versions_by_same ON skill_versions(same);"
    "CREATE TABLE skill_stages ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT, version INTEGER NOT NULL REFERENCES skill_versions(id) ON DELETE CASCADE,"
    "  at_us INTEGER NOT NULL, stage TEXT NOT NULL, author TEXT, reason TEXT"
    ") STRICT;"
    "CREATE INDEX skill_stages_by_version ON skill_stages(version, id);"
    "CREATE TABLE skill_changes ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT, at_us INTEGER NOT NULL, undone INTEGER NOT NULL DEFAULT 0,"
    "  batch INTEGER NOT NULL, what TEXT NOT NULL, path TEXT NOT NULL, sha256 TEXT, before TEXT, after TEXT"
    ") STRICT;"
    "CREATE TABLE vectors ("
    "  id INTEGER PRIMARY KEY, kind TEXT NOT NULL, key TEXT NOT NULL, vector BLOB NOT NULL, UNIQUE (kind, key)"
    ") STRICT;"
    "CREATE TABLE skill_renames ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT, batch INTEGER NOT NULL, at_us INTEGER NOT NULL, upto INTEGER NOT NULL,"
    "  from_name TEXT NOT NULL, to_name TEXT NOT NULL"
    ") STRICT;"
    "CREATE INDEX skill_renames_by_name ON skill_renames(to_name, id);"
    "CREATE TABLE skill_journal ("
    "  row INTEGER PRIMARY KEY, kind TEXT NOT NULL, ref INTEGER NOT NULL, sha256 TEXT NOT NULL, hash TEXT NOT NULL,"
    "  UNIQUE (kind, ref)"
    ") STRICT;"
    "CREATE TABLE skill_journal_end (id INTEGER PRIMARY KEY, row INTEGER NOT NULL, hash TEXT NOT NULL) STRICT;";

/* How skills came out. They count after the run is pruned. outcome_totals says how often, without counting (skills.h). */
static const char outcome_tables[] =
    "CREATE TABLE outcomes ("
    "  id INTEGER PRIMARY KEY, skill TEXT NOT NULL, sha256 TEXT NOT NULL, what TEXT NOT NULL, run INTEGER NOT NULL,"
    "  step INTEGER NOT NULL, at_us INTEGER NOT NULL"
    ") STRICT;"
    "CREATE INDEX outcomes_by_skill ON outcomes(skill, sha256, what);"
    "CREATE INDEX outcomes_by_time ON outcomes(skill, sha256, at_us);"
    "CREATE INDEX outcomes_by_place ON outcomes(skill, run, step);"
    "CREATE INDEX outcomes_by_run ON outcomes(run, id) WHERE run > 0;"
    "CREATE TABLE outcome_totals ("
    "  skill TEXT NOT NULL, sha256 TEXT NOT NULL, what TEXT NOT NULL, n INTEGER NOT NULL, last_us INTEGER NOT NULL,"
    "  PRIMARY KEY (skill, sha256, what)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TRIGGER outcomes_insert AFTER INSERT ON outcomes BEGIN"
    "  INSERT INTO outcome_totals VALUES (new.skill, new.sha256, new.what, 1, new.at_us) ON CONFLICT DO UPDATE SET n = n + 1,"
    "   last_us = max(last_us, excluded.last_us); END;"
    "CREATE TRIGGER outcomes_delete AFTER DELETE ON outcomes BEGIN"
    "  UPDATE outcome_totals SET n = n - 1, last_us = coalesce((SELECT max(at_us) FROM outcomes o WHERE o.skill = old.skill"
    "   AND o.sha256 = old.sha256 AND o.what = old.what), 0) WHERE skill = old.skill AND sha256 = old.sha256 AND what = old.what;"
    "  DELETE FROM outcome_totals WHERE n = 0; END;";

/* What an agent asked the person (questions.h). An answer is a person's help: its step is marked so. */
static const char question_tables[] =
    "CREATE TABLE questions ("
    "  row INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE, id INTEGER NOT NULL,"
    "  step INTEGER NOT NULL, asked_us INTEGER NOT NULL, answered_us INTEGER NOT NULL DEFAULT 0, useful INTEGER,"
    "  verdict TEXT, author TEXT, answer TEXT, choices TEXT, question TEXT NOT NULL, UNIQUE (run, id)"
    ") STRICT;"
    "CREATE INDEX questions_by_step ON questions(run, step, id);"
    "CREATE TRIGGER questions_answer AFTER UPDATE OF verdict ON questions WHEN new.verdict = 'answered' BEGIN"
    "  INSERT INTO step_marks VALUES (new.run, new.step, 'human') ON CONFLICT DO NOTHING; END;";

/* What elements of programs do (docs.h): a row for each version. maker: explored, watched, written; author: who wrote the
 * version. doc is 0 only while the first version is added. */
static const char doc_tables[] =
    "CREATE TABLE docs ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT, doc INTEGER NOT NULL, version INTEGER NOT NULL, run INTEGER NOT NULL,"
    "  step INTEGER NOT NULL, at_us INTEGER NOT NULL, newest INTEGER NOT NULL DEFAULT 1,"
    "  withdrawn_us INTEGER NOT NULL DEFAULT 0, uses INTEGER NOT NULL DEFAULT 0, kept INTEGER NOT NULL DEFAULT 0,"
    "  broken INTEGER NOT NULL DEFAULT 0, kind TEXT NOT NULL, maker TEXT NOT NULL, author TEXT NOT NULL, app TEXT NOT NULL,"
    "  element TEXT NOT NULL, name TEXT, before TEXT, after TEXT, contradiction TEXT, reason TEXT, text TEXT NOT NULL"
    ") STRICT;"
    "CREATE INDEX docs_by_doc ON docs(doc, version);"
    "CREATE INDEX docs_by_element ON docs(app, element, kind, doc) WHERE newest;"
    "CREATE INDEX docs_by_place ON docs(run, step);";

/* What was done for a goal, and what came of it (plans.h): a row for each version. folded: number of the reference that was made
 * of it. plan is 0 only while the first version is added. */
static const char plan_tables[] =
    "CREATE TABLE plans ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT, plan INTEGER NOT NULL, version INTEGER NOT NULL, run INTEGER NOT NULL,"
    "  step INTEGER NOT NULL, at_us INTEGER NOT NULL, steps INTEGER NOT NULL, newest INTEGER NOT NULL DEFAULT 1,"
    "  withdrawn_us INTEGER NOT NULL DEFAULT 0, reference INTEGER NOT NULL, touched INTEGER NOT NULL,"
    "  folded INTEGER NOT NULL DEFAULT 0, worked INTEGER NOT NULL DEFAULT 0, failed INTEGER NOT NULL DEFAULT 0,"
    "  outcome TEXT NOT NULL, author TEXT NOT NULL, app TEXT NOT NULL, goal TEXT NOT NULL, origin TEXT, reason TEXT, cause TEXT,"
    "  task TEXT, situation TEXT, picture TEXT, print INTEGER NOT NULL, state TEXT, of_goals INTEGER NOT NULL, text TEXT NOT NULL"
    ") STRICT;"
    "CREATE INDEX plans_by_plan ON plans(plan, version);"
    "CREATE INDEX plans_by_goal ON plans(app, goal, plan) WHERE newest;"
    "CREATE INDEX plans_by_reference ON plans(folded, plan) WHERE folded > 0;"
    "CREATE INDEX plans_by_place ON plans(run, step);";

/* Paragraphs about a program or world (knowledge.h): a row for each version. paragraph is 0 only while the first one is added. */
static const char knowledge_tables[] =
    "CREATE TABLE knowledge ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT, paragraph INTEGER NOT NULL, version INTEGER NOT NULL, at_us INTEGER NOT NULL,"
    "  newest INTEGER NOT NULL DEFAULT 1, withdrawn_us INTEGER NOT NULL DEFAULT 0, author TEXT NOT NULL, app TEXT NOT NULL,"
    "  subject TEXT NOT NULL, source TEXT, reason TEXT, text TEXT NOT NULL"
    ") STRICT;"
    "CREATE INDEX knowledge_by_paragraph ON knowledge(paragraph, version);"
    "CREATE INDEX knowledge_by_subject ON knowledge(app, subject, paragraph) WHERE newest;"
    "CREATE INDEX knowledge_by_source ON knowledge(app, source, subject, id) WHERE version = 1;";

/* What agents learn by (learnings.h). An episode outlives its run. family: the group of its task. */
static const char learning_tables[] =
    "CREATE TABLE learnings ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT, at_us INTEGER NOT NULL, ended_us INTEGER NOT NULL DEFAULT 0, agent TEXT NOT NULL,"
    "  words TEXT NOT NULL"
    ") STRICT;"
    "CREATE TABLE episodes ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT, learning INTEGER NOT NULL REFERENCES learnings(id), round INTEGER NOT NULL,"
    "  seed INTEGER NOT NULL, run INTEGER NOT NULL DEFAULT 0, dropped INTEGER NOT NULL DEFAULT 0,"
    "  at_us INTEGER NOT NULL DEFAULT 0, steps INTEGER NOT NULL DEFAULT 0, calls INTEGER NOT NULL DEFAULT 0,"
    "  memory INTEGER NOT NULL DEFAULT 0, cost REAL NOT NULL DEFAULT 0, task TEXT NOT NULL, goal TEXT NOT NULL,"
    "  family TEXT NOT NULL, outcome TEXT, reason TEXT,"
    "  UNIQUE (learning, round, task, seed)"
    ") STRICT;"
    "CREATE INDEX episodes_by_learning ON episodes(learning, id);";

const char *const schema_tables[] = {
    run_tables,     search_tables,   total_tables, note_tables, recall_tables,    gist_tables,     skill_tables,
    outcome_tables, question_tables, doc_tables,   plan_tables, knowledge_tables, learning_tables, NULL};
