import { memberReader } from './resultMembers.ts';
import { asObject } from './sourceLists.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * The members of a result in which brands are looked for; sources and citations are most of a result. `text` is left
 * out where there is Markdown, which is what is read then.
 *
 * @param body a result as it was stored, which is JSON for sure
 */
export function answerMembers(body: Buffer): Json {
  const read = memberReader(body);
  const markdown = read('markdown');
  const hasMarkdown = typeof markdown === 'string' && markdown.trim() !== '';
  const overview = asObject(read('aioverview'));
  return {
    text: hasMarkdown ? undefined : read('text'),
    markdown,
    ...(overview ? { aioverview: { text: overview.text, markdown: overview.markdown } } : {}),
  };
}
