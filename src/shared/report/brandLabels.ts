import type { BrandDecision, BrandKind } from '../analysis/model.ts';

export const brandKindLabel: Readonly<Record<BrandKind, string>> = {
  own: 'our brand',
  competitor: 'competitor',
  other: 'other brand',
};

/** A decision on brands as a sentence without its full stop, the same in the window and on the terminal. */
export function decisionLabel(decision: BrandDecision, nameOf: (brandId: string) => string | null): string {
  switch (decision.kind) {
    case 'merge':
      return `${decision.fromName} is merged into ${decision.intoName}`;
    case 'split':
      return `${decision.alias} is split off ${nameOf(decision.brand) ?? 'its brand'} as ${decision.as}`;
    case 'accept':
      return decision.as === 'own'
        ? `${decision.name} is our brand`
        : decision.as === 'competitor'
          ? `${decision.name} is a competitor`
          : `${decision.name} is a brand, neither ours nor a competitor`;
    case 'dismiss':
      return `${decision.name} is not a brand`;
    case 'domain':
      return decision.as === null
        ? `${decision.domain} is neither ours nor a competitor's`
        : decision.as === 'own'
          ? `${decision.domain} is ours`
          : `${decision.domain} is a competitor's`;
    case 'source':
      return decision.as === null
        ? `${decision.domain} is the type of source that the rules say`
        : `${decision.domain} is a source of the type ${decision.as}`;
  }
}
