/**
 * Whether a text says that something is not so, by the words of its own language. Translators drop negations more often
 * than anything else (G. Tang et al., "Revisiting Negation in Neural Machine Translation", 2021), so the original is
 * asked as well.
 */

type Signs = {
  readonly negates: RegExp;
  /** What looks like a negation and is none: "not only", "at least", "must". */
  readonly not?: RegExp;
};

const word = (list: string, flags = 'iu'): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{M}])(?:${list})(?![\\p{L}\\p{M}])`, flags);
/** Every occurrence. */
const words = (list: string): RegExp => word(list, 'giu');
const scandinavian = word(
  'inte|ikke|ikkje|ej|ingen|inget|inga|intet|aldrig|aldri|utan|uden|uten|förbjud\\p{L}*|forbud\\p{L}*',
);
const signs: Readonly<Record<string, Signs>> = {
  en: {
    negates: word(
      "not|no|never|without|cannot|\\p{L}+n['’]t|neither|nor|none|nobody|nothing|nowhere|lack\\p{L}*|avoid\\p{L}*|hardly|scarcely|barely|rarely|seldom|stopped|ceased|discontinued|abolished|forbidden|prohibited|banned|stay away|skip|excludes?|excluded|missing|instead|except|apart from|aside from|rather than|fail(?:s|ed)? to|refuse[sd]? to|declined? to|(?:left|ruled|sold) out|non|[a-z]+-free|(?:free|exempt) (?:of|from)|un(?:necessary|suitable|available|safe|able|likely)|im(?:possible)|superfluous",
    ),
    not: words(
      'not only|not just|no matter|no wonder|no other|not least|no later than|no more than|(?:no|not) (?:less|fewer) than|free of charge',
    ),
  },
  de: {
    negates: word(
      'nicht|nichts|kein\\p{L}*|nie|niemals|ohne|weder|kaum|meide\\p{L}*|vermeide\\p{L}*|verzichte\\p{L}*|verboten|un(?:nötig|geeignet|möglich|zulässig)|fehlt|fehlen|\\p{L}+frei|statt',
    ),
    not: words('nicht nur|kostenfrei'),
  },
  fr: {
    negates: word(
      'pas|aucun\\p{L}*|jamais|sans|ni|rarement|sauf|hormis|rien|plus besoin|évite\\p{L}*|éviter|interdit\\p{L}*|inutile\\p{L}*|superflu\\p{L}*|impossible|cessé|supprimé\\p{L}*',
    ),
    not: words('pas seulement|sans doute'),
  },
  es: {
    negates: word(
      'no|nunca|jamás|sin|ni|rara vez|raramente|salvo|excepto|falta|ning[uú]n\\p{L}*|nada|tampoco|evit\\p{L}*|prohibid\\p{L}*|imposible|innecesari\\p{L}*',
    ),
    not: words('no solo|no sólo'),
  },
  it: {
    negates: word(
      'non|mai|senza|né|raramente|eccetto|tranne|salvo|manca|nessun\\p{L}*|niente|nulla|evit\\p{L}*|vietat\\p{L}*|impossibile|inutile',
    ),
    not: words('non solo'),
  },
  pt: {
    negates: word(
      'não|nunca|jamais|sem|nem|raramente|exceto|falta|nenhum\\p{L}*|nada|tampouco|evit\\p{L}*|proibid\\p{L}*|impossível|desnecessári\\p{L}*|parou|acabou',
    ),
    not: words('não só|não apenas|não importa'),
  },
  nl: {
    negates: word(
      'niet|niets|geen|zelden|behalve|ontbreekt|nooit|zonder|noch|vermijd\\p{L}*|verboden|onmogelijk|onnodig',
    ),
    not: words('niet alleen'),
  },
  pl: {
    negates: word('nie|bez|brak\\p{L}*|żad\\p{L}*|nigdy|ani|unika\\p{L}*|zabronion\\p{L}*|niemożliw\\p{L}*'),
    not: words('nie tylko'),
  },
  sv: { negates: scandinavian },
  da: { negates: scandinavian },
  no: { negates: scandinavian },
  ru: {
    negates: word('не|нет|без|ни|нельзя|никогда|никак\\p{L}*|избега\\p{L}*|запрещ\\p{L}*|невозможно'),
    not: words('не только|не менее'),
  },
  uk: {
    negates: word('не|немає|без|ні|ніколи|жод\\p{L}*|уника\\p{L}*|заборон\\p{L}*'),
    not: words('не тільки|не лише|не менше'),
  },
  tr: {
    negates: word(
      'değil\\p{L}*|yok|hiç\\p{L}*|\\p{L}+(?:maz|mez|mıyor|miyor|muyor|müyor|madan|meden|mayın|meyin|sız|siz|suz|süz)\\p{L}*|kaçın\\p{L}*|yasak\\p{L}*',
    ),
  },
  id: { negates: word('tidak|bukan|tanpa|jangan|belum|tak|hindari|dilarang'), not: words('tidak hanya') },
  vi: { negates: word('không|chưa|đừng|chẳng|tránh|cấm'), not: words('không chỉ') },
  hi: { negates: word('नहीं|न|ना|मत|बिना|बगैर|बचें') },
  ar: {
    negates: word(
      '[وف]?(?:لا|لم|لن|ليس\\p{L}*|ليست|غير|بدون|دون|عدم|يمنع|يُمنع|ممنوع\\p{L}*|تجنب|تجنّب|توقف|أُلغيت|باستثناء)',
    ),
    // As far as a clause reaches: without a limit, letters without end take quadratic time.
    not: /(?:لا|لم|لن)[^.،؛]{0,80}?(?:إلا)|(?:من )?دون [\d٠-٩]|لا يزال|لا سيما/giu,
  },
  he: { negates: word('לא|אין|בלי|ללא|אל|אינ\\p{L}*|אסור'), not: words('לא רק') },
  fa: { negates: word('نه|نیست\\p{L}*|بدون|ندار\\p{L}*|ن(?:می|کن|شو)\\p{L}*|هرگز') },
  ja: {
    negates:
      /ない|ませ[んぬ]|まれ|除[いくき]|以外|なし|なく|無し|不要|不可|禁止|避け|せず|ずに|なかっ|廃止|やめ/u,
    not: /なければ(?:なり|いけ|なら)ません|なければならない|なくては|ないといけ|かもしれ(?:ない|ません)|だけで(?:は)?なく|少なくとも?|しか|に違いない/giu,
  },
  zh: {
    negates: /不|没|無|无|除外|除了|很少|非|禁止|别|勿|未|避免|停止/u,
    not: /不仅|不僅|不但|不过|不過|不错|不錯|不同|非常|无论|無論|不管/giu,
  },
  ko: {
    negates: /않|없|못|제외|드물|아니|안 |금지|불가|말고|마세요|마십시오|피하|중단|불필요/u,
    not: /뿐만? 아니라|지 않을 수/giu,
  },
  th: { negates: /ไม่|ห้าม|อย่า|ปราศจาก|หลีกเลี่ยง/u, not: /ไม่เพียง|ไม่ว่า/giu },
};

/** Null for a language whose negations are not known. */
export function negates(text: string, language: string): boolean | null {
  const known = signs[language];
  if (known === undefined) return null;
  const { not, negates: sign } = known;
  if (!sign.test(text)) return false;
  return not === undefined || sign.test(text.replace(not, ' '));
}
