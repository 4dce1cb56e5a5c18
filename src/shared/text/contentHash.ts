/**
 * 53-bit hash of texts for caching and block ids, not for security. Mixes like MurmurHash3's finalizer.
 * @param parts hashed as one text
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

/** Hash as 14 hexadecimal digits. Numbers beyond 31 bits are slow to format, so they are formatted in parts. */
export function shortHash(...parts: readonly string[]): string {
  const hash = hash53(...parts);
  const [high, low] = [Math.floor(hash / 4294967296), hash >>> 0];
  return hex(high >>> 16, 2) + hex(high & 0xffff, 4) + hex(low >>> 16, 4) + hex(low & 0xffff, 4);
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

/** 64-bit hash as 16 hexadecimal digits, for large texts where a collision would be an error. */
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
