import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import type { TranslatedBlock, TranslatedState, Translation } from '#shared/model/translation.ts';
import type { TranslatorKind } from '#shared/model/translators.ts';
import { HistoryFailure } from '../failures.ts';
import { reads, writes } from './operation.ts';
import { dayMs } from './runBudgets.ts';

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

export type NewTranslation = Omit<Translation, 'answerHash'> & {
  /** The project that pays for it. */
  readonly projectId: string;
};

/** What was charged for one answer. */
export type TranslationSpent = Pick<
  NewTranslation,
  'projectId' | 'translator' | 'madeAtMs' | 'characters' | 'cost' | 'currency'
>;

/** Far more than any answer has. */
const maxBlockBytes = 64 * 1024 ** 2;

export function blocksOf(body: Buffer): readonly TranslatedBlock[] {
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
  const state = db.prepare<{ uid: string; target: string }, TranslatedState>(
    `SELECT o.uid AS observationId, o.language, t.made_at_ms AS madeAtMs
     FROM observations o LEFT JOIN translations t ON t.observation_id = o.id AND t.target = @target WHERE o.uid = @uid`,
  );
  const translatable = `SELECT o.uid AS id, p.uid AS projectId, q.text AS question, m.country, o.driver, t.made_at_ms AS translatedAtMs
    FROM observations o JOIN runs r ON r.id = o.run_id JOIN projects p ON p.id = r.project_id
      JOIN questions q ON q.id = o.question_id JOIN markets m ON m.id = o.market_id
      LEFT JOIN translations t ON t.observation_id = o.id AND t.target = @target`;
  const ofRun = db.prepare<{ runId: string; target: string }, TranslatableAnswer>(
    `${translatable} WHERE r.uid = @runId ORDER BY o.id`,
  );
  const ofPlan = db.prepare<{ planId: string; target: string }, TranslatableAnswer>(
    `${translatable} WHERE r.plan_version_id IN (
       SELECT v.id FROM plan_versions v JOIN plans n ON n.id = v.plan_id WHERE n.uid = @planId) ORDER BY o.id`,
  );
  const ofAnswer = db.prepare<{ uid: string; target: string }, TranslatableAnswer>(
    `${translatable} WHERE o.uid = @uid`,
  );
  const run = db.prepare<{ runId: string }, { id: number }>('SELECT id FROM runs WHERE uid = @runId');
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
    /** In the requested order; answers that are not stored are skipped. */
    'translations.stored': reads(
      (input: {
        readonly ids: readonly string[];
        readonly to: string;
      }): { readonly answers: readonly TranslatedState[] } => ({
        answers: input.ids.flatMap((uid) => state.get({ uid, target: input.to }) ?? []),
      }),
    ),
    /** Every translation of an answer. */
    'translations.ofAnswer': reads((input: { readonly id: string }): readonly Translation[] =>
      all.all({ uid: input.id }).map(read),
    ),
    /** The answers of a run or a plan, or the named ones, and when they were translated. */
    'translations.candidates': reads(
      (input: {
        readonly runId?: string;
        readonly ids?: readonly string[];
        readonly planId?: string;
        readonly to: string;
      }): readonly TranslatableAnswer[] => {
        const target = input.to;
        if (input.planId !== undefined) return ofPlan.all({ planId: input.planId, target });
        if (input.runId === undefined)
          return (input.ids ?? []).flatMap((uid) => ofAnswer.get({ uid, target }) ?? []);
        if (run.get({ runId: input.runId }) === undefined)
          throw new HistoryFailure('NOT_FOUND', `No run ${input.runId}. It may have been deleted.`);
        return ofRun.all({ runId: input.runId, target });
      },
    ),
    /** In place of an earlier one; nothing but its cost if the answer was deleted meanwhile. */
    'translations.store': writes(createTranslationWriter(db)),
    /** Nothing was stored, but it was paid for. */
    'translations.spend': writes(createSpendingWriter(db)),
  };
}

function createTranslationWriter(db: Database) {
  const spend = createSpendingWriter(db);
  const remove = db.prepare<{ uid: string; target: string }>(
    `DELETE FROM translations WHERE target = @target AND observation_id = (SELECT id FROM observations WHERE uid = @uid)`,
  );
  type Added = Omit<Translation, 'observationId' | 'answerHash' | 'blocks'>;
  const add = db.prepare<Added & { uid: string; blocks: Uint8Array }>(
    `INSERT INTO translations (observation_id, target, source, answer_sha256, translator, model, version, rules, made_at_ms,
       characters, credits, cost, cost_currency, blocks)
     SELECT o.id, @target, @source, p.sha256, @translator, @model, @version, @rules, @madeAtMs, @characters, @credits, @cost,
       @currency, @blocks
     FROM observations o JOIN payloads p ON p.id = o.payload_id WHERE o.uid = @uid`,
  );
  return (input: NewTranslation): void => {
    const { observationId: uid, projectId: _, blocks, ...rest } = input;
    spend(input);
    remove.run({ uid, target: input.target });
    add.run({ uid, ...rest, blocks: zstdCompressSync(JSON.stringify(blocks)) });
  };
}

function createSpendingWriter(db: Database) {
  // Kept apart from the translation, which may be replaced, or deleted with its answer: the money is spent.
  const addCost = db.prepare<{
    day: number;
    projectId: string;
    translator: TranslatorKind;
    characters: number;
    cost: number | null;
    currency: string;
  }>(
    `INSERT INTO translation_costs (day, project_id, translator, cost_currency, answers, characters, cost)
     SELECT @day, id, @translator, @currency, 1, @characters, @cost FROM projects WHERE uid = @projectId
     ON CONFLICT DO UPDATE SET answers = answers + 1, characters = characters + excluded.characters,
       cost = iif(cost IS NULL AND excluded.cost IS NULL, NULL, ifnull(cost, 0) + ifnull(excluded.cost, 0))`,
  );
  return ({ projectId, translator, madeAtMs, characters, cost, currency }: TranslationSpent): void => {
    // The account of the analysis model has its requests already.
    if (translator === 'model' || currency === null) return;
    addCost.run({ day: Math.floor(madeAtMs / dayMs), projectId, translator, characters, cost, currency });
  };
}
