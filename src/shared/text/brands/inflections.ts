/**
 * Inflected forms of a name by language: "Yandexem", "Nokian", "Lidlben", "Яндексе", "Żabce". Forms in Latin letters
 * count only in a text of their language, because an ending of one language is a part of a word in another; those in
 * Cyrillic and Greek letters count in every text of their script.
 *
 * Not covered: languages without an entry, changes inside a stem other than those below, and names of digits or of
 * less than four letters.
 */

import type { BrandAlias } from '../../model/comparison/samples.ts';
import { foldName } from '../words/folding.ts';

/** A folded form, and the languages it belongs to; none for a script that needs no language. */
export type NameForm = { readonly text: string; readonly languages: readonly string[] };

type Endings = {
  readonly language: string;
  /** After a consonant, after a vowel. Folded, without accents. */
  readonly consonant: string;
  readonly vowel: string;
  /** Ending of the name, and what replaces it. */
  readonly changes: readonly (readonly [from: RegExp, to: string])[];
};

const latin: readonly Endings[] = [
  ...['de', 'sv', 'da', 'no'].map((language) => ({
    language,
    consonant: 's',
    vowel: 's',
    changes: [],
  })),
  {
    language: 'pl',
    consonant: 'a u owi em ie iem y ow om ami ach',
    vowel: 'i',
    changes: [
      [/ka$/, 'ki ce ke ko'],
      [/ga$/, 'gi dze ge'],
      [/da$/, 'dy dzie de'],
      [/ta$/, 'ty cie te'],
      [/ra$/, 'ry rze re'],
      [/ia$/, 'ii ie'],
      [/ea$/, 'ei ee'],
      [/a$/, 'y ie e o'],
      // "Zalandzie", "Allegrze", "Lotcie".
      [/do$/, 'da du dem dzie'],
      [/ro$/, 'ra ru rem rze'],
      [/to$/, 'ta tu tem cie'],
      [/o$/, 'a u em ie'],
      [/ek$/, 'ka kowi kiem ku'],
      // An "e" that only the name itself has: "Wedel", "Wedla".
      [/el$/, 'la lowi lem lu'],
      [/ec$/, 'ca cowi cem cu'],
    ],
  },
  {
    language: 'cs',
    consonant: 'u a ovi em e y um ech',
    vowel: '',
    changes: [
      [/ka$/, 'ky ce ku kou'],
      [/ha$/, 'hy ze hu hou'],
      [/ra$/, 'ry re ru rou'],
      [/a$/, 'y e u ou'],
      [/o$/, 'a u em'],
      [/e$/, 'i'],
      [/ek$/, 'ku kem ka'],
      [/ec$/, 'ce ci cem'],
    ],
  },
  {
    language: 'sk',
    consonant: 'u a ovi om e y',
    vowel: '',
    changes: [
      [/a$/, 'y e u ou'],
      [/o$/, 'a u om'],
    ],
  },
  ...['hr', 'sr', 'bs'].map((language) => ({
    language,
    consonant: 'a u om e i ima',
    vowel: '',
    changes: [
      [/a$/, 'e i u om'],
      [/o$/, 'a u om'],
      [/i$/, 'ija iju ijem'],
    ] as const,
  })),
  {
    language: 'sl',
    consonant: 'a u om em i ih ov',
    vowel: '',
    changes: [
      [/r$/, 'rja rju rjem'],
      [/a$/, 'e i o'],
      [/o$/, 'a u om em'],
      [/i$/, 'ija iju ijem'],
    ],
  },
  {
    language: 'fi',
    consonant: 'in ia issa ista iin illa ilta ille iksi',
    vowel: 'n a ssa sta an en in on lla lta lle ksi na seen',
    // "Marimekon", "Marimekolta".
    changes: [[/([kpt])\1([aeiouy])$/, '$1$2n $1$2lla $1$2lta $1$2lle $1$2ssa $1$2sta $1$2ksi']],
  },
  {
    language: 'et',
    consonant: 'i is ist ile il ilt iga it',
    vowel: 's st sse le l lt ga t',
    changes: [],
  },
  {
    language: 'hu',
    consonant:
      'ban ben ba be bol rol tol hoz hez nal nel nak nek et ot at t on en ra re ert ig kent os es as val vel *al *el',
    vowel: 'ban ben ba be bol rol tol hoz hez nal nel nak nek t n ra re ert ig val vel s kent',
    changes: [],
  },
  {
    language: 'tr',
    consonant: 'da de ta te dan den tan ten in un i u a e ya ye nin daki deki taki teki la le lar ler',
    vowel: 'da de dan den nin nun yi yu ya ye daki deki yla yle lar ler',
    // "Arçeliğin".
    changes: [[/k$/, 'gin gi ge ga gun gu']],
  },
  {
    language: 'lt',
    consonant: 'as o ui a e u ai us ais',
    vowel: 's',
    changes: [
      [/ai$/, 'u ams us ais uose'],
      [/as$/, 'o ui a u e'],
      [/is$/, 'io iui i iu yje'],
      [/us$/, 'aus ui u umi uje'],
      [/a$/, 'os ai oje'],
      [/e$/, 'es ei eje'],
    ],
  },
  {
    language: 'lv',
    consonant: 's a am u a',
    vowel: '',
    changes: [
      [/s$/, 'a am u'],
      [/a$/, 'as ai u'],
    ],
  },
  { language: 'ro', consonant: 'ul ului', vowel: '', changes: [[/a$/, 'ei']] },
];

