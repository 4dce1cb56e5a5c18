import { noContent, type SampleContent } from '../model/comparison/samples.ts';
import type { BrandMatcher } from '../text/brands/brands.ts';
import { isAnswerSection } from '../text/brands/brandsInAnswer.ts';
import { parseContent } from '../text/markdown/blocks.ts';
import { sentences } from '../text/words/tokens.ts';
import { cutOut, type Snippet } from './snippet.ts';

/** Maximum characters of a quoted sentence. */
const maxQuote = 320;

/**
 * The first sentence of an answer that names one of these brands, with the name marked. If there is none, the first
 * table row that does. Null if no text names them.
 */
export function quoteOf(
  { text, markdown, overview }: SampleContent,
  matcher: BrandMatcher,
  brandIds: ReadonlySet<string>,
  language: string,
): Snippet | null {
  let row: Snippet | null = null;
  const { sections } = parseContent({ ...noContent, text, markdown, overview });
  for (const { kind, text: block } of sections.flatMap(({ section, blocks }) =>
    isAnswerSection(section) ? blocks : [],
  )) {
    // Tables in plain text appear as lines with separators.
    const isSentence = kind !== 'table-row' && kind !== 'heading' && !block.includes(' | ');
    if (!isSentence && row !== null) continue;
    const mention = matcher
      .find(block, language)
      .find(({ brand }) => brandIds.has(matcher.brands[brand]?.id ?? ''));
    if (mention === undefined) continue;
    const all = [0, block.length] as const;
    const [from, to] = isSentence
      ? (sentences(block, language).find(([, end]) => end > mention.start) ?? all)
      : all;
    // A name may extend beyond the detected end of a sentence, such as "Dr. Oetker".
    const quoted = block.slice(from, Math.max(to, mention.end)).trimEnd();
    const place = { index: 0, start: mention.start - from, end: mention.end - from };
    const quote = cutOut({ text: quoted, terms: 1, places: [place] }, maxQuote);
    if (isSentence) return quote;
    row = quote;
  }
  return row;
}
