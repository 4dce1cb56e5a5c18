/** All word lists. Each is loaded when an answer in its language is first rated. */
import { type ClaimLexicon, type ClaimRules, claimLexicon } from './claimRules.ts';

/** Listed explicitly, because the bundler must find them. */
const ruleFiles: Readonly<Record<string, () => Promise<{ readonly default: ClaimRules }>>> = {
  de: () => import('#resources/claims/de.json', { with: { type: 'json' } }),
  en: () => import('#resources/claims/en.json', { with: { type: 'json' } }),
  es: () => import('#resources/claims/es.json', { with: { type: 'json' } }),
  fr: () => import('#resources/claims/fr.json', { with: { type: 'json' } }),
  it: () => import('#resources/claims/it.json', { with: { type: 'json' } }),
  ja: () => import('#resources/claims/ja.json', { with: { type: 'json' } }),
  pt: () => import('#resources/claims/pt.json', { with: { type: 'json' } }),
};

export type ClaimLexicons = ReadonlyMap<string, ClaimLexicon>;

const loaded = new Map<string, Promise<ClaimLexicon>>();

/** Lexicons by language code. Languages without word lists are omitted. */
export async function loadClaimLexicons(languages: Iterable<string>): Promise<ClaimLexicons> {
  const found = new Map<string, ClaimLexicon>();
  for (const language of new Set(languages)) {
    const lexicon = await lexiconOf(language);
    if (lexicon !== null) found.set(language, lexicon);
  }
  return found;
}

function lexiconOf(language: string): Promise<ClaimLexicon> | null {
  const held = loaded.get(language);
  if (held !== undefined) return held;
  const lexicon = ruleFiles[language]?.().then((file) => claimLexicon(file.default)) ?? null;
  if (lexicon !== null) loaded.set(language, lexicon);
  return lexicon;
}
