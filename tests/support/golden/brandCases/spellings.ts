import type { BrandSet } from '../brandCases.ts';

/** Spellings that everybody uses, and words that only look like one. */
export const spellings: readonly BrandSet[] = [
  {
    language: 'en',
    script: 'Latn',
    names: {
      mcd: ["McDonald's"],
      levis: ['Levis'],
      yahoo: ['Yahoo!'],
      ms: ['Marks & Spencer'],
      loreal: ["L'Oréal"],
    },
    cases: [
      ['apostrophe', '⟦mcd:McDonalds⟧ and ⟦mcd:McDonald’s⟧ sell burgers, Donald does not.'],
      ['apostrophe', 'I wear ⟦levis:Levi’s⟧ or ⟦levis:Levis⟧, and read Leviticus.'],
      ['sign in name', '⟦yahoo:Yahoo⟧ has a list, ⟦yahoo:Yahoo!⟧ recommends it.'],
      [
        'ampersand',
        '⟦ms:Marks and Spencer⟧ sells salads; ⟦ms:Marks & Spencer⟧ too, and Mark Spencer does not.',
      ],
      ['ampersand', 'Bei ⟦ms:Marks und Spencer⟧ oder chez ⟦ms:Marks et Spencer⟧.'],
      ['apostrophe', '⟦loreal:L’Oreal⟧, ⟦loreal:Loreal⟧ and ⟦loreal:L’ORÉAL⟧ are one, oral care is another.'],
    ],
  },
  {
    language: 'en',
    script: 'Latn',
    names: {
      oetker: ['Dr. Oetker'],
      crew: ['J.Crew'],
      apc: ['A.P.C.'],
      toys: ['Toys"R"Us'],
      hub: ['HubSpot'],
    },
    cases: [
      ['dot', '⟦oetker:Dr Oetker⟧ and ⟦oetker:Dr.Oetker⟧ bake, Dr. Otker does not.'],
      ['dot', '⟦crew:J Crew⟧, ⟦crew:JCrew⟧ and ⟦crew:J. Crew⟧ sell shirts to the crew.'],
      ['dot', '⟦apc:APC⟧ jeans, not an apc.'],
      ['quotation marks', '⟦toys:Toys R Us⟧ and ⟦toys:Toys “R” Us⟧ have toys for us.'],
      ['capital inside', '⟦hub:Hub Spot⟧ is a CRM; the hub spot of the city is not.'],
    ],
  },
  {
    language: 'en',
    script: 'Latn',
    names: {
      linked: ['LinkedIn'],
      plus: ['OnePlus'],
      fold: ['Fold Master'],
      gpt: ['ChatGPT'],
      moer: ['Moerkel'],
    },
    cases: [
      ['capital inside', 'The page is linked in the article, as on ⟦linked:LinkedIn⟧.'],
      ['capital inside', 'One plus two is three, ⟦plus:One Plus⟧ makes phones.'],
      ['space', '⟦fold:FoldMaster⟧, ⟦fold:Fold-Master⟧ and ⟦fold:fold master⟧ lock.'],
      ['capital inside', '⟦gpt:Chat GPT⟧ and ⟦gpt:chatgpt⟧ answer; we chat.'],
      ['umlaut', '⟦moer:Mörkel⟧ sells shoes, Morkel is a player.'],
    ],
  },
  {
    language: 'en',
    script: 'Latn',
    heldOut: true,
    names: {
      ben: ["Ben & Jerry's"],
      kel: ['Kelloggs'],
      pg: ['Procter and Gamble'],
      toys: ['Toys R Us'],
      eon: ['E.ON'],
    },
    cases: [
      ['ampersand', '⟦ben:Ben and Jerrys⟧ sells ice cream, Ben does not.'],
      ['apostrophe', '⟦kel:Kellogg’s⟧ makes cereals.'],
      ['ampersand', '⟦pg:Procter & Gamble⟧ and ⟦pg:Procter&Gamble⟧ make soap.'],
      ['quotation marks', '⟦toys:Toys“R”Us⟧ and ⟦toys:ToysRUs⟧ closed; toys are us.'],
      ['dot', '⟦eon:EON⟧ sells power for an eon.'],
    ],
  },
];
