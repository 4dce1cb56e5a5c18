import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import type { TranslatedBlock, Translation } from '#shared/model/translation.ts';
import type { TranslatorKind } from '#shared/model/translators.ts';
import { HistoryFailure } from '../failures.ts';
import { reads, writes } from './operation.ts';

type TranslationRow = Omit<Translation, 'blocks' | 'answerHash'> & {
  readonly sha256: Buffer;
  readonly blocks: Buffer;
};

const columns = `o.uid AS observationId, t.source, t.target, t.answer_sha256 AS sha256, t.translator, t.model, t.version,
  t.rules, t.made_at_ms AS madeAtMs, t.characters, t.credits, t.cost, t.cost_currency AS currency, t.blocks`;

/** An answer that may be translated. */
export type TranslatableAnswer = {
  readonly id: string;
  readonly projectId: string;
  readonly question: string;
  readonly country: string | null;
  readonly driver: string | null;
  readonly translatedAtMs: number | null;
};

/** Far more than any answer has. */
const maxBlockBytes = 64 * 1024 ** 2;

function blocksOf(body: Buffer): readonly TranslatedBlock[] {
  return JSON.parse(zstdDecompressSync(body, { maxOutputLength: maxBlockBytes }).toString('utf8'));
}

/** Words of the translations of an answer, for the index. */
export function createTranslatedTexts(db: Database) {
  const ofAnswer = db.prepare<{ id: number }, { blocks: Buffer }>(
    'SELECT blocks FROM translations WHERE observation_id = @id ORDER BY target',
  );
  return (id: number): readonly string[] =>
    ofAnswer.all({ id }).map(({ blocks }) =>
      blocksOf(blocks)
        .map(({ text }) => text)
        .filter((text) => text !== '')
        .join('\n'),
    );
}

/** Translations of answers: one of each answer and language. Triggers update the index after changes. */
export function createTranslationOperations(db: Database) {
  const one = db.prepare<{ uid: string; target: string }, TranslationRow>(
    `SELECT ${columns} FROM translations t JOIN observations o ON o.id = t.observation_id
     WHERE o.uid = @uid AND t.target = @target`,
  );
  const all = db.prepare<{ uid: string }, TranslationRow>(
    `SELECT ${columns} FROM translations t JOIN observations o ON o.id = t.observation_id
     WHERE o.uid = @uid ORDER BY t.target`,
  );
  const translatable = `SELECT o.uid AS id, p.uid AS projectId, q.text AS question, m.country, o.driver, t.made_at_ms AS translatedAtMs
    FROM observations o JOIN runs r ON r.id = o.run_id JOIN projects p ON p.id = r.project_id
      JOIN questions q ON q.id = o.question_id JOIN markets m ON m.id = o.market_id
      LEFT JOIN translations t ON t.observation_id = o.id AND t.target = @target`;
  const ofRun = db.prepare<{ runId: string; target: string }, TranslatableAnswer>(
    `${translatable} WHERE r.uid = @runId ORDER BY o.id`,
  );
  const ofAnswer = db.prepare<{ uid: string; target: string }, TranslatableAnswer>(
    `${translatable} WHERE o.uid = @uid`,
  );
  const run = db.prepare<{ runId: string }, { id: number }>('SELECT id FROM runs WHERE uid = @runId');
  const remove = db.prepare<{ uid: string; target: string }>(
    `DELETE FROM translations WHERE target = @target AND observation_id = (SELECT id FROM observations WHERE uid = @uid)`,
  );
  const add = db.prepare<{
    uid: string;
    source: string;
    target: string;
    translator: TranslatorKind;
    model: string;
    version: string;
    rules: string;
    madeAtMs: number;
    characters: number;
    credits: number | null;
    cost: number | null;
    currency: string | null;
    blocks: Uint8Array;
  }>(
    `INSERT INTO translations (observation_id, target, source, answer_sha256, translator, model, version, rules, made_at_ms,
       characters, credits, cost, cost_currency, blocks)
     SELECT o.id, @target, @source, p.sha256, @translator, @model, @version, @rules, @madeAtMs, @characters, @credits, @cost,
       @currency, @blocks
     FROM observations o JOIN payloads p ON p.id = o.payload_id WHERE o.uid = @uid`,
  );
  const read = ({ sha256, blocks, ...row }: TranslationRow): Translation => ({
    ...row,
    answerHash: sha256.toString('hex'),
    blocks: blocksOf(blocks),
  });

  return {
    /** In the requested order; answers without a translation are skipped. */
    'translations.get': reads(
      (input: {
        readonly ids: readonly string[];
        readonly to: string;
      }): { readonly translations: readonly Translation[] } => ({
        translations: input.ids.flatMap((uid) => {
          const row = one.get({ uid, target: input.to });
          return row === undefined ? [] : [read(row)];
        }),
      }),
    ),
    /** Every translation of an answer. */
    'translations.ofAnswer': reads((input: { readonly id: string }): readonly Translation[] =>
      all.all({ uid: input.id }).map(read),
    ),
    /** The answers of a run, or the named ones, and when they were translated. */
    'translations.candidates': reads(
      (input: {
        readonly runId?: string;
        readonly ids?: readonly string[];
        readonly to: string;
      }): readonly TranslatableAnswer[] => {
        const target = input.to;
        if (input.runId === undefined)
          return (input.ids ?? []).flatMap((uid) => ofAnswer.get({ uid, target }) ?? []);
        if (run.get({ runId: input.runId }) === undefined)
          throw new HistoryFailure('NOT_FOUND', `No run ${input.runId}. It may have been deleted.`);
        return ofRun.all({ runId: input.runId, target });
      },
    ),
    /** In place of an earlier one; nothing if the answer was deleted meanwhile. */
    'translations.store': writes((input: Omit<Translation, 'answerHash'>): void => {
      const { observationId: uid, blocks, ...rest } = input;
      remove.run({ uid, target: input.target });
      add.run({ uid, ...rest, blocks: zstdCompressSync(JSON.stringify(blocks)) });
    }),
  };
}
