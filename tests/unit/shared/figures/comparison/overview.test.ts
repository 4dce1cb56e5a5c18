import { expect, it } from 'vitest';
import { chargedPerAnswer, stepText, verdictText } from '#shared/documents/overviewSentences.ts';
import { overviewSheets } from '#shared/documents/overviewSheets.ts';
import { compareObservations } from '#shared/figures/comparison/compare.ts';
import { neededRepeats, overviewOf, plainRepeats } from '#shared/figures/comparison/overview.ts';
import { powerOf } from '#shared/figures/statistics/power.ts';
import { canDiffer } from '#shared/figures/statistics/significance.ts';
import { type BrandRule, type CompareColumn, defaultOptions } from '#shared/model/comparison/samples.ts';
import { column, failedSample, sample, sources } from '#tests/support/analysis/columns.ts';

const brand = (name: string, kind: BrandRule['kind']): BrandRule => ({
  id: name.toLowerCase(),
  name,
  kind,
  aliases: [],
  domains: [],
});
const listed = [brand('Acme', 'own'), brand('Rival', 'competitor'), brand('Thule', 'competitor')];

function overview(columns: readonly CompareColumn[], brands: readonly BrandRule[] = listed) {
  const comparison = compareObservations(columns, {
    ...defaultOptions,
    brands: { version: '1', brands, decisions: [] },
  });
  const facts = overviewOf(comparison);
  const { statements, confidence } = verdictText(comparison, facts);
  return {
    facts,
    said: [...statements, confidence ?? ''].join(' ').trim(),
    steps: facts.steps.map((step) => stepText(step, comparison).title),
    sheets: overviewSheets(comparison, facts),
  };
}

const naming = (brands: string) => `People trust ${brands.split(' ').join(' and ')} most of all these days.`;
const thrice = (brands: string) => [naming(brands), naming(brands), naming(brands)];
const missingInBrazil = [
  column('DE', ...thrice('Acme Thule')),
  column('US', ...thrice('Acme Thule')),
  column('JP', ...thrice('Thule Acme')),
  column('BR', ...thrice('Rival Thule')),
];

it('says where your brand is missing and who leads there, if that is significant', () => {
  const { said, facts } = overview(missingInBrazil);
  expect(said).toContain(
    'Acme is named in 3 of 4 countries: 9 of 12 answers, 75 %, 95 % interval 47 to 91 %.',
  );
  expect(said).toContain('Missing in Brazil, where Rival leads.');
  expect(said).toMatch(/The countries differ significantly \(p [^)]+\) at 3 repeats: \d of \d tested brands/);
  expect(facts.own).toMatchObject({ named: [0, 1, 2], missing: [3], leading: [0, 1] });
  expect(facts.leaders.map(({ name, leads }) => [name, leads.map(({ column: at }) => at)])).toEqual([
    ['Rival', [3]],
    ['Thule', [2]],
  ]);
});

it('names no leader of several markets where each has its own', () => {
  const { said } = overview([
    column('DE', ...thrice('Acme Other')),
    column('JP', ...thrice('Rival Other')),
    column('BR', ...thrice('Thule Other')),
  ]);
  expect(said).toContain('in Japan and Brazil; no brand leads in more than one of these.');
});

it('never presents chance as a difference', () => {
  const { said } = overview([
    column('DE', naming('Acme Rival'), naming('Rival'), naming('Acme Rival')),
    column('FR', naming('Acme Rival'), naming('Acme Rival'), naming('Rival')),
    column('BR', naming('Rival'), naming('Rival'), naming('Rival')),
  ]);
  expect(said).toContain('Not named in Brazil, where Rival leads. For Acme this may be chance.');
  expect(said).toContain('No significant difference between the countries was shown at 3 repeats');
  expect(said).not.toMatch(/Missing|significantly/);
});

it('says how many repeats are needed, and asks for no more than can show a difference', () => {
  const once = overview([column('US', naming('Acme')), column('BR', naming('Rival'))]);
  expect(once.said).toContain('Not named in Brazil, where Rival leads.');
  expect(once.said).toContain('cannot be judged at 1 repeat: at least 4 per country are needed.');
  const repeats = plainRepeats(0.5);
  expect(once.steps).toContain(`Repeat ${repeats} times to detect differences of 50 points`);
  expect(powerOf({ test: 'markets', from: 0.5, to: 1, answers: repeats, spread: 1 })).toBeGreaterThan(0.8);
  expect([neededRepeats(1), neededRepeats(2), neededRepeats(3), neededRepeats(250)]).toEqual([null, 4, 3, 3]);
  expect([canDiffer(3, 3), canDiffer(4, 4)]).toEqual([false, true]);
});

it('says who is named most while your brand is not set', () => {
  const { said, steps, facts, sheets } = overview(missingInBrazil, listed.slice(1));
  expect(facts.own).toBeNull();
  expect(said).toContain('Thule is named most often: 12 of 12 answers, 100 %, 95 % interval 76 to 100 %.');
  expect(said).toContain('Thule leads in 3 of 4 countries. Your brand is not set.');
  expect(steps[0]).toBe('Set your brand');
  expect(sheets[0]?.title).toBe('Leading brand by market');
});

it('says what a market leaves out that most of the others name, and nothing of one without an answer', () => {
  const { facts, sheets } = overview(
    [
      column('DE', ...thrice('Rival Other')),
      column('US', ...thrice('Thule Rival')),
      column('JP', ...thrice('Thule Rival')),
      column('BR', failedSample('TIMEOUT')),
    ],
    listed.slice(1),
  );
  expect(facts.markets.map(({ leavesOut }) => leavesOut)).toEqual([['Thule'], [], [], []]);
  expect(sheets[0]?.columns.map(({ label }) => label)).toContain('does not name');
});

