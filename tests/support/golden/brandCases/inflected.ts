import type { BrandSet } from '../brandCases.ts';

/** Names in the forms that their languages give them. */
export const inflected: readonly BrandSet[] = [
  {
    language: 'fi',
    script: 'Latn',
    names: { nokia: ['Nokia'], fiskars: ['Fiskars'] },
    cases: [
      ['form', 'Suosittelen ⟦nokia:Nokian⟧ renkaita ja ⟦fiskars:Fiskarsin⟧ saksia, jotka ovat hyviä.'],
      ['form', 'Se on ⟦nokia:Nokialla⟧ ja ⟦fiskars:Fiskarsilla⟧ myös, mutta ei nokialaisilla.'],
    ],
  },
  {
    language: 'pl',
    script: 'Latn',
    names: { zabka: ['Żabka'], bosch: ['Bosch'] },
    cases: [
      ['form', 'Kupisz to w ⟦zabka:Żabce⟧ albo w ⟦bosch:Boschu⟧, ale nie u żabek.'],
      ['form', 'Polecam pralki ⟦bosch:Boscha⟧, które są najlepsze.'],
    ],
  },
  {
    language: 'ru',
    script: 'Cyrl',
    names: { ya: ['Яндекс'], sber: ['Сбер'] },
    cases: [
      ['form', 'В ⟦ya:Яндексе⟧ и в ⟦sber:Сбере⟧ можно найти технику, сберечь деньги нельзя.'],
      ['form', 'С ⟦ya:Яндексом⟧ быстрее, чем без ⟦ya:Яндекса⟧; сбера не надо.'],
    ],
  },
  {
    language: 'hu',
    script: 'Latn',
    names: { tesco: ['Tesco'], lidl: ['Lidl'] },
    cases: [
      ['form', 'A ⟦tesco:Tescóban⟧ és a ⟦lidl:Lidlben⟧ is kapható, hogy olcsó legyen.'],
      ['form', 'A ⟦lidl:Lidlnél⟧ van, a ⟦tesco:Tescóból⟧ nem.'],
    ],
  },
  {
    language: 'el',
    script: 'Grek',
    names: { kots: ['Κωτσόβολος'] },
    cases: [
      ['form', 'Στον ⟦kots:Κωτσόβολο⟧ θα βρείτε τα πάντα.'],
      ['form', 'Τα προϊόντα του ⟦kots:Κωτσόβολου⟧ είναι φθηνά.'],
    ],
  },
  {
    language: 'de',
    script: 'Latn',
    names: { miele: ['Miele'], bosch: ['Bosch'] },
    cases: [
      [
        'form',
        '⟦miele:Mieles⟧ neue Maschine ist gut und wird von vielen für ⟦bosch:Boschs⟧ Geräte gehalten.',
      ],
      ['another word', 'Der Arc ist nicht das, was die Archen oder Boscheln sind.'],
    ],
  },
  {
    language: 'cs',
    script: 'Latn',
    heldOut: true,
    names: { alza: ['Alza'], skoda: ['Škoda'] },
    cases: [
      ['form', 'Nejlepší je koupit to v ⟦alza:Alze⟧, protože je to levnější.'],
      ['form', 'Se ⟦skoda:Škodou⟧ jezdí většina lidí.'],
    ],
  },
  {
    language: 'uk',
    script: 'Cyrl',
    heldOut: true,
    names: { roz: ['Розетка'], mono: ['Монобанк'] },
    cases: [
      ['form', 'Купити це можна в ⟦roz:Розетці⟧ або через ⟦mono:Монобанком⟧, а не в розетці на стіні.'],
    ],
  },
  {
    language: 'tr',
    script: 'Latn',
    heldOut: true,
    names: { tre: ['Trendyol'] },
    cases: [['form', '⟦tre:Trendyolda⟧ bu ürün çok ucuz ve ⟦tre:Trendyoldan⟧ almak için en iyi seçenek.']],
  },
];
