/**
 * A bitmap of answers by their index in the columns: set operations over a whole history take almost no time.
 */
export class AnswerBitmap {
  #bits: Uint32Array;

  /** @param size initial number of bits; it grows on demand */
  constructor(size: number) {
    this.#bits = new Uint32Array((size >>> 5) + 1);
  }

  add(at: number): void {
    const word = at >>> 5;
    if (word >= this.#bits.length) {
      const grown = new Uint32Array(Math.max(word + 1, this.#bits.length * 2));
      grown.set(this.#bits);
      this.#bits = grown;
    }
    this.#bits[word] = (this.#bits[word] ?? 0) | (1 << (at & 31));
  }

  addAll(places: Int32Array): void {
    for (let place = 0; place < places.length; place++) this.add(places[place] ?? 0);
  }

  /** Union with another bitmap of at most the same size. */
  join(other: AnswerBitmap): void {
    for (let word = 0; word < other.#bits.length; word++)
      this.#bits[word] = (this.#bits[word] ?? 0) | (other.#bits[word] ?? 0);
  }

  /** Sets every bit before this one. */
  addFirst(count: number): void {
    this.#bits.fill(-1, 0, count >>> 5);
    for (let at = count & ~31; at < count; at++) this.add(at);
  }

  /** Intersection with another bitmap. */
  keep(other: AnswerBitmap): void {
    for (let word = 0; word < this.#bits.length; word++)
      this.#bits[word] = (this.#bits[word] ?? 0) & (other.#bits[word] ?? 0);
  }

  /** Removes the bits of another bitmap. */
  remove(other: AnswerBitmap): void {
    for (let word = 0; word < this.#bits.length; word++)
      this.#bits[word] = (this.#bits[word] ?? 0) & ~(other.#bits[word] ?? 0);
  }

  has(at: number): boolean {
    return (((this.#bits[at >>> 5] ?? 0) >>> (at & 31)) & 1) === 1;
  }

  /** All set bits, ascending. */
  places(): Int32Array {
    const places = new Int32Array(this.countShared(this));
    let found = 0;
    for (let word = 0; word < this.#bits.length; word++)
      for (let bits = this.#bits[word] ?? 0; bits !== 0; bits &= bits - 1)
        places[found++] = (word << 5) + 31 - Math.clz32(bits & -bits);
    return places;
  }

  /** Size of the intersection. */
  countShared(other: AnswerBitmap): number {
    const words = Math.min(this.#bits.length, other.#bits.length);
    let count = 0;
    for (let word = 0; word < words; word++)
      count += onesIn((this.#bits[word] ?? 0) & (other.#bits[word] ?? 0));
    return count;
  }
}

/** Population count of a 32-bit number: sums pairs, then fours, then bytes, then all four bytes at once. */
function onesIn(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
