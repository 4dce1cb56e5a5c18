import { expect } from 'vitest';
import { callEndpoint, endpoints } from './endpoints.ts';
import { header, send } from './http.ts';
import { prove } from './rule.ts';
import { requestIds } from './rules/requestIds.ts';
import { serviceForFile } from './serviceForFile.ts';

const service = serviceForFile();
const wellFormed = /^[A-Za-z0-9\-_.:]{1,128}$/;

const idFor = async (id: string) =>
  header(await service().api.get('/v1/credits', { 'X-Request-Id': id }), 'X-Request-Id');

prove(requestIds, {
  'REQ-1': async () => {
    const { api, baseUrl } = service();
    const answers = [
      ...(await Promise.all(endpoints.map((endpoint) => callEndpoint(api, endpoint)))),
      await send(`${baseUrl}/v1/credits`),
      await api.get('/v1/nothing-here'),
      await api.remove('/v1/credits'),
      await api.send('/v1/async/task', {
        method: 'POST',
        body: 'x',
        headers: { 'Content-Type': 'text/plain' },
      }),
      await api.send('/v1/async/task', {
        method: 'POST',
        body: '{"broken',
        headers: { 'Content-Type': 'application/json' },
      }),
    ];
    for (const answer of answers) expect(header(answer, 'X-Request-Id')).toMatch(wellFormed);
  },

  'REQ-2': async () => {
    for (const id of ['7', 'run-2026:row_17.a', 'A'.repeat(128), '-_.:']) expect(await idFor(id)).toBe(id);
  },

  'REQ-3': async () => {
    for (const id of ['B'.repeat(129), 'two words', 'slash/es', 'ümlaut', 'a,b', '']) {
      const given = await idFor(id);
      expect(given).toMatch(wellFormed);
      expect(given).not.toBe(id);
    }
  },

  'REQ-4': async () => {
    const { api } = service();
    const answers = await Promise.all(Array.from({ length: 50 }, () => api.get('/v1/credits')));
    expect(new Set(answers.map((answer) => header(answer, 'X-Request-Id'))).size).toBe(50);
  },

  'REQ-5': async () => {
    const { api, baseUrl } = service();
    const headers = { 'X-Request-Id': 'mine-1' };
    const answers = [
      await send(`${baseUrl}/v1/credits`, { headers }),
      await api.get('/v1/nothing-here', headers),
      await api.remove('/v1/credits', headers),
      await api.post('/v1/monitor/assistant-a', {}, headers),
      await api.post('/v1/async/task', {}, headers),
      await api.send('/v1/monitor/assistant-a', {
        method: 'POST',
        body: '{',
        headers: { ...headers, 'Content-Type': 'application/json' },
      }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([401, 404, 405, 400, 422, 400]);
    for (const answer of answers) expect(header(answer, 'X-Request-Id')).toBe('mine-1');
  },
});
