import { addresses } from './addresses.ts';
import { amounts } from './amounts.ts';
import { languages } from './languages.ts';
import { marks } from './marks.ts';
import { positions } from './positions.ts';
import type { ReadingSet } from './readingSet.ts';
import { sites } from './sites.ts';

export const readingSets: readonly ReadingSet[] = [marks, amounts, addresses, sites, positions, languages];
