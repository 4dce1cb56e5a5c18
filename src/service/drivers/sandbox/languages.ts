import { z } from 'zod';
import { baseLanguage, canonicalTag, scriptOf } from '#shared/geo/languages.ts';
import { safeParse } from '#shared/interface/safeParse.ts';
import { type Phrases, phrasesSchema, type TopicNames, topicNamesSchema } from './phrases.ts';

type JsonFile = () => Promise<{ readonly default: unknown }>;

/**
 * The files of the languages, English first. Each is read when its language is first answered in; they are spelled
 * out one by one because that is how the bundler finds them.
 */
const phraseFiles = {
  en: () => import('#resources/sandbox/en.json', { with: { type: 'json' } }),
  ar: () => import('#resources/sandbox/ar.json', { with: { type: 'json' } }),
  de: () => import('#resources/sandbox/de.json', { with: { type: 'json' } }),
  es: () => import('#resources/sandbox/es.json', { with: { type: 'json' } }),
  fr: () => import('#resources/sandbox/fr.json', { with: { type: 'json' } }),
  he: () => import('#resources/sandbox/he.json', { with: { type: 'json' } }),
  hi: () => import('#resources/sandbox/hi.json', { with: { type: 'json' } }),
  it: () => import('#resources/sandbox/it.json', { with: { type: 'json' } }),
  ja: () => import('#resources/sandbox/ja.json', { with: { type: 'json' } }),
  ko: () => import('#resources/sandbox/ko.json', { with: { type: 'json' } }),
  nl: () => import('#resources/sandbox/nl.json', { with: { type: 'json' } }),
  pl: () => import('#resources/sandbox/pl.json', { with: { type: 'json' } }),
  'pt-BR': () => import('#resources/sandbox/pt-BR.json', { with: { type: 'json' } }),
  sv: () => import('#resources/sandbox/sv.json', { with: { type: 'json' } }),
  th: () => import('#resources/sandbox/th.json', { with: { type: 'json' } }),
  da: () => import('#resources/sandbox/da.json', { with: { type: 'json' } }),
  no: () => import('#resources/sandbox/no.json', { with: { type: 'json' } }),
  ru: () => import('#resources/sandbox/ru.json', { with: { type: 'json' } }),
  id: () => import('#resources/sandbox/id.json', { with: { type: 'json' } }),
  cs: () => import('#resources/sandbox/cs.json', { with: { type: 'json' } }),
  fi: () => import('#resources/sandbox/fi.json', { with: { type: 'json' } }),
  'pt-PT': () => import('#resources/sandbox/pt-PT.json', { with: { type: 'json' } }),
  uk: () => import('#resources/sandbox/uk.json', { with: { type: 'json' } }),
  ro: () => import('#resources/sandbox/ro.json', { with: { type: 'json' } }),
  tr: () => import('#resources/sandbox/tr.json', { with: { type: 'json' } }),
  'zh-CN': () => import('#resources/sandbox/zh-CN.json', { with: { type: 'json' } }),
  'zh-TW': () => import('#resources/sandbox/zh-TW.json', { with: { type: 'json' } }),
} as const satisfies Readonly<Record<string, JsonFile>>;
type SandboxLanguage = keyof typeof phraseFiles;

const isSandboxLanguage = (tag: string): tag is SandboxLanguage => Object.hasOwn(phraseFiles, tag);

/** Tags of the languages the sandbox answers in. */
export const sandboxLanguages: readonly SandboxLanguage[] =
  Object.keys(phraseFiles).filter(isSandboxLanguage);

const byLanguage: ReadonlyMap<string, SandboxLanguage> = new Map(
  // Reversed, so that the first of two relatives wins: Brazilian before European Portuguese.
  [...sandboxLanguages].reverse().map((tag) => [`${baseLanguage(tag)} ${scriptOf(tag)}`, tag]),
);

export function hasPhrases(language: string): boolean {
  return spokenTag(language) !== undefined;
}

const loaded = new Map<string, Promise<Phrases>>();

/** The phrases of a language or of its nearest relative in the same script; English for any other. */
export function loadPhrases(language: string): Promise<Phrases> {
  const tag = spokenTag(language) ?? 'en';
  const held = loaded.get(tag);
  if (held !== undefined) return held;
  const phrases = read(`${tag}.json`, phraseFiles[tag], phrasesSchema);
  loaded.set(tag, phrases);
  return phrases;
}

function spokenTag(language: string): SandboxLanguage | undefined {
  const tag = canonicalTag(language);
  if (tag === undefined) return undefined;
  return isSandboxLanguage(tag) ? tag : byLanguage.get(`${baseLanguage(tag)} ${scriptOf(tag)}`);
}

let topicNames: Promise<TopicNames> | undefined;

/** In all languages at once, because a question may be asked in any of them. */
export function loadTopicNames(): Promise<TopicNames> {
  const file: JsonFile = () => import('#resources/sandbox/topics.json', { with: { type: 'json' } });
  topicNames ??= read('topics.json', file, topicNamesSchema);
  return topicNames;
}

async function read<Schema extends z.ZodType>(
  name: string,
  file: JsonFile,
  schema: Schema,
): Promise<z.output<Schema>> {
  const parsed = safeParse(schema, (await file()).default);
  if (parsed.success) return parsed.data;
  throw new Error(`resources/sandbox/${name} is damaged: ${z.prettifyError(parsed.error)}`);
}
