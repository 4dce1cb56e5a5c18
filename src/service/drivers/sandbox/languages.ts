import { z } from 'zod';
import { baseLanguage, canonicalTag, scriptOf } from '#shared/geo/languages.ts';
import { safeParse } from '#shared/interface/safeParse.ts';
import { phraseFiles, type SandboxLanguage, topicNamesFile } from '#shared/translation/sandboxPhrases.ts';
import { type Phrases, phrasesSchema, type TopicNames, topicNamesSchema } from './phrases.ts';

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
  topicNames ??= read('topics.json', topicNamesFile, topicNamesSchema);
  return topicNames;
}

async function read<Schema extends z.ZodType>(
  name: string,
  file: () => Promise<{ readonly default: unknown }>,
  schema: Schema,
): Promise<z.output<Schema>> {
  const parsed = safeParse(schema, (await file()).default);
  if (parsed.success) return parsed.data;
  throw new Error(`resources/sandbox/${name} is damaged: ${z.prettifyError(parsed.error)}`);
}