it('counts no failure as an absence, and says first what has no answer', () => {
  const { said, facts, steps } = overview([
    column('DE', naming('Acme'), naming('Acme'), failedSample('TIMEOUT')),
    column('US', failedSample('TIMEOUT'), failedSample('TIMEOUT')),
    column('BR', ...thrice('Acme')),
  ]);
  expect(said).toMatch(
    /^The United States has no answer\. Based on 2 countries\. Acme is named in all 2 countries/,
  );
  expect(facts.own?.missing).toEqual([]);
  expect(facts.markets[1]?.own).toBeNull();
  expect(facts.failed).toMatchObject([
    { column: 0, failed: 1, total: 3, code: 'TIMEOUT' },
    { column: 1, failed: 2, total: 2 },
  ]);
  expect(steps).toContain('Retry 3 failed requests');
});

it('lists the sources of one market by how many of its answers cite them', () => {
  const citing = (...urls: readonly string[]) => sample(naming('Acme'), sources(...urls));
  const { facts, steps } = overview([
    column('DE', citing('https://both.example/a'), citing('https://both.example/a')),
    column(
      'BR',
      sample(
        naming('Rival'),
        sources('https://both.example/a', 'https://once.example/b', 'https://local.example/c'),
      ),
      sample(naming('Rival'), sources('https://local.example/c')),
    ),
  ]);
  expect(facts.onlyHere).toMatchObject([
    { domain: 'local.example', column: 1, rate: { numerator: 2, denominator: 2 } },
    { domain: 'once.example', column: 1, rate: { numerator: 1, denominator: 2 } },
  ]);
  expect(steps).toContain('Get named on local.example');
});

it('names every market that does not name your brand in one step, each with its page to win', () => {
  const rival = (domain: string) => sample(naming('Rival'), sources(`https://${domain}/locks`));
  const local = ['sa.example', 'de.example', 'jp.example', 'br.example'];
  const { facts } = overview([
    column('US', naming('Acme')),
    column('SA', rival('sa.example')),
    column('DE', rival('de.example')),
    column('JP', rival('jp.example')),
    column('BR', rival('br.example')),
  ]);
  const step = facts.steps.find(({ kind }) => kind === 'win-page');
  expect(step).toMatchObject({ columns: [1, 2, 3, 4] });
  if (step?.kind !== 'win-page') throw new Error('No page to win');
  for (const { domain, column: at } of step.pages) expect(domain).toBe(local[at - 1]);
  const comparison = compareObservations(
    ['US', 'SA', 'DE', 'JP', 'BR'].map((key) => column(key, naming('Rival'))),
    defaultOptions,
  );
  const { title, reason } = stepText(step, comparison);
  expect(title).toMatch(/^Get named on \w+\.example, \w+\.example and \w+\.example$/);
  expect(reason).toContain('Not named in Saudi Arabia, Germany, Japan and Brazil.');
  const many = { ...step, columns: Array.from({ length: 200 }, (_, at) => (at % 4) + 1) };
  expect(stepText(many, comparison).reason).toMatch(
    /^Not named in (\w+( \w+)?, ){11}\w+( \w+)? and 188 more\./,
  );
  // Those that the sentence does not name are still within reach.
  expect(stepText(many, comparison).markets).toHaveLength(200);
  expect(stepText(step, comparison).markets).toBeUndefined();
});

it('says what repeating costs, at what the answers of the run cost', () => {
  const columns = [column('DE', naming('Acme')), column('BR', naming('Rival'))];
  const comparison = compareObservations(columns, defaultOptions);
  const step = overviewOf(comparison).steps.find(({ kind }) => kind === 'repeat');
  if (step?.kind !== 'repeat') throw new Error('No repeats recommended');
  const price = chargedPerAnswer([{ creditsCharged: 4 }, { creditsCharged: 6 }, { creditsCharged: null }]);
  expect(stepText(step, comparison, price).title).toBe(
    `Repeat ${step.repeats} times (${step.requests * 5} credits) to detect differences of 50 points`,
  );
  const free = chargedPerAnswer([{ creditsCharged: 0 }]);
  expect(stepText(step, comparison, free).title).not.toContain('credit');
});

it('has a sentence for one market, for answers that are still to come and for results without an answer', () => {
  expect(overview([column('DE', naming('Acme'))]).said).toBe(
    'Acme is named in Germany: 1 of 1 answer, 100 %, 95 % interval 21 to 100 %. One country with 1 repeat: there is no other country to compare with.',
  );
  expect(overview([column('DE', failedSample())]).said).toBe('No request of this run was answered.');
  const pending = { ...failedSample(), status: 'pending' as const, error: null };
  expect(overview([column('DE', pending), column('BR', pending)]).said).toBe('Waiting for the first answer.');
  expect(overview([column('DE', naming('Acme')), column('BR', pending)]).said).toMatch(
    /^In progress: based on 1 country so far\. Acme is named in Germany/,
  );
});

it('offers to read answers in several languages in one, until the project has chosen one', () => {
  const comparison = compareObservations(
    [
      column('US', sample('Most testers recommend a heavy lock for the night, and a light one for the day.')),
      column(
        'DE',
        sample(
          'Die meisten Tester empfehlen für die Nacht ein schweres Schloss und für den Tag ein leichtes.',
        ),
      ),
    ],
    defaultOptions,
  );
  const kinds = (readIn?: string | null) => overviewOf(comparison, readIn).steps.map(({ kind }) => kind);
  expect(overviewOf(comparison, null).steps).toContainEqual({ kind: 'translate', languages: 2 });
  expect(kinds('en')).not.toContain('translate');
  // A report is read by somebody who cannot choose.
  expect(kinds()).not.toContain('translate');
});
