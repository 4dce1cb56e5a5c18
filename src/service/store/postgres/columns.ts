/**
 * Columns of rows, each sent to the database as one array in binary format: as text, each value would be
 * escaped here and parsed character by character there.
 */
type Value = string | number | Buffer | null;

const headBytes = 20;

function column<T extends Value>(
  elementType: number,
  sizeOf: (value: T) => number,
  write: (target: Buffer, value: T, at: number, size: number) => void,
): (values: readonly (T | null)[]) => Buffer {
  return (values) => {
    const sizes = values.map((value) => (value === null ? -1 : sizeOf(value)));
    const target = Buffer.allocUnsafe(
      sizes.reduce((sum, size) => sum + 4 + Math.max(0, size), values.length === 0 ? 12 : headBytes),
    );
    target.writeInt32BE(values.length === 0 ? 0 : 1, 0);
    target.writeInt32BE(sizes.includes(-1) ? 1 : 0, 4);
    target.writeInt32BE(elementType, 8);
    if (values.length === 0) return target;
    target.writeInt32BE(values.length, 12);
    target.writeInt32BE(1, 16);
    let at = headBytes;
    for (const [index, value] of values.entries()) {
      const size = sizes[index] as number;
      target.writeInt32BE(size, at);
      at += 4;
      if (value === null) continue;
      write(target, value, at, size);
      at += size;
    }
    return target;
  };
}

export const texts = column<string>(25, Buffer.byteLength, (target, value, at) => {
  target.write(value, at);
});
export const uuids = column<string>(
  2950,
  () => 16,
  (target, value, at) => {
    target.write(value.replaceAll('-', ''), at, 'hex');
  },
);
export const integers = column<number>(
  23,
  () => 4,
  (target, value, at) => {
    target.writeInt32BE(value, at);
  },
);
/** Up to 2^53, like all counts here. */
export const bigints = column<number>(
  20,
  () => 8,
  (target, value, at) => {
    const high = Math.floor(value / 2 ** 32);
    target.writeInt32BE(high, at);
    target.writeUInt32BE(value - high * 2 ** 32, at + 4);
  },
);
export const bytes = column<Buffer>(
  17,
  ({ length }) => length,
  (target, value, at) => {
    value.copy(target, at);
  },
);
