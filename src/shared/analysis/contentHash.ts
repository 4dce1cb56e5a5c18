/**
 * Hash of texts for identity inside this program (caching, block ids), not for security. 53-bit mixing in
 * the manner of MurmurHash3's finaliser.
 * @param parts are hashed as one text
 */
export function hash53(...parts: readonly string[]): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (const part of parts) {
    for (let index = 0; index < part.length; index++) {
      const unit = part.charCodeAt(index);
      high = Math.imul(high ^ unit, 2654435761);
      low = Math.imul(low ^ unit, 1597334677);
    }
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}

/** 14 hexadecimal digits. Written in quarters: numbers beyond 31 bits take many times as long to write. */
export function shortHash(...parts: readonly string[]): string {
  const hash = hash53(...parts);
  const [high, low] = [Math.floor(hash / 4294967296), hash >>> 0];
  return hex(high >>> 16, 2) + hex(high & 0xffff, 4) + hex(low >>> 16, 4) + hex(low & 0xffff, 4);
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

/** 16 hexadecimal digits, all 64 bits kept: for what must never be mixed up, taken of megabytes. */
export function longHash(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high ^= text.length;
  const one = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  const two = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return (two >>> 0).toString(16).padStart(8, '0') + (one >>> 0).toString(16).padStart(8, '0');
}
