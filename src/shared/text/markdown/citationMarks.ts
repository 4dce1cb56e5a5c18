/**
 * Citation marks: numbers, site names and codes that stand for a source ("Vellimo[1](https://…)", "¹", "【4:0†source】",
 * the private-use codes of ChatGPT). A mark is not text. It is taken out of an answer here, before anything reads it:
 * `setMarks` replaces each mark of a Markdown or plain text by a placeholder that the parsers carry like a letter, and
 * `placeMarks` turns the placeholders of a block into positions. Whoever needs only the words calls `withoutMarks`.
 *
 * A linked word is not a mark: `[Alpina Trail 3](https://…)` stays in the text, as a span with its link. A link is a
 * mark if its label is a number or a sign ("↗"), or where it is no part of the sentence: the name of the linked site, a
 * word for it ("source"), and in brackets a numbered reference (`([Bike test][1])`). A driver that knows from its
 * provider's documentation that a link is a mark writes its label as a number.
 */
import type { CitationMark } from '../../model/comparison/answer.ts';
import type { TextSpan } from '../../model/comparison/basics.ts';
import { urlIdentity } from '../addresses/urls.ts';

/** A mark without its position. */
type TakenMark = Omit<CitationMark, 'at'>;

/** A text with placeholders for its marks. */
export type SetText = {
  readonly text: string;
  readonly marks: readonly TakenMark[];
};

/** Words as a person reads them, with what stands beside them: offsets are UTF-16 units of `text`. */
export type MarkedText = {
  readonly text: string;
  readonly spans: readonly TextSpan[];
  readonly marks: readonly CitationMark[];
};

/**
 * A placeholder is U+FFFC and two of 256 signs that number it. All three count as punctuation in Markdown, as the
 * brackets do that they replace, so emphasis beside a mark is read as before.
 */
const [objectUnit, firstSign] = [0xfffc, 0x2800];
const one = '\ufffc[\u2800-\u28ff]{2}';
const placeholders = new RegExp(`(${one})`, 'g');
const cutLength = 3;
const maxMarks = 0x1_00_00;

function placeholderOf(index: number): string {
  return String.fromCharCode(objectUnit, firstSign + (index >> 8), firstSign + (index & 255));
}

