import { expect, it } from 'vitest';
import { createAvailability } from '#main/runs/runDeps.ts';

it('an address that never answered is not waited for', () => {
  expect(createAvailability().lost(0)).toBe(false);
});

it('a service that answered before is waited for, but no longer than a minute', () => {
  const contact = createAvailability();
  contact.made();
  expect(contact.lost(1000)).toBe(true);
  expect(contact.lost(60_999)).toBe(true);
  expect(contact.lost(61_000)).toBe(false);
  contact.made();
  expect(contact.lost(100_000)).toBe(true);
});
