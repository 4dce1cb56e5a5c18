import type { Database } from 'better-sqlite3';
import type { BrandRule } from '#shared/model/comparison/samples.ts';
import { foldName } from '#shared/text/words/folding.ts';
import { createPastBrands } from '../threads/derivation/rangeFacts.ts';
import { AnswerBitmap } from './answerBitmap.ts';
import { type AnswerColumns, placesOf } from './answerColumns.ts';

type NamedBrand = {
  readonly id: string;
  readonly name: string;
  /** Its name and aliases, case-folded. */
  readonly calledBy: ReadonlySet<string>;
  readonly answers: AnswerBitmap;
};

/** Which answers name each listed brand, by the current rules of each project. */
export type NamedBrands = (columns: AnswerColumns) => readonly NamedBrand[];

/** With the last answer that was read for it. */
type ReadBrand = NamedBrand & { throughId: number };
type CachedBrands = {
  readonly columns: AnswerColumns;
  readonly brands: readonly ReadBrand[];
  throughId: number;
};

/**
 * Caches brand mentions as bitmaps. Only what was found since the last call is read, because a million mentions
 * take a second, and answers arrive while users search.
 */
export function createNamedBrands(db: Database) {
  // The first search for brands in all answers is used as far as it has progressed.
  const inForce = db.prepare<[], { rulesVersion: number; throughId: number }>(
    `SELECT v.rules_version AS rulesVersion, v.through_id AS throughId FROM replays v
     WHERE v.state = 'current' OR (v.state = 'running' AND NOT EXISTS (
       SELECT 1 FROM replays c WHERE c.project_id = v.project_id AND c.state = 'current'))`,
  );
  const mentions = db
    .prepare<{ rulesVersion: number; uid: string; observationId: number; throughId: number }, string>(
      `SELECT json_group_array(observation_id) FROM brand_mentions
       WHERE rules_version = @rulesVersion AND brand_key = (SELECT id FROM brand_keys WHERE uid = @uid)
         AND observation_id > @observationId AND observation_id <= @throughId`,
    )
    .pluck();
  const brandsOf = createPastBrands(db);
  const held = new Map<number, CachedBrands>();

  const start = (rulesVersion: number, columns: AnswerColumns): CachedBrands => {
    const brands = brandsOf(rulesVersion).map((brand) => ({
      id: brand.id,
      name: brand.name,
      calledBy: new Set(callsOf(brand).map(foldName)),
      answers: new AnswerBitmap(columns.size),
      throughId: 0,
    }));
    return { columns, brands, throughId: 0 };
  };

  const inStep = (columns: AnswerColumns) => {
    const rows = inForce.all();
    for (const version of held.keys())
      if (!rows.some(({ rulesVersion }) => rulesVersion === version)) held.delete(version);
    return rows.map(({ rulesVersion, throughId }) => {
      const known = held.get(rulesVersion);
      // Moved runs are read again from their first answer.
      const goesOn = known?.columns === columns && known.throughId <= throughId;
      const facts = goesOn ? known : start(rulesVersion, columns);
      held.set(rulesVersion, facts);
      facts.throughId = Math.min(throughId, columns.id[columns.size - 1] ?? 0);
      return { rulesVersion, facts };
    });
  };
  /** True if there was something to read. */
  const readOn = (rulesVersion: number, { columns, throughId }: CachedBrands, brand: ReadBrand): boolean => {
    if (throughId <= brand.throughId) return false;
    const ids: readonly number[] = JSON.parse(
      mentions.get({ rulesVersion, uid: brand.id, observationId: brand.throughId, throughId }) ?? '[]',
    );
    for (const at of placesOf(ids, columns)) brand.answers.add(at);
    brand.throughId = throughId;
    return true;
  };
  const all: NamedBrands = (columns) =>
    inStep(columns).flatMap(({ rulesVersion, facts }) => {
      for (const brand of facts.brands) readOn(rulesVersion, facts, brand);
      return facts.brands;
    });
  return {
    all,
    /** Loads the mentions of a brand before the first search; false if all are loaded. */
    readNext: (columns: AnswerColumns): boolean =>
      inStep(columns).some(({ rulesVersion, facts }) =>
        facts.brands.some((brand) => readOn(rulesVersion, facts, brand)),
      ),
  };
}

/** All names of a brand in its rules. */
export function callsOf({ name, aliases }: BrandRule): readonly string[] {
  return [name, ...aliases.map(({ text }) => text)];
}
