import { defaultSchema, sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import { toHast } from 'mdast-util-to-hast';
import { markdownTree } from './readableText.ts';

export type PageContent = {
  readonly title: string;
  /** The answer as written by the provider. */
  readonly markdown: string;
  readonly sources: readonly { readonly url: string; readonly label: string }[];
  /** The provider, for the line that states the page's origin. */
  readonly provider: string;
  readonly model?: string;
  /**
   * Markup that the provider's terms require to be shown unchanged; it gets a separate frame without scripts or
   * network.
   */
  readonly suggestions?: string;
};

const style = `
body{font:16px/1.6 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1b1b1f;background:#fff}
h1{font-size:1.25rem}table{border-collapse:collapse}td,th{border:1px solid #c8c8d0;padding:.25rem .5rem;text-align:start}
pre{overflow:auto;background:#f4f4f6;padding:.75rem}a{color:#0b57d0}img{max-width:100%}
footer{margin-top:2rem;padding-top:.75rem;border-top:1px solid #c8c8d0;font-size:.85rem;color:#55555f}
iframe{width:100%;height:9rem;border:0}`;

/**
 * One complete HTML page of an answer. We render it from Markdown, which the page states: it is not the
 * engine's own page. Raw HTML in the Markdown is dropped and the rest sanitized, so the page cannot run
 * scripts.
 */
export function markdownPage(content: PageContent): string {
  const { title, markdown, sources, provider, model, suggestions } = content;
  const body = toHtml(sanitize(toHast(markdownTree(markdown)), defaultSchema));
  const listed = sources
    .map(
      ({ url, label }) =>
        `<li><a href="${attribute(webAddress(url))}" rel="noopener noreferrer">${escaped(label || url)}</a></li>`,
    )
    .join('\n');
  const by = model === undefined ? provider : `${provider}, model ${model}`;
  return `<!doctype html>
<html dir="auto">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<h1 dir="auto">${escaped(title)}</h1>
<main dir="auto">
${body}
</main>
${listed === '' ? '' : `<section><h2>Sources</h2><ol>\n${listed}\n</ol></section>`}
${suggestions === undefined ? '' : `<iframe sandbox="" title="Search suggestions" srcdoc="${attribute(suggestions)}"></iframe>`}
<footer>Rendered from the answer's Markdown as ${escaped(by)} gave it; not the engine's own page.</footer>
</body>
</html>
`;
}

/** Only web URLs become links; anything else could run code. */
function webAddress(url: string): string {
  return /^https?:\/\//i.test(url) ? url : '#';
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

function attribute(text: string): string {
  return escaped(text).replace(/"/g, '&quot;').replace(/'/g, '&#39;');
}
