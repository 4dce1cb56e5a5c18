/** Bytes of a shingle: about what the compressor saves something by pointing at. */
const shingleBytes = 8;
const segmentBytes = 64;
const slotBits = 20;

/**
 * A dictionary for zstd from bodies of one kind: the stretches that most of them have in common, the most common
 * last, where the compressor reaches them with the shortest offsets. Segments are chosen greedily by how many
 * bodies share their shingles, each shingle counted once (the idea of COVER: Liao, Petri, Moffat, Wirth,
 * "Effective construction of relative Lempel-Ziv dictionaries", 2016).
 *
 * @param bodies what the dictionary is to be good for; a few dozen are enough
 * @param size bytes at most
 */
export function buildDictionary(bodies: readonly Uint8Array[], size: number): Buffer {
  const shared = new Uint16Array(1 << slotBits);
  const lastBody = new Uint16Array(1 << slotBits);
  for (const [index, body] of bodies.entries()) {
    for (let at = 0; at + shingleBytes <= body.length; at++) {
      const slot = slotOf(body, at);
      if (lastBody[slot] === index + 1) continue;
      lastBody[slot] = index + 1;
      shared[slot] = Math.min(65_535, (shared[slot] ?? 0) + 1);
    }
  }
  const scoreOf = (body: Uint8Array, start: number): number => {
    let score = 0;
    const end = Math.min(body.length, start + segmentBytes) - shingleBytes;
    for (let at = start; at <= end; at++) {
      const bodiesWithIt = shared[slotOf(body, at)] ?? 0;
      if (bodiesWithIt > 1) score += bodiesWithIt;
    }
    return score;
  };
  const segments = bodies.flatMap((body) => {
    const starts: { body: Uint8Array; start: number; score: number }[] = [];
    for (let start = 0; start + segmentBytes <= body.length; start += segmentBytes)
      starts.push({ body, start, score: scoreOf(body, start) });
    return starts;
  });
  segments.sort((left, right) => right.score - left.score);

  const chosen: Uint8Array[] = [];
  for (const { body, start, score } of segments) {
    if ((chosen.length + 1) * segmentBytes > size) break;
    // What an earlier choice has brought counts no more; half of the promise must still hold.
    if (score === 0 || scoreOf(body, start) * 2 < score) continue;
    chosen.push(body.subarray(start, start + segmentBytes));
    for (let at = start; at + shingleBytes <= start + segmentBytes; at++) shared[slotOf(body, at)] = 0;
  }
  return Buffer.concat(chosen.reverse());
}

/** FNV-1a over one shingle, folded to a slot. */
function slotOf(body: Uint8Array, at: number): number {
  let hash = 0x811c9dc5;
  for (let byte = at; byte < at + shingleBytes; byte++)
    hash = Math.imul(hash ^ (body[byte] ?? 0), 0x01000193);
  return (hash ^ (hash >>> slotBits)) & ((1 << slotBits) - 1);
}
