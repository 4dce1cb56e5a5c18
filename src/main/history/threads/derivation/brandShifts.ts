import type { Database } from 'better-sqlite3';
import type { BrandShiftView } from '#shared/model/recomputation.ts';
import { createPastBrands } from './rangeFacts.ts';

type MarketCount = { readonly market: string; readonly n: number };
type BrandCount = MarketCount & { readonly brand: string };

/**
 * The effect of a rule change: in how many answers of each market every brand is named before and after, over
 * the same answers. Only differences, largest first.
 */
export function createBrandShifts(db: Database) {
  const searches = db.prepare<{ version: number; through: number }, MarketCount>(
    `SELECT m.key AS market, count(*) AS n FROM brand_searches s JOIN observations o ON o.id = s.observation_id
       JOIN markets m ON m.id = o.market_id
     WHERE s.rules_version = @version AND s.observation_id <= @through GROUP BY o.market_id`,
  );
  const mentions = db.prepare<{ version: number; through: number }, BrandCount>(
    `SELECT k.uid AS brand, m.key AS market, count(*) AS n FROM brand_mentions f
       JOIN observations o ON o.id = f.observation_id JOIN markets m ON m.id = o.market_id
       JOIN brand_keys k ON k.id = f.brand_key
     WHERE f.rules_version = @version AND f.observation_id <= @through GROUP BY f.brand_key, o.market_id`,
  );
  const pastBrands = createPastBrands(db);

  return (before: number, after: number, through: number): readonly BrandShiftView[] => {
    const sides = [before, after].map((version) => ({
      answers: new Map(searches.all({ version, through }).map(({ market, n }) => [market, n])),
      naming: new Map(
        mentions
          .all({ version, through })
          .map(({ brand, market, n }) => [JSON.stringify([brand, market]), n]),
      ),
    }));
    const [one, two] = sides;
    if (!one || !two) return [];
    const names = new Map([...pastBrands(before), ...pastBrands(after)].map(({ id, name }) => [id, name]));
    const shifts = [...new Set([...one.naming.keys(), ...two.naming.keys()])].map((key): BrandShiftView => {
      const [brand, market]: [string, string] = JSON.parse(key);
      return {
        brand,
        name: names.get(brand) ?? brand,
        market,
        before: one.naming.get(key) ?? 0,
        beforeOf: one.answers.get(market) ?? 0,
        after: two.naming.get(key) ?? 0,
        afterOf: two.answers.get(market) ?? 0,
      };
    });
    return shifts
      .filter((shift) => shift.before !== shift.after || shift.beforeOf !== shift.afterOf)
      .sort(
        (left, right) =>
          Math.abs(right.after - right.before) - Math.abs(left.after - left.before) ||
          left.name.localeCompare(right.name, 'en') ||
          left.market.localeCompare(right.market, 'en'),
      );
  };
}
