import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { agreementOf } from '#shared/figures/statistics/claimAgreement.ts';
import { type Judge, judgeClaims } from '#tests/support/golden/claimReport.ts';

type Claim = {
  readonly brand: string;
  readonly aspect: string;
  readonly tone: string;
  readonly quote: string;
};

/** A judge on loopback that says this of an answer. */
async function startJudge(
  say: (answer: string, brands: readonly string[]) => readonly Claim[],
): Promise<Judge> {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const { answer, brands } = JSON.parse(JSON.parse(body).messages[1].content);
      const claims = say(answer, brands).map((claim) => ({ ...claim, confidence: 'high' }));
      const content = JSON.stringify({ claims });
      response.end(JSON.stringify({ choices: [{ message: { content } }] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, model: 'judge' };
}

const sentencesOf = (answer: string) => answer.split('\n\n');
const kappaOf = async (judge: Judge) =>
  agreementOf([...(await judgeClaims(judge)).values()].flat()).kappa?.value ?? Number.NaN;

it('agrees wholly with a judge that says what people labelled', async () => {
  const tones = { '+': 'positive', '-': 'negative', '~': 'mixed', '=': 'neutral' } as const;
  const labels = ['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'pt'].flatMap((language) =>
    readFileSync(new URL(`../../support/golden/claims/${language}.txt`, import.meta.url), 'utf8').split('\n'),
  );
  const labelOf = new Map(labels.map((line) => [line.split(' | ')[1], line.split(' | ')[0]]));
  const judge = await startJudge((answer, [norvia = '', keltro = '']) =>
    sentencesOf(answer).flatMap((quote) =>
      (labelOf.get(quote) ?? '').split(' ; ').flatMap((part) => {
        const [brand, ...ratings] = part.split(' ');
        return ratings.map((rating) => ({
          brand: brand === 'N' ? norvia : keltro,
          aspect: 'general',
          tone: tones[rating.at(-1) as keyof typeof tones],
          quote,
        }));
      }),
    ),
  );
  expect(await kappaOf(judge)).toBe(1);
});

it('has no agreement beyond chance with a judge of one opinion, or one that invents its quotes', async () => {
  const praise = (quoteOf: (sentence: string) => string) =>
    startJudge((answer, brands) =>
      sentencesOf(answer).flatMap((sentence) =>
        brands.map((brand) => ({ brand, aspect: 'price', tone: 'positive', quote: quoteOf(sentence) })),
      ),
    );
  expect(await kappaOf(await praise((sentence) => sentence))).toBeCloseTo(0);
  expect(await kappaOf(await praise(() => 'Words that nobody wrote'))).toBeCloseTo(0);
});
