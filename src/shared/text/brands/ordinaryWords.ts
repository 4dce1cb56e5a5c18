/**
 * Names that are also words of everyday language: brands and products are called so, and answers use them in lower
 * case for something else. Other words are known by their lower-case uses in the stored answers.
 */
const words: ReadonlySet<string> = new Set(
  // English
  (
    'about above acorn air alien all ally amber anchor angel answer apple arc arrow atlas aura avenue base beacon beam bear bee bird blackberry ' +
    'block bloom blue bolt bond boost bounty box brave bridge bright brook bubble buffer bull butter camel canvas caravan card care carrot cast ' +
    'castle chance charge chase chime circle claim clay clear clip close cloud clover coach coast comet common compass coral core corona cover ' +
    'craft crest cross crown cube curve dash dawn day deal delta diesel discover dish dive dot dove dream drift drive echo edge ember emerald ' +
    'epic even ever express fable falcon fast feather fidelity field finish fire first fit flash fleet flow focus force forge form forward fossil ' +
    'fox frame free fresh friday front frontier fuel fusion future gain galaxy gap garden gate gem general ghost glow go gold good grace grain ' +
    'grammar grand graph grass green grid guess gust halo harbor harmony harvest haven hawk heart hero hinge hive home honey hope horizon ' +
    'house hub impact indeed indigo ink insight instant iris ivory jaguar jet joy jump juniper just key kind king kite lark latitude launch layer ' +
    'leaf lemonade level liberty life lift light lime line linear link lion loft loom loop lotus lucky lumen lunch magic maple mark mars mass match ' +
    'max mention mercury meta method mint mirror miro mission mode monday monster moon mosaic motion mustang native nest next nimbus north notion ' +
    'nova oasis ocean office olive on open oracle orange orbit origin otter outlook owl pace pages palm panda pandora paper path patriot pea peak ' +
    'pearl pebble penguin people phoenix pilot pine pixel plaid planet play plum plus point polar pole power premier prime prism progress progressive ' +
    'prompt pulse puma pure puzzle quest quick quiet radar rain ram ranger rapid raven reach real red reef rent rise river robin rocket root rose ' +
    'round royal ruby safari sage sail sand scout sea sense shadow shark shell shine shopping signal silk simple skip sky slack slate sleep smart ' +
    'smile snap snow sofa sonic south spark spectrum spirit splash spot spring sprint sprite square stable staples star state stone storm stream ' +
    'stripe studio subway success summit sun sunday surf surge swan swift switch table target teams tempo temple thread tide tiger timber time ' +
    'titan today toast tonic torch total tower track trade trail tree trend tribe trip true trust twist two umbrella union unity universal ' +
    'urban valve vanguard vanish vector verge vibe view vine virgin visa vision vista vital volt wag wave way wealth west whale wish wolf wonder ' +
    'word work world yeti you zero zest zip zone zoom ' +
    // German, French, Spanish, Italian, Portuguese, Dutch
    'adler alles amt anker ausgabe bahn berg bild brief bunte drache echt eins erde esprit falke fenster freitag freund frosch gut haus ' +
    'heute hirsch kaiser krone kurier ladung leben licht löwe morgen netto norma penny pflug post real rose roller spiegel sonne stern ' +
    'tagebuch taube tempo tor uhu wahl welt wolke zeit action ami aigle casino champion clé eau échos figaro galeries ' +
    'monde mutuelle orange pain paul point pomme printemps quick simple total vie casa cielo corona corte cruz dia diario fuego gallo luz mango mar ' +
    'marca mundo natura oro país rey sol terra vivo acqua alba amore banco bella bosco conto coppa dolce gazzetta giorno luce mulino ' +
    'ora poste repubblica sereno stampa claro globo vale oi banco bruna gamma jumbo plus ster'
  ).split(' '),
);

/** Whether a name can be a word at all: letters of a script with case, without a space. */
export function isOneWord(name: string): boolean {
  const trimmed = name.trim();
  return /^\p{L}[\p{L}\p{M}]*$/u.test(trimmed) && trimmed.toLowerCase() !== trimmed.toUpperCase();
}

/** Whether a name is an ordinary word by itself: one of the list, or of one or two letters (`X`, `ON`). */
export function isOrdinaryWord(name: string): boolean {
  if (!isOneWord(name)) return false;
  const word = name.trim().toLowerCase();
  return word.length < 3 || words.has(word);
}

/** How often a text uses a name in lower case. */
export function lowerCaseUses(text: string, name: string): number {
  const word = name.trim().toLowerCase();
  return (
    text.match(new RegExp(`(?<![\\p{L}\\p{M}\\p{N}_@#./-])${word}(?![\\p{L}\\p{M}\\p{N}_])`, 'gu'))?.length ??
    0
  );
}
