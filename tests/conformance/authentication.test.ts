import { expect } from 'vitest';
import { callEndpoint, endpoints } from './endpoints.ts';
import { send } from './http.ts';
import { bodyFor, monitor, taskFor } from './requests.ts';
import { prove } from './rule.ts';
import { authentication } from './rules/authentication.ts';
import { serviceForFile } from './serviceForFile.ts';
import { expectError } from './shapes/errors.ts';
import { createTask, readTask, remainingCredits } from './taskCalls.ts';
import { until } from './until.ts';

const service = serviceForFile();
const unknownKey = `sk_${'a1B2'.repeat(10)}`;

const creditsWith = (authorization: string | undefined) =>
  send(`${service().baseUrl}/v1/credits`, {
    headers: authorization === undefined ? {} : { Authorization: authorization },
  });

prove(authentication, {
  'AUTH-1': async () => {
    expect((await creditsWith(`Bearer ${service().api.key}`)).status).toBe(200);
  },

  'AUTH-2': async () => {
    const { operator, defaultApi } = service();
    const { name } = await service().account();
    const { apiKey } = await operator.createKey(name);
    for (const key of [defaultApi.key, apiKey]) expect(key).toMatch(/^sk_[A-Za-z0-9]{40}$/);
  },

  'AUTH-3': async () => {
    const { api } = service();
    for (const endpoint of endpoints) {
      const { status } = await callEndpoint(api, endpoint);
      expect([401, 403], `${endpoint.method} ${endpoint.path}`).not.toContain(status);
    }
  },

  'AUTH-4': async () => {
    const { baseUrl } = service();
    for (const { method, path, body } of endpoints) {
      const sending =
        body === undefined
          ? { method }
          : { method, body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
      expectError(await send(baseUrl + path, sending), 401, 'MISSING_API_KEY');
    }
  },

  'AUTH-5': async () => {
    expectError(await creditsWith(undefined), 401, 'MISSING_API_KEY');
  },

  'AUTH-6': async () => {
    const apiKey = service().api.key;
    for (const value of ['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer ', apiKey, `Token ${apiKey}`]) {
      expectError(await creditsWith(value), 401, 'MISSING_API_KEY');
    }
  },

  'AUTH-7': async () => {
    const letters = 'x'.repeat(40);
    const misshapen = [
      'nonsense',
      'sk_short',
      `sk_${letters}y`,
      `pk_${letters}`,
      `SK_${letters}`,
      `sk_live_${letters}`,
      `sk_${'x'.repeat(39)}-`,
      letters,
    ];
    for (const key of misshapen)
      expectError(await creditsWith(`Bearer ${key}`), 401, 'INVALID_API_KEY_FORMAT');
  },

  'AUTH-8': async () => {
    expectError(await creditsWith(`Bearer ${unknownKey}`), 401, 'INVALID_OR_EXPIRED_API_KEY');
  },

  'AUTH-9': async () => {
    const { name } = await service().account();
    const { id, api } = await service().anotherKey(name);
    expect((await api.get('/v1/credits')).status).toBe(200);
    await service().operator.revokeKey(name, id);
    const refused = await until(
      'the revoked key is refused',
      () => api.get('/v1/credits'),
      ({ status }) => status !== 200,
      50_000,
    );
    expectError(refused, 401, 'INVALID_OR_EXPIRED_API_KEY');
  },

  'AUTH-10': async () => {
    const { name, api } = await service().account();
    const second = await service().anotherKey(name);
    await service().direct.revokeKey(name, second.id);
    await until(
      'the other key is refused',
      () => second.api.get('/v1/credits'),
      ({ status }) => status === 401,
    );
    expect((await api.get('/v1/credits')).status).toBe(200);
  },

  'AUTH-11': async () => {
    const { name, api } = await service().account();
    const { api: second } = await service().anotherKey(name);
    await api.post(monitor('assistant-a'), bodyFor('assistant-a'));
    await second.post(monitor('assistant-b'), bodyFor('assistant-b'));
    expect(await remainingCredits(api)).toBe(491);
    expect(await remainingCredits(second)).toBe(491);
  },

  'AUTH-12': async () => {
    const one = await service().account();
    const other = await service().account();
    await one.api.post(monitor('assistant-a'), bodyFor('assistant-a'));
    expect(await remainingCredits(other.api)).toBe(500);
  },

  'AUTH-13': async () => {
    const other = await service().account();
    const { task } = await createTask(service().api, taskFor('assistant-b'));
    expectError(await other.api.get(`/v1/async/task/${task.id}`), 404, 'RESOURCE_NOT_FOUND');
    expect((await readTask(service().api, task.id)).task.id).toBe(task.id);
  },

  'AUTH-14': async () => {
    expect(expectError(await creditsWith(undefined), 401, 'MISSING_API_KEY').details).toBeUndefined();
    expect(
      expectError(await creditsWith('Bearer nonsense'), 401, 'INVALID_API_KEY_FORMAT').details,
    ).toBeUndefined();
    expect(
      expectError(await creditsWith(`Bearer ${unknownKey}`), 401, 'INVALID_OR_EXPIRED_API_KEY').details,
    ).toBeUndefined();
  },

  'AUTH-15': async () => {
    const { direct, baseUrl } = service();
    const { name } = await service().account();
    for (let time = 0; time < 5; time += 1) {
      const { apiKey } = await direct.createKey(name);
      const answer = await send(`${baseUrl}/v1/credits`, { headers: { Authorization: `Bearer ${apiKey}` } });
      expect(answer.status, answer.text).toBe(200);
    }
  },
});
