/** Length of a shingle in bytes: about the shortest match that saves the compressor something. */
const shingleBytes = 8;
const segmentBytes = 64;
const slotBits = 20;

/**
 * Builds a zstd dictionary from bodies of one kind: the segments that most of them share, the most common last,
 * where the compressor reaches them with the shortest offsets. Segments are chosen greedily by how many bodies
 * share their shingles, each shingle counted once (the idea of COVER: Liao, Petri, Moffat, Wirth, "Effective
 * construction of relative Lempel-Ziv dictionaries", 2016).
 *
 * @param bodies a few dozen are enough
 * @param size bytes at most
 */
export function buildDictionary(bodies: readonly Uint8Array[], size: number): Buffer {
  const shared = new Uint16Array(1 << slotBits);
  const lastBody = new Uint16Array(1 << slotBits);
  const samples = bodies.map((body) => ({ body, slots: shingleSlots(body) }));
  for (const [index, { slots }] of samples.entries()) {
    for (const slot of slots) {
      if (lastBody[slot] === index + 1) continue;
      lastBody[slot] = index + 1;
      shared[slot] = Math.min(65_535, (shared[slot] ?? 0) + 1);
    }
  }
  const scoreOf = (slots: Uint32Array, start: number): number => {
    let score = 0;
    for (let at = start; at <= start + segmentBytes - shingleBytes; at++) {
      const bodiesWithIt = shared[slots[at] ?? 0] ?? 0;
      if (bodiesWithIt > 1) score += bodiesWithIt;
    }
    return score;
  };
  const segments = samples.flatMap(({ body, slots }) => {
    const starts: { body: Uint8Array; slots: Uint32Array; start: number; score: number }[] = [];
    for (let start = 0; start + segmentBytes <= body.length; start += segmentBytes)
      starts.push({ body, slots, start, score: scoreOf(slots, start) });
    return starts;
  });
  segments.sort((left, right) => right.score - left.score);

  const chosen: Uint8Array[] = [];
  for (const { body, slots, start, score } of segments) {
    if ((chosen.length + 1) * segmentBytes > size) break;
    // Shingles covered by an earlier choice no longer count; the segment must still be worth half of its
    // estimate.
    if (score === 0 || scoreOf(slots, start) * 2 < score) continue;
    chosen.push(body.subarray(start, start + segmentBytes));
    for (let at = start; at <= start + segmentBytes - shingleBytes; at++) shared[slots[at] ?? 0] = 0;
  }
  return Buffer.concat(chosen.reverse());
}

/**
 * The hash slot of the shingle at every offset: a multiplicative hash of its eight bytes, read as two numbers.
 */
function shingleSlots(body: Uint8Array): Uint32Array {
  const slots = new Uint32Array(Math.max(0, body.length - shingleBytes + 1));
  let low = 0;
  let high = 0;
  for (let at = 0; at < body.length; at++) {
    low = (low >>> 8) | (high << 24);
    high = (high >>> 8) | ((body[at] ?? 0) << 24);
    const start = at + 1 - shingleBytes;
    if (start >= 0)
      slots[start] = (Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca77)) >>> (32 - slotBits);
  }
  return slots;
}
