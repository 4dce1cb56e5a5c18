/**
 * The words of each language that deny, recommend and count. Languages without a list here have values, dates and
 * brands only.
 */

export type Cues = {
  readonly negations: ReadonlySet<string>;
  /** Words that end the reach of a negation. */
  readonly ends: ReadonlySet<string>;
  readonly recommends: RegExp;
  /** Words for 1 to 12. */
  readonly numbers: readonly string[];
  /** Second, minute, hour, day, week, month, year: the first letters of each. */
  readonly times: RegExp;
};

export const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));
export const cuesOf: Readonly<Record<string, Cues>> = {
  en: {
    negations: words(
      "not no never without cannot can't don't doesn't isn't aren't won't shouldn't wasn't weren't didn't hasn't haven't neither nor none nothing lacks lack lacking avoid hardly unlikely dont isnt stopped ceased prevent prevents prevented",
    ),
    ends: words('but and however although though because so which while if when unless until then'),
    recommends:
      /\b(?:recommend\w*|(?:best|safest|right|good|better) (?:choice|option|pick|overall|buy|bet|fit|one)|our (?:pick|choice)|top (?:pick|choice)|first choice|favou?rite|winner|go (?:for|with)|(?:start|begin) with|opt for|choose|pick|is the (?:best|right|one)|the right \w+ is|to (?:get|choose|buy|take) is|(?:is|are) (?:the )?(?:most )?suit(?:s|ed|able)|most suitable|makes? sense|stands? out|usual pick|suggest\w*|advis\w+)\b/i,
    numbers: 'one two three four five six seven eight nine ten eleven twelve'.split(' '),
    times: /^(?:(sec)|(min)|(hour|hr)|(day|night)|(week)|(month)|(year))\p{L}*$/iu,
  },
  de: {
    negations: words(
      'nicht kein keine keinen keiner keinem keines nie niemals ohne weder nichts kaum vermeiden',
    ),
    ends: words('aber und jedoch obwohl weil dass während oder wenn sondern'),
    recommends:
      /(?:empf(?:eh|ieh|ohl)\p{L}*|beste (?:wahl|option)|testsieger|favorit|wählen sie|erste wahl|greifen sie zu|übliche wahl)/iu,
    numbers: 'ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'.split(' '),
    times: /^(?:(sek)|(min)|(stund)|(tag|nächt)|(woch)|(monat)|(jahr))\p{L}*$/iu,
  },
  fr: {
    negations: words('pas aucun aucune jamais sans ni rien évitez éviter'),
    ends: words('mais et cependant car parce qui tandis ou si quand'),
    recommends:
      /(?:recommand\p{L}*|conseill\p{L}*|meilleur choix|premier choix|favori|optez pour|choisissez)/iu,
    numbers: 'un deux trois quatre cinq six sept huit neuf dix onze douze'.split(' '),
    times: /^(?:(sec)|(min)|(heure)|(jour|nuit)|(semain)|(mois)|(an(?:s|née)?))\p{L}*$/iu,
  },
  es: {
    negations: words('no nunca sin ni ningún ninguna ninguno nada evite evitar tampoco'),
    ends: words('pero y aunque porque que mientras o si cuando sino'),
    recommends: /(?:recom(?:ien|en)d\p{L}*|aconsej\p{L}*|mejor opción|favorit\p{L}*|elija|elige|opte por)/iu,
    numbers: 'un dos tres cuatro cinco seis siete ocho nueve diez once doce'.split(' '),
    times: /^(?:(seg)|(min)|(hora)|(día|noche)|(semana)|(mes)|(año))\p{L}*$/iu,
  },
  it: {
    negations: words('non mai senza né nessun nessuna nessuno niente evitare evitate'),
    ends: words('ma e però perché che mentre o se quando'),
    recommends: /(?:raccomand\p{L}*|consigli\p{L}*|scelta migliore|prima scelta|preferit\p{L}*|scegliete)/iu,
    numbers: 'un due tre quattro cinque sei sette otto nove dieci undici dodici'.split(' '),
    times: /^(?:(sec)|(min)|(or[ae])|(giorn|nott)|(settiman)|(mes[ei])|(ann[oi]))\p{L}*$/iu,
  },
  pt: {
    negations: words('não nunca sem nem nenhum nenhuma nada evite evitar'),
    ends: words('mas e porém porque que enquanto ou se quando'),
    recommends: /(?:recomend\p{L}*|aconselh\p{L}*|melhor (?:escolha|opção)|favorit\p{L}*|escolha|opte por)/iu,
    numbers: 'um dois três quatro cinco seis sete oito nove dez onze doze'.split(' '),
    times: /^(?:(seg)|(min)|(hora)|(dia|noite)|(semana)|(mês|mes)|(ano))\p{L}*$/iu,
  },
  nl: {
    negations: words('niet geen nooit zonder noch niets vermijd vermijden'),
    ends: words('maar en echter omdat dat terwijl of als wanneer'),
    recommends: /(?:aanbevol\p{L}*|raden|aanrad\p{L}*|beste keus|beste keuze|favoriet|kies)/iu,
    numbers: 'een twee drie vier vijf zes zeven acht negen tien elf twaalf'.split(' '),
    times: /^(?:(sec)|(min)|(uur|uren)|(dag|nacht)|(we[ek]k)|(maand)|(jaar|jaren))\p{L}*$/iu,
  },
};

