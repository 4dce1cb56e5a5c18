/**
 * Returns to the system the memory that this process has freed and its allocator keeps: after work on a large history,
 * nearly half of all. Takes 3 to 50 ms. Does nothing where the allocator is not glibc's: on macOS, Windows and musl, and in
 * Electron, which brings its own.
 *
 * The function of glibc is `malloc_trim` (man 3 malloc_trim). Node cannot call C functions, but SQLite calls the entry
 * point of an extension. SQLite passes a pointer in place of `pad`, the bytes to keep at the end of the main heap:
 * `free` trims that end itself. The result 1, "memory was released", is an error to SQLite.
 */
export async function returnFreedMemory(): Promise<void> {
  if (process.platform !== 'linux' || process.versions.electron !== undefined) return;
  // Not every thread that rests uses SQLite, so it is loaded when it is needed.
  const { connectDatabase } = await import('./open.ts');
  const db = connectDatabase(':memory:');
  // Its types leave out the entry point.
  const loadExtension: (file: string, entryPoint: string) => unknown = db.loadExtension.bind(db);
  try {
    loadExtension('libc.so.6', 'malloc_trim');
  } catch {
    // Memory was released, or this C library has no such function.
  } finally {
    db.close();
  }
}
