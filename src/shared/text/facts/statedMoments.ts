/** Seasons, months and days of the week that an English text names: "is best in spring", "closed on Mondays". */

export type StatedMoment = { readonly of: string; readonly key: string; readonly label: string };

const season = 'spring|summer|autumn|fall|winter';
const month = 'January|February|March|April|May|June|July|August|September|October|November|December';
const day = 'Mondays?|Tuesdays?|Wednesdays?|Thursdays?|Fridays?|Saturdays?|Sundays?';
/** "Spring", "may" and "march" mean something else where no such word stands before them. */
const moment = new RegExp(
  `\\b(?:in|is|on|during|until|till|from|to|by|since|before|after|every|of|for|visit|between)(?: the)?[ -](?:early |late |mid[- ])?(?:(${season})|(${month})|(${day}))\\b(?! (?:water|roll|mattress|\\d))`,
  'gu',
);

export function momentsIn(text: string, language: string): readonly StatedMoment[] {
  if (language !== 'en') return [];
  return [...text.matchAll(moment)].map(([, inSeason, inMonth, onDay]) => {
    const label = inSeason ?? inMonth ?? onDay ?? '';
    const of = inSeason !== undefined ? 'season' : inMonth !== undefined ? 'month' : 'day';
    return { of, key: label === 'fall' ? 'autumn' : label.replace(/s$/, ''), label };
  });
}
