import { describe, expect, it } from 'vitest';
import { driverCatalogue } from '#service/drivers/catalogue.ts';
import { payloadsOf, replay } from '../../../../scripts/payloads.ts';

const recorded = driverCatalogue.flatMap((definition) =>
  payloadsOf(definition.id).map((payload) => ({
    definition,
    payload,
    id: `${definition.id}: ${payload.id}`,
  })),
);

describe('the text of an answer is what a person reads in it', () => {
  it.each(recorded)('$id', async ({ definition, payload }) => {
    expect((await replay(definition, payload, { seed: 1, cuts: 1 })).problem).toBeNull();
  });

  it('is held for every driver that reads sentences of a provider', () => {
    expect(new Set(recorded.map(({ definition }) => definition.id)).size).toBeGreaterThanOrEqual(13);
  });
});
