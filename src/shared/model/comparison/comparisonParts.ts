import type { Comparison } from './comparison.ts';
import { type PackedAnswer, packAnswer, unpackAnswer } from './packedAnswer.ts';

/** The parts of a comparison that can be requested separately, one per tab. */
export const comparisonParts = [
  'answer',
  'sources',
  'brands',
  'claims',
  'fanout',
  'search',
  'shopping',
  'ads',
  'matrix',
] as const;
export type ComparisonPart = (typeof comparisonParts)[number];

/** Data that every tab needs: the columns and their data quality. */
export type ComparisonHead = Omit<Comparison, ComparisonPart>;
/** A comparison that has these parts. */
export type ComparisonWith<P extends ComparisonPart> = ComparisonHead & Pick<Comparison, P>;
/** A comparison with any parts missing. */
export type PartialComparison = ComparisonHead & Partial<Pick<Comparison, ComparisonPart>>;

/**
 * A comparison as JSON texts. A tab parses only its own part, and texts are cheap to send between threads and
 * processes.
 */
export type ComparisonTexts = {
  readonly head: string;
  readonly parts: Readonly<Record<ComparisonPart, string>>;
};

/** Texts of some parts, for sending. */
export type SomeTexts = {
  readonly head: string;
  readonly parts: Readonly<Partial<Record<ComparisonPart, string>>>;
};

/** Received texts, or their parsed content if the texts were embedded into a larger JSON text. */
export type ArrivedTexts = { readonly head: unknown; readonly parts: Readonly<Record<string, unknown>> };

/** Serializes a comparison. `readTexts` restores it. */
export function textsOf(comparison: Comparison): ComparisonTexts {
  const { answer, sources, brands, claims, fanout, search, shopping, ads, matrix, ...head } = comparison;
  return {
    head: JSON.stringify(head),
    parts: {
      answer: JSON.stringify(packAnswer(answer)),
      sources: JSON.stringify(sources),
      brands: JSON.stringify(brands),
      claims: JSON.stringify(claims),
      fanout: JSON.stringify(fanout),
      search: JSON.stringify(search),
      shopping: JSON.stringify(shopping),
      ads: JSON.stringify(ads),
      matrix: JSON.stringify(matrix),
    },
  };
}

export function someTexts({ head, parts }: ComparisonTexts, wanted: readonly ComparisonPart[]): SomeTexts {
  return { head, parts: Object.fromEntries(wanted.map((part) => [part, parts[part]])) };
}

/** Parses texts created by `textsOf`. The program wrote them itself, so their shape is not validated. */
export function readTexts(texts: ComparisonTexts): Comparison;
export function readTexts(texts: ArrivedTexts): PartialComparison;
export function readTexts({ head, parts }: ArrivedTexts): PartialComparison {
  const read = (text: unknown): unknown => (typeof text === 'string' ? JSON.parse(text) : text);
  const figures = Object.entries(parts).map(([part, text]) => {
    const figure = read(text);
    return [part, part === 'answer' ? unpackAnswer(figure as PackedAnswer) : figure];
  });
  return { ...(read(head) as ComparisonHead), ...Object.fromEntries(figures) };
}

/** Joins the texts into one JSON text without quoting them, so that they are parsed only once. */
export function joinTexts({ head, parts }: SomeTexts): string {
  const figures = Object.entries(parts).map(([part, text]) => `${JSON.stringify(part)}:${text}`);
  return `{"head":${head},"parts":{${figures.join()}}}`;
}

/** Whether all of these parts are present. */
export function hasParts<P extends ComparisonPart>(
  comparison: PartialComparison,
  parts: readonly P[],
): comparison is ComparisonWith<P> {
  return parts.every((part) => comparison[part] !== undefined);
}

/** Total characters of the texts. */
export function charactersOf({ head, parts }: ComparisonTexts): number {
  return comparisonParts.reduce((sum, part) => sum + parts[part].length, head.length);
}
