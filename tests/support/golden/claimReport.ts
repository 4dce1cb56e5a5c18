/**
 * Agreement of an analysis model with labels by people, over all of them: `claims/<language>.txt`, rated with the prompt,
 * schema and checks of the product.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { wireSchema } from '#main/analysisModel/wireSchema.ts';
import { claimQuestion, type ModelClaims, verifiedClaims } from '#main/comparison/claimQuestion.ts';
import { agreementOf } from '#shared/figures/statistics/claimAgreement.ts';
import { type ClaimTone, claimAspects } from '#shared/model/comparison/claimLists.ts';

/** A server that speaks OpenAI's protocol, such as Ollama at http://127.0.0.1:11434/v1. */
export type Judge = { readonly address: string; readonly model: string };
type Labelled = { readonly sentence: string; readonly tones: ReadonlyMap<string, ClaimTone> };
type Pair = readonly [rated: ClaimTone, label: ClaimTone];

const folder = new URL('./claims/', import.meta.url);
const brandsIn = (language: string): Readonly<Record<string, string>> =>
  language === 'ja' ? { N: 'ノルビア', K: 'ケルトロ' } : { N: 'Norvia', K: 'Keltro' };
const toneOf: Readonly<Record<string, ClaimTone>> = {
  '+': 'positive',
  '-': 'negative',
  '~': 'mixed',
  '=': 'neutral',
};
/** Sentences that are sent as one answer. */
const perAnswer = 8;

/** The tone of several statements together. */
function toneOfAll(tones: readonly ClaimTone[]): ClaimTone {
  const judged = new Set(tones.filter((tone) => tone !== 'neutral'));
  const [only = 'neutral'] = judged;
  return judged.size > 1 ? 'mixed' : only;
}

function labelledSentences(language: string): readonly Labelled[] {
  const brandOf = brandsIn(language);
  return readFileSync(new URL(`${language}.txt`, folder), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [labels = '', sentence = ''] = line.split(' | ');
      const tones = labels.split(' ; ').map((part): [string, ClaimTone] => {
        const [brand = '', ...ratings] = part.split(' ');
        const given = ratings.map((rating) => toneOf[rating.at(-1) ?? '']);
        const name = brandOf[brand];
        if (name === undefined || given.includes(undefined)) throw new Error(`no label: ${line}`);
        return [name, toneOfAll(given as ClaimTone[])];
      });
      return { sentence, tones: new Map(tones) };
    });
}

async function rated(
  judge: Judge,
  language: string,
  sentences: readonly Labelled[],
): Promise<readonly Pair[]> {
  const about = {
    answer: sentences.map(({ sentence }) => sentence).join('\n\n'),
    brands: Object.values(brandsIn(language)),
    aspects: claimAspects,
  };
  const { prompt, text, schema } = claimQuestion(about);
  const response = await fetch(`${judge.address}/chat/completions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      model: judge.model,
      temperature: 0,
      messages: [
        { role: 'system', content: prompt.instructions },
        { role: 'user', content: text },
      ],
      response_format: {
        type: 'json_schema',
        json_schema: { name: prompt.name, strict: true, schema: wireSchema(schema) },
      },
    }),
  });
  if (!response.ok) throw new Error(`The judge answered HTTP ${response.status}.`);
  const { choices } = (await response.json()) as { choices: { message: { content: string } }[] };
  const answer: ModelClaims = schema.parse(JSON.parse(choices[0]?.message.content ?? ''));
  const claims = verifiedClaims(answer, about);
  return sentences.flatMap(({ sentence, tones }) =>
    [...tones].map(([brand, label]): Pair => {
      // A judge that says nothing of a brand takes the sentence as a mere mention.
      const own = claims.filter((claim) => claim.brand === brand && overlaps(sentence, claim.quote));
      return [toneOfAll(own.map(({ tone }) => tone)), label];
    }),
  );
}

const overlaps = (sentence: string, quote: string): boolean =>
  sentence.includes(quote) || quote.includes(sentence);

/** Rated tone and label of every sentence and brand, by language. */
export async function judgeClaims(judge: Judge): Promise<ReadonlyMap<string, readonly Pair[]>> {
  const found = new Map<string, readonly Pair[]>();
  for (const language of languages()) {
    const sentences = labelledSentences(language);
    const pairs: Pair[] = [];
    for (let start = 0; start < sentences.length; start += perAnswer)
      pairs.push(...(await rated(judge, language, sentences.slice(start, start + perAnswer))));
    found.set(language, pairs);
  }
  return found;
}

const languages = (): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .map((name) => name.slice(0, -4))
    .sort();

/** Prints kappa with its bounds and AC1, over all labels and by language; without a judge, what there is to rate. */
export async function printClaims(judge: Judge | null): Promise<void> {
  if (judge === null) {
    const counts = languages().map((language) => {
      const labels = labelledSentences(language).flatMap(({ tones }) => [...tones.values()]);
      return `${language} ${labels.length}`;
    });
    console.log(
      `claims about brands: labels by people: ${counts.join(', ')}\n  kappa is that of a model: name one with --judge http://127.0.0.1:11434/v1 --model NAME`,
    );
    return;
  }
  console.log(`claims about brands: agreement of ${judge.model} with people, over all labels`);
  const judged = await judgeClaims(judge);
  for (const [language, pairs] of [['all', [...judged.values()].flat()] as const, ...judged]) {
    const { n, kappa, ac1, state } = agreementOf(pairs);
    const bounds = kappa === null ? '' : `(${kappa.lower.toFixed(2)} to ${kappa.upper.toFixed(2)})`;
    console.log(
      `  ${language.padEnd(4)} kappa ${kappa?.value.toFixed(2) ?? '–'} ${bounds}  AC1 ${ac1?.toFixed(2) ?? '–'}  ${n} labels  ${state}`,
    );
  }
}
