/** Brand mentions in languages of the Latin script. */
import type { BrandSet } from '../brandCases.ts';

const locks = {
  arc: ['Arc'],
  fm: ['Foldmaster 90', 'Foldmaster'],
  kryp: ['Kryptonis'],
  ol: ["L'Orlane", 'Orlane'],
  bl: ['Brückner & Lenz', 'Brückner'],
  on: ['ON', '=ON'],
};

export const latin: readonly BrandSet[] = [
  {
    language: 'en',
    script: 'Latn',
    names: locks,
    cases: [
      ['plain', '⟦fm:Foldmaster⟧ and ⟦kryp:Kryptonis⟧ are the two brands most testers recommend.'],
      ['inside word', 'The search for an arcade led us to March Street; arcs and arches are everywhere.'],
      ['possessive', "⟦arc:Arc⟧'s hinge is weaker than ⟦kryp:Kryptonis⟧’ shackle."],
      ['apostrophe', "Arc'teryx jackets were not part of this lock test, ⟦arc:Arc⟧ locks were."],
      ['apostrophe', "The O'Orlane family does not make cosmetics."],
      ['digits', 'The ⟦fm:Foldmaster⟧ 90.5 is a different lock from the ⟦fm:Foldmaster 90⟧.'],
      ['digits', 'We bought 12 ⟦fm:Foldmaster 90⟧, 8 of which lasted; the ⟦fm:Foldmaster⟧ 900 did not.'],
      ['digits', 'Arc2 and Arc3 were renamed; ⟦arc:Arc⟧ 4 is the current model.'],
      ['end of sentence', 'The lock to buy is the ⟦fm:Foldmaster 90⟧. It folds flat.'],
      ['end of sentence', 'Nothing beats the ⟦arc:Arc⟧.It works in the rain, too.'],
      ['case', 'Turn it on and leave it on: ⟦on:ON⟧ shoes are worn on and off the track.'],
      [
        'hyphen',
        'Any ⟦arc:Arc⟧-style hinge or ⟦fm:Foldmaster⟧-based design will do; pre-⟦kryp:Kryptonis⟧ locks will not.',
      ],
      ['hyphen', 'The ⟦fm:Foldmaster-90⟧ costs $84.'],
      ['overlap', 'The ⟦fm:Foldmaster 90⟧ replaces the older ⟦fm:Foldmaster⟧ 80.'],
      ['slash', 'Look for ⟦arc:Arc⟧/⟦kryp:Kryptonis⟧/⟦fm:Foldmaster⟧ in that order.'],
      [
        'quotes',
        'Reviewers call the ‘⟦arc:Arc⟧’ and the "⟦fm:Foldmaster 90⟧" (formerly “⟦kryp:Kryptonis⟧”) safe.',
      ],
      ['brackets', 'Top three: [⟦arc:Arc⟧], (⟦kryp:Kryptonis⟧), {⟦fm:Foldmaster⟧}.'],
      ['list', '1.⟦arc:Arc⟧ 2.⟦kryp:Kryptonis⟧ 3)⟦fm:Foldmaster 90⟧'],
      ['footnote', 'Most secure: ⟦kryp:Kryptonis⟧¹, then ⟦arc:Arc⟧[2] and ⟦fm:Foldmaster⟧†.'],
      ['ampersand', 'Sold by ⟦bl:Bruckner & Lenz⟧ and by Lenz & Brückners.'],
    ],
  },
  {
    language: 'de',
    script: 'Latn',
    names: locks,
    cases: [
      ['plain', 'Das ⟦fm:Foldmaster 90⟧ von ⟦bl:Brückner & Lenz⟧ ist Testsieger.'],
      ['compound', 'Ein ⟦fm:Foldmaster⟧-Schloss oder ein ⟦fm:Foldmaster-90⟧-Set kostet 79 €.'],
      ['inside word', 'Architektur, Archiv und Arche haben mit Schlössern nichts zu tun.'],
      ['folding', '⟦bl:BRÜCKNER & LENZ⟧ und ⟦bl:Brückner⟧ (auch ⟦bl:Bruckner⟧ geschrieben).'],
      ['inside word', 'Die Brücknersche Fuge und die Brücknerstraße.'],
      ['quotes', 'Der Hersteller „⟦kryp:Kryptonis⟧“ liefert ›⟦arc:Arc⟧‹ und »⟦fm:Foldmaster⟧«.'],
      ['digits', 'Bewertung für das ⟦fm:Foldmaster⟧ 90,5: Note 1,9. Das ⟦fm:Foldmaster 90⟧, 1,2 kg.'],
      ['slash', '⟦bl:Brückner⟧/⟦kryp:Kryptonis⟧ bzw. ⟦arc:Arc⟧/andere'],
    ],
  },
  {
    language: 'fr',
    script: 'Latn',
    names: locks,
    cases: [
      ['elision', 'Les crèmes d’⟦ol:Orlane⟧ et celles qu’⟦ol:Orlane⟧ vend en pharmacie.'],
      ['elision', "Selon ⟦ol:L'Orlane⟧, le prix de l'⟦arc:Arc⟧ baisse ; jusqu'⟦ol:Orlane⟧ suit."],
      ['elision', 'Aujourd’hui, ⟦ol:L’Orlane⟧ domine ; presqu’Arcs et marc d’arcade.'],
      ['inside word', 'Une arcade sur le parc, une arche et un marché.'],
      ['quotes', 'La marque « ⟦kryp:Kryptonis⟧ » et «⟦fm:Foldmaster⟧».'],
      ['spaces', 'Le ⟦fm:Foldmaster\u00a090⟧ : 79 € ; le ⟦fm:Foldmaster\u202f90⟧ pèse 1,2 kg.'],
      ['digits', 'Le ⟦fm:Foldmaster⟧ 90,5 cm et le ⟦fm:Foldmaster 90⟧, plus léger.'],
    ],
  },
  {
    language: 'it',
    script: 'Latn',
    names: locks,
    cases: [
      ['elision', "Il prezzo dell'⟦arc:Arc⟧ e quello d'⟦ol:Orlane⟧; un'⟦ol:Orlane⟧ costa di più."],
      ['elision', 'Sull’⟦arc:Arc⟧ e nell’⟦arc:Arc⟧ non ci sono dubbi, all’⟦ol:Orlane⟧ neppure.'],
      ['inside word', 'L’architetto, la barca e i marchi: nessun arcano.'],
      ['plain', 'Tra ⟦kryp:Kryptonis⟧ e ⟦fm:Foldmaster⟧ scegliamo il secondo.'],
    ],
  },
  {
    language: 'es',
    script: 'Latn',
    names: { nu: ['Ñublar'], cas: ['Casaló', 'Casaló Hogar'], sol: ['Sol'] },
    cases: [
      ['folding', 'La tienda ⟦nu:NUBLAR⟧ y la web de ⟦nu:Ñublar⟧; nublarse es otra cosa.'],
      ['folding', '⟦cas:Casalo Hogar⟧ y ⟦cas:CASALÓ⟧ venden lo mismo; casalones no.'],
      ['inside word', 'Soleado, consola y solución no son marcas; ¿⟦sol:Sol⟧? ¡⟦sol:Sol⟧! sí.'],
      ['normal form', 'La n\u0303: ⟦nu:N\u0303ublar⟧ y ⟦cas:Casalo\u0301⟧.'],
    ],
  },
  {
    language: 'ca',
    script: 'Latn',
    names: { ol: ['Orlane'], pal: ['Pal·las'] },
    cases: [
      ['elision', 'Els productes d’⟦ol:Orlane⟧ i els de ⟦pal:Pal·las⟧; l’⟦ol:Orlane⟧ és cara.'],
      ['inside word', 'Orlanes i Pal·lasades.'],
    ],
  },
  {
    language: 'pt',
    script: 'Latn',
    names: { sao: ['São Lock', 'SãoLock'], vivo: ['Viva'] },
    cases: [
      ['folding', 'A ⟦sao:Sao Lock⟧ e a ⟦sao:SÃO LOCK⟧ são a mesma; o ⟦sao:SãoLock⟧ também.'],
      ['inside word', 'Convivas, vivaz e vivacidade; já a ⟦vivo:Viva⟧ cobra R$ 49,90.'],
    ],
  },
  {
    language: 'nl',
    script: 'Latn',
    names: { bij: ['Bijenkorf'], ijs: ['IJsland Fiets', 'IJsland'], fm: ['Foldmaster'] },
    cases: [
      ['possessive', "⟦fm:Foldmaster⟧'s nieuwste slot ligt bij ⟦bij:Bijenkorf⟧."],
      ['folding', 'Bij ⟦ijs:Ĳsland⟧ en bij ⟦ijs:ijsland fiets⟧; IJslands weer niet.'],
    ],
  },
  {
    language: 'sv',
    script: 'Latn',
    names: { ang: ['Ångström'], fm: ['Foldmaster'] },
    cases: [
      ['folding', '⟦ang:ÅNGSTRÖM⟧ och ⟦ang:Angstrom⟧ är samma; ångströmmar är det inte.'],
      ['hyphen', 'Ett ⟦fm:Foldmaster⟧-lås från ⟦ang:A\u030angstro\u0308m⟧.'],
    ],
  },
  {
    language: 'da',
    script: 'Latn',
    names: { or: ['Ørsund'], aa: ['Aagård'] },
    cases: [
      ['folding', '⟦or:ØRSUND⟧ og ⟦or:Orsund⟧; i udlandet skrives det ⟦or:Orsund⟧. Ørsunds er genitiv.'],
      ['folding', '⟦aa:Aagard⟧ og ⟦aa:AAGÅRD⟧.'],
    ],
  },
  {
    language: 'fi',
    script: 'Latn',
    names: { fm: ['Foldmaster'], hy: ['Hyvälukko'] },
    cases: [
      ['apostrophe', "⟦fm:Foldmaster⟧'in hinta ja ⟦fm:Foldmaster⟧:n takuu; ⟦hy:HYVALUKKO⟧."],
      ['inside word', 'Hyvälukkoinen ovi.'],
    ],
  },
  {
    language: 'pl',
    script: 'Latn',
    names: { lod: ['Łódźlock'], zab: ['Ząbek'], fm: ['Foldmaster'] },
    cases: [
      ['folding', 'Zamki ⟦lod:Lodzlock⟧ i ⟦lod:ŁÓDŹLOCK⟧ oraz ⟦zab:Zabek⟧.'],
      ['inside word', 'Ząbeczek i Łódźlockowy nie są markami.'],
      ['apostrophe', 'Cena ⟦fm:Foldmaster⟧’a spadła.'],
    ],
  },
  {
    language: 'cs',
    script: 'Latn',
    names: { sk: ['Škodlock'], zam: ['Zámky Říha'] },
    cases: [
      ['folding', '⟦sk:SKODLOCK⟧, ⟦sk:S\u030ckodlock⟧ a ⟦zam:Zamky Riha⟧; škodlocky ne.'],
      ['spaces', '⟦zam:Zámky\u00a0 Říha⟧ dodává do Prahy.'],
    ],
  },
  {
    language: 'tr',
    script: 'Latn',
    names: { fm: ['Foldmaster'], is: ['Işık Kilit', 'Işık'], ist: ['İstikbal'] },
    cases: [
      ['apostrophe', "⟦fm:Foldmaster⟧'ın fiyatı, ⟦fm:Foldmaster⟧’dan ucuz; ⟦is:Işık⟧'ta indirim var."],
      ['apostrophe', "⟦ist:İstikbal⟧'in mağazası ⟦fm:Foldmaster⟧'daki gibi."],
      ['folding', '⟦is:IŞIK KİLİT⟧ ve ⟦ist:ISTIKBAL⟧, ⟦ist:istikbal⟧.'],
      ['inside word', 'Işıklı vitrin, ışıkçı ve istikballer.'],
    ],
  },
  {
    language: 'vi',
    script: 'Latn',
    names: { kh: ['Khóa Việt'], dh: ['Điện Hòa'] },
    cases: [
      ['folding', '⟦kh:khóa việt⟧ và ⟦kh:KHÓA VIỆT⟧, ⟦dh:điện hòa⟧ đều bán.'],
      ['normal form', '⟦kh:Kho\u0301a Vie\u0323\u0302t⟧ và ⟦dh:Đie\u0323\u0302n Ho\u0300a⟧.'],
      ['inside word', 'Khóa Việtnam không phải thương hiệu.'],
    ],
  },
  {
    language: 'id',
    script: 'Latn',
    names: { go: ['Gojak'], kun: ['Kunci Mas'] },
    cases: [
      ['plain', 'Pesan di ⟦go:Gojak⟧ atau ⟦kun:Kunci Mas⟧; kunci masuk tidak termasuk.'],
      ['hyphen', 'Aplikasi ⟦go:Gojak⟧-nya gratis.'],
    ],
  },
  {
    language: 'hu',
    script: 'Latn',
    names: { fm: ['Foldmaster'], zar: ['Zárőr'] },
    cases: [
      ['hyphen', 'A ⟦fm:Foldmaster⟧-nek és a ⟦zar:ZÁRŐR⟧-nek jó az ára; a ⟦zar:Zaror⟧ is.'],
      ['inside word', 'Zárőrök és zárőrzés.'],
    ],
  },
  {
    language: 'ro',
    script: 'Latn',
    names: { stef: ['Ștefan Lacăt'], fm: ['Foldmaster'] },
    cases: [
      ['folding', '⟦stef:Ştefan Lacăt⟧ (cu sedilă) și ⟦stef:Stefan Lacat⟧; ⟦fm:Foldmaster⟧-ul e mai bun.'],
    ],
  },
];
