import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inputText, keptInputs, readInput } from '../fuzz/inputFile.ts';
import { type FuzzFailure, runFuzz } from '../fuzz/runFuzz.ts';
import { attempt } from '../fuzz/target.ts';
import { targets } from '../fuzz/targets/all.ts';

describe.each(targets)('$name: $guarantee', (target) => {
  it('holds for every input that once broke it', async ({ task }) => {
    const kept = keptInputs(target.name);
    for (const { input } of kept) await attempt(target, input);
    task.meta.attempts = kept.length;
  });

  it('holds for the first inputs of a fixed seed', async ({ task }) => {
    const numRuns = 15;
    await fc.assert(
      fc.asyncProperty(target.input, (input) => attempt(target, input)),
      { numRuns, seed: 13, endOnFailure: true },
    );
    task.meta.attempts = numRuns;
  });
});

describe('the fuzzer', () => {
  it('reports the input on which a target hangs, and the one that breaks another, and continues', async () => {
    const failures = new Map<string, FuzzFailure | null>();
    await runFuzz({
      module: new URL('../support/faults/brokenFuzzTargets.ts', import.meta.url).href,
      names: ['endless', 'broken', 'sound', 'hungry'],
      seed: 1,
      milliseconds: 300,
      mostAttempts: Number.POSITIVE_INFINITY,
      threads: 2,
      silentMs: 4_000,
      memoryMb: 32,
      onTarget: ({ target }, failure) => failures.set(target, failure),
    });
    expect(failures.get('endless')).toMatchObject({
      input: 7,
      message: expect.stringContaining('did not end'),
    });
    // Made smaller: the smallest number that breaks it.
    expect(failures.get('broken')).toMatchObject({
      input: 10,
      message: expect.stringContaining('too large'),
    });
    expect(failures.get('hungry')).toMatchObject({ message: expect.stringContaining('memory') });
    expect(failures.get('sound')).toBeNull();
  });

  it('keeps an input as it was: bytes, half surrogate pairs and texts that repeat', () => {
    for (const input of ['\ud800', { a: [new Uint8Array([0, 255]), 'ab'.repeat(5_001)] }, [null, -1.5, '']])
      expect(readInput(inputText('why', input))).toEqual({ about: 'why', input });
    expect(inputText('', '> '.repeat(50_000)).length).toBeLessThan(200);
  });
});
