import type { Database } from 'better-sqlite3';
import type { CompareSample } from '#shared/model/comparison/samples.ts';
import type { TranslationRecord } from '#shared/model/export.ts';
import type { Translation } from '#shared/model/translation.ts';
import { blockId } from '#shared/text/markdown/parsedBlock.ts';
import { parseSample } from '#shared/text/reading.ts';
import { samplesFromResult } from '#shared/text/samples.ts';
import type { PayloadStore } from './payloads.ts';
import { blocksOf } from './translations.ts';

type TranslationRow = Pick<
  Translation,
  'source' | 'target' | 'translator' | 'model' | 'version' | 'madeAtMs'
> & {
  readonly sha256: Buffer;
  readonly blocks: Buffer;
  readonly uid: string;
  readonly engine: string;
  readonly payload: number;
  readonly language: string | null;
  readonly country: string | null;
};

/** The translations of an answer as texts, for files: sections that lost something stay in the original. */
export function createTranslationRecords(db: Database, payloads: PayloadStore) {
  const ofAnswer = db.prepare<{ row: number }, TranslationRow>(
    `SELECT t.source, t.target, t.translator, t.model, t.version, t.made_at_ms AS madeAtMs, t.answer_sha256 AS sha256,
       t.blocks, o.uid, o.engine, o.payload_id AS payload, o.language, m.country
     FROM translations t JOIN observations o ON o.id = t.observation_id JOIN markets m ON m.id = o.market_id
     WHERE t.observation_id = @row ORDER BY t.target`,
  );
  /** @throws like the payload store if the body of the answer is damaged */
  return (row: number): readonly TranslationRecord[] => {
    const rows = ofAnswer.all({ row });
    const [first] = rows;
    if (first === undefined) return [];
    const originals = sectionsOf(first, payloads.resultOrNull(first.payload) ?? {});
    return rows.map(({ source, target, translator, model, version, madeAtMs, sha256, blocks }) => {
      const translated = new Map(blocksOf(blocks).map((block) => [block.id, block]));
      return {
        target,
        source,
        translator,
        model,
        version,
        madeAt: new Date(madeAtMs).toISOString(),
        answerSha256: sha256.toString('hex'),
        text: originals
          .map(({ id, text }) => {
            const found = translated.get(id);
            return found === undefined || found.problem !== null ? text : found.text;
          })
          .join('\n\n'),
        sectionsKept: originals.filter(({ id }) => translated.get(id)?.problem != null).length,
      };
    });
  };
}

/** The sections of the answer's own text, as a comparison reads them. */
function sectionsOf(
  { uid, engine, language, country }: TranslationRow,
  result: Parameters<typeof samplesFromResult>[1],
): readonly { readonly id: string; readonly text: string }[] {
  const sample: CompareSample = {
    ...samplesFromResult(engine, result),
    observationId: uid,
    status: 'completed',
    servedShape: null,
    driver: null,
    surface: null,
    language,
    creditsCharged: null,
    latencyMs: null,
    at: null,
    error: null,
  };
  return parseSample(sample, country ?? '', { last: new Map(), current: new Map() }).sections.flatMap(
    ({ section, blocks }) =>
      section === 'answer' ? blocks.map((block) => ({ id: blockId(section, block), text: block.text })) : [],
  );
}
