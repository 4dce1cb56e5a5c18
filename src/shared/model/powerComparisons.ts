/** `periods`: a change from one period to the next; `market-periods`: the same in each market; `markets`: two markets. */
export const powerComparisons = ['periods', 'market-periods', 'markets'] as const;
