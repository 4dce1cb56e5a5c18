import { describe, expect, it } from 'vitest';
import { limitsOf, readSettings, type SettingField } from '#service/drivers/driverDefinition.ts';
import { openaiDefinition } from '#service/drivers/openai/openaiDriver.ts';

const fields: readonly SettingField[] = [
  { name: 'baseUrl', label: 'Base address', kind: 'address', default: 'https://api.example', help: '' },
  { name: 'model', label: 'Model', kind: 'model', default: '', help: '' },
  { name: 'depth', label: 'Depth', kind: 'choice', default: 'low', choices: ['low', 'high'], help: '' },
  { name: 'hint', label: 'Hint', kind: 'switch', default: 'on', help: '' },
  { name: 'timeoutSeconds', label: 'Time limit', kind: 'seconds', default: '240', help: '' },
  { name: 'extra', label: 'Extra', kind: 'text', default: '', optional: true, help: '' },
];

describe('settings', () => {
  it('take defaults for what is absent or blank and ignore names nobody knows', () => {
    const read = readSettings(fields, { model: ' m ', baseUrl: '  ', unknown: 'x' });
    expect(read).toEqual({
      ok: true,
      values: {
        baseUrl: 'https://api.example',
        model: 'm',
        depth: 'low',
        hint: 'on',
        timeoutSeconds: '240',
        extra: '',
      },
    });
  });

  it('lose the slash at an address’s end, so that paths can follow it', () => {
    const read = readSettings(fields, { model: 'm', baseUrl: 'http://127.0.0.1:1/v1//' });
    expect(read.ok && read.values.baseUrl).toBe('http://127.0.0.1:1/v1');
  });

  it.each([
    [{ baseUrl: 'javascript:alert(1)', model: 'm' }, 'baseUrl'],
    [{ baseUrl: 'https://user:secret@api.example', model: 'm' }, 'baseUrl'],
    [{}, 'model'],
    [{ model: 'm', depth: 'deep' }, 'depth'],
    [{ model: 'm', hint: 'yes' }, 'hint'],
    [{ model: 'm', timeoutSeconds: '0' }, 'timeoutSeconds'],
    [{ model: 'm', timeoutSeconds: '1e9' }, 'timeoutSeconds'],
  ])('%j are refused for %s, in words', (given, field) => {
    const read = readSettings(fields, given as Record<string, string>);
    expect(read).toMatchObject({ ok: false, field });
    expect(!read.ok && read.message.length).toBeGreaterThan(10);
  });
});

it('a time limit bounds silence as well', () => {
  expect(limitsOf({ timeoutSeconds: '30' })).toMatchObject({ totalMs: 30_000, idleMs: 30_000 });
  expect(limitsOf({ timeoutSeconds: '600' })).toMatchObject({ totalMs: 600_000, idleMs: 120_000 });
});

describe('a key', () => {
  it('loses the blanks and line ends that copying brings along', () => {
    expect(openaiDefinition.create({ key: ' sk-abc\n' }).readiness()).toEqual({ ready: true });
    expect(openaiDefinition.create({ key: ' \n' }).readiness()).toMatchObject({
      ready: false,
      missing: 'key',
    });
  });

  it.each(['sk-schlüssel', 'sk-a b', 'sk-“quoted”'])(
    '%j cannot be one, and the sentence does not repeat it',
    (key) => {
      const readiness = openaiDefinition.create({ key }).readiness();
      expect(readiness).toMatchObject({ ready: false, missing: 'key' });
      expect(JSON.stringify(readiness)).not.toContain(key);
    },
  );
});
