import { expect } from 'vitest';
import { bodyFor, engines, monitor, taskFor } from './requests.ts';
import { prove } from './rule.ts';
import { reference } from './rules/reference.ts';
import { serviceForFile } from './serviceForFile.ts';
import { expectInvalid } from './shapes/errors.ts';
import { countries, states } from './shapes/reference.ts';
import { parsedAs, remainingCredits } from './taskCalls.ts';

const service = serviceForFile();

/** Codes of the full list each model does not have, and how many are left. */
const missing: Readonly<Record<string, readonly [codes: string, left: number]>> = {
  'assistant-a': ['CN HK IR MO RU VE', 244],
  'assistant-b': ['BY CN RU', 247],
  'assistant-c': ['BY CN HK RU VE', 245],
  'assistant-d': ['BY CN RU SY VE', 245],
  'assistant-e': ['CN', 249],
  search: ['', 250],
  'search-ai': ['CN CU IR KP', 246],
  'ai-overview': ['BL BV CN CU ET GF GP IR IS LK MF MQ NC PF PM RE TF WF YT', 231],
};
const codesOf = (model: string) => (missing[model]?.[0] ?? '').split(' ').filter((code) => code !== '');

const list = async (query = '') => parsedAs(countries, await service().api.get(`/v1/countries${query}`));
const stateList = async (country: string) =>
  parsedAs(states, await service().api.get(`/v1/states?country=${country}`));

prove(reference, {
  'REF-1': async () => {
    const codes = await list();
    expect(new Set(codes).size).toBe(250);
    expect(codes).toHaveLength(250);
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    expect(codes.filter((code) => names.of(code) === undefined)).toEqual([]);
    for (const code of ['US', 'DE', 'JP', 'AX', 'BQ', 'XK', 'ZW']) expect(codes).toContain(code);
    for (const code of ['EU', 'UK', 'AN', 'ZZ']) expect(codes).not.toContain(code);
  },

  'REF-2': async () => {
    for (const model of [...engines, 'ai-overview']) {
      expect((await list(`?model=${encodeURIComponent(model)}`)).length, model).toBeGreaterThan(200);
    }
  },

  'REF-3': async () => {
    const all = await list();
    for (const [model, [, left]] of Object.entries(missing)) {
      const codes = await list(`?model=${model}`);
      expect(all.filter((code) => !codes.includes(code)).toSorted(), model).toEqual(codesOf(model));
      expect(codes, model).toHaveLength(left);
    }
  },

  'REF-4': async () => {
    for (const model of ['assistant-z', 'ASSISTANT_A', '']) {
      expectInvalid(await service().api.get(`/v1/countries?model=${model}`), 400, 'model');
    }
  },

  'REF-5': async () => {
    const { api } = service();
    for (const engine of engines) {
      for (const country of codesOf(engine)) {
        const body = bodyFor(engine, { country });
        expectInvalid(await api.post(monitor(engine), body), 400, 'country');
        expectInvalid(
          await api.post('/v1/async/task', taskFor(engine, { payload: body })),
          422,
          'payload.country',
        );
      }
    }
  },

  'REF-6': async () => {
    const entries = await stateList('US');
    expect(entries).toHaveLength(51);
    expect(new Set(entries.map(({ code }) => code)).size).toBe(51);
    expect(entries.map(({ name }) => name)).toEqual(entries.map(({ name }) => name).toSorted());
    expect(entries.slice(0, 4).map(({ code }) => code)).toEqual(['AL', 'AK', 'AZ', 'AR']);
    for (const entry of [
      { code: 'OR', name: 'Oregon' },
      { code: 'DC', name: 'District of Columbia' },
    ]) {
      expect(entries).toContainEqual(entry);
    }
  },

  'REF-7': async () => {
    for (const country of ['DE', 'CA', 'XK']) expect(await stateList(country)).toEqual([]);
  },

  'REF-8': async () => {
    for (const query of ['', '?country=', '?country=U', '?country=USA', '?country=1A']) {
      expectInvalid(await service().api.get(`/v1/states${query}`), 400, 'country');
    }
  },

  'REF-9': async () => {
    const { api } = service();
    const path = monitor('assistant-b');
    for (const { code } of await stateList('US')) {
      expect((await api.post(path, bodyFor('assistant-b', { state: code }))).status, code).toBe(200);
    }
  },

  'REF-10': async () => {
    const { api } = await service().account('free');
    await api.get('/v1/countries');
    await api.get('/v1/states?country=US');
    expect(await remainingCredits(api)).toBe(500);
  },
});