const cyrillic: readonly (readonly [from: RegExp, to: string])[] = [
  // "Перекрёстке", but also "Тиктоке".
  [/([бвгджзклмнпрстфхцчшщ])ок$/, '$1ка $1ку $1ком $1ке $1ки $1ков $1ока $1оку $1оком $1оке $1оки $1оків'],
  [
    /([бвгджзклмнпрстфхцчшщ])$/,
    '$1а $1у $1ом $1ем $1е $1ы $1и $1ов $1ам $1ами $1ах $1ові $1ою $1і $1ът $1ови',
  ],
  [/ь$/, 'я ю ем е и ей ям ями ях'],
  [/[ий]й$/, 'его ему им ом ого ому'],
  [/й$/, 'я ю ем е и'],
  [/ия$/, 'ии ию ией'],
  [/ка$/, 'ки ке ку кой кою ці'],
  [/га$/, 'ги ге гу гой зі'],
  [/а$/, 'ы и е у ой ою і'],
  [/я$/, 'и е ю ей ею і'],
];

const greek: readonly (readonly [from: RegExp, to: string])[] = [
  [/οσ$/, 'ο ου ε οι ων ουσ'],
  [/ησ$/, 'η ηδεσ'],
  [/ασ$/, 'α εσ ων'],
  [/α$/, 'ασ εσ ων'],
  [/η$/, 'ησ εισ'],
  [/ο$/, 'ου α ων'],
];

const adjectives: readonly (readonly [from: RegExp, to: string])[] = [
  [/ая $/, 'ой  ую '],
  [/ова $/, 'ової  овій  ову  овою '],
  [/[иы]й $/, 'ого  ому  ым  ом  им  ім '],
  [/ое $/, 'ого  ому  ым  ом '],
];

/** An adjective before a name that ends in "e" without an article. */
const germanAdjective = /^(?:[a-z]{3,}sche|neue|erste|freie|grosse|alte) $/;

const czechAdjective = /^[a-z]{2,}(?:sk|ck|n|v|r)a $/;

/** Forms of the first of two Cyrillic words. */
function headFormsOf(before: string): readonly string[] {
  const head = /^\p{Script=Cyrillic}{4,} $/u.test(before) ? before.trim() : '';
  const found = head === '' ? undefined : cyrillic.find(([from]) => from.test(head));
  return found === undefined ? [] : found[1].split(' ').map((to) => head.replace(found[0], to));
}

function adjectivesOf(before: string): readonly string[] {
  const found = adjectives.find(([from]) => from.test(before));
  return found === undefined ? [] : found[1].split(/(?<= ) /).map((to) => before.replace(found[0], to));
}

/** Languages that inflect names and have no endings here: their forms of a listed name are not found. */
const uncovered: ReadonlySet<string> = new Set(
  'be eu ga hy is ka kk kn ky la ml mn mr mt pa rm si sq ta te uz'.split(' '),
);

/** Whether a comparison of these languages counts inflected names in some of them only. @param languages ISO 639-1 */
export function languagesWithoutForms(languages: readonly string[]): readonly string[] {
  return languages.length > 1 ? uncoveredLanguages(languages) : [];
}

/** Those of these languages that inflect names and have no endings here. */
export const uncoveredLanguages = (languages: readonly string[]): readonly string[] =>
  languages.filter((language) => uncovered.has(language));

const minLetters = 4;

