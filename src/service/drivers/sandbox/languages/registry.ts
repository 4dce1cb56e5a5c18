import { baseLanguage, canonicalTag, scriptOf } from '#shared/geo/languages.ts';
import { arabic } from './ar.ts';
import { czech } from './cs.ts';
import { danish } from './da.ts';
import { german } from './de.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';
import { finnish } from './fi.ts';
import { french } from './fr.ts';
import { hebrew } from './he.ts';
import { hindi } from './hi.ts';
import { indonesian } from './id.ts';
import { italian } from './it.ts';
import { japanese } from './ja.ts';
import { korean } from './ko.ts';
import { dutch } from './nl.ts';
import { norwegian } from './no.ts';
import type { Phrases } from './phrases.ts';
import { polish } from './pl.ts';
import { portuguese } from './pt.ts';
import { europeanPortuguese } from './ptPt.ts';
import { romanian } from './ro.ts';
import { russian } from './ru.ts';
import { swedish } from './sv.ts';
import { thai } from './th.ts';
import { turkish } from './tr.ts';
import { ukrainian } from './uk.ts';
import { simplifiedChinese } from './zhHans.ts';
import { traditionalChinese } from './zhHant.ts';

/** Every language the sandbox answers in; English first. */
export const allPhrases: readonly Phrases[] = [
  english,
  arabic,
  german,
  spanish,
  french,
  hebrew,
  hindi,
  italian,
  japanese,
  korean,
  dutch,
  polish,
  portuguese,
  swedish,
  thai,
  danish,
  norwegian,
  russian,
  indonesian,
  czech,
  finnish,
  europeanPortuguese,
  ukrainian,
  romanian,
  turkish,
  simplifiedChinese,
  traditionalChinese,
];
const byTag: ReadonlyMap<string, Phrases> = new Map(allPhrases.map((phrases) => [phrases.tag, phrases]));
const byLanguage: ReadonlyMap<string, Phrases> = new Map(
  // Reversed, so that the first of two relatives wins: Brazilian before European Portuguese.
  [...allPhrases]
    .reverse()
    .map((phrases) => [`${baseLanguage(phrases.tag)} ${scriptOf(phrases.tag)}`, phrases]),
);

/** Tags of the languages the sandbox answers in. */
export const sandboxLanguages: readonly string[] = allPhrases.map((phrases) => phrases.tag);

export function hasPhrases(language: string): boolean {
  return find(language) !== undefined;
}

/** The phrases of a language or of its nearest relative in the same script; English for any other. */
export function phrasesFor(language: string): Phrases {
  return find(language) ?? english;
}

function find(language: string): Phrases | undefined {
  const tag = canonicalTag(language);
  if (tag === undefined) return undefined;
  return byTag.get(tag) ?? byLanguage.get(`${baseLanguage(tag)} ${scriptOf(tag)}`);
}
