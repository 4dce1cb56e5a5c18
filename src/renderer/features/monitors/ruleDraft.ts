import type { AlertRuleInput } from '#shared/model/alertRules.ts';

type Kind = AlertRuleInput['kind'];

/** Draft of an alert rule. Each kind uses some of its fields. */
export type RuleDraft = {
  readonly kind: Kind;
  /** Positions, percent or credits, as text. */
  readonly amount: string;
  /** A direction supported by the kind, or `both`. */
  readonly change: string;
  readonly brands: 'own' | 'listed' | 'any';
  /** Text with spaces or commas as separators; empty for all. */
  readonly domains: string;
  readonly evenNoise: boolean;
};

export type KindChoice = {
  readonly kind: Kind;
  readonly label: string;
  /** Label and default of the number; null if the kind has none. */
  readonly amount: { readonly label: string; readonly start: string } | null;
  readonly changes: readonly { readonly value: string; readonly label: string }[];
  readonly hasBrands: boolean;
  readonly hasDomains: boolean;
  readonly hasNoise: boolean;
};

const plain = { amount: null, changes: [], hasBrands: false, hasDomains: false, hasNoise: true } as const;

export const ruleKinds: readonly KindChoice[] = [
  {
    ...plain,
    kind: 'brand',
    label: 'Brand is gained or lost in a market',
    changes: [
      { value: 'both', label: 'gained or lost' },
      { value: 'gained', label: 'gained' },
      { value: 'lost', label: 'lost' },
    ],
    hasBrands: true,
  },
  {
    ...plain,
    kind: 'rank',
    label: 'Brand position changes',
    amount: { label: 'By positions', start: '1' },
    hasBrands: true,
  },
  {
    ...plain,
    kind: 'source',
    label: 'Source is new or lost',
    changes: [
      { value: 'both', label: 'new or lost' },
      { value: 'new', label: 'new' },
      { value: 'dropped', label: 'lost' },
    ],
    hasDomains: true,
  },
  { ...plain, kind: 'outlier', label: 'Market becomes an outlier' },
  {
    ...plain,
    kind: 'failures',
    label: 'Run fails or has failed requests',
    amount: { label: 'At least (%)', start: '10' },
  },
  {
    ...plain,
    kind: 'cost',
    label: 'Run cost is high',
    amount: { label: 'More than (credits)', start: '1000' },
    hasNoise: false,
  },
  {
    ...plain,
    kind: 'ceiling',
    label: 'Credit limit is near',
    amount: { label: 'At least (%)', start: '90' },
    hasNoise: false,
  },
];

export const newRule = (kind: Kind): RuleDraft => ({
  kind,
  amount: ruleKinds.find((each) => each.kind === kind)?.amount?.start ?? '',
  change: 'both',
  brands: 'listed',
  domains: '',
  evenNoise: false,
});

/** The rule of a draft. The route refuses values out of range and names the field. */
export function ruleOf({ kind, amount, change, brands, domains, evenNoise }: RuleDraft): AlertRuleInput {
  switch (kind) {
    case 'brand':
      return { kind, change: change === 'gained' || change === 'lost' ? change : 'both', brands, evenNoise };
    case 'rank':
      return { kind, by: Number(amount), brands, evenNoise };
    case 'source':
      return {
        kind,
        change: change === 'new' || change === 'dropped' ? change : 'both',
        domains: domains.split(/[\s,]+/).filter((domain) => domain !== ''),
        evenNoise,
      };
    case 'outlier':
      return { kind, evenNoise };
    case 'failures':
      return { kind, share: Number(amount) / 100, evenNoise };
    case 'cost':
      return { kind, credits: Number(amount) };
    case 'ceiling':
      return { kind, share: Number(amount) / 100 };
  }
}
