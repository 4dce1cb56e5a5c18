import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { jsonLines, runParallax } from '#tests/support/cli/parallax.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

const question = 'Which bike lock is best? [[sandbox latency=5 words=20]]';
const german = 'Welches Fahrradschloss ist das beste? [[sandbox latency=5 words=20]]';
const arabic = 'ما أفضل قفل للدراجة؟ [[sandbox latency=5 words=20]]';
const japanese = 'どの自転車の鍵が一番ですか？ [[sandbox latency=5 words=20]]';

const sentFrom = (dataFolder: string) => {
  const db = new Database(join(dataFolder, 'history.db'), { readonly: true });
  try {
    return db
      .prepare(
        `SELECT a.market || ' ' || json_extract(r.body, '$.prompt') AS sent, a.question, a.asked
         FROM view_answers a JOIN observations o ON o.uid = a.observation
           JOIN requests r ON r.id = o.sent_request_id ORDER BY o.id`,
      )
      .all() as { sent: string; question: string; asked: string }[];
  } finally {
    db.close();
  }
};

it('asks each market in its wording, shows it before, and states it in every export', async () => {
  const dataFolder = temporaryFolder();
  const run = (...args: string[]) => runParallax(args, { dataFolder });
  const file = join(dataFolder, 'wordings.tsv');
  writeFileSync(file, `market\twording\nar\t${arabic}\nJapanese\t${japanese}\n`);

  const asked = await run(
    ...[
      'ask',
      question,
      '--countries',
      'DE,AT,AE,JP,US',
      '--wording',
      `German=${german}`,
      '--wordings',
      file,
    ],
    ...['--format', 'json'],
  );
  expect(asked.code).toBe(0);
  expect(asked.stderr).toContain(
    'AE: Arabic wording; JP: Japanese wording; DE, AT: German wording; US: main text.',
  );
  const lines = jsonLines(asked.stdout);
  const wordingOf = new Map(lines.map(({ country, wording }) => [country, wording]));
  const expected = { DE: german, AT: german, AE: arabic, JP: japanese, US: undefined };
  expect(Object.fromEntries(wordingOf)).toEqual(expected);
  const sent = sentFrom(dataFolder);
  expect(new Set(sent.map((each) => each.sent))).toEqual(
    new Set(Object.entries(expected).map(([market, text]) => `${market} ${text ?? question}`)),
  );
  expect(
    sent.every(({ sent: text, question: main, asked: said }) => main === question && text.endsWith(said)),
  ).toBe(true);

  const runId = String(lines[0]?.runId);
  const overview = jsonLines((await run('overview', runId, '--format', 'json')).stdout)[0];
  expect(overview).toMatchObject({
    question,
    wordings: expect.arrayContaining([{ text: german, columns: [0, 1] }]),
  });
  expect(String(overview?.sentences)).toContain('asked in 4 wordings');
  expect((await run('overview', runId)).stdout).toContain('Wordings of the question');
  expect((await run('compare', runId)).stdout + (await run('compare', runId)).stderr).toContain('4 wordings');
  expect((await run('history', '--search', 'Fahrradschloss', '--json')).stdout).toContain(runId);

  const exported = jsonLines((await run('export', '--format', 'jsonl')).stdout);
  expect(exported.map(({ wording = question }) => wording).sort()).toEqual(
    sent.map(({ asked: text }) => text).sort(),
  );
  writeFileSync(
    join(dataFolder, 'answers.jsonl'),
    exported.map((each) => `${JSON.stringify(each)}\n`).join(''),
  );
  const elsewhere = temporaryFolder();
  const taken = await runParallax(['import', join(dataFolder, 'answers.jsonl')], { dataFolder: elsewhere });
  expect(taken.code).toBe(0);
  expect(new Set(sentFrom(elsewhere).map((each) => `${each.question} ${each.asked}`))).toEqual(
    new Set(sent.map((each) => `${each.question} ${each.asked}`)),
  );
});

it('keeps the wordings of a plan in its versions, exports and imports them, and refuses invalid ones', async () => {
  const dataFolder = temporaryFolder();
  const run = (...args: string[]) => runParallax(args, { dataFolder });
  const file = join(dataFolder, 'questions.csv');
  writeFileSync(
    file,
    `question,tags,wording de,wording JP\n"Which {thing}? [[sandbox latency=5 words=20]]",a,"Welches {thing}? [[sandbox latency=5 words=20]]",\n`,
  );
  const plan = ['--var', 'thing=Abus,Kryptonite', '--countries', 'DE,CH,US'];
  expect((await run('plan', 'create', 'locks', '--questions', file, ...plan)).code).toBe(0);
  const shown = await run('plan', 'show', 'locks');
  expect(shown.stdout).toContain('de: Welches {thing}?');
  expect(shown.stdout).toContain('DE, CH: German wording; US: main text.');

  const ran = await run('run', 'locks', '--mode', 'live', '--json');
  expect(ran.code).toBe(0);
  expect(new Set(sentFrom(dataFolder).map(({ sent }) => sent.replace(/ \[\[.*/, '')))).toEqual(
    new Set(
      ['DE', 'CH']
        .flatMap((at) => ['Abus', 'Kryptonite'].map((lock) => `${at} Welches ${lock}?`))
        .concat('US Which Abus?', 'US Which Kryptonite?'),
    ),
  );
  const csv = join(dataFolder, 'out.csv');
  writeFileSync(csv, (await run('plan', 'show', 'locks', '--format', 'csv')).stdout);
  const again = await run('plan', 'create', 'locks', '--questions', csv, ...plan, '--json');
  expect(jsonLines(again.stdout)).toMatchObject([{ version: 1, created: false }]);

  const refused = async (...args: string[]) =>
    (await run('plan', 'create', 'x', '--countries', 'DE', ...args)).stderr;
  const one = ['--question', 'Q {a}?', '--var', 'a=b'];
  expect(await refused(...one, '--wording', 'Elbonia=x')).toContain('“Elbonia” is not a country or language');
  expect(await refused(...one, '--wording', 'DE= ')).toContain('The wording for Germany is empty');
  expect(await refused(...one, '--wording', 'DE=x', '--wording', 'Germany=y')).toContain(
    'Germany has two wordings',
  );
  expect(await refused(...one, '--wording', 'DE=x {city}')).toContain('uses the variable {city}');
  expect(await refused(...one, '--question', 'R?', '--wording', 'DE=x')).toContain('single question');
});
