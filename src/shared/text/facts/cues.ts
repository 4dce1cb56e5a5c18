/**
 * The words of each language that deny, recommend and count. Languages without a list here have values, dates and
 * brands only.
 */

export type Cues = {
  readonly negations: ReadonlySet<string>;
  /** Words that end the reach of a negation. */
  readonly ends: ReadonlySet<string>;
  readonly recommends: RegExp;
  /** Words that recommend only beside a name: "is ideal for", "tops our list". */
  readonly favours?: RegExp;
  /** Words for 1 to 12. */
  readonly numbers: readonly string[];
  /** Second, minute, hour, day, week, month, year, decade: the first letters of each. */
  readonly times: RegExp;
};

export const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));
export const cuesOf: Readonly<Record<string, Cues>> = {
  en: {
    negations: words(
      'not no never without cannot neither nor none nothing nobody lacks lack lacking lacked avoid hardly scarcely barely rarely seldom unlikely dont isnt cant wont doesnt stopped ceased prevent prevents prevented except excepting',
    ),
    ends: words('but and however although though because so which while if when unless until then'),
    recommends:
      /\b(?:recommend\w*|(?:best|safest|right|good|better) (?:choice|option|pick|overall|buy|bet|fit|one)|our (?:pick|choice)|top (?:pick|choice)|first choice|favou?rite|winner|go (?:for|with)|(?:start|begin) with|opt for|choose|pick|is the (?:best|right|one)|the right \w+ is|to (?:get|choose|buy|take) is|(?:is|are) (?:the )?(?:most )?suit(?:s|ed|able)|most suitable|makes? sense|stands? out|usual pick|suggest\w*|advis\w+)\b/i,
    favours:
      /\b(?:prefer(?:s|red)?|favou?rs?|(?:would|should) (?:buy|book|choose|get|pick|take)|make it|best (?:value|all-rounder|deal|match|model)|(?:ideal|perfect) (?:for|choice|option|pick)|wins?|won|tops? (?:our|the) (?:list|ranking|table|test)|(?:the )?one to (?:get|buy|have)|(?:my|our) (?:tip|recommendation|top)|number one|(?:can['’]?t|cannot) go wrong with|worth (?:it|the money|buying|its price)|consider|(?:look|looking) at|check out|rate|(?:take|get|buy|book) the|comes? out on top|leads? our|a safe bet)\b/i,
    numbers: 'one two three four five six seven eight nine ten eleven twelve'.split(' '),
    times: /^(?:(sec)|(min)|(hour|hr)|(day|night)|(week)|(month)|(year)|(decade))\p{L}*$/iu,
  },
  de: {
    negations: words(
      'nicht kein keine keinen keiner keinem keines nie niemals ohne weder nichts kaum selten vermeiden fehlt fehlen außer ausgenommen',
    ),
    ends: words('aber und jedoch obwohl weil dass während oder wenn sondern'),
    recommends:
      /(?:empf(?:eh|ieh|ohl)\p{L}*|beste (?:wahl|option)|testsieger|favorit|wählen sie|erste wahl|greifen sie zu|übliche wahl)/iu,
    numbers: 'ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'.split(' '),
    times: /^(?:(sek)|(min)|(stund)|(tag|nächt)|(woch)|(monat)|(jahr))\p{L}*$/iu,
  },
  fr: {
    negations: words('pas aucun aucune jamais sans ni rien rarement sauf évitez éviter'),
    ends: words('mais et cependant car parce qui tandis ou si quand'),
    recommends:
      /(?:recommand\p{L}*|conseill\p{L}*|meilleur choix|premier choix|favori|optez pour|choisissez)/iu,
    numbers: 'un deux trois quatre cinq six sept huit neuf dix onze douze'.split(' '),
    times: /^(?:(sec)|(min)|(heure)|(jour|nuit)|(semain)|(mois)|(an(?:s|née)?))\p{L}*$/iu,
  },
  es: {
    negations: words(
      'no nunca sin ni ningún ninguna ninguno nada rara salvo excepto evite evitar tampoco falta',
    ),
    ends: words('pero y aunque porque que mientras o si cuando sino'),
    recommends: /(?:recom(?:ien|en)d\p{L}*|aconsej\p{L}*|mejor opción|favorit\p{L}*|elija|elige|opte por)/iu,
    numbers: 'un dos tres cuatro cinco seis siete ocho nueve diez once doce'.split(' '),
    times: /^(?:(seg)|(min)|(hora)|(día|noche)|(semana)|(mes)|(año))\p{L}*$/iu,
  },
  it: {
    negations: words(
      'non mai senza né nessun nessuna nessuno niente raramente eccetto tranne evitare evitate manca',
    ),
    ends: words('ma e però perché che mentre o se quando'),
    recommends: /(?:raccomand\p{L}*|consigli\p{L}*|scelta migliore|prima scelta|preferit\p{L}*|scegliete)/iu,
    numbers: 'un due tre quattro cinque sei sette otto nove dieci undici dodici'.split(' '),
    times: /^(?:(sec)|(min)|(or[ae])|(giorn|nott)|(settiman)|(mes[ei])|(ann[oi]))\p{L}*$/iu,
  },
  pt: {
    negations: words('não nunca sem nem nenhum nenhuma nada raramente exceto evite evitar falta'),
    ends: words('mas e porém porque que enquanto ou se quando'),
    recommends: /(?:recomend\p{L}*|aconselh\p{L}*|melhor (?:escolha|opção)|favorit\p{L}*|escolha|opte por)/iu,
    numbers: 'um dois três quatro cinco seis sete oito nove dez onze doze'.split(' '),
    times: /^(?:(seg)|(min)|(hora)|(dia|noite)|(semana)|(mês|mes)|(ano))\p{L}*$/iu,
  },
  nl: {
    negations: words('niet geen nooit zonder noch niets zelden behalve vermijd vermijden ontbreekt'),
    ends: words('maar en echter omdat dat terwijl of als wanneer'),
    recommends: /(?:aanbevol\p{L}*|raden|aanrad\p{L}*|beste keus|beste keuze|favoriet|kies)/iu,
    numbers: 'een twee drie vier vijf zes zeven acht negen tien elf twaalf'.split(' '),
    times: /^(?:(sec)|(min)|(uur|uren)|(dag|nacht)|(we[ek]k)|(maand)|(jaar|jaren))\p{L}*$/iu,
  },
};

/** English prefixes that deny, and the words they stand before. */
const denied = {
  in: 'accurate accessible active adequate appropriate compatible complete consistent convenient correct effective efficient eligible flexible secure sufficient tolerant valid visible',
  im: 'mobile mature patient perfect permeable possible practical probable proper',
  ir: 'regular relevant replaceable responsible reversible',
  il: 'legal legible logical',
  dis: 'agree agrees allow allowed allows appear approve comfort connected honest like likes satisfied similar',
  un: 'aware clean clear common convincing even fair familiar friendly happy healthy important known lucky necessary official pleasant popular reliable safe stable suitable sweet true usual wise',
};
const pairs = (written: string): readonly (readonly [string, string])[] =>
  written.split(' ').map((pair) => pair.split(':') as [string, string]);
/** Every form of a word as the word: "erlaubt gestattet" for "erlaubt". */
const forms = (word: string, written: string) => written.split(' ').map((form) => [form, word] as const);

/** By language, words that are the opposite of another. */
export const opposites: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  en: new Map([
    ...Object.entries(denied).flatMap(([prefix, bases]) =>
      bases.split(' ').map((base) => [`${prefix}${base}`, base] as const),
    ),
    ...pairs(
      'forbidden:allowed prohibited:allowed banned:allowed excludes:includes excluded:included excluding:including ' +
        'dangerous:safe unlocked:locked disabled:enabled disable:enable deactivate:enable ' +
        'superfluous:necessary needless:necessary unneeded:necessary optional:necessary paid:free closed:open ' +
        'refused:accepted rejected:accepted missing:available absent:available discontinued:available',
    ),
  ]),
  de: new Map([
    ...forms('erlaubt', 'verboten untersagt unzulässig'),
    ...forms('nötig', 'unnötig überflüssig freiwillig'),
    ...pairs(
      'unmöglich:möglich ungeeignet:geeignet unsicher:sicher ausgeschlossen:enthalten geschlossen:geöffnet',
    ),
  ]),
  fr: new Map([
    ...forms('autorisé', 'interdit interdite interdits interdites'),
    ...forms('nécessaire', 'inutile inutiles superflu superflue facultatif facultative'),
    ...pairs('impossible:possible exclu:inclus exclue:inclus fermé:ouvert fermée:ouvert'),
  ]),
  es: new Map([
    ...forms('permitido', 'prohibido prohibida prohibidos prohibidas'),
    ...forms('necesario', 'innecesario innecesaria opcional'),
    ...pairs('imposible:posible excluido:incluido excluida:incluido cerrado:abierto cerrada:abierto'),
  ]),
  it: new Map([
    ...forms('permesso', 'vietato vietata vietati vietate'),
    ...forms('necessario', 'inutile superfluo facoltativo facoltativa'),
    ...pairs('impossibile:possibile escluso:incluso esclusa:incluso chiuso:aperto chiusa:aperto'),
  ]),
  pt: new Map([
    ...forms('permitido', 'proibido proibida proibidos proibidas'),
    ...forms('necessário', 'desnecessário desnecessária opcional'),
    ...pairs('impossível:possível excluído:incluído excluída:incluído fechado:aberto fechada:aberto'),
  ]),
};
/** By language, words that mean the same where it is said whether something is so. */
export const synonyms: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  en: new Map(
    pairs(
      'required:necessary needed:necessary needs:necessary need:necessary mandatory:necessary ' +
        'compulsory:necessary obligatory:necessary requires:necessary permitted:allowed bundled:included ' +
        'supplied:included provided:included provides:included provide:included offers:included ' +
        'furnished:included integrated:connect integrate:connect integrates:connect linked:connect ' +
        'link:connect activate:enable activated:enable refund:repay refunds:repay reimburses:repay ' +
        'reimburse:repay returns:repay taking:take photography:photos photograph:photos users:people ' +
        'buyers:people customers:people guests:people travellers:people travelers:people visitors:people ' +
        'passengers:people consumers:people shoppers:people owners:people kept:keep held:hold lost:lose ' +
        'sent:send told:tell took:take taken:take gave:give given:give broke:break broken:break ' +
        'wore:wear worn:wear froze:freeze frozen:freeze built:build bought:buy sold:sell stood:stand ' +
        'found:find felt:feel drove:drive driven:drive rode:ride ridden:ride wrote:write written:write ' +
        'fell:fall fallen:fall knew:know known:know grew:grow grown:grow stole:steal stolen:steal ' +
        'chose:choose chosen:choose :',
    ),
  ),
  de: new Map([
    ...forms('erlaubt', 'gestattet zugelassen zulässig'),
    ...forms('nötig', 'notwendig erforderlich benötigt vorgeschrieben'),
    ...forms('enthalten', 'inbegriffen beigelegt inklusive dabei'),
  ]),
  fr: new Map([
    ...forms('autorisé', 'autorisés autorisée autorisées admis admise admises permis permise'),
    ...forms('nécessaire', 'obligatoire requis requise faut'),
    ...forms('inclus', 'incluse fourni fournie fournis compris comprise'),
  ]),
  es: new Map([
    ...forms('permitido', 'permitida permitidos permiten permite admiten admite admitidos'),
    ...forms('necesario', 'necesaria obligatorio obligatoria requiere'),
    ...forms('incluido', 'incluida incluye incluidos'),
  ]),
  it: new Map([
    ...forms('permesso', 'ammessi ammesso consentito consentiti permessi'),
    ...forms('necessario', 'necessaria obbligatorio obbligatoria'),
    ...forms('incluso', 'inclusa incluse inclusi compreso compresa'),
  ]),
  pt: new Map([
    ...forms('permitido', 'permitida permitidos permite aceita aceitos'),
    ...forms('necessário', 'necessária obrigatório obrigatória'),
    ...forms('incluído', 'incluída inclui incluso inclusa'),
  ]),
};
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
  'only just nur seulement solo sólo apenas alleen forget hesitate vergessen oublier olvidar dimenticare esquecer vergeten ' +
    'wrong regret doubt wonder matter least disappoint disappointed worry exaggeration other surprise',
);
/** Words that deny the denial before them: "cannot be used without an account" needs one. */
export const doubleDenials = words('without ohne sans sin senza sem zonder');
/** English comparisons that "no" and "not" only bound: "no bigger than", "not more than". */
export const bounds = /^(?:more|less|fewer|later|earlier|longer|[a-z]{2,}er)$/;
/** English conditions: what they deny is supposed, not said. */
export const suppositions = words('if whether');
/** English words that take back a negation before them: "does not open until ten". */
export const reservations = words('until unless');
/** English words that deny what follows before one of these: "free of nuts", "exempt from the visa", "hard to find". */
export const denyingPhrases: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['anything', words('but')],
  ['everything', words('but')],
  ['apart', words('from')],
  ['aside', words('from')],
  ['unable', words('to')],
  ['instead', words('of')],
  ['rather', words('than')],
  ...'fail fails failed refuse refuses refused decline declines declined'
    .split(' ')
    .map((verb) => [verb, words('to')] as const),
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
  'optional impossible refused rejected missing absent discontinued needless superfluous excluded forbidden prohibited banned illegal unavailable unnecessary',
);
/** English words with "un-": unpaved, undrinkable; not "understood" or "united". */
export const unlike = /^un(?!der|i)([a-z]{3,}(?:ed|able|ible))$/;
/** English words that a negation before them leaves as they are: in "must not go into" it denies what follows. */
export const lightWords = words(
  'go goes going get gets come comes belong belongs ever any anymore longer yet even very much really quite able been being has had was its for',
);
/** English verbs that deny their subject before "out": "was left out", "is sold out". */
export const outVerbs = words('left leave leaves ruled rules sold');
/** English words before "few" that make it some: "a few". */
export const someFew = words('a the these those quite as last first next every these its');
/** Conjunctions that a negation may stand before: "not if you have used it". */
export const conditions = words('if when until wenn si quand se quando als');
