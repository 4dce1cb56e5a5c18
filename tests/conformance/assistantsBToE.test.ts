import { expect } from 'vitest';
import { count, header, send } from './http.ts';
import { ask, baseCost, bodyFor, monitor } from './requests.ts';
import { prove } from './rule.ts';
import { assistantsBToE } from './rules/assistants.ts';
import { serviceForFile } from './serviceForFile.ts';
import { expectInvalid } from './shapes/errors.ts';
import { resultOf } from './shapes/monitor.ts';

const service = serviceForFile();
type Letter = 'B' | 'C' | 'D' | 'E';
type Named<L extends Letter> = `assistant-${Lowercase<L>}`;
type Proof = () => Promise<void>;

const nameOf = <L extends Letter>(letter: L) => `assistant-${letter.toLowerCase()}` as Named<L>;
const call = (letter: Letter, fields: Record<string, unknown> = {}) =>
  service().api.post(monitor(nameOf(letter)), bodyFor(nameOf(letter), fields));
const result = async <L extends Letter>(letter: L, fields: Record<string, unknown> = {}) =>
  resultOf(nameOf(letter), await call(letter, fields));

/** The proofs of the rules four assistants share, for one of them. */
function shared<L extends Letter>(letter: L): Record<`${L}-${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`, Proof> {
  const proofs: Proof[] = [
    async () => expectInvalid(await call(letter, { prompt: undefined }), 400, 'prompt'),

    async () => expectInvalid(await call(letter, { country: undefined }), 400, 'country'),

    async () => {
      await result(letter, { state: 'NY' });
      expectInvalid(await call(letter, { state: 'XX' }), 400, 'state');
      expectInvalid(await call(letter, { state: 'NY', country: 'FR' }), 400, 'state');
    },

    async () => {
      for (const flag of ['markdown', 'html', 'rawResponse']) {
        for (const value of ['yes', 1, {}]) {
          expectInvalid(await call(letter, { include: { [flag]: value } }), 400, `include.${flag}`);
        }
        await result(letter, { include: { [flag]: false } });
      }
    },

    async () => {
      expect((await result(letter, { include: { markdown: true } })).markdown).toMatch(/\S/);
    },

    async () => {
      const page = await send(String((await result(letter, { include: { html: true } })).html));
      expect(page.status).toBe(200);
      expect(header(page, 'Content-Type')).toMatch(/^text\/html/);
    },

    async () => {
      const answer = await call(letter, { include: { rawResponse: true } });
      expect(resultOf(nameOf(letter), answer).rawResponse?.length).toBeGreaterThan(0);
      expect(count(answer, 'X-Credits-Charged')).toBe(baseCost[nameOf(letter)]);
    },

    async () => {
      const answer: Pointing = await result(letter);
      const { sources, citationPills = [] } = answer;
      expect(sources.map(({ position }) => position)).toEqual(sources.map((_, at) => at + 1));
      expect(citationPills.length > 0).toBe(letter !== 'C');
      for (const { position, url, domain, citationPillId } of citationPills) {
        expect(sources[position - 1]?.url).toBe(url);
        expect(domain).toBe(new URL(url).hostname.replace(/^www\./, ''));
        expect(citationPillId).toBeGreaterThanOrEqual(1);
      }
    },
  ];
  return Object.fromEntries(proofs.map((proof, at) => [`${letter}-${at + 1}`, proof])) as ReturnType<
    typeof shared<L>
  >;
}

type Pointing = {
  readonly sources: readonly { readonly position: number; readonly url: string }[];
  readonly citationPills?: readonly {
    readonly position: number;
    readonly url: string;
    readonly domain: string;
    readonly citationPillId: number;
  }[];
};

prove(assistantsBToE, {
  ...shared('B'),

  ...shared('C'),

  'C-9': async () => {
    const answer = await result('C');
    expect(answer.searchQueries.length).toBeGreaterThan(0);
    expect(answer).toHaveProperty('model');
    expect(answer).not.toHaveProperty('citationPills');
  },

  'C-10': async () => {
    const questions = ['What do developers say about laptops?', 'Which shoes do runners post about?'];
    const answers = await Promise.all(
      questions.map((question) => result('C', { prompt: ask('', question) })),
    );
    const posts = answers.flatMap(({ sources }) => sources).filter(({ creator }) => creator !== undefined);
    expect(posts.length).toBeGreaterThan(0);
    for (const { creator, preview } of posts) {
      expect(creator).toMatch(/\S/);
      expect(preview).toMatch(/\S/);
    }
  },

  ...shared('D'),

  'D-9': async () => {
    const answer = await call('D');
    expect(resultOf('assistant-d', answer).searchQueries?.length).toBeGreaterThan(0);
    expect(count(answer, 'X-Credits-Charged')).toBe(5);
  },

  ...shared('E'),

  'E-9': async () => {
    const questions = [
      'Where to stay in the old town?',
      'Best running shoes to buy',
      'Parks near me',
      'Bike videos',
    ];
    const answers = await Promise.all(
      questions.map((question) => result('E', { prompt: ask('', question) })),
    );
    const members = new Set(answers.flatMap((answer) => Object.keys(answer)));
    for (const member of ['related_queries', 'search_model_queries']) expect(members).toContain(member);
    for (const wrong of ['relatedQueries', 'searchModelQueries', 'shoppingCards']) {
      expect(members).not.toContain(wrong);
    }
  },
});