/** Whether the vowels of a word admit an ending, where its letters without accents say so. */
const harmonies: Readonly<Record<string, (word: string, ending: string) => boolean>> = {
  hu: (word, ending) => {
    const [first = ''] = /[aeiou]/.exec(ending) ?? [];
    if (/a[^aeiouy]*$/.test(word)) return first !== 'e' || ending === 'ert';
    // Without accents, "o" may be "ő": "Lidlből".
    return /[aou]/.test(word) || first !== 'a';
  },
  tr: (word, ending) => {
    if (/^[dt][ae]/.test(ending) && !/c$/.test(word) && /[fhkpst]$/.test(word) !== ending.startsWith('t'))
      return false;
    const [last = ''] = /[aeiou](?=[^aeiou]*$)/.exec(word) ?? [];
    const [first = ''] = /[aeiou]/.exec(ending) ?? [];
    return !((last === 'a' && first === 'e') || (last === 'e' && /[au]/.test(first)));
  },
};

/**
 * Forms of a folded name; its last word is inflected.
 * @param folded as `foldName` returns it
 */
export function formsOf(folded: string): readonly NameForm[] {
  const word = /\p{L}+$/u.exec(folded)?.[0] ?? '';
  const before = folded.slice(0, folded.length - word.length);
  // A short last word of a longer name is no other word: "Wizz Airrel".
  if (word.length < (before.length < minLetters ? minLetters : minLetters - 1)) return [];
  const changed = (list: readonly (readonly [RegExp, string])[]): readonly string[] => {
    const found = list.find(([from]) => from.test(word));
    return found === undefined ? [] : found[1].split(' ').map((to) => word.replace(found[0], to));
  };
  // Abstract nouns ("youth", "joy") are words before they are names.
  if (/[іо]сть$/.test(word)) return [];
  if (/^\p{Script=Cyrillic}+$/u.test(word)) {
    const forms = changed(cyrillic);
    return [
      ...forms.map((form) => ({ text: before + form, languages: [] })),
      // "Новою Поштою": an adjective before the name is inflected with it.
      ...adjectivesOf(before).flatMap((adjective) =>
        [word, ...forms].map((form) => ({ text: adjective + form, languages: [] })),
      ),
      // "Почтой России": only the first of two nouns is inflected.
      ...headFormsOf(before).map((head) => ({ text: `${head} ${word}`, languages: [] })),
    ];
  }
  if (/^\p{Script=Greek}+$/u.test(word))
    return changed(greek).map((form) => ({ text: before + form, languages: [] }));
  if (!/^[a-z]+$/.test(word)) return [];
  const forms = new Map<string, string[]>();
  for (const { language, consonant, vowel, changes } of latin) {
    const admits = harmonies[language] ?? (() => true);
    const endings = (/[aeiouy]$/.test(word) ? vowel : consonant)
      .split(' ')
      .map((ending) => ending.replace('*', word.at(-1) ?? ''))
      .filter((ending) => ending !== '' && admits(word, ending));
    for (const form of new Set([...endings.map((ending) => word + ending), ...changed(changes)]))
      forms.set(form, [...(forms.get(form) ?? []), language]);
  }
  forms.delete(word);
  const found = [...forms].map(([form, languages]) => ({ text: before + form, languages }));
  // "der Deutschen Bahn".
  if (germanAdjective.test(before))
    return [...found, { text: `${before.slice(0, -1)}n ${word}`, languages: ['de'] }];
  // "v České spořitelně".
  if (!czechAdjective.test(before)) return found;
  const czech = found.filter(({ languages }) => languages.includes('cs') || languages.includes('sk'));
  return [
    ...found,
    ...['e ', 'ej ', 'ou ', 'u '].flatMap((ending) =>
      czech.map(({ text, languages }) => ({
        text: before.replace(/a $/, ending) + text.slice(before.length),
        languages: languages.filter((language) => language === 'cs' || language === 'sk'),
      })),
    ),
  ];
}

/** The names of a brand that are inflected: all but those that count in one exact case. */
export function inflectedNames({
  name,
  aliases,
}: {
  readonly name: string;
  readonly aliases: readonly BrandAlias[];
}): readonly string[] {
  const exact = new Set(aliases.filter((alias) => alias.caseSensitive).map(({ text }) => foldName(text)));
  return [name, ...aliases.map(({ text }) => text)].filter((text) => !exact.has(foldName(text)));
}

/** Forms of several names, each written with the letters of its name; equal forms once. */
export function writtenForms(names: readonly string[]): readonly (NameForm & { readonly written: string })[] {
  const found = new Map<string, NameForm & { readonly written: string }>();
  for (const name of names) {
    const folded = foldName(name);
    for (const form of formsOf(folded)) {
      if (found.has(form.text)) continue;
      let same = 0;
      while (same < folded.length && folded[same] === form.text[same]) same++;
      // Folding keeps the number of letters of nearly all names; where it does not, the folded form is shown.
      const written = folded.length === name.length ? name.slice(0, same) + form.text.slice(same) : form.text;
      found.set(form.text, { ...form, written });
    }
  }
  return [...found.values()];
}
