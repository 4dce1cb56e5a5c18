import type { ReactNode } from 'react';
import type { SearchSnippet } from '#shared/model/search.ts';
import { directionOf } from '../../../ui/placeNames.ts';

/** A stretch of an answer with what was looked for marked in it. */
export function SnippetText({
  snippet,
  language,
}: {
  readonly snippet: SearchSnippet;
  readonly language: string | null;
}) {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const [start, end] of snippet.marks) {
    if (start > from) parts.push(snippet.text.slice(from, start));
    parts.push(
      <mark key={start} className="rounded-sm bg-found font-medium text-ink">
        {snippet.text.slice(start, end)}
      </mark>,
    );
    from = end;
  }
  parts.push(snippet.text.slice(from));
  const foreign = snippet.field === 'answer';
  return (
    <span
      lang={foreign ? (language ?? undefined) : undefined}
      dir={foreign ? directionOf(language) : 'auto'}
      className="line-clamp-2 text-ink-2 [overflow-wrap:anywhere]"
    >
      {snippet.cutBefore ? '… ' : null}
      {parts}
      {snippet.cutAfter ? ' …' : null}
    </span>
  );
}
