/** Answers by their place in the columns, a bit for each: whole histories are counted against each other in no time. */
export class AnswerBitmap {
  #bits: Uint32Array;

  /** @param size places there are; more are made room for as they come */
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

  /** Adds what is in another one, which was made for no more places. */
  join(other: AnswerBitmap): void {
    for (let word = 0; word < other.#bits.length; word++)
      this.#bits[word] = (this.#bits[word] ?? 0) | (other.#bits[word] ?? 0);
  }

  /** Adds every place before this one. */
  addFirst(count: number): void {
    this.#bits.fill(-1, 0, count >>> 5);
    for (let at = count & ~31; at < count; at++) this.add(at);
  }

  /** Keeps what is in another one too. */
  keep(other: AnswerBitmap): void {
    for (let word = 0; word < this.#bits.length; word++)
      this.#bits[word] = (this.#bits[word] ?? 0) & (other.#bits[word] ?? 0);
  }

  /** Keeps what is not in another one. */
  remove(other: AnswerBitmap): void {
    for (let word = 0; word < this.#bits.length; word++)
      this.#bits[word] = (this.#bits[word] ?? 0) & ~(other.#bits[word] ?? 0);
  }

  has(at: number): boolean {
    return (((this.#bits[at >>> 5] ?? 0) >>> (at & 31)) & 1) === 1;
  }

  /** All that are in it, ascending. */
  places(): Int32Array {
    const places = new Int32Array(this.countShared(this));
    let found = 0;
    for (let word = 0; word < this.#bits.length; word++)
      for (let bits = this.#bits[word] ?? 0; bits !== 0; bits &= bits - 1)
        places[found++] = (word << 5) + 31 - Math.clz32(bits & -bits);
    return places;
  }

  /** How many answers are in both. */
  countShared(other: AnswerBitmap): number {
    const words = Math.min(this.#bits.length, other.#bits.length);
    let count = 0;
    for (let word = 0; word < words; word++)
      count += onesIn((this.#bits[word] ?? 0) & (other.#bits[word] ?? 0));
    return count;
  }
}

/** Set bits of a 32-bit number: added up in pairs, fours, bytes, and then all four bytes at once. */
function onesIn(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
