import { expect, it } from 'vitest';
import { type HeapUser, heapLimit } from '#platform/threads/heapShares.ts';
import { heapCageMb, mainHeapMb } from '#tests/support/electron/double/machine.ts';

const users: readonly HeapUser[] = [
  'history',
  'searching',
  'reading',
  'viewing',
  'derivation',
  'encoding',
  'maintenance',
  'comparison',
  'service',
];

it('all threads of an Electron at their limits leave the main thread its part of the one heap', () => {
  const together = users.reduce((sum, user) => {
    const threads = user === 'derivation' ? 4 : user === 'comparison' ? 2 : 1;
    return sum + threads * heapLimit(user, threads, true).maxOldGenerationSizeMb;
  }, mainHeapMb);
  expect(together).toBeLessThanOrEqual(heapCageMb);
});

it('a thread of plain Node, which has a heap of its own, may take more', () => {
  for (const user of users)
    expect(heapLimit(user, 1, false).maxOldGenerationSizeMb).toBeGreaterThan(
      heapLimit(user, 1, true).maxOldGenerationSizeMb,
    );
});
