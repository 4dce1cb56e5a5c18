/**
 * How much a bench does: all of it; `--quick`, fewer rounds; or `--smoke`, the least that prints every table. A smoke run
 * shows that the bench still works: it measures too little to say that an aim was met or missed.
 */
export type Form = 'full' | 'quick' | 'smoke';

export const form: Form = process.argv.includes('--smoke')
  ? 'smoke'
  : process.argv.includes('--quick')
    ? 'quick'
    : 'full';

export function byForm<T>(values: { readonly [form in Form]: T }): T {
  return values[form];
}

/** The program ends with 1 when an aim was missed, unless too little was measured to say so. */
export function endWith(met: boolean): void {
  if (!met && form !== 'smoke') process.exitCode = 1;
}
