/**
 * Detects brands that are not listed: from entities of the engine, product cards, and bold or leading names in lists,
 * headings and tables. Each kind of evidence adds to a score. Labels ("Price:", "Verdict") and ordinary words are
 * rejected. Detected brands are marked as such everywhere.
 */

import type { LanguageTag } from '../../model/comparison/comparison.ts';
import type { BrandRule, SampleContent } from '../../model/comparison/samples.ts';
import { trueAddress, trueAddresses } from '../addresses/redirects.ts';
import type { SectionBlocks } from '../markdown/blocks.ts';
import { headOf, type ParsedBlock } from '../markdown/parsedBlock.ts';
import { foldName } from '../words/folding.ts';
import { usesLatin } from '../words/language.ts';
import { scriptOf } from '../words/scripts.ts';
import { brandId } from './brandDecisions.ts';
import type { BrandMatcher } from './brands.ts';

export type Evidence = 'entity' | 'bold' | 'list' | 'product';

export type BrandProposal = {
  readonly brand: BrandRule;
  readonly evidence: readonly Evidence[];
};

type Candidate = {
  readonly name: string;
  readonly evidence: Evidence[];
  readonly languages: string[];
  /** Number of answers that name it, and the index of the last of them. */
  answers: number;
  answer: number;
  /**
   * Kinds of blocks the name leads (list items, rows, headings, paragraphs), and the count of each in the last
   * answer.
   */
  readonly leads: string[];
  readonly ledInAnswer: number[];
  colon: number;
  led: number;
  repeated: boolean;
};

const needed = 3;
const maxLeadLength = 200;
const most = 60;
const entityTypes =
  /product|brand|company|organi[sz]ation|software|app|service|store|retailer|business|hotel|restaurant|place|tool|model/i;

/** What detection reads of a parsed sample. */
type NamedSample = {
  readonly language: LanguageTag;
  readonly sections: readonly SectionBlocks[];
  readonly sample: Pick<
    SampleContent,
    'entities' | 'shopping' | 'sources' | 'citations' | 'overview' | 'organic'
  >;
};

/**
 * @param listed finds the listed brands; text that contains one of their names is not detected
 * @param dismissed folded names that the user marked as not a brand
 */
export function proposeBrands(
  samples: readonly NamedSample[],
  listed: BrandMatcher,
  dismissed: ReadonlySet<string>,
): readonly BrandProposal[] {
  /** By folded name; null for names that are rejected. */
  const candidates = new Map<string, Candidate | null>();
  /** By raw text; separately for names that only their position suggests and names that the engine states. */
  const written = [new Map<string, Candidate | null>(), new Map<string, Candidate | null>()] as const;
  const candidateOf = (raw: string, evidence: Evidence): Candidate | null => {
    // Also limits the regular expressions of `cleaned`, which take quadratic time for long runs of spaces.
    if (raw.length > maxLeadLength) return null;
    const isNamed = evidence === 'entity' || evidence === 'product';
    const known = written[isNamed ? 1 : 0].get(raw);
    if (known !== undefined) return known;
    const name = cleaned(raw);
    const key = looksLikeName(name, isNamed) ? foldName(name) : null;
    let candidate = key === null ? null : candidates.get(key);
    if (key !== null && candidate === undefined) {
      candidate = dismissed.has(key) || listed.find(name).length > 0 ? null : newCandidate(name);
      candidates.set(key, candidate);
    }
    written[isNamed ? 1 : 0].set(raw, candidate ?? null);
    return candidate ?? null;
  };
  samples.forEach((parsed, answer) => {
    const consider: Consider = (raw, evidence, place) => {
      const candidate = candidateOf(raw, evidence);
      if (candidate === null) return;
      addTo(candidate.evidence, evidence);
      addTo(candidate.languages, parsed.language.code);
      if (candidate.answer !== answer) {
        candidate.answers++;
        candidate.ledInAnswer.fill(0);
      }
      candidate.answer = answer;
      if (place === null) return;
      const kind = addTo(candidate.leads, place.kind);
      candidate.led++;
      if (place.colon) candidate.colon++;
      // A label such as "Price:" leads a line under every product; a name leads only its own item, row or heading.
      const times = (candidate.ledInAnswer[kind] ?? 0) + 1;
      candidate.ledInAnswer[kind] = times;
      if (times > 2) candidate.repeated = true;
    };
    for (const entity of parsed.sample.entities ?? [])
      if (entityTypes.test(entity.type)) consider(entity.name, 'entity', null);
    for (const product of parsed.sample.shopping ?? [])
      if (product.brand !== null) consider(product.brand, 'product', null);
    for (const { section, blocks } of parsed.sections) {
      if (section === 'answer' || section === 'ai-overview')
        blocks.forEach((block, at) => {
          fromBlock(block, consider);
          fromPlainText(block, blocks[at - 1], consider);
        });
    }
  });
  if (candidates.size === 0) return [];
  const lowercase = lowercaseWords(samples);
  const siteNames = sourceNames(samples);
  const proposed: { readonly candidate: Candidate; readonly score: number; readonly key: string }[] = [];
  for (const [key, candidate] of candidates) {
    if (candidate === null) continue;
    const score = scoreOf(candidate, lowercase, siteNames);
    if (score >= needed) proposed.push({ key, candidate, score: score + candidate.answers });
  }
  proposed.sort((one, two) => two.score - one.score || (one.key < two.key ? -1 : 1));
  return proposed.slice(0, most).map(({ candidate: { name, evidence } }) => ({
    brand: { id: brandId(name), name, kind: 'other', aliases: [], domains: [] },
    evidence: evidence.sort(),
  }));
}

