/**
 * Numbers texts from 0 in order of first use. An open-addressing hash table of numbers: of hundreds of thousands of
 * words, most of them new, a Map is searched twice and reads the hash of another text at each step.
 */
export class StringPool {
  /** By number. */
  readonly texts: string[] = [];
  /** Two numbers per slot: hash, and number of the text plus one; 0 if the slot is empty. */
  #slots = new Int32Array(2 * 1024);

  /** Number of the text; equal for equal texts. */
  number(text: string): number {
    const hash = hashOf(text);
    let slots = this.#slots;
    let mask = slots.length - 2;
    let at = (hash << 1) & mask;
    for (let found = slots[at + 1] as number; found !== 0; found = slots[at + 1] as number) {
      if (slots[at] === hash && this.texts[found - 1] === text) return found - 1;
      at = (at + 2) & mask;
    }
    const count = this.texts.push(text);
    if (count * 4 > slots.length) {
      slots = this.#grow();
      mask = slots.length - 2;
      at = emptySlot(slots, hash, mask);
    }
    slots[at] = hash;
    slots[at + 1] = count;
    return count - 1;
  }

  #grow(): Int32Array<ArrayBuffer> {
    const before = this.#slots;
    const slots = new Int32Array(4 * before.length);
    const mask = slots.length - 2;
    for (let at = 0; at < before.length; at += 2) {
      const number = before[at + 1] as number;
      if (number === 0) continue;
      const hash = before[at] as number;
      const to = emptySlot(slots, hash, mask);
      slots[to] = hash;
      slots[to + 1] = number;
    }
    this.#slots = slots;
    return slots;
  }
}

function emptySlot(slots: Int32Array, hash: number, mask: number): number {
  let at = (hash << 1) & mask;
  while (slots[at + 1] !== 0) at = (at + 2) & mask;
  return at;
}

/** Mixed like MurmurHash3, with its finalizer. */
function hashOf(text: string): number {
  let hash = text.length;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x5bd1e995);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return hash ^ (hash >>> 13);
}