/** Also in the digits of Arabic, Persian, Hindi and Bengali, and in full width. */
const others = '٠-٩۰-۹०-९০-৯０-９';
const digits = String.raw`\^?[1-9${others}][\d${others}]{0,2}\^?(?:\s?[,;–-]\s?\^?[\d${others}]{1,3}\^?)*`;
const destination = String.raw`<?(?:[^\s()<>]|\([^\s()<>]*\)){1,2000}>?(?:\s+"[^"\n]{0,200}")?`;
const forms = [
  // Code and pictures contain no marks.
  '(?<skipped>`{3}[^]*?(?:`{3}|$)|`[^`\\n]+`|!\\[[^\\]\\n]{0,300}\\]\\([^()\\s]{0,2000}\\))',
  String.raw`\[(?<label>\[?[^[\]\n]{0,80}\]?)\]\((?<href>${destination})\)`,
  // Definitions at the end of an answer: the address of a number, or a note.
  String.raw`^ {0,3}\[(?<defined>\^?\d{1,3}|\^[a-z][\w-]{0,30})\]:[ \t]*(?:(?<source>https?:\/\/\S+)[^\n]*(?:\n|$)|(?=\S))`,
  String.raw`\[\^(?<caret>\d{1,3}(?=\^\])|\d{1,3}_\d{1,3}(?=\]))\^?\](?:\[\d{1,3}\])?`,
  String.raw`\[\^(?<note>[a-z][\w-]{0,30})\](?!:)`,
  String.raw`\\?\^?\[\[?(?<bare>${digits})\\?\]\]?(?!\()\^?`,
  String.raw`\[(?:cite_start|(?:cite|citation|ref|source|web|page|file|memory|image|video)[:_]\s*[\d, ]+)\]`,
  String.raw`[［⟦]\^?(?<lens>\d{1,3})\^?[］⟧]`,
  String.raw`【(?:source|\^?\d{1,3}\^?|\d+(?::\d+)?†[^】\n]{0,80})】`,
  String.raw`<ref\b[^>]{0,80}>[^<\n]{0,200}<\/ref>`,
  String.raw`:?contentReference\[oaicite:\d+\](?:\{[^}\n]{0,40}\})?`,
  String.raw`\ue200(?<code>[^\ue201\n]{0,2000})\ue201?`,
  String.raw`cite(?:turn\d{1,3}[a-z]{2,12}\d{1,3})+`,
  String.raw`<sup\b[^>]{0,80}>\s*(?<raised>(?:<a\b[^>]{0,400}>)?\[*\s*(?:${digits}|[a-z](?=\s*\]))\s*\]*(?:\(${destination}\)\]*)?(?:<\/a>)?)\s*<\/sup>`,
  String.raw`<a\b[^>]{0,100}?\bhref=["']?(?<anchored>[^"'\s>]{1,1000})(?=["'\s>])[^>]{0,100}>\s*\[*(?<anchor>${digits})\]*\s*<\/a>`,
  String.raw`<grok:render\b[^]{0,600}?<\/grok:render>`,
  '⁽?(?<exponent>[¹²³⁰⁴-⁹]+(?:[,·⁻–][¹²³⁰⁴-⁹]+)*)⁾?',
];
const mark = new RegExp(forms.join('|'), 'gm');
/** Where numbers are defined as addresses, words refer to them as well: "[Bike test][1]". */
const reference = String.raw`\[(?<referring>(?!\^?\d{1,3}\])[^[\]\n]{1,80})\]\[(?<reference>\d{1,3})\]`;
const markOrReference = new RegExp([reference, ...forms].join('|'), 'gm');
/** Fast check before the pattern: a text without any of these has no marks. */
const mayHave = /[[【［⟦\ue200¹²³⁰⁴-⁹]|<sup|<ref|<a\b|<grok|oaicite|citeturn/;

type MarkGroups = Readonly<Record<string, string | undefined>>;

/** Replaces the marks of a Markdown or plain text by placeholders. */
export function setMarks(source: string): SetText {
  if (!mayHave.test(source)) return { text: source, marks: [] };
  const marks: TakenMark[] = [];
  const sources = new Map<string, string>();
  const whole = source.includes('\ufffc') ? source.replaceAll('\ufffc', '') : source;
  if (whole.includes(']: http'))
    for (const [, name = '', address = ''] of whole.matchAll(definition)) sources.set(name, address);
  const text = whole.replace(
    sources.size === 0 ? mark : markOrReference,
    (written: string, ...rest: unknown[]) => {
      const found = rest.at(-1) as MarkGroups;
      const at = rest.at(-3) as number;
      if (found.defined !== undefined && found.source !== undefined) return '';
      const read = readMark(written, found, whole, at, sources);
      if (typeof read === 'string') return read;
      if (marks.length >= maxMarks) return '';
      marks.push(read);
      return placeholderOf(marks.length - 1);
    },
  );
  if (marks.length === 0) return { text, marks };
  return {
    text: tidied(text),
    marks:
      sources.size === 0
        ? marks
        : marks.map((each) => ({ ...each, href: each.href ?? sources.get(each.label) })),
  };
}

/** The mark, or the words that stand in its place. */
function readMark(
  written: string,
  found: MarkGroups,
  text: string,
  at: number,
  sources: ReadonlyMap<string, string>,
): TakenMark | string {
  const { skipped, label, href, code, raised, exponent } = found;
  if (skipped !== undefined) return written;
  if (found.referring !== undefined) return readReference(written, found, text, at, sources);
  if (found.anchor !== undefined) return { label: plainLabel(found.anchor), href: found.anchored };
  if (label !== undefined && href !== undefined) {
    const address = href.replace(/\s.*$|[<>]/g, '');
    return isMarkLabel(label, address, text, at, at + written.length)
      ? { label: plainLabel(label), href: /^https?:/i.test(address) ? address : undefined }
      : written;
  }
  if (code !== undefined) return readCode(code);
  if (raised !== undefined) {
    const linked = (/<a\b[^>]*\bhref=["']?([^"'\s>]+)/i.exec(raised) ??
      /\]\((https?:[^\s)]+)/i.exec(raised))?.[1];
    const shown = raised.replace(/<[^>]*>|\(.*$/g, '');
    return linked !== undefined || shown.includes('[') || isRaised(text, at, shown)
      ? { label: plainLabel(shown), href: linked }
      : shown.replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit)));
  }
  if (exponent !== undefined)
    return isRaised(text, at, exponent.normalize('NFKC'))
      ? { label: exponent.normalize('NFKC').replaceAll('−', '-') }
      : written;
  return { label: plainLabel(found.caret ?? found.bare ?? found.lens ?? found.note ?? '') };
}

