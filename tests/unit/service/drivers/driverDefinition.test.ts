import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { limitsOf } from '#service/drivers/driverDefinition.ts';
import { openaiDefinition } from '#service/drivers/openai/openaiDriver.ts';
import { openaiCompatibleDefinition } from '#service/drivers/openaiCompatible/openaiCompatibleDriver.ts';
import {
  addressSetting,
  choiceSetting,
  modelSetting,
  readSettings,
  settingFields,
  switchSetting,
  textSetting,
  timeoutSetting,
} from '#service/drivers/settings.ts';

const schema = z.object({
  baseUrl: addressSetting('https://api.example', 'BASE_URL'),
  model: modelSetting('', 'MODEL'),
  depth: choiceSetting(['low', 'high'], 'low', { label: 'Depth', help: '' }),
  hint: switchSetting(true, { label: 'Hint', help: '' }),
  timeoutSeconds: timeoutSetting(),
  extra: textSetting({ label: 'Extra', help: '' }),
});

describe('settings', () => {
  it('use defaults for absent or blank values, in their own types, and ignore unknown names', () => {
    const read = readSettings(schema, { model: ' m ', baseUrl: '  ', unknown: 'x' });
    expect(read).toEqual({
      ok: true,
      values: {
        baseUrl: 'https://api.example',
        model: 'm',
        depth: 'low',
        hint: true,
        timeoutSeconds: 240,
        extra: '',
      },
    });
  });

  it('lose the slash at an address’s end, so that paths can follow it', () => {
    const read = readSettings(schema, { model: 'm', baseUrl: 'http://127.0.0.1:1/v1//' });
    expect(read.ok && read.values.baseUrl).toBe('http://127.0.0.1:1/v1');
  });

  it.each([
    [{ baseUrl: 'javascript:alert(1)' }, 'baseUrl'],
    [{ baseUrl: 'https://user:secret@api.example' }, 'baseUrl'],
    [{ depth: 'deep' }, 'depth'],
    [{ hint: 'yes' }, 'hint'],
    [{ timeoutSeconds: '0' }, 'timeoutSeconds'],
    [{ timeoutSeconds: '1e9' }, 'timeoutSeconds'],
  ])('%j are refused for %s, in words', (given, field) => {
    const read = readSettings(schema, given);
    expect(read).toMatchObject({ ok: false, field });
    expect(!read.ok && read.message.length).toBeGreaterThan(10);
  });

  it('are shown with their names, in the order they are declared', () => {
    expect(settingFields(schema).map(({ name, kind }) => [name, kind])).toEqual([
      ['baseUrl', 'address'],
      ['model', 'model'],
      ['depth', 'choice'],
      ['hint', 'switch'],
      ['timeoutSeconds', 'seconds'],
      ['extra', 'text'],
    ]);
  });

  it('without a model leave the driver not ready, but able to list the models to choose from', () => {
    const driver = openaiCompatibleDefinition.create({});
    expect(driver.readiness()).toEqual({ ready: false, missing: 'model', message: 'Model is missing.' });
    expect(driver.listModels).toBeDefined();
  });
});

it('a time limit bounds silence as well', () => {
  expect(limitsOf({ timeoutSeconds: 30 })).toMatchObject({ totalMs: 30_000, idleMs: 30_000 });
  expect(limitsOf({ timeoutSeconds: 600 })).toMatchObject({ totalMs: 600_000, idleMs: 120_000 });
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
