/** FNV-1a over UTF-16 units with a final mix: an unsigned 32-bit number. */
export function hashOf(...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const part of parts) {
    const text = typeof part === 'number' ? String(part) : part;
    for (let at = 0; at < text.length; at += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    }
    hash = Math.imul(hash ^ 0x1f, 0x01000193);
  }
  return mixed(hash);
}

/** A number from 0 to 1 that a seed stands for. */
export function fractionOf(...parts: readonly (string | number)[]): number {
  return hashOf(...parts) / 0x1_0000_0000;
}

/** Joins two seeds into one; far cheaper than hashing text. */
export function mix(seed: number, part: number): number {
  return mixed(Math.imul(seed ^ Math.imul(part + 0x9e3779b9, 0x85ebca6b), 0x01000193));
}

/** A seed as a number from 0 to 1. */
export function fraction(seed: number): number {
  return (seed >>> 0) / 0x1_0000_0000;
}

/**
 * The seeds of one job, each made from the one before: the question alone, then the market, the day, and the job
 * itself. What weighs which seed how much decides how alike two answers are.
 */
export type Seeds = {
  readonly question: number;
  readonly market: number;
  readonly day: number;
  /** Equal to `day` where a job has no identity, so that nothing varies. */
  readonly job: number;
};

export type Weights = { readonly market: number; readonly day: number; readonly job: number };

/**
 * Orders the numbers 0 to `count` - 1 by chance. The question alone decides most, the market some, the day and the
 * job little: markets differ more than two runs in the same market do.
 */
export function rankedIndexes(
  count: number,
  seeds: Seeds,
  purpose: number,
  weights: Weights,
  bonus?: (index: number) => number,
): number[] {
  const order: number[] = [];
  const scores: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const score = scoreOf(index, seeds, purpose, weights) + (bonus?.(index) ?? 0);
    let at = order.length;
    while (at > 0 && (scores[at - 1] ?? 0) < score) at -= 1;
    order.splice(at, 0, index);
    scores.splice(at, 0, score);
  }
  return order;
}

function scoreOf(index: number, seeds: Seeds, purpose: number, weights: Weights): number {
  const part = purpose * 4_099 + index;
  return (
    fraction(mix(seeds.question, part)) +
    weights.market * fraction(mix(seeds.market, part)) +
    weights.day * fraction(mix(seeds.day, part)) +
    weights.job * fraction(mix(seeds.job, part))
  );
}

/** The entry at an index that may run past the end; the list must not be empty. */
export function entryAt<Item>(list: readonly Item[], index: number): Item {
  const item = list[Math.abs(index) % list.length];
  if (item === undefined) throw new RangeError('the list is empty');
  return item;
}

function mixed(hash: number): number {
  let bits = hash;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