function newCandidate(name: string): Candidate {
  return {
    name,
    evidence: [],
    languages: [],
    answers: 0,
    answer: -1,
    leads: [],
    ledInAnswer: [],
    colon: 0,
    led: 0,
    repeated: false,
  };
}

/** Index of a value in a short list, to which it is added if missing. */
function addTo<T>(values: T[], value: T): number {
  const at = values.indexOf(value);
  return at === -1 ? values.push(value) - 1 : at;
}

type Consider = (
  raw: string,
  evidence: Evidence,
  lead: { readonly kind: string; readonly colon: boolean } | null,
) => void;

function fromBlock(block: ParsedBlock, consider: Consider): void {
  if (block.kind === 'code') return;
  const lead = headOf(block);
  if (block.kind === 'heading')
    consider(block.text.slice(0, lead).replace(/^\d+[.)]\s*/, ''), 'list', { kind: 'heading', colon: false });
  else if (lead > 0 && !block.header) {
    const leadText = block.text.slice(0, lead);
    const colon = /^\s*[:：]/.test(block.text.slice(lead)) || /[:：]\s*$/.test(leadText);
    consider(leadText, 'list', { kind: block.kind, colon });
  }
  for (const { kind, start, end } of block.spans)
    if (kind === 'strong' && (start > 2 || lead === 0)) consider(block.text.slice(start, end), 'bold', null);
}

/** In text without Markdown: numbered lines that are a name, and the first cells of lines with bars, below the first. */
function fromPlainText(block: ParsedBlock, before: ParsedBlock | undefined, consider: Consider): void {
  if (block.spans.length > 0) return;
  if (block.kind === 'list-item' && block.ordered === true && headOf(block) === 0)
    consider(block.text, 'list', { kind: 'heading', colon: false });
  else if (block.kind === 'paragraph' && isRow(block) && before !== undefined && isRow(before))
    consider(block.text.slice(0, block.text.indexOf(' | ')), 'list', { kind: 'table-row', colon: false });
}

const isRow = ({ kind, text }: ParsedBlock): boolean =>
  kind === 'paragraph' && text.indexOf(' | ') !== text.lastIndexOf(' | ');

/** Names of the cited domains without suffix. A manufacturer's own site is often among the sources. */
function sourceNames(samples: readonly NamedSample[]): ReadonlySet<string> {
  const names = new Set<string>();
  const known = trueAddresses(samples.map(({ sample }) => sample));
  for (const { sample } of samples) {
    for (const source of [
      ...(sample.sources ?? []),
      ...(sample.overview?.sources ?? []),
      ...(sample.organic ?? []),
    ]) {
      const label = trueAddress(source.url, known)?.domain.split('.')[0];
      if (label !== undefined && label.length > 2) names.add(label.replace(/-/g, ''));
    }
  }
  return names;
}

