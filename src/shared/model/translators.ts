/** Kinds of translators, in the order in which they are offered. */
export const translatorKinds = ['local', 'model', 'deepl', 'libretranslate', 'sandbox'] as const;
export type TranslatorKind = (typeof translatorKinds)[number];

/** What people see. */
export const translatorNames: Readonly<Record<TranslatorKind, string>> = {
  local: 'On this computer',
  model: 'Analysis model',
  deepl: 'DeepL',
  libretranslate: 'LibreTranslate',
  sandbox: 'Sandbox (demo data only)',
};
