import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TimeOrder } from '#main/history/store/timeOrder.ts';

const sorted = (times: readonly number[]): readonly number[] =>
  times.map((_, at) => at).toSorted((one, two) => (times[one] ?? 0) - (times[two] ?? 0) || one - two);

it('is the order of the times on every read, whatever arrives late and however much arrives together', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 30 }), { maxLength: 6 }),
      (waves) => {
        const order = new TimeOrder();
        const times: number[] = [];
        for (const wave of waves) {
          times.push(...wave);
          expect([...order.of(Float64Array.from(times), times.length)]).toEqual(sorted(times));
        }
      },
    ),
  );
});

it('accepts thousands together, and later ones one by one', () => {
  const order = new TimeOrder();
  const times = Array.from({ length: 5000 }, (_, at) => (at * 7919) % 1009);
  expect([...order.of(Float64Array.from(times), times.length)]).toEqual(sorted(times));
  times.push(500, 2000, 3);
  expect([...order.of(Float64Array.from(times), times.length)]).toEqual(sorted(times));
});
