type JsonFile = () => Promise<{ readonly default: unknown }>;

/**
 * What the sandbox says in each of its languages, English first. Each file is read when its language is first used; they
 * are spelled out one by one because that is how the bundler finds them.
 */
export const phraseFiles = {
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

export type SandboxLanguage = keyof typeof phraseFiles;

/** The names of the sandbox's topics in every language, because a question may be asked in any of them. */
export const topicNamesFile: JsonFile = () =>
  import('#resources/sandbox/topics.json', { with: { type: 'json' } });
