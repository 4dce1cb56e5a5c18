import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { driverCatalogue, driversFromEnvironment } from '#service/drivers/catalogue.ts';
import { engineDocument, renderEngineDocument } from '../../../../scripts/engineDocs.ts';

it('docs/engines.md says what the records say (write it anew with: node scripts/engineDocs.ts)', () => {
  expect(readFileSync(engineDocument, 'utf8')).toBe(renderEngineDocument());
});

describe('the catalogue', () => {
  it('has every driver once, each with engines it can answer for', () => {
    const ids = driverCatalogue.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { capabilities } of driverCatalogue) expect(Object.keys(capabilities)).not.toEqual([]);
  });

  it('makes every driver from nothing, ready or with a sentence that says what is missing', () => {
    for (const definition of driverCatalogue) {
      const readiness = definition.create({}).readiness();
      if (!readiness.ready) expect(readiness.message).toMatch(/\.$/);
      expect(readiness.ready).toBe(definition.id === 'searxng');
    }
  });

  it('suggests only engines the driver can answer for', () => {
    for (const { capabilities, suggestedFor } of driverCatalogue) {
      for (const engine of suggestedFor) expect(capabilities[engine]).toBeDefined();
    }
  });

  it('reads keys apart from settings out of the environment', () => {
    const found = driversFromEnvironment({
      OPENAI_API_KEY: ' sk-1 ',
      OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
      XAI_API_KEY: '',
    });
    expect(found.keys).toEqual({ openai: 'sk-1' });
    expect(found.settings).toEqual({ openai: { baseUrl: 'http://127.0.0.1:1/v1' } });
  });
});
