import { fitting } from './fitting.ts';
import { fullLayoutWords, type Outline, outlineOf } from './outline.ts';
import { type BrandProfile, type Scene, slotsFor } from './scene.ts';
import { entryAt, fraction, mix } from './seed.ts';
import type { Page } from './sources.ts';
import { fill } from './template.ts';

/** A chip in the answer and the pages behind it, as indexes into the answer's pages. */
export type Citation = { readonly pages: readonly number[] };

export type WrittenAnswer = {
  readonly text: string;
  readonly markdown: string;
  /** Brands in the order of their first mention. */
  readonly brands: readonly BrandProfile[];
  readonly citations: readonly Citation[];
};

/** The three ways an answer can be laid out. */
type Layout = 'guide' | 'report' | 'chat';

export type AnswerOptions = {
  readonly words: number;
  readonly withBrands: boolean;
  readonly pages: readonly Page[];
};

/** Writes an answer as Markdown, with links where it cites, and as plain text without any marks. */
export function writeAnswer(scene: Scene, { words, withBrands, pages }: AnswerOptions): WrittenAnswer {
  const outline = outlineOf(scene, words, withBrands);
  const page = new Sheet(scene, pages);
  if (words < fullLayoutWords) writeShort(page, outline);
  else {
    const layout = layoutOf(scene);
    if (layout === 'guide') writeGuide(page, scene, outline);
    else if (layout === 'report') writeReport(page, scene, outline);
    else writeChat(page, scene, outline);
  }
  return { ...page.finished(), brands: outline.brands.map((entry) => entry.brand) };
}

function layoutOf(scene: Scene): Layout {
  const preferred: Layout =
    scene.engine === 'assistant-c' ? 'chat' : scene.engine === 'assistant-b' ? 'report' : 'guide';
  const chance = fraction(mix(scene.seeds.question, 90));
  if (chance < 0.6) return preferred;
  return chance < 0.74 ? 'guide' : chance < 0.88 ? 'report' : 'chat';
}

function writeShort(page: Sheet, outline: Outline): void {
  page.paragraph(outline.intro, false);
  page.paragraph([...outline.brands.flatMap((entry) => entry.sentences), ...outline.advice], true);
  page.paragraph([...outline.context, ...outline.prices], true);
  page.paragraph(outline.verdict, false);
}

function writeGuide(page: Sheet, scene: Scene, outline: Outline): void {
  const { headings } = scene.market.phrases;
  page.paragraph(outline.intro, true);
  if (outline.brands.length > 0) {
    page.heading(2, rankingHeading(scene));
    page.paragraph([rankingLead(scene)], false);
    page.list(
      true,
      outline.brands.map((entry) => brandItem(page, entry)),
      true,
    );
    page.heading(2, headings.comparison);
    page.table(comparison(scene, outline));
  }
  section(page, headings.context, outline.context);
  bullets(page, headings.advice, outline.advice);
  bullets(page, headings.pitfalls, outline.pitfalls);
  section(page, headings.prices, outline.prices);
  section(page, headings.verdict, outline.verdict);
}

function writeReport(page: Sheet, scene: Scene, outline: Outline): void {
  const { headings } = scene.market.phrases;
  page.paragraph([...outline.intro, ...outline.context.slice(0, 1)], true);
  if (outline.brands.length > 0) {
    page.heading(2, headings.comparison);
    page.table(comparison(scene, outline));
    page.heading(2, rankingHeading(scene));
    outline.brands.forEach((entry, index) => {
      page.heading(3, `${index + 1}. ${entry.brand.name}`);
      page.paragraph(entry.sentences, true);
    });
  }
  section(page, headings.prices, outline.prices);
  section(page, headings.context, outline.context.slice(1));
  bullets(page, headings.pitfalls, outline.pitfalls);
  bullets(page, headings.advice, outline.advice);
  section(page, headings.verdict, outline.verdict);
}

function writeChat(page: Sheet, scene: Scene, outline: Outline): void {
  const { headings } = scene.market.phrases;
  page.paragraph(outline.intro, false);
  page.paragraph(outline.context.slice(0, 2), true);
  if (outline.brands.length > 0) {
    page.paragraph([rankingLead(scene)], false);
    page.list(
      false,
      outline.brands.map((entry) => brandItem(page, entry)),
      true,
    );
  }
  page.paragraph([...outline.prices, ...outline.context.slice(2)], true);
  bullets(page, headings.advice, outline.advice);
  bullets(page, headings.pitfalls, outline.pitfalls);
  page.paragraph(outline.verdict, true);
}

