import { describe, expect, it } from 'vitest';
import { acrossLanguages } from '#tests/support/golden/acrossLanguages.ts';
import { evaluateLines, evaluateOurs, f1, precision, recall, total } from '#tests/support/golden/evaluate.ts';
import { fileCases, isHeldOut } from '#tests/support/golden/goldenCase.ts';
import { oneLanguage } from '#tests/support/golden/oneLanguage.ts';

const sets = [
  { name: 'within one language', cases: oneLanguage },
  { name: 'across languages', cases: acrossLanguages },
];

describe('golden cases', () => {
  it('are at least 30 sets', () => {
    expect(oneLanguage.length + acrossLanguages.length).toBeGreaterThanOrEqual(30);
  });

  describe.each(sets)('$name', ({ cases }) => {
    const ours = cases.map(evaluateOurs);
    const lines = cases.map(evaluateLines);

    it('aligns blocks as a careful person would, and better than plain line alignment', () => {
      const pairs = total(ours.map((entry) => entry.pairs));
      const plain = total(lines.map((entry) => entry.pairs));
      expect(precision(pairs)).toBeGreaterThanOrEqual(0.95);
      expect(recall(pairs)).toBeGreaterThanOrEqual(0.95);
      expect(precision(pairs)).toBeGreaterThan(precision(plain));
      expect(recall(pairs)).toBeGreaterThan(recall(plain));
    });

    it('finds what moved and calls nothing moved that was only pushed down', () => {
      const moves = total(ours.map((entry) => entry.moves));
      expect(precision(moves)).toBeGreaterThanOrEqual(0.95);
      expect(recall(moves)).toBeGreaterThanOrEqual(0.95);
    });

    it('finds every brand mention and none inside another word', () => {
      const mentions = total(ours.map((entry) => entry.mentions));
      expect(precision(mentions)).toBeGreaterThanOrEqual(0.98);
      expect(recall(mentions)).toBeGreaterThanOrEqual(0.98);
    });
  });

  describe.each([
    { half: 'the half the rules are made by', cases: fileCases().filter((golden) => !isHeldOut(golden)) },
    { half: 'the held-out half', cases: fileCases().filter(isHeldOut) },
  ])('reworded, translated and rearranged, $half', ({ cases }) => {
    const ours = cases.map(evaluateOurs);

    it('are enough to tell', () => {
      expect(cases.length).toBeGreaterThanOrEqual(40);
    });

    it('aligns blocks as a careful person would, in every set at least in part', () => {
      expect(f1(total(ours.map((entry) => entry.pairs)))).toBeGreaterThanOrEqual(0.97);
      for (const entry of ours) expect([entry.name, f1(entry.pairs) > 0.3]).toEqual([entry.name, true]);
    });

    it('calls hardly anything moved that was not', () => {
      const moves = total(ours.map((entry) => entry.moves));
      expect(precision(moves)).toBeGreaterThanOrEqual(0.95);
      expect(recall(moves)).toBeGreaterThanOrEqual(0.85);
    });
  });
});