/** The link of "([Bike test][1])" with its definition further down: a mark where it stands for itself, else a link. */
function readReference(
  written: string,
  { referring = '', reference = '' }: MarkGroups,
  text: string,
  at: number,
  sources: ReadonlyMap<string, string>,
): TakenMark | string {
  const href = sources.get(reference);
  if (href === undefined) return written;
  const [start, end] = [at, at + written.length];
  const inBrackets =
    /[(（,;][ \t]?$/.test(text.slice(Math.max(0, start - 2), start)) &&
    /^[ \t]?[)）,;]/.test(text.slice(end, end + 2));
  return inBrackets || isMarkLabel(referring, href, text, start, end)
    ? { label: plainLabel(referring), href }
    : `[${referring}](${href})`;
}

function plainLabel(label: string): string {
  return label.replace(/^oai_citation(?::\d+)?[‡†:]?|[[\]^\\]/g, '').trim();
}

const aNumber = new RegExp(`^${digits}$`);
const definition = /^ {0,3}\[\^?(\d{1,3})\]:[ \t]*(https?:\/\/\S+)/gm;
/** Words that stand for a source, alone or before its name. */
const sourceWord =
  '(?:sources?|links?|refs?|citations?|via|quellen?|liens?|fuentes?|enlaces?|fontes?|fonti?|bron(?:nen)?|källa|källor|kilder?|kilde|lähde|źródł[oa]|zdroje?|források?|kaynak(?:lar)?|nguồn|sumber|источники?|джерел[оа]|πηγή|מקור|المصدر|مصدر|出典|来源|來源|引用元|출처)';
/** Also numbered: "source 1". */
const isSourceWord = new RegExp(`^${sourceWord}(?: ?\\d{1,3})?$`, 'iu');
const afterSourceWord = new RegExp(`[(（\\[]\\s*${sourceWord}\\s*[:：]\\s*$`, 'iu');

const leadingSourceWord = new RegExp(`^${sourceWord}\\s?[:：]\\s?`, 'iu');
/** The link before another one in the same brackets. */
const afterLinkInBrackets =
  /[(（]\[[^[\]\n]{0,80}\]\([^()\s]*(?:\s"[^"\n]*")?\)(?:[,;]\s?\[[^[\]\n]{0,80}\]\([^()\s]*(?:\s"[^"\n]*")?\)){0,6}[,;]\s?$/u;