function section(page: Sheet, heading: string, sentences: readonly string[]): void {
  if (sentences.length === 0) return;
  page.heading(2, heading);
  page.paragraph(sentences, true);
}

function bullets(page: Sheet, heading: string, items: readonly string[]): void {
  if (items.length === 0) return;
  page.heading(2, heading);
  page.list(false, items, false);
}

function brandItem(page: Sheet, { brand, tag, sentences }: Outline['brands'][number]): string {
  return `**${brand.name}** – ${tag}${page.stop}${page.joined(sentences)}`;
}

function rankingHeading(scene: Scene): string {
  return entryAt(scene.market.phrases.headings.ranking, mix(scene.seeds.question, 91));
}

function rankingLead(scene: Scene): string {
  const seed = mix(scene.seeds.question, 92);
  return fill(entryAt(scene.market.phrases.rankingLead, seed), slotsFor(scene, seed));
}

function comparison(scene: Scene, outline: Outline): readonly (readonly string[])[] {
  const { phrases, currency, decimal } = scene.market;
  return [
    phrases.table,
    ...outline.brands.map(({ brand }) => [
      `**${brand.name}**`,
      currency.format(brand.price),
      `${decimal(brand.rating)} / 5`,
      entryAt(fitting('strengths', scene.topic.kind, phrases), mix(scene.seeds.question, brand.seed)),
    ]),
  ];
}

/** Collects blocks in both notations at once; which is far cheaper than taking Markdown apart again. */
class Sheet {
  readonly stop: string;
  private readonly pages: readonly Page[];
  private readonly seed: number;
  private readonly blank: string;
  private readonly citations: Citation[] = [];
  private passages = 0;
  private markdown = '';
  private text = '';

  constructor(scene: Scene, pages: readonly Page[]) {
    const { tag } = scene.market.phrases;
    const unspaced = tag === 'ja' || tag.startsWith('zh');
    this.pages = pages;
    this.seed = mix(scene.seeds.market, 95);
    this.blank = unspaced ? '' : ' ';
    this.stop = unspaced ? '。' : tag === 'hi' ? '। ' : tag === 'th' ? ' ' : '. ';
  }

  joined(sentences: readonly string[]): string {
    return sentences.join(this.blank);
  }

  heading(level: 2 | 3, words: string): void {
    this.add(`${level === 2 ? '##' : '###'} ${words}`, words);
  }

  paragraph(sentences: readonly string[], cited: boolean): void {
    if (sentences.length === 0) return;
    const words = this.joined(sentences);
    this.add(`${words}${cited ? this.cite() : ''}`, unmarked(words));
  }

  list(ordered: boolean, items: readonly string[], cited: boolean): void {
    if (items.length === 0) return;
    let markdown = '';
    let text = '';
    items.forEach((item, index) => {
      const mark = ordered ? `${index + 1}. ` : '- ';
      const end = index === items.length - 1 ? '' : '\n';
      markdown += `${mark}${item}${cited ? this.cite() : ''}${end}`;
      text += `${mark}${unmarked(item)}${end}`;
    });
    this.add(markdown, text);
  }

  table(rows: readonly (readonly string[])[]): void {
    const [head = [], ...body] = rows;
    const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
    this.add(
      [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n'),
      rows.map((cells) => unmarked(cells.join(' | '))).join('\n'),
    );
  }

  finished(): { readonly markdown: string; readonly text: string; readonly citations: readonly Citation[] } {
    return { markdown: this.markdown, text: this.text, citations: this.citations };
  }

  private add(markdown: string, text: string): void {
    this.markdown += this.markdown === '' ? markdown : `\n\n${markdown}`;
    this.text += this.text === '' ? text : `\n\n${text}`;
  }

  /** The link to put behind what was just said; "" where there is nothing to cite or this passage goes uncited. */
  private cite(): string {
    const count = this.pages.length;
    this.passages += 1;
    const seed = mix(this.seed, this.passages);
    if (count === 0 || (this.passages > 1 && fraction(seed) < 0.15)) return '';
    const first = this.citations.length < count ? this.citations.length : seed % count;
    const second = (first + 1 + (seed % Math.max(1, count - 1))) % count;
    const pages = second !== first && fraction(mix(seed, 1)) < 0.35 ? [first, second] : [first];
    const page = this.pages[first];
    if (page === undefined) return '';
    this.citations.push({ pages });
    return ` ([${page.domain}](${page.url}))`;
  }
}

function unmarked(text: string): string {
  return text.includes('**') ? text.replaceAll('**', '') : text;
}
