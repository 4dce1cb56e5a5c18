import fc from 'fast-check';
import { type FuzzTarget, target } from '../../fuzz/target.ts';

/** Targets that do what no parser should, for the tests of the fuzzer. */
export const targets: readonly FuzzTarget[] = [
  target('endless', 'Ends.', fc.constantFrom(1, 7), (number) => {
    while (number === 7);
  }),
  target('broken', 'Takes any number.', fc.nat(1_000), (number) => {
    if (number >= 10) throw new Error('too large');
  }),
  target('hungry', 'Needs little memory.', fc.constant('x'), () => {
    const kept: string[][] = [];
    for (;;) kept.push(Array.from({ length: 100_000 }, (_, at) => `${at}`));
  }),
  target('sound', 'Holds.', fc.nat(), () => {}),
];
