import type { Database } from 'better-sqlite3';
import type { ObservationDetail } from '#shared/model/observation.ts';
import type { SearchableText } from '../derive/searchFields.ts';
import { HistoryFailure } from '../failures.ts';
import { newId } from '../ids.ts';
import { reads, writes } from './operation.ts';

type NoteRow = {
  readonly uid: string;
  readonly text: string;
  readonly created_at_ms: number;
  readonly edited_at_ms: number | null;
};

/** What a person wrote beside answers, by the answers' row ids. */
export function createAnnotations(db: Database) {
  const notes = db.prepare<[number], NoteRow>(
    'SELECT uid, text, created_at_ms, edited_at_ms FROM notes WHERE observation_id = ? ORDER BY id',
  );
  const labels = db.prepare<[number], { name: string }>(
    'SELECT name FROM labels WHERE observation_id = ? ORDER BY name',
  );
  return {
    notesOf: (observationId: number): ObservationDetail['notes'] =>
      notes.all(observationId).map(({ uid, text, created_at_ms, edited_at_ms }) => ({
        id: uid,
        text,
        writtenAtMs: created_at_ms,
        editedAtMs: edited_at_ms,
      })),
    labelsOf: (observationId: number): string[] => labels.all(observationId).map(({ name }) => name),
    /** The notes as what an answer is found by. */
    searchable: (observationId: number): readonly SearchableText[] =>
      notes.all(observationId).map(({ text }) => ({ field: 'note', text })),
  };
}

/** Notes and labels of answers. The index follows a changed note by trigger. */
export function createNoteOperations(db: Database) {
  const observation = db.prepare<[string], { id: number }>('SELECT id FROM observations WHERE uid = ?');
  const add = db.prepare<[string, number, string, number]>(
    'INSERT INTO notes (uid, observation_id, text, created_at_ms) VALUES (?, ?, ?, ?)',
  );
  const edit = db.prepare<[string, number, string]>(
    'UPDATE notes SET text = ?, edited_at_ms = ? WHERE uid = ?',
  );
  const remove = db.prepare<[string]>('DELETE FROM notes WHERE uid = ?');
  const used = db.prepare<[], { name: string; answers: number }>(
    'SELECT name, count(*) AS answers FROM labels GROUP BY name ORDER BY answers DESC, name',
  );
  const unlabel = db.prepare<[number]>('DELETE FROM labels WHERE observation_id = ?');
  const label = db.prepare<[string, number]>(
    'INSERT OR IGNORE INTO labels (name, observation_id) VALUES (?, ?)',
  );
  const annotations = createAnnotations(db);

  const mustFind = (uid: string): number => {
    const row = observation.get(uid);
    if (!row) throw new HistoryFailure('NOT_FOUND', `There is no stored answer ${uid}.`);
    return row.id;
  };

  return {
    'notes.add': writes(
      (input: {
        readonly observationId: string;
        readonly text: string;
        readonly nowMs: number;
      }): { readonly id: string } => {
        const uid = newId();
        add.run(uid, mustFind(input.observationId), input.text, input.nowMs);
        return { id: uid };
      },
    ),
    'notes.edit': writes(
      (input: { readonly id: string; readonly text: string; readonly nowMs: number }): void => {
        if (edit.run(input.text, input.nowMs, input.id).changes === 0)
          throw new HistoryFailure('NOT_FOUND', 'This note was removed meanwhile: write it as a new one.');
      },
    ),
    'notes.remove': writes((input: { readonly id: string }): { readonly removed: boolean } => ({
      removed: remove.run(input.id).changes > 0,
    })),
    'labels.list': reads((_: Readonly<Record<string, never>>) => ({ labels: used.all() })),
    'labels.set': writes(
      (input: {
        readonly observationId: string;
        readonly labels: readonly string[];
      }): { readonly labels: string[] } => {
        const id = mustFind(input.observationId);
        unlabel.run(id);
        for (const name of input.labels) label.run(name, id);
        return { labels: annotations.labelsOf(id) };
      },
    ),
  };
}
