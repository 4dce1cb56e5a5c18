import { app, type Session } from 'electron';
import type { Logger } from '#platform/log.ts';
import type { SpellingFacts } from '#shared/model/settings.ts';

type Parts = {
  readonly session: () => Session;
  readonly platform: NodeJS.Platform;
  readonly warn: (message: string) => void;
  readonly log: Logger;
};

/** Spelling in text fields. Off until the user turns it on, because Chromium downloads a dictionary for every language. */
export function createSpelling({ session, platform, warn, log }: Parts) {
  /** On macOS the system checks, in its own languages and without a download. */
  const downloads = platform !== 'darwin';
  const languages = (): readonly string[] =>
    downloads
      ? dictionariesFor(app.getPreferredSystemLanguages(), session().availableSpellCheckerLanguages)
      : [];
  return {
    facts: (): SpellingFacts => ({ downloads, languages: languages() }),
    /** To be called before the first window opens: Chromium has the languages of the system until then. */
    apply: (on: boolean): void => {
      session().setSpellCheckerLanguages(on ? [...languages()] : []);
      session().setSpellCheckerEnabled(on);
    },
    /** Says which dictionaries could not be downloaded. */
    watch: (): void => {
      session().on('spellcheck-dictionary-download-failure', (_event, language) => {
        log('warn', 'A spelling dictionary was not downloaded.', { language });
        warn(
          `The spelling dictionary ${language} could not be downloaded. It is tried again when you turn “Check spelling” off and on, or start Parallax again.`,
        );
      });
    },
  };
}

/**
 * The dictionaries for the languages that a user prefers: of the same country, of the language, or of any of its countries.
 * American English without any.
 */
export function dictionariesFor(
  preferred: readonly string[],
  available: readonly string[],
): readonly string[] {
  const found = preferred.flatMap((tag) => {
    const [language = ''] = tag.split('-', 1);
    const usual = [tag, language, `${language}-US`].find((each) => available.includes(each));
    return usual ?? available.find((each) => each.startsWith(`${language}-`)) ?? [];
  });
  return found.length === 0 ? ['en-US'] : [...new Set(found)];
}
