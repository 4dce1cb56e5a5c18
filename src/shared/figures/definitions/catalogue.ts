/** Every figure, for the documentation and its tests. A screen imports the figures that it shows. */
import { brandFigures, medianPosition } from './brandFigures.ts';
import { claimFigures } from './claimFigures.ts';
import type { FigureRecord } from './figure.ts';
import { itemFigures } from './itemFigures.ts';
import { marketFigures } from './marketFigures.ts';
import { overviewRate } from './pageFigures.ts';
import { consensus, pairFigures } from './pairFigures.ts';
import { sourceFigures } from './sourceFigures.ts';
import { verdictFigures } from './verdictFigures.ts';

export const catalogue: readonly FigureRecord[] = [
  ...brandFigures,
  medianPosition,
  ...claimFigures,
  ...sourceFigures,
  // Concentration is one figure, of a market as over time.
  ...marketFigures.filter(({ id }) => id !== 'concentration'),
  consensus,
  ...pairFigures,
  ...verdictFigures,
  ...itemFigures,
  overviewRate,
] as readonly FigureRecord[];