/** English words that are the opposite of another by their first letters alone. */
export const opposites = new Map(
  (
    'unsafe:safe unnecessary:necessary impossible:possible unsuitable:suitable unreliable:reliable ' +
    'unavailable:available insufficient:sufficient incompatible:compatible uncomfortable:comfortable ' +
    'ineffective:effective unhealthy:healthy illegal:legal inadequate:adequate invalid:valid unable:able ' +
    'forbidden:allowed prohibited:allowed banned:allowed excludes:includes excluded:included excluding:including ' +
    'dangerous:safe unlocked:locked unstable:stable disabled:enabled disable:enable deactivate:enable ' +
    'superfluous:necessary needless:necessary unneeded:necessary optional:necessary paid:free closed:open ' +
    'refused:accepted rejected:accepted missing:available absent:available discontinued:available'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);
/** English words that mean the same where it is said whether something is so. */
export const synonyms = new Map(
  (
    'required:necessary needed:necessary needs:necessary need:necessary mandatory:necessary compulsory:necessary ' +
    'obligatory:necessary requires:necessary permitted:allowed bundled:included supplied:included provided:included ' +
    'provides:included provide:included offers:included furnished:included integrated:connect integrate:connect ' +
    'integrates:connect linked:connect link:connect activate:enable activated:enable refund:repay refunds:repay ' +
    'reimburses:repay reimburse:repay returns:repay taking:take photography:photos photograph:photos'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);
/** English phrases for on and off. */
export const switches =
  /\b(?:(?:turn|switch)\w* off|(?:turn|switch|leave|keep)\w* [\w ]{1,30} off)\b|\b(?:(?:turn|switch)\w* on|(?:turn|switch|leave|keep)\w* [\w ]{1,30} (?:turned )?on(?= for|[ ]?[.,;!)]|$))\b/giu;

/** What those phrases deny or say. */
export const switchStem = 'enabl';

/** Cues that also deny the verb before them: "refunds nothing", "includes no number". */
export const objectCues = words(
  'no none nothing nobody kein keine keinen keiner keinem keines nichts aucun aucune rien nada ningún ninguna nenhum nenhuma niente nessun nessuna geen niets',
);
/** Words behind a negation that make it none. */
export const onlyWords = words(
  'only just nur seulement solo sólo apenas alleen forget hesitate vergessen oublier olvidar dimenticare esquecer vergeten',
);
/** English words that deny what follows before one of these: "free of nuts", "exempt from the visa", "hard to find". */
export const denyingPhrases: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['anything', words('but')],
  ['free', words('of from')],
  ['exempt', words('from')],
  ['far', words('from')],
  ['hard', words('to')],
  ['difficult', words('to')],
  ['impossible', words('to')],
]);
/** "Free of charge" denies nothing else. */
export const priceWords = words('charge cost costs');
/** Opposites that deny their subject: "Registration is optional", "Cancelling is impossible". */
export const subjectDeniers = words(
  'optional impossible refused rejected missing absent discontinued needless superfluous',
);
/** English words with "un-": unpaved, undrinkable; not "understood" or "united". */
export const unlike = /^un(?!der|i)([a-z]{3,}(?:ed|able|ible))$/;
/** English verbs that say nothing alone: "must not go into the dishwasher". */
export const lightVerbs = words('go goes going get gets come comes belong belongs');
/** Conjunctions that a negation may stand before: "not if you have used it". */
export const conditions = words('if when until wenn si quand se quando als');
