const rightToLeftScripts: ReadonlySet<string> = new Set([
  'Adlm',
  'Arab',
  'Hebr',
  'Mand',
  'Nkoo',
  'Rohg',
  'Samr',
  'Syrc',
  'Thaa',
]);

const scripts = new Map<string, string>();

/** ISO 15924 script of a language tag, such as "Jpan", "Arab" or "Latn"; "Latn" for an ill-formed tag. */
export function scriptOf(language: string): string {
  const known = scripts.get(language);
  if (known !== undefined) return known;
  const script = likelyScript(language);
  scripts.set(language, script);
  return script;
}

export function textDirection(language: string): 'ltr' | 'rtl' {
  return rightToLeftScripts.has(scriptOf(language)) ? 'rtl' : 'ltr';
}

/** Canonical spelling of a language tag ("PT-br" gives "pt-BR"), undefined for junk. */
export function canonicalTag(language: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(language)[0];
  } catch {
    return undefined;
  }
}

/** The tag without region and script: "pt-BR" gives "pt". */
export function baseLanguage(language: string): string {
  const tag = canonicalTag(language) ?? language;
  return (tag.split('-')[0] ?? tag).toLowerCase();
}

const names = new Map<string, Intl.DisplayNames>();

/** Name of a language in any language, such as "Japanisch" for "ja" in "de". */
export function languageName(language: string, locale: string): string {
  const tag = canonicalTag(language);
  if (tag === undefined) return language;
  let display = names.get(locale);
  if (display === undefined) {
    display = new Intl.DisplayNames([locale, 'en'], { type: 'language', fallback: 'code' });
    names.set(locale, display);
  }
  try {
    return display.of(tag) ?? language;
  } catch {
    // A tag for private use, such as x-ours, names no language.
    return language;
  }
}

function likelyScript(language: string): string {
  try {
    return new Intl.Locale(language).maximize().script ?? 'Latn';
  } catch {
    return 'Latn';
  }
}