/** An assistant names itself in the addresses of the sources that it cites. */
const sender = /[?&]utm_source=(?:openai|chatgpt\.com)(?:&|#|$)/;

/** "+2" and "wikipedia.org +2": the first of several sources. */
const isChip = /^(?:[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\s?)?\+\d{1,2}$/i;

/**
 * Whether the label of a link stands for its source. A number does. The name of the linked site does where it is in
 * brackets, is attached to a word, or ends a sentence, and leads to a page of the site; in a sentence, and alone in a
 * line or cell, it is a word.
 */
function isMarkLabel(label: string, href: string, text: string, start: number, end: number): boolean {
  const plain = plainLabel(label);
  if (plain === '' || aNumber.test(plain) || /^\[?oai_citation/.test(label)) return true;
  // A sign alone: "↗", "🔗".
  if (!/[\p{L}\p{N}]/u.test(plain) && !/^[$€£¥%+&]/u.test(plain)) return true;
  if (isChip.test(plain)) return true;
  const page = urlIdentity(href);
  if (page === null) return false;
  const named = plain.replace(/^www\./i, '').replace(/\s?\+\d+$/, '');
  const isHost = [page.host, page.domain].includes(named.replace(leadingSourceWord, ''));
  const before = text.slice(Math.max(0, start - 12), start).trimEnd();
  const after = text.slice(end, end + 12).trimStart();
  const glued = before !== '' && text.slice(0, start).endsWith(before.slice(-1));
  if (afterSourceWord.test(text.slice(Math.max(0, start - 24), start))) return true;
  const isWord = isSourceWord.test(plain);
  if (
    (/[(（]$/.test(before) || afterLinkInBrackets.test(text.slice(Math.max(0, start - 400), start))) &&
    /^[)）,;+]|^\[/.test(after)
  )
    return isHost || isWord || isSiteName(named, page.host) || sender.test(href);
  if (glued && /[\p{L}\p{N}.!?,;:)\]*_"”’»%。、]$/u.test(before))
    return isHost || isWord || isSiteName(named, page.host);
  // In brackets of its own, or with a number, it is no word of the sentence.
  if (isWord) return /^\[|\d$/.test(label) || /[.!?)\]。！？]$/.test(before);
  if (!isHost || page.path === '') return false;
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  if (/^[\s>*+#|\d.)-]*$/.test(line) || /\|\s*$/.test(line)) return false;
  return /[.!?:;)\]。！？]$/.test(before) || /^(?:$|[.!?,;:)。、，]|\[|\n)/.test(after);
}

/** "Cycling Weekly" and "cyclingweekly" name cyclingweekly.com. */
function isSiteName(named: string, host: string): boolean {
  const squeezed = named.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return host.split('.').some((label) => label.replaceAll('-', '') === squeezed);
}

/** The words of ChatGPT's private-use codes: names of things and titles of links are shown, the others are marks. */
function readCode(code: string): TakenMark | string {
  const [kind = '', ...given] = code.split('\ue202');
  const first = given[0] ?? '';
  if (kind === 'url' || kind === 'link') return first;
  if (kind.includes('entity')) {
    const named = /^\["[^"]*","([^"]*)"/.exec(first)?.[1];
    if (named !== undefined) return named;
  }
  return { label: '' };
}

const pageCodes = new RegExp(
  [
    String.raw`\ue200([^\ue201\n]{0,2000})\ue201?`,
    String.raw`【\d+(?::\d+)?†[^】\n]{0,80}】`,
    String.raw`:?contentReference\[oaicite:\d+\](?:\{[^}\n]{0,40}\})?`,
    String.raw`cite(?:turn\d{1,3}[a-z]{2,12}\d{1,3})+`,
    String.raw`<grok:render\b[^]{0,600}?<\/grok:render>`,
    '[\ue200-\ue206]',
  ].join('|'),
  'g',
);

/**
 * Where the codes of an assistant's own page stand in its text, to be left out: nobody reads them, and unlike a number
 * they lead to no source. The words that a code shows stay.
 */
export function codePlaces(source: string): readonly { readonly start: number; readonly end: number }[] {
  if (!/[【\ue200-\ue206]|<grok|oaicite|citeturn/.test(source)) return [];
  return [...source.matchAll(pageCodes)].flatMap(({ 0: written, 1: code, index }) => {
    const end = index + written.length;
    const words = code === undefined ? null : readCode(code);
    if (typeof words === 'string' && words !== '') {
      const at = index + written.indexOf(words, (code ?? '').indexOf('\ue202') + 1);
      return [
        { start: index, end: at },
        { start: at + words.length, end },
      ];
    }
    // With the spaces before it, where none are needed after it.
    const spaces = /[ \t]*$/.exec(source.slice(Math.max(0, index - 20), index))?.[0].length ?? 0;
    return [
      { start: /^(?:$|[\s.,;:!?)\]}、。])/.test(source.slice(end, end + 1)) ? index - spaces : index, end },
    ];
  });
}

/** Whether raised digits after this text are a note, and not a power or a unit (m², 10³, cm²). */
function isRaised(text: string, at: number, digits: string): boolean {
  const before =
    /(?:\p{Sc}\s?[\d.,]+|[\p{L}\p{M}]{1,3}|.)$/u.exec(text.slice(Math.max(0, at - 16), at))?.[0] ?? '';
  if (/^[\p{L}\p{M}]/u.test(before))
    return (
      before.length === 3 ||
      isUnlikePower(before, digits) ||
      /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(before)
    );
  return !/^\d$/.test(before);
}

/** "kg¹²": after two letters, only squares and cubes are powers. */
const isUnlikePower = (letters: string, digits: string): boolean =>
  letters.length === 2 && !/^[23]$/.test(digits);

const seeWord = '(?:see(?: also)?|siehe|vgl\\.?|voir|cf\\.?|véase|ver|vedi|zie|см\\.|zob\\.)';
const [several, first, enclosed, spaced, leading] = [
  new RegExp(`(${one})[ \\t]{0,8}[,;·]?[ \\t]{0,8}(?=${one})`, 'g'),
  new RegExp(`([(（](?:${one})+)[ \\t]{0,8}[,;][ \\t]{0,8}(?=[^ \\t\ufffc)）])`, 'g'),
  new RegExp(
    `[(（\\[][ \\t]{0,8}(?:(?:${sourceWord}\\s?[:：]|${seeWord})[ \\t]{0,8})?((?:${one})+)[ \\t]*[)）\\]]`,
    'giu',
  ),
  new RegExp(`[ \\t\\u00a0\\u202f]{1,20}((?:${one})+)(?=[\\s.,;:!?)\\]}。，、；：！？」』|]|$)`, 'g'),
  new RegExp(`^((?:[ \\t]*(?:[-*+]|\\d{1,3}[.)])[ \\t]+)?(?:${one})+)[ \\t]+`, 'gm'),
];

/** Without the spaces, commas and brackets that belong to marks: "best (￼, ￼)." becomes "best￼￼." */
function tidied(text: string): string {
  return text
    .replace(several, '$1')
    .replace(first, '$1')
    .replace(enclosed, '$1')
    .replace(spaced, '$1')
    .replace(leading, '$1');
}

/** A text with placeholders as its words and marks, in order. */
export function chunksOf(text: string, taken: readonly TakenMark[]): readonly (string | TakenMark)[] {
  return text
    .split(placeholders)
    .flatMap((chunk, index) => (index % 2 === 0 ? chunk : (taken[indexIn(chunk)] ?? [])))
    .filter((chunk) => chunk !== '');
}

function indexIn(written: string): number {
  return ((written.charCodeAt(1) - firstSign) << 8) + written.charCodeAt(2) - firstSign;
}

/** Takes the placeholders out of a parsed text, which keeps its spans, and adds the marks at their positions. */
export function placeMarks(
  { text, spans }: { readonly text: string; readonly spans: readonly TextSpan[] },
  taken: readonly TakenMark[],
): MarkedText {
  const chunks = chunksOf(text, taken);
  const words = chunks.filter((chunk) => typeof chunk === 'string').join('');
  if (words.length === text.length) return { text, spans, marks: [] };
  const lead = words.length - words.trimStart().length;
  const trimmed = words.trim();
  const inside = (at: number): number => Math.min(Math.max(0, at - lead), trimmed.length);
  const marks: CitationMark[] = [];
  let read = 0;
  for (const chunk of chunks) {
    if (typeof chunk === 'string') read += chunk.length;
    else marks.push({ ...chunk, at: inside(read) });
  }
  const cuts = [...text.matchAll(placeholders)].map(({ index }) => index);
  const offset = (at: number): number => inside(at - cutLength * countBelow(cuts, at));
  return {
    text: trimmed,
    spans: spans
      .map((span) => ({ ...span, start: offset(span.start), end: offset(span.end) }))
      .filter(({ start, end }) => end > start),
    marks,
  };
}

/** How many of these ascending numbers are below another. */
function countBelow(ascending: readonly number[], most: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const half = (low + high) >> 1;
    if ((ascending[half] as number) < most) low = half + 1;
    else high = half;
  }
  return low;
}

/** The words of a Markdown or plain text, without its marks. Formatting stays. */
export function withoutMarks(source: string): string {
  const { text, marks } = setMarks(source);
  return marks.length === 0 ? text : text.replace(placeholders, '');
}
