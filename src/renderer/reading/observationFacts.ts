import type { AnswerStop, ObservationView, SourceView } from '#shared/model/observation.ts';

/** Number of links to each source's URL in the answer's text, in the order of the sources. */
export function citationCounts(
  observation: Pick<ObservationView, 'markdown' | 'sources'>,
): readonly number[] {
  const text = observation.markdown ?? '';
  return observation.sources.map((source) => countLinks(text, source));
}

function countLinks(text: string, source: SourceView): number {
  let count = 0;
  let from = text.indexOf(source.url);
  while (from !== -1) {
    // `https://a.example/b` is not a citation inside `https://a.example/bc`.
    const next = text.charAt(from + source.url.length);
    if (!/[\w/%#?=&-]/.test(next)) count += 1;
    from = text.indexOf(source.url, from + source.url.length);
  }
  return count;
}

const segmenters = new Map<string, Intl.Segmenter>();

const wordCounts = new WeakMap<object, number>();

/** Number of words of an answer. Cached, because stored answers never change. */
export function wordsOf(observation: Pick<ObservationView, 'text' | 'language'>): number {
  const known = wordCounts.get(observation);
  if (known !== undefined) return known;
  const words = countWords(observation.text, observation.language);
  wordCounts.set(observation, words);
  return words;
}

/** Number of words by the rules of the language, including Japanese and Thai. */
export function countWords(text: string, language: string | null): number {
  const locale = language ?? 'und';
  let segmenter = segmenters.get(locale);
  if (segmenter === undefined) {
    try {
      segmenter = new Intl.Segmenter(locale, { granularity: 'word' });
    } catch {
      segmenter = new Intl.Segmenter('und', { granularity: 'word' });
    }
    segmenters.set(locale, segmenter);
  }
  let words = 0;
  for (const part of segmenter.segment(text)) if (part.isWordLike) words += 1;
  return words;
}

/** Note about the country an answer was served for; null if it is the requested one. */
export function countryWarning(
  observation: Pick<ObservationView, 'market' | 'countryHonoured'>,
): string | null {
  const { market, countryHonoured } = observation;
  if (countryHonoured === null || market.country === null) return null;
  return honourings[countryHonoured] ?? null;
}

/** Location method as a label. Unknown methods are shown unchanged. */
export function locationMethod(countryHonoured: string | null): string | null {
  return countryHonoured === null ? null : (methods[countryHonoured] ?? countryHonoured);
}

const methods: Readonly<Record<string, string>> = {
  parameter: 'Request parameter',
  'prompt-hint': 'Prompt text',
  'exit-location': 'Network in the country',
  'not-applied': 'Not applied',
  'not-requested': 'Not requested',
};

/** Notes on location methods that do not guarantee the requested country. */
const honourings: Readonly<Record<string, string>> = {
  'prompt-hint': 'The country was added to the prompt; this engine has no country setting',
  'not-applied': 'The country was not sent to the engine',
};

const completions: Readonly<Record<AnswerStop, string>> = {
  complete: 'Complete',
  cut: 'Cut',
  refused: 'Refused',
  blocked: 'Blocked',
};

/** How the answer ended, with the provider's own value. */
export function completionLabel({
  stop,
  stopReason,
}: Pick<ObservationView, 'stop' | 'stopReason'>): string | null {
  if (stop === null) return null;
  return stopReason === null ? completions[stop] : `${completions[stop]} (${stopReason})`;
}

/** Cost of one answer: `0.0048 USD, stated by the provider`. */
export function costLabel({
  cost,
  costCurrency,
  costSource,
}: Pick<ObservationView, 'cost' | 'costCurrency' | 'costSource'>): string | null {
  if (cost === null || costCurrency === null) return null;
  return `${cost.toFixed(4)} ${costCurrency}, ${costSource === 'stated' ? 'stated by the provider' : 'computed from prices'}`;
}
