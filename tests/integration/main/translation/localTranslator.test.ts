import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkFiles, findModels, routeOf } from '#main/translation/local/localModels.ts';
import { createLocalTranslator } from '#main/translation/local/localTranslator.ts';
import type { TranslationRequest } from '#main/translation/translator.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';
import { writeTinyModel } from '#tests/support/translation/tinyModel.ts';

const entry = new URL('../../../../src/main/translation/local/worker.ts', import.meta.url);

/** A folder with a model for each direction, in a folder of its own. */
function modelFolder(...directions: readonly string[]): string {
  const folder = temporaryFolder();
  for (const direction of directions) {
    mkdirSync(join(folder, direction));
    writeTinyModel(join(folder, direction));
  }
  return folder;
}

async function translatorFor(folder: string, target = 'en') {
  const { directions } = await findModels(folder);
  return createLocalTranslator({ entry, directions, target, pinFile: join(folder, 'pins.json') });
}

const request = (language: string, ...texts: readonly string[]): TranslationRequest => ({
  observationId: 'o',
  projectId: 'p',
  question: 'q',
  country: '',
  source: language,
  target: 'en',
  blocks: texts.map((text, at) => ({ id: String(at), language, segments: [{ text, names: [] }] })),
  characters: 10,
  refused: () => [],
});
const go = new AbortController().signal;

/** What goes through the engine, with weights that mean nothing. Quality needs real models. */
describe('the local translator', () => {
  it('gives each sentence a bounded text, the same again, and none for none', async () => {
    const translator = await translatorFor(modelFolder('de-en'));
    const sentences = ['the lock is light.', '', 'the bike is not a lock.'];
    const { texts, characters } = await translator.translate(request('de', ...sentences), go);
    expect(characters).toBe(10);
    const [[first], [none], [third]] = texts as [[string], [string], [string]];
    expect(none).toBe('');
    for (const text of [first, third]) {
      expect(text.length).toBeGreaterThan(0);
      expect(text.split(' ').length).toBeLessThan(300);
    }
    expect((await translator.translate(request('de', ...sentences), go)).texts).toEqual(texts);
    await translator.close();
  });

  it('goes through English where there is no direct model', async () => {
    const folder = modelFolder('de-en', 'en-fr');
    const translator = await translatorFor(folder, 'fr');
    const { texts, version } = await translator.translate(request('de', 'the lock is light.'), go);
    expect(texts.flat()[0]).not.toBe('');
    expect(version).toBe('de-en en-fr');
    await translator.close();
    const { directions } = await findModels(folder);
    expect(() => routeOf(directions, 'ja', 'fr')).toThrow(
      'No translation model from Japanese to English is in the folder.',
    );
  });

  it('tries a block that lost a name again with the name marked, which the engine copies', async () => {
    const translator = await translatorFor(modelFolder('de-en'));
    const text = 'the Alpwerk & lock is light.';
    const named = {
      ...request('de', text),
      blocks: [
        {
          id: '0',
          language: 'de',
          segments: [{ text, names: [{ start: 4, end: 11, text: 'Alpwerk', brand: 0 }] }],
        },
      ],
      refused: () => [0],
    };
    expect((await translator.translate(named, go)).texts.flat()[0]).toContain('Alpwerk');
    await translator.close();
  });

  it('refuses a damaged model with its name, and the next job runs', async () => {
    const folder = modelFolder('de-en');
    const model = join(folder, 'de-en/model.tiny.intgemm8.bin');
    const whole = readFileSync(model);
    truncateSync(model, 3000);
    const broken = await translatorFor(folder);
    await expect(broken.translate(request('de', 'the lock.'), go)).rejects.toThrow(
      'The translation engine failed',
    );
    writeFileSync(model, whole);
    const { directions } = await findModels(folder);
    const mended = createLocalTranslator({
      entry,
      directions,
      target: 'en',
      pinFile: join(folder, 'others.json'),
    });
    expect((await mended.translate(request('de', 'the lock.'), go)).texts.flat()[0]).not.toBe('');
    await mended.close();
  });

  it('ends with a cancelled job', async () => {
    const translator = await translatorFor(modelFolder('de-en'));
    const stop = new AbortController();
    const running = translator.translate(
      request('de', ...Array.from({ length: 400 }, () => 'the lock is light.')),
      stop.signal,
    );
    stop.abort();
    await expect(running).rejects.toMatchObject({ code: 'CANCELLED' });
    expect((await translator.translate(request('de', 'the lock.'), go)).texts.flat()[0]).not.toBe('');
    await translator.close();
  });
});

describe('a folder of models', () => {
  it('is read by the names of its files and folders, and says what is missing', async () => {
    const folder = modelFolder('deen', 'ja-en', 'something');
    mkdirSync(join(folder, 'fr-en'));
    writeFileSync(join(folder, 'fr-en/model.fren.intgemm.bin'), 'x');
    const { directions, problems } = await findModels(folder);
    expect(directions.map(({ from, to }) => `${from}-${to}`).sort()).toEqual(['de-en', 'ja-en']);
    expect([...problems].sort()).toEqual([
      expect.stringContaining('The direction of model.tiny.intgemm8.bin'),
      expect.stringContaining('has no vocabulary'),
    ]);
    await expect(findModels(join(folder, 'nowhere'))).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('is checked against its records, and without one against the first use', async () => {
    const folder = modelFolder('de-en');
    const model = join(folder, 'de-en/model.tiny.intgemm8.bin');
    const pins = join(folder, 'pins.json');
    const direction = async () => {
      const [found] = (await findModels(folder)).directions;
      if (found === undefined) throw new Error('no direction');
      return found;
    };
    await checkFiles(await direction(), pins);
    const whole = readFileSync(model);
    writeFileSync(model, Buffer.concat([whole.subarray(0, -1), Buffer.from([1])]));
    await expect(checkFiles(await direction(), pins)).rejects.toThrow('has changed since it was first used');

    const record = (sha256: string, size: number) =>
      writeFileSync(
        join(folder, 'records.json'),
        JSON.stringify({
          data: [
            {
              name: 'model.tiny.intgemm8.bin',
              sourceLanguage: 'pt',
              targetLanguage: 'en',
              decompressedHash: sha256,
              decompressedSize: size,
            },
          ],
        }),
      );
    record(createHash('sha256').update(readFileSync(model)).digest('hex'), whole.length);
    expect(await direction()).toMatchObject({ from: 'pt', to: 'en' });
    await checkFiles(await direction(), join(folder, 'other.json'));
    record('0'.repeat(64), whole.length);
    await expect(checkFiles(await direction(), join(folder, 'other.json'))).rejects.toThrow(
      'its SHA-256 differs',
    );
    record('0'.repeat(64), whole.length + 1);
    await expect(checkFiles(await direction(), join(folder, 'other.json'))).rejects.toThrow(
      'is not complete',
    );
  });
});
