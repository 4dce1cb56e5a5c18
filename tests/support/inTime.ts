/** Rejects with the name of work that does not end: a test that only times out does not say what it waited for. */
export async function inTime<T>(what: string, work: Promise<T>, budgetMs: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`not over after ${budgetMs / 1000} s`)), budgetMs);
  try {
    return await Promise.race([work, late.promise]);
  } catch (error) {
    throw new Error(`${what} failed: ${String(error)}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
