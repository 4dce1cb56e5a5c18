import { type MarkdownNode, markdownTree } from './readableText.ts';

/** A brand or product name in the answer, in the interface's shape. */
export type Entity = { readonly type: string; readonly name: string };

/** Labels that head list items and table rows without being a name, in the languages answers come in. */
const labels: ReadonlySet<string> = new Set(
  `
  advantages, alternative, alternatives, avantages, availability, beste wahl, bester, best, best
  budget, best choice, best for, best overall, best value, bottom line, budget, conclusion,
  conclusión, conclusione, cons, contras, contro, comfort, cost, design, disadvantages, durability,
  einfach, empfehlung, example, examples, fazit, features, fit, hinweis, honorable mention, important,
  inconvénients, key features, kosten, materials, nachteile, nota, note, notes, overall, performance,
  pour, prezzo, precio, preis, price, pricing, prix, pro, pros, qualität, quality, recommendation,
  recommendations, reliability, résumé, safety, shipping, size, source, sources, specs, summary,
  support, test, tip, tips, tipp, tipps, top pick, top picks, use case, vantaggi, ventajas, verdict,
  versand, vorteile, warranty, weight, why, zusammenfassung, まとめ, 価格, 注意, 結論, 総評, 優點, 缺點, 优点, 缺点, 价格,
  总结, 장점, 단점, 가격, 요약
  `
    .split(',')
    .map((label) => label.trim()),
);

const maxNameLength = 60;

/**
 * Brand and product names by rule, in order of first mention: bold text at the start of a list item or heading,
 * and the first column of a table. Deterministic and free. Ignores running prose on purpose, because a wrong
 * brand costs an analyst more than a missing one.
 */
export function entitiesByRule(markdown: string): readonly Entity[] {
  const names = new Map<string, string>();
  const take = (raw: string): void => {
    const name = cleanName(raw);
    if (name !== undefined && !names.has(folded(name))) names.set(folded(name), name);
  };
  visit(markdownTree(markdown), take);
  return [...names.values()].map((name) => ({ type: 'brand', name }));
}

function visit(node: MarkdownNode, take: (name: string) => void): void {
  if (node.type === 'listItem') {
    const head = node.children[0];
    if (head?.type === 'paragraph') {
      const first = head.children[0];
      if (first?.type === 'strong') take(words(first));
      else if (first?.type === 'link' && first.children[0]?.type === 'strong') take(words(first));
    }
  } else if (node.type === 'heading') {
    const numbered = /^\s*\d+[.)]\s+(.+)$/s.exec(words(node));
    if (numbered?.[1] !== undefined) take(numbered[1]);
    else if (node.children.length === 1 && node.children[0]?.type === 'strong') take(words(node));
  } else if (node.type === 'table') {
    for (const row of node.children.slice(1)) {
      const cell = row.children[0];
      if (cell !== undefined) take(words(cell));
    }
  }
  if ('children' in node) for (const child of node.children) visit(child, take);
}

function words(node: MarkdownNode): string {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map((child) => words(child)).join('') : '';
}

/** Undefined for anything that does not look like a name. */
function cleanName(raw: string): string | undefined {
  const bare = named(raw)
    .replace(/\[\d+\]/g, '')
    .replace(/^[\s\d.)#]+(?=\p{L})/u, '')
    .replace(/\s+[–—-]\s+.*$/s, '')
    .replace(/[\s.,;!?]+$/, '')
    .trim();
  if (bare === '' || bare.length > maxNameLength || !/\p{L}/u.test(bare)) return undefined;
  if (labels.has(bare.toLowerCase()) || bare.split(/\s+/).length > 6) return undefined;
  const first = bare.charAt(0);
  const lower = first !== first.toUpperCase();
  // A name may start in lower case (iPhone, adidas): only with a capital or digit later on.
  if (lower && !/[\p{Lu}\d]/u.test(bare)) return undefined;
  return /[?¿]/.test(raw) ? undefined : bare;
}

/** "Best overall: Nordlauf Breeze" names what stands after the label, "Nordlauf Breeze: cheap" what stands before. */
function named(raw: string): string {
  const [head = '', ...rest] = raw.split(/[:：]/);
  const label = labels.has(head.trim().toLowerCase());
  return label ? rest.join(':') : head;
}

function folded(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
