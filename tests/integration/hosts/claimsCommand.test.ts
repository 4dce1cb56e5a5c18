import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  Claim,
  ClaimLanguage,
  ClaimQuote,
  ClaimRow,
  Comparison,
} from '#shared/model/comparison/comparison.ts';
import { jsonLines, runParallax } from '#tests/support/cli/parallax.ts';
import { startCore } from '#tests/support/core/testCore.ts';
import { storeClaims, storeRatings } from '#tests/support/history/claimStory.ts';

type Row = Omit<ClaimRow, 'claims'> & {
  readonly claims: readonly (Omit<Claim, 'quote'> & { readonly quote: ClaimQuote })[];
};
type Claims = {
  readonly rater: string;
  readonly rated: number;
  readonly answers: number;
  readonly columns: readonly string[];
  readonly languages: readonly ClaimLanguage[];
  readonly corrected: number;
  readonly removed: number;
  readonly rows: readonly Row[];
};

describe('parallax claims', () => {
  let dataFolder: string;
  let runId: string;
  const parallax = (...args: readonly string[]) => runParallax(args, { dataFolder });
  const claimsOf = async (...args: readonly string[]) =>
    jsonLines((await parallax('claims', runId, ...args, '--format', 'json')).stdout)[0] as unknown as Claims;
  const priceOf = ({ rows }: Claims) =>
    rows[0]?.claims.find(({ quote }) => quote.text.startsWith('Acme is one of the most'));
  beforeAll(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'parallax-claims-'));
    runId = await storeClaims(dataFolder);
    await parallax('brands', 'add', 'Acme', '--as', 'own');
    await parallax('brands', 'add', 'Rival', '--as', 'competitor');
    await storeRatings(dataFolder, runId);
  });
  afterAll(() => rm(dataFolder, { recursive: true, force: true, maxRetries: 5 }));

  it('quotes claims about brands, and states who rated how many answers', async () => {
    const claims = await claimsOf();
    expect(claims.rows.map(({ name }) => name).slice(0, 2)).toEqual(['Acme', 'Rival']);
    const acme = await claimsOf('--brand', 'acme');
    expect(acme.rows).toEqual(claims.rows.slice(0, 1));
    const price = priceOf(acme);
    expect(price).toMatchObject({ aspect: 'price', tone: 'positive', rated: null });
    expect(claims.columns[price?.spots[0]?.column ?? -1]).toBe('US');
    expect(claims).toMatchObject({ rater: 'openai, m, claims 1', rated: 5, answers: 6 });
    expect(claims.languages.map(({ agreement }) => agreement.state)).not.toContain('shown');
    const column = claims.columns.indexOf('EG');
    for (const row of claims.rows)
      for (const { spots } of row.claims) expect(spots.some((spot) => spot.column === column)).toBe(false);
    const compared = jsonLines((await parallax('compare', runId, '--tab', 'claims', '--json')).stdout)[0];
    expect((compared as unknown as Comparison).claims.rows.map(({ id }) => id)).toEqual(
      claims.rows.map(({ id }) => id),
    );
  });

  it('prints them as text, and names the available brands', async () => {
    const text = (await parallax('claims', runId)).stdout;
    expect(text).toContain('Rated by openai, m, claims 1: 5 of 6 answers');
    expect(text).toContain('Arabic: agreement not shown: no labels');
    expect(text).toContain('Acme is one of the most affordable brands.');
    const unknown = await parallax('claims', runId, '--brand', 'Nobody');
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain(
      '--brand: this run has no claims about "Nobody". Use one of: Acme, Rival.',
    );
  });

  it('applies corrections', async () => {
    const price = priceOf(await claimsOf('--brand', 'Acme'));
    const core = await startCore({ paths: { data: dataFolder } });
    const { id = '', quote } = price ?? {};
    const as = { aspect: 'quality', tone: 'neutral' } as const;
    await core.router.invoke('claims.correct', { claim: id, sentence: quote?.text ?? '', as });
    await core.stop();
    const corrected = await claimsOf('--brand', 'Acme');
    expect(corrected).toMatchObject({ corrected: 1, removed: 0 });
    expect(corrected.rows[0]?.claims.find((claim) => claim.id === id)).toMatchObject({
      ...as,
      rated: { aspect: 'price', tone: 'positive' },
    });
  });
});
