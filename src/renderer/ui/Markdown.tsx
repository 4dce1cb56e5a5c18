import { memo, useMemo } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { endBareAddresses } from '#shared/text/markdown/bareAddresses.ts';
import { setMarks } from '#shared/text/markdown/citationMarks.ts';
import { formattingLimit, formattingNotice } from '#shared/text/markdown/formattingLimit.ts';
import { Citation } from './Citation.tsx';
import { citationElements } from './citationElements.ts';
import { drawable } from './drawable.ts';
import { ExternalLink } from './ExternalLink.tsx';
import { headingOutline } from './headingOutline.ts';

/** What may be wider than its column. */
export const scrolledByKeyboard: Components = {
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard
    <div className="table-scroll" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  pre: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long code is scrolled by keyboard
    <pre dir="ltr" tabIndex={0}>
      {children}
    </pre>
  ),
};

const components: Components = {
  a: ({ href, children }) => <ExternalLink href={href}>{children}</ExternalLink>,
  // External content is not loaded, so an image is replaced by its alternative text.
  img: ({ alt }) => (alt ? <em>[{alt}]</em> : null),
  ...scrolledByKeyboard,
  // HTML is dropped, so these are the citation marks.
  sup: ({ node }) => (
    <Citation label={String(node?.properties.label)} href={node?.properties.href?.toString()} />
  ),
  input: ({ checked }) => <span aria-hidden="true">{checked ? '☑' : '☐'} </span>,
};

const remarkPlugins = [remarkGfm, () => endBareAddresses];

/**
 * An engine's Markdown, or plain text if it is designed to be slow. HTML is dropped, URLs are checked, nothing is
 * loaded.
 */
export const Markdown = memo(function Markdown({ source }: { readonly source: string }) {
  const marked = useMemo(() => setMarks(source), [source]);
  const rehypePlugins = useMemo(
    () => [rehypeSanitize, headingOutline, citationElements(marked.marks)],
    [marked],
  );
  const limit = formattingLimit(marked.text);
  const text = drawable(marked.text);
  if (limit !== null) {
    return (
      <>
        <p className="text-ink-3">{formattingNotice(limit)}</p>
        <p className="whitespace-pre-wrap break-words">{text}</p>
      </>
    );
  }
  return (
    <ReactMarkdown
      remarkPlugins={remarkPlugins}
      rehypePlugins={rehypePlugins}
      components={components}
      skipHtml
    >
      {text}
    </ReactMarkdown>
  );
});
