import { setImmediate } from 'node:timers/promises';
import { toHtml } from 'hast-util-to-html';
import { toHast } from 'mdast-util-to-hast';
import { markdownTree } from '../drivers/readableText.ts';
import { type InterfaceDescription, interfaceReference } from './interfaceReference.ts';
import { paths } from './knownPaths.ts';

const style = `
:root{color-scheme:light dark;--line:light-dark(#d8d8de,#3c3c44);--soft:light-dark(#f4f4f6,#1f1f24)}
*{box-sizing:border-box}
body{font:16px/1.55 system-ui,sans-serif;margin:0;display:grid;grid-template-columns:19rem minmax(0,1fr);
color:light-dark(#1b1b1f,#e8e8ec);background:light-dark(#fff,#131316)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1.5rem 1rem;border-inline-end:1px solid var(--line);font-size:.875rem}
nav ul{list-style:none;margin:0;padding:0}nav ul ul{padding-inline-start:.75rem}nav li{margin:.2rem 0;overflow-wrap:anywhere}
main{padding:1.5rem 2.5rem 4rem;max-width:62rem}
h2{margin-top:2.5rem;border-top:1px solid var(--line);padding-top:1.25rem}h3{margin-top:2rem;overflow-wrap:anywhere}
h2,h3{scroll-margin-top:.5rem}
table{border-collapse:collapse;width:100%;font-size:.9rem}td,th{border:1px solid var(--line);padding:.3rem .6rem;text-align:start;
vertical-align:top;overflow-wrap:anywhere}th{background:var(--soft)}
pre{overflow:auto;background:var(--soft);padding:.75rem;border-radius:.375rem}code{font:.85em ui-monospace,monospace}
a{color:light-dark(#0b57d0,#8ab4f8)}
@media(max-width:56rem){body{display:block}nav{position:static;height:auto;max-height:40vh;border-bottom:1px solid var(--line)}
main{padding:1rem}}`;

type Heading = { readonly level: string; readonly id: string; readonly html: string };

/** The reference of the interface as one page without scripts, which loads nothing. */
export async function documentationPage(description: InterfaceDescription): Promise<string> {
  let plain = '';
  // Section by section, because the whole takes a second, and calls and tasks are not to wait for it.
  for (const section of interfaceReference(description).split(/^(?=##)/m)) {
    plain += toHtml(toHast(markdownTree(section)));
    await setImmediate();
  }
  const headings: Heading[] = [];
  // An address within a sentence is an example, not a link.
  const text = plain.replace(/<a href="http[^"]*">(.*?)<\/a>/g, '$1');
  const body = text.replace(/<(h[23])>(.*?)<\/h[23]>/g, (_, level: string, html: string) => {
    const id = anchorOf(html);
    headings.push({ level, id, html });
    return `<${level} id="${id}">${html}</${level}>`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Answer Monitoring Service: API reference</title><style>${style}</style></head>
<body><nav aria-label="Contents"><p><a href="${paths.openApi}">OpenAPI description</a></p>${contents(headings)}</nav>
<main>${body}</main></body></html>`;
}

/** As the links of the reference name a heading: small letters, digits, and dashes for spaces. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/<[^>]+>/g, '')
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

function contents(headings: readonly Heading[]): string {
  let list = '<ul>';
  let below = false;
  for (const { level, id, html } of headings) {
    if (level === 'h3' && !below) list += '<ul>';
    else if (level === 'h2' && below) list += '</ul>';
    below = level === 'h3';
    list += `<li><a href="#${id}">${html}</a></li>`;
  }
  return `${list}${below ? '</ul>' : ''}</ul>`;
}
