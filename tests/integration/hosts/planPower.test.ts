import { expect, it } from 'vitest';
import { jsonLines, runParallax } from '#tests/support/cli/parallax.ts';
import { storeStory } from '#tests/support/history/overviewStories.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

it('recommends repeats based on the project’s answers, with their price', async () => {
  const dataFolder = temporaryFolder();
  await storeStory(dataFolder, 'noiseWithFailures');
  const run = (...args: string[]) => runParallax(args, { dataFolder });
  await run(
    'plan',
    'create',
    'locks',
    '--question',
    'Which {a}?',
    '--var',
    'a=x,y,z,u,v',
    '--countries',
    'G7',
    '--json',
  );
  const power = async (...args: string[]) =>
    jsonLines((await run('plan', 'power', 'locks', ...args, '--json')).stdout)[0] as Record<string, unknown>;

  // 5 questions in 7 markets, before there is a brand: the hardest case.
  expect(await power()).toMatchObject({ brand: null, share: null, spread: 1, perRepeat: 35, repeats: 12 });
  expect(await power('--compare', 'markets', '--change', '50')).toMatchObject({ perRepeat: 5 });

  await run('brands', 'add', 'Acme', '--as', 'own');
  await run('brands', 'add', 'Rival', '--as', 'competitor');
  await run('recompute');
  const measured = await power();
  expect(measured).toMatchObject({ brand: { name: 'Acme' }, answers: 11, repeated: 4, money: null });
  // Of all answers: two of three in DE, one of two in FR, two of three in ES, all three in BR, none in JP.
  expect(measured.share).toBeCloseTo((2 + 1 + 2 + 3) / (3 + 2 + 3 + 3), 4);
  expect(measured.cells).toBe(35 * Number(measured.repeats));
  const priced = jsonLines((await run('plan', 'price', 'locks', '--json')).stdout)[0];
  expect(measured.maximumCredits).toBe(Number(priced?.maximumCredits) * Number(measured.repeats));

  const text = await run('plan', 'power', 'locks', '--change', '20', '--compare', 'market-periods');
  expect(text.stdout).toMatch(
    /^To detect a 20-point change of the visibility of Acme in each of 7 markets at 80 % power/,
  );
  expect(text.stdout).toContain('Measured: visibility 73 % in 11 answers; repeats vary');
  expect(await run('plan', 'power', 'locks', '--brand', 'Nobody')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Listed brands: Acme, Rival'),
  });
});
