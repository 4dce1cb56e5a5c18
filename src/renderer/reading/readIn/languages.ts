import { languageName } from '#shared/geo/languages.ts';

/** Languages that answers can be read in, by name. */
export const targetLanguages: readonly { readonly value: string; readonly label: string }[] =
  'ar bg ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nl no pl pt ro ru sk sl sr sv th tr uk vi zh'
    .split(' ')
    .map((value) => ({ value, label: languageName(value, 'en') }))
    .sort((one, other) => one.label.localeCompare(other.label));
