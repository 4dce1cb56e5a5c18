import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifyEvidence } from '#main/evidence/verifyEvidence.ts';
import { type EvidenceObservation, evidenceLines } from '#main/evidence/writeEvidence.ts';

const observation = (id: string, country: string): EvidenceObservation => ({
  id,
  facts: {
    engine: 'assistant-a',
    market: country,
    receivedAt: '2026-11-21T08:00:00.000Z',
    requestId: `req-${id}`,
  },
  request: { prompt: 'Which locks?', country },
  responseHeaders: { 'x-request-id': `req-${id}` },
  payload: `{"success":true,"result":{"text":"Ein Schloss für ${country} — 鍵"}}`,
  pages: [{ name: '1', html: '<p>鍵</p>' }],
});

async function file(observations: readonly EvidenceObservation[]): Promise<string[]> {
  const context = { program: 'Parallax 0.1.0', createdAtMs: 0, count: observations.length };
  return Array.fromAsync(evidenceLines(observations, context));
}

const three = [observation('o1', 'DE'), observation('o2', 'JP'), observation('o3', 'US')];

describe('an evidence file', () => {
  it('as written is intact, and its seal depends on what it holds', async () => {
    const verdict = await verifyEvidence(await file(three));
    expect(verdict).toMatchObject({ intact: true, observations: 3, findings: [] });
    const other = await verifyEvidence(await file([...three].reverse()));
    expect(other.seal).not.toBe(verdict.seal);
  });

  it('names the part of the observation that was altered', async () => {
    const lines = await file(three);
    lines[2] = (lines[2] ?? '').replace('Schloss für JP', 'Schloss für XX');
    expect((await verifyEvidence(lines)).findings).toEqual(['Answer 2 (o2): the payload was altered.']);
  });

  it('notices an observation whose parts were altered together with their hashes', async () => {
    const lines = await file(three);
    const forged = await file([
      three[0] ?? observation('', ''),
      observation('o2', 'FR'),
      three[2] ?? observation('', ''),
    ]);
    lines[2] = forged[2] ?? '';
    expect((await verifyEvidence(lines)).findings).toEqual([
      'Answer 3 (o3) does not follow the line before it: lines were removed, added or moved.',
    ]);
  });

  it('notices lines that were removed, moved, added or cut off', async () => {
    const lines = await file(three);
    const without = [lines[0], lines[1], lines[3], lines[4]].map((line) => line ?? '');
    expect((await verifyEvidence(without)).findings.join(' ')).toContain('lines were removed');
    const moved = [lines[0], lines[2], lines[1], lines[3], lines[4]].map((line) => line ?? '');
    expect((await verifyEvidence(moved)).intact).toBe(false);
    expect((await verifyEvidence([...lines, lines[1] ?? ''])).findings).toEqual([
      'Line 6 was added after the seal.',
    ]);
    expect((await verifyEvidence(lines.slice(0, -1))).findings.join(' ')).toContain('cut off');
    expect((await verifyEvidence([])).findings).toEqual(['The file is empty.']);
  });

  it('notices what was added where no hash looks, such as a second text before the one that counts', async () => {
    const lines = await file(three);
    const covered = 'Answer 2 (o2): it contains data that no hash covers, or was rewritten.';
    const twice = lines.with(2, (lines[2] ?? '').replace('"content":', '"content":"never said","content":'));
    expect((await verifyEvidence(twice)).findings).toEqual([covered]);
    const more = lines.with(2, (lines[2] ?? '').replace('{"type"', '{"verdict":"genuine","type"'));
    expect((await verifyEvidence(more)).findings).toEqual([covered]);
    const head = lines.with(0, (lines[0] ?? '').replace('{"type"', '{"client":"Acme","type"'));
    expect((await verifyEvidence(head)).findings.join(' ')).toContain('The header: it contains data');
    const seal = lines.with(4, (lines[4] ?? '').replace('{"type"', '{ "type"'));
    expect((await verifyEvidence(seal)).findings.join(' ')).toContain('The seal: it contains data');
  });

  it('says of another kind of file only that it is one', async () => {
    const { findings } = await verifyEvidence(['id,text', '1,lock', '2,lock']);
    expect(findings).toEqual([expect.stringContaining('This is not an evidence file')]);
  });

  it('never passes after any single character of it was changed, and never throws', async () => {
    const text = (await file(three)).join('\n');
    await fc.assert(
      fc.asyncProperty(
        fc.nat(text.length - 1),
        fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 }),
        async (at, character) => {
          fc.pre(text[at] !== character);
          const changed = text.slice(0, at) + character + text.slice(at + 1);
          expect((await verifyEvidence(changed.split('\n'))).intact).toBe(false);
        },
      ),
      { numRuns: 500 },
    );
  });
});
