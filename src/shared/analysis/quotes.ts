import { cutOut, type Snippet } from '../search/snippet.ts';
import { parseContent } from './blocks.ts';
import type { BrandMatcher } from './brands.ts';
import { isAnswerSection } from './brandsInAnswer.ts';
import { noContent, type SampleContent } from './model.ts';
import { sentences } from './tokens.ts';

/** Characters of a sentence that are quoted at most. */
const maxQuote = 320;

/** The first sentence of an answer that names one of some brands, with its name marked; null where none does. */
export function quoteOf(
  { text, markdown, overview }: SampleContent,
  matcher: BrandMatcher,
  brandIds: ReadonlySet<string>,
  language: string,
): Snippet | null {
  const { sections } = parseContent({ ...noContent, text, markdown, overview });
  for (const { section, blocks } of sections) {
    if (!isAnswerSection(section)) continue;
    for (const block of blocks) {
      const mention = matcher
        .find(block.text)
        .find(({ brand }) => brandIds.has(matcher.brands[brand]?.id ?? ''));
      if (mention === undefined) continue;
      const [from, to] = sentences(block.text, language).find(([, end]) => end > mention.start) ?? [
        0,
        block.text.length,
      ];
      // A name may end beyond what was taken for the end of a sentence, such as "Dr. Oetker".
      const quoted = block.text.slice(from, Math.max(to, mention.end)).trimEnd();
      const place = { index: 0, start: mention.start - from, end: mention.end - from };
      return cutOut({ text: quoted, terms: 1, places: [place] }, maxQuote);
    }
  }
  return null;
}
