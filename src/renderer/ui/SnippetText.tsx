import type { ReactNode } from 'react';
import type { Snippet } from '#shared/search/snippet.ts';
import { classNames } from './classNames.ts';
import { directionOf } from './locationLabels.ts';

type SnippetTextProps = {
  readonly snippet: Snippet;
  /** Language of the answer; null to detect the direction from the text. */
  readonly language: string | null;
  readonly className?: string;
};

/** An excerpt of a stored text with highlighted matches. */
export function SnippetText({ snippet, language, className }: SnippetTextProps) {
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
  return (
    <span
      lang={language ?? undefined}
      dir={directionOf(language)}
      className={classNames('line-clamp-2 text-ink-2 [overflow-wrap:anywhere]', className)}
    >
      {snippet.cutBefore ? '… ' : null}
      {parts}
      {snippet.cutAfter ? ' …' : null}
    </span>
  );
}
