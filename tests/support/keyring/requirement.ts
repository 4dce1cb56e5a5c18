/**
 * Says whether a suite that needs something of the machine runs: where it is missing the suite is skipped with
 * its reason in its name, except on CI, where a missing piece is a failure and not a silence.
 */
export function requirement(missing: string | null): { readonly skip: boolean; readonly note: string } {
  if (missing === null) return { skip: false, note: '' };
  if (process.env.CI) throw new Error(`This suite must run on CI, but ${missing}.`);
  return { skip: true, note: ` (skipped: ${missing})` };
}
