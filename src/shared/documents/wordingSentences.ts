import type { Market } from '../model/market.ts';
import { nameOfKey, type WordingShare, type Wordings, wordingShares } from '../model/wordingTexts.ts';
import { counted } from '../tables/figureLabels.ts';

/** Markets that are named; more are counted. */
const maxNamed = 6;
/** Lines that are read before asking. */
const maxWays = 4;

type Worded = { readonly wordings?: Wordings };

/** The same of several questions: one line where all are asked alike, else one for each way with its count. */
export function wordingLines(questions: readonly Worded[], markets: readonly Market[]): readonly string[] {
  if (!questions.some(({ wordings }) => wordings !== undefined && Object.keys(wordings).length > 0))
    return [];
  const ways = Map.groupBy(questions, ({ wordings }) => sharesLabel(wordingShares(wordings, markets)));
  const lines = [...ways].map(([label, alike]) =>
    ways.size === 1 ? label : `${alike.length} of ${counted(questions.length, 'question')}: ${label}`,
  );
  return lines.length > maxWays
    ? [...lines.slice(0, maxWays), `${counted(lines.length - maxWays, 'more way')} of wording.`]
    : lines;
}

/** `DE, AT, CH: German wording; 3 markets: main text`: before asking, the same everywhere. */
export function sharesLabel(shares: readonly WordingShare[]): string {
  const parts = shares.map(({ key, markets }) => {
    const words = key === null ? 'main text' : `${nameOfKey(key)} wording`;
    return markets.length === 0
      ? `${words}: not used in any market`
      : `${marketsLabel(markets, key)}: ${words}`;
  });
  return `${parts.join('; ')}.`;
}

const marketsLabel = (markets: readonly Market[], key: string | null): string =>
  markets.length > maxNamed || (key === null && markets.length > 2)
    ? counted(markets.length, 'market')
    : markets.map(codeOf).join(', ');

const codeOf = ({ country, state, language }: Market): string =>
  `${country ?? 'any'}${state === undefined ? '' : `:${state}`}${language === undefined ? '' : ` (${language})`}`;
