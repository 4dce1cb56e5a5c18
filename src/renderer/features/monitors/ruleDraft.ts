import type { AlertRuleInput } from '#shared/alerts/rules.ts';

type Kind = AlertRuleInput['kind'];

/** What the form for a new rule holds; each kind takes of it what it has. */
export type RuleDraft = {
  readonly kind: Kind;
  /** Places, percent or credits, as typed. */
  readonly amount: string;
  /** One of the changes of the kind, or `both`. */
  readonly change: string;
  readonly brands: 'own' | 'listed' | 'any';
  /** As typed, separated by spaces or commas; empty for all. */
  readonly domains: string;
  readonly evenNoise: boolean;
};

export type KindChoice = {
  readonly kind: Kind;
  readonly label: string;
  /** What its number means, and where it begins; null for a kind without one. */
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
    label: 'A brand is gained or lost in a market',
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
    label: 'A brand’s rank moves',
    amount: { label: 'By places', start: '1' },
    hasBrands: true,
  },
  {
    ...plain,
    kind: 'source',
    label: 'A source is new or dropped',
    changes: [
      { value: 'both', label: 'new or dropped' },
      { value: 'new', label: 'new' },
      { value: 'dropped', label: 'dropped' },
    ],
    hasDomains: true,
  },
  { ...plain, kind: 'outlier', label: 'A market leaves the pack' },
  {
    ...plain,
    kind: 'failures',
    label: 'Much of a run fails, or a run cannot begin',
    amount: { label: 'From percent', start: '10' },
  },
  {
    ...plain,
    kind: 'cost',
    label: 'A run costs much',
    amount: { label: 'More than credits', start: '1000' },
    hasNoise: false,
  },
  {
    ...plain,
    kind: 'ceiling',
    label: 'A spending ceiling is near',
    amount: { label: 'From percent', start: '90' },
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

/** The rule that a draft means. What is out of range is refused by the route, with the field. */
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
