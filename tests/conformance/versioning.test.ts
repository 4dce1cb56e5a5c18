import { expect } from 'vitest';
import { callEndpoint, endpoints } from './endpoints.ts';
import { prove } from './rule.ts';
import { versioning } from './rules/reference.ts';
import { serviceForFile } from './serviceForFile.ts';
import { expectError } from './shapes/errors.ts';

const service = serviceForFile();

prove(versioning, {
  'VERS-1': async () => {
    const { api } = service();
    for (const endpoint of endpoints) {
      for (const prefix of ['/v2/', '/v0/', '/']) {
        const elsewhere = { ...endpoint, path: endpoint.path.replace('/v1/', prefix) };
        expectError(await callEndpoint(api, elsewhere), 404, 'RESOURCE_NOT_FOUND');
      }
    }
  },

  'VERS-2': async () => {
    const { api } = service();
    const plain = await api.get('/v1/states?country=US');
    const marked = await api.get('/v1/states?country=US', { 'X-Api-Version': '2', 'Accept-Version': '2' });
    expect(marked.body).toEqual(plain.body);
    expect(Object.keys(plain.headers).filter((name) => name.includes('version'))).toEqual([]);
  },

  'VERS-3': async () => {
    const { api } = service();
    for (const endpoint of endpoints) {
      const { headers } = await callEndpoint(api, endpoint);
      expect(headers).not.toHaveProperty('deprecation');
      expect(headers).not.toHaveProperty('sunset');
      expect(String(headers.link ?? '')).not.toMatch(/rel="?deprecation/);
    }
  },

  'VERS-4': async () => {
    const { body } = await service().api.get('/openapi.json');
    expect(body).toMatchObject({ info: { version: '1.0.0' } });
  },
});
