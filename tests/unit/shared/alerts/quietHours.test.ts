import { expect, it } from 'vitest';
import { quietHoursSchema, tellAt } from '#shared/model/quietHours.ts';

const berlin = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' };
const at = (iso: string): number => Date.parse(iso);

it.each([
  ['by day', '2026-06-01T10:00:00Z', '2026-06-01T10:00:00Z'],
  ['before midnight', '2026-06-01T20:30:00Z', '2026-06-02T05:00:00Z'],
  ['after midnight', '2026-06-01T01:00:30Z', '2026-06-01T05:00:00Z'],
  ['in the night that loses an hour', '2026-03-28T22:00:00Z', '2026-03-29T05:00:00Z'],
  ['in the night that gains one', '2026-10-24T22:00:00Z', '2026-10-25T06:00:00Z'],
])('an alert %s is sent when allowed', (_, now, told) => {
  expect(new Date(tellAt(berlin, at(now))).toISOString()).toBe(new Date(at(told)).toISOString());
});

it('quiet hours may lie within a day, or be none', () => {
  const noon = { ...berlin, from: '12:00', to: '13:00' };
  expect(tellAt(noon, at('2026-06-01T10:15:00Z'))).toBe(at('2026-06-01T11:00:00Z'));
  expect(tellAt(null, 5)).toBe(5);
  expect(quietHoursSchema.safeParse({ ...berlin, timeZone: 'Berlin' }).success).toBe(false);
  expect(quietHoursSchema.safeParse({ ...berlin, from: '24:00' }).success).toBe(false);
});