function cleaned(raw: string): string {
  const named = raw.replace(/^[^\p{L}\p{N}]+/u, '');
  return (/[)）]/.test(raw) ? named.replace(/\s*[(（][^)）]*[)）]\s*$/u, '') : named)
    .replace(/[\s:：–—,.;!?。、-]+$/u, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** @param isNamed whether the engine states that it is a name */
function looksLikeName(name: string, isNamed: boolean): boolean {
  if (name.length < 2 || name.length > 40 || /[.!?;:]\s/.test(name) || !/\p{L}/u.test(name)) return false;
  const words = name.split(' ');
  if (words.length > 4) return false;
  if (isNamed) return true;
  const first = name.charCodeAt(0);
  const script = scriptOf(first);
  // In scripts with capitals, every longer word of a name is capitalized.
  if (script === 'Latn' || script === 'Cyrl' || script === 'Grek') {
    return (
      words.every((word) => word.length <= 3 || /^[\p{Lu}\d]/u.test(word) || /\d|\p{Lu}/u.test(word)) &&
      /^[\p{Lu}\d]|\p{Lu}/u.test(name)
    );
  }
  return script === 'Kana' || name.length <= 12;
}

/** All words that occur in lower case, which are not names. */
function lowercaseWords(samples: readonly NamedSample[]): ReadonlySet<string> {
  const words = new Set<string>();
  const seen = new Set<string>();
  for (const { sections, language } of samples) {
    if (!usesLatin(language.code)) continue;
    for (const { blocks } of sections) {
      for (const block of blocks) {
        if (seen.has(block.text)) continue;
        seen.add(block.text);
        for (const part of block.text.split(/[\s,;:!?()[\]"“”„«»|–—]+/)) {
          if (part === '' || part.charAt(0) === part.charAt(0).toUpperCase()) continue;
          const word = part.endsWith('.') ? part.slice(0, -1) : part;
          // Text with a dot or a slash is an address.
          if (!/[./@]/.test(word)) words.add(word);
        }
      }
    }
  }
  return words;
}

/** Languages that capitalize every noun, where a capital is no evidence. */
const nounCapitals = new Set(['de', 'lb']);

function scoreOf(
  candidate: Candidate,
  lowercase: ReadonlySet<string>,
  siteNames: ReadonlySet<string>,
): number {
  const { evidence } = candidate;
  if (candidate.repeated && !evidence.includes('entity')) return 0;
  let score = 0;
  if (evidence.includes('entity')) score += 3;
  if (evidence.includes('product')) score += 3;
  if (evidence.includes('bold')) score += 0.75;
  if (evidence.includes('list')) score += 1;
  // Bold both as a lead and inside sentences, or both in a list and in a table: typical of names, not of labels.
  if (evidence.includes('bold') && evidence.includes('list')) score += 0.5;
  if (candidate.leads.length > 1) score += 0.75;
  if (candidate.answers > 1) score += 0.5;
  if (candidate.languages.length > 1) score += 2;
  if (siteNames.has(foldName(candidate.name).replace(/[^a-z0-9]/g, ''))) score += 2;
  if (/\p{L}.*\d|\d.*\p{L}/u.test(candidate.name)) score += 1;
  if (/\p{Ll}\p{Lu}/u.test(candidate.name)) score += 1.5;
  if (candidate.colon > candidate.led / 2) score -= 0.75;
  if (scriptOf(candidate.name.charCodeAt(0)) !== 'Latn') return score;
  if (candidate.languages.some((language) => !usesLatin(language))) score += 1.5;
  const ordinary = candidate.name.split(' ').every((word) => lowercase.has(word.toLowerCase()));
  if (ordinary) return evidence.includes('entity') ? score - 1 : 0;
  return candidate.languages.every((code) => nounCapitals.has(code)) ? score : score + 1.25;
}
