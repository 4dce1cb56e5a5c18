import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs';

/** Turns one bit over at each of so many random places of a file, behind its first `from` bytes. */
export function flipBits(file: string, places: number, random: () => number, from = 0): void {
  const handle = openSync(file, 'r+');
  const { size } = statSync(file);
  const byte = Buffer.alloc(1);
  for (let place = 0; place < places; place += 1) {
    const at = from + Math.floor(random() * (size - from));
    readSync(handle, byte, 0, 1, at);
    byte[0] = (byte[0] ?? 0) ^ (1 << Math.floor(random() * 8));
    writeSync(handle, byte, 0, 1, at);
  }
  closeSync(handle);
}

/** Overwrites a whole page of a database. */
export function spoilPage(file: string, page: number, pageSize: number): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(pageSize, 0xa5), 0, pageSize, (page - 1) * pageSize);
  closeSync(handle);
}
