import { type AspectSet, knownTopics, type TopicClass } from './knownTopics.ts';
import { loadTopicNames } from './languages.ts';
import type { Phrases, TopicNames } from './phrases.ts';
import { fractionOf } from './seed.ts';
import { fill } from './template.ts';

/** What a question is about, named in the language of the answer. */
export type Topic = {
  /** For addresses: lower-case letters, digits and hyphens. */
  readonly slug: string;
  readonly kind: TopicClass;
  /** Which aspects an answer weighs. */
  readonly aspects: AspectSet;
  /** US dollars. */
  readonly price: number;
  readonly name: string;
  /** The name as a sentence begins. */
  readonly capitalised: string;
};

export async function topicOf(asked: string, phrases: Phrases): Promise<Topic> {
  // The cut may fall into a character of two code units.
  const question = asked.slice(0, 300).toWellFormed();
  const names = await loadTopicNames();
  const index = indexOfTopic(question, names);
  const found = knownTopics[index];
  const name = found === undefined ? undefined : names[phrases.tag]?.[index];
  if (found !== undefined && name !== undefined) {
    const { slug, kind, price, aspects } = found;
    return { slug, kind, price, aspects, name, capitalised: capitalised(name, phrases.tag) };
  }
  const subject = subjectOf(question);
  const around = fill(phrases.subject, () => subject);
  return {
    slug: slugOf(subject),
    kind: 'product',
    aspects: 'product',
    price: Math.round(10 ** (1.2 + 2 * fractionOf('price', subject.toLowerCase()))),
    name: around,
    capitalised: capitalised(around, phrases.tag),
  };
}

const indexes = new Map<string, number>();

/** Place of the first known topic a question names, in whatever language it is asked; -1 for none. */
function indexOfTopic(question: string, names: TopicNames): number {
  const known = indexes.get(question);
  if (known !== undefined) return known;
  const byPattern = knownTopics.findIndex((topic) => topic.pattern.test(question));
  const index = byPattern >= 0 ? byPattern : indexByName(question.toLowerCase(), names);
  if (indexes.size > 5_000) indexes.clear();
  indexes.set(question, index);
  return index;
}

type TopicName = { readonly name: string; readonly index: number };
const keyLength = 3;
let namesByStart: ReadonlyMap<string, readonly TopicName[]> | undefined;

/** Looks for the topic names of all languages by their first letters: some 600 names, so not one by one. */
function indexByName(question: string, names: TopicNames): number {
  namesByStart ??= byFirstLetters(names);
  for (let at = 0; at < question.length - 1; at += 1) {
    const found = namesByStart
      .get(question.slice(at, at + keyLength))
      ?.find(({ name }) => question.startsWith(name, at));
    if (found !== undefined) return found.index;
  }
  return -1;
}

function byFirstLetters(topicNames: TopicNames): ReadonlyMap<string, readonly TopicName[]> {
  const names = new Map<string, TopicName[]>();
  for (const topics of Object.values(topicNames)) {
    topics.forEach((topic, index) => {
      const name = topic.toLowerCase();
      const key = name.slice(0, keyLength);
      names.set(key, [...(names.get(key) ?? []), { name, index }]);
    });
  }
  return names;
}

const questionOpening =
  /^(?:(?:what|which|who|where|when|why|how)(?:'s|’s| is| are| do| does| did| can| should| much| many)?|is there|are there|is|are|can you|could you|please|tell me|give me|list|compare|recommend|find|show me|i need|i want|i am looking for|looking for|do|does|should i|the|a|an|best|top(?: \d+)?|good|most|me|some|about|of|for|to|i|we|you)\s+/i;
const questionEnding =
  /\s+(?:(?:do|does|did|should|can|would|will|have|has) (?:people|i|we|you|one|they|users|experts|buyers)\b.*|(?:are|is) (?:the )?(?:best|good|worth|most|recommended|trusted|better)\b.*|(?:right )?now|today|this year|in \d{4})$/i;

/** The words of a question that say what it is about: no question words around it, at most 60 characters. */
export function subjectOf(question: string): string {
  const plain = question
    .replaceAll(/[?？！!。¿¡؟]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  let subject = plain.split(/[\n.;:]/)[0]?.trim() || plain;
  for (let match = questionOpening.exec(subject); match !== null; match = questionOpening.exec(subject)) {
    subject = subject.slice(match[0].length);
  }
  subject = subject.replace(questionEnding, '').trim() || plain;
  return shortened(subject, 60) || '…';
}

function shortened(text: string, length: number): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  const cut = characters.slice(0, length).join('');
  const blank = cut.lastIndexOf(' ');
  return `${blank > length / 2 ? cut.slice(0, blank) : cut}…`;
}

function slugOf(subject: string): string {
  const ascii = subject
    .normalize('NFKD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '');
  return ascii.length >= 3 ? ascii : `guide-${Math.floor(fractionOf('slug', subject) * 9000) + 1000}`;
}

function capitalised(text: string, tag: string): string {
  const first = text.charAt(0);
  return first.toLocaleUpperCase(tag) + text.slice(1);
}
