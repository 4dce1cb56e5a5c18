import type { Database } from 'better-sqlite3';

/** Up to this many new answers are inserted one by one; more are sorted again. */
const maxInserted = 1000;

/**
 * The time order of answers, updated as more are added: sorting them on every read would take longer than
 * everything else. They are stored nearly in that order, except for imported ones.
 */
export class TimeOrder {
  #places: Int32Array = new Int32Array(0);
  #size = 0;

  /**
   * Indexes into `times`, earliest first; for equal times, the lower index first.
   * @param times milliseconds by index; existing ones must not have changed since the last call
   * @param size how many of them count
   */
  of(times: Float64Array, size: number): Int32Array {
    const added = size - this.#size;
    if (size > this.#places.length) {
      const grown = new Int32Array(Math.max(size, this.#places.length * 2));
      grown.set(this.#places.subarray(0, this.#size));
      this.#places = grown;
    }
    for (let at = this.#size; at < size; at++) {
      const last = at === 0 ? at : (this.#places[at - 1] ?? 0);
      if (added <= maxInserted && (times[last] ?? 0) > (times[at] ?? 0)) this.#insert(at, times);
      else this.#places[at] = at;
    }
    this.#size = size;
    const order = this.#places.subarray(0, size);
    if (added > maxInserted && !isSorted(order, times))
      order.sort((one, two) => (times[one] ?? 0) - (times[two] ?? 0) || one - two);
    return order;
  }

  /** After everything that arrived before. */
  #insert(at: number, times: Float64Array): void {
    const time = times[at] ?? 0;
    let low = 0;
    let high = at;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((times[this.#places[middle] ?? 0] ?? 0) <= time) low = middle + 1;
      else high = middle;
    }
    this.#places.copyWithin(low + 1, low, at);
    this.#places[low] = at;
  }
}

function isSorted(order: Int32Array, times: Float64Array): boolean {
  for (let at = 1; at < order.length; at++)
    if ((times[order[at - 1] ?? 0] ?? 0) > (times[order[at] ?? 0] ?? 0)) return false;
  return true;
}

/** Changes with every write to the file, by this program or another, including some writes without effect. */
export function createChangeStamp(db: Database): () => string {
  const written = db.prepare<[], number>('SELECT total_changes()').pluck();
  return () => `${written.get()} ${db.pragma('data_version', { simple: true })}`;
}
