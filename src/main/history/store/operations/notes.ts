import type { Database } from 'better-sqlite3';
import type { ObservationDetail } from '#shared/model/observation.ts';
import type { SearchableText } from '../derive/searchFields.ts';
import { HistoryFailure, mustHave, noAnswer } from '../failures.ts';
import { newId } from '../ids.ts';
import { reads, writes } from './operation.ts';
import { createTranslatedTexts } from './translations.ts';

/** The user's notes and labels, by row id of their answer. */
export function createAnnotations(db: Database) {
  const notes = db.prepare<{ observationId: number }, ObservationDetail['notes'][number]>(
    `SELECT uid AS id, text, created_at_ms AS writtenAtMs, edited_at_ms AS editedAtMs FROM notes
     WHERE observation_id = @observationId ORDER BY id`,
  );
  const translated = createTranslatedTexts(db);
  const labels = db.prepare<{ observationId: number }, { name: string }>(
    'SELECT name FROM labels WHERE observation_id = @observationId ORDER BY name',
  );
  return {
    notesOf: (observationId: number): ObservationDetail['notes'] => notes.all({ observationId }),
    labelsOf: (observationId: number): string[] => labels.all({ observationId }).map(({ name }) => name),
    /** Notes and translations as searchable texts of an answer. */
    searchable: (observationId: number): readonly SearchableText[] => [
      ...notes.all({ observationId }).map(({ text }) => ({ field: 'note', text }) as const),
      ...translated(observationId).map((text) => ({ field: 'translation', text }) as const),
    ],
  };
}

/** Notes and labels of answers. A trigger updates the index after changes. */
export function createNoteOperations(db: Database) {
  const observation = db.prepare<{ uid: string }, { id: number }>(
    'SELECT id FROM observations WHERE uid = @uid',
  );
  const add = db.prepare<{ uid: string; observationId: number; text: string; createdAtMs: number }>(
    'INSERT INTO notes (uid, observation_id, text, created_at_ms) VALUES (@uid, @observationId, @text, @createdAtMs)',
  );
  const edit = db.prepare<{ text: string; editedAtMs: number; uid: string }>(
    'UPDATE notes SET text = @text, edited_at_ms = @editedAtMs WHERE uid = @uid',
  );
  const remove = db.prepare<{ uid: string }>('DELETE FROM notes WHERE uid = @uid');
  const used = db.prepare<[], { name: string; answers: number }>(
    'SELECT name, count(*) AS answers FROM labels GROUP BY name ORDER BY answers DESC, name',
  );
  const unlabel = db.prepare<{ id: number }>('DELETE FROM labels WHERE observation_id = @id');
  const label = db.prepare<{ name: string; id: number }>(
    'INSERT OR IGNORE INTO labels (name, observation_id) VALUES (@name, @id)',
  );
  const annotations = createAnnotations(db);

  const mustFind = (uid: string): number => mustHave(observation.get({ uid }), noAnswer(uid)).id;

  return {
    'notes.add': writes(
      (input: {
        readonly observationId: string;
        readonly text: string;
        readonly nowMs: number;
      }): { readonly id: string } => {
        const uid = newId();
        add.run({
          uid,
          observationId: mustFind(input.observationId),
          text: input.text,
          createdAtMs: input.nowMs,
        });
        return { id: uid };
      },
    ),
    'notes.edit': writes(
      (input: { readonly id: string; readonly text: string; readonly nowMs: number }): void => {
        if (edit.run({ text: input.text, editedAtMs: input.nowMs, uid: input.id }).changes === 0)
          throw new HistoryFailure('NOT_FOUND', 'This note no longer exists. Add it as a new note.');
      },
    ),
    'notes.remove': writes((input: { readonly id: string }): { readonly removed: boolean } => ({
      removed: remove.run({ uid: input.id }).changes > 0,
    })),
    'labels.list': reads((_: Readonly<Record<string, never>>) => ({ labels: used.all() })),
    'labels.set': writes(
      (input: {
        readonly observationId: string;
        readonly labels: readonly string[];
      }): { readonly labels: string[] } => {
        const id = mustFind(input.observationId);
        unlabel.run({ id });
        for (const name of input.labels) label.run({ name, id });
        return { labels: annotations.labelsOf(id) };
      },
    ),
  };
}
