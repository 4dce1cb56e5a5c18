import { z } from 'zod';

const evenNoise = z.boolean().default(false);
/** Whose brands: our own, all in the rules, or also those that nobody listed. */
const brandChoice = z.enum(['own', 'listed', 'any']).default('listed');

/** What to be told about a run of a monitor. `evenNoise` asks for changes too that asking again could make. */
export const alertRuleSchema = z.discriminatedUnion('kind', [
  /** A brand is named in a market more, or less, than before. */
  z.strictObject({
    kind: z.literal('brand'),
    change: z.enum(['gained', 'lost', 'both']).default('both'),
    brands: brandChoice,
    evenNoise,
  }),
  /** A brand's mean rank in a market moved by at least `by` places. */
  z.strictObject({
    kind: z.literal('rank'),
    by: z.number().min(0.5).max(50).default(1),
    brands: brandChoice,
    evenNoise,
  }),
  z.strictObject({
    kind: z.literal('source'),
    change: z.enum(['new', 'dropped', 'both']).default('both'),
    /** Registrable domains; all of them when empty. */
    domains: z.array(z.string().trim().toLowerCase().min(1).max(253)).max(100).default([]),
    evenNoise,
  }),
  /** A market's answers are the furthest from all others, and were not before. */
  z.strictObject({ kind: z.literal('outlier'), evenNoise }),
  /** At least this share of a run's cells failed, or ended unknown. */
  z.strictObject({ kind: z.literal('failures'), share: z.number().gt(0).max(1).default(0.1), evenNoise }),
  /** A run cost more than this many credits. */
  z.strictObject({ kind: z.literal('cost'), credits: z.number().int().min(0).max(1_000_000_000) }),
  /** This share of the ceiling of the run, the day or the month is spent. */
  z.strictObject({ kind: z.literal('ceiling'), share: z.number().gt(0).max(1).default(0.9) }),
]);

export type AlertRule = z.output<typeof alertRuleSchema>;
export type AlertRuleInput = z.input<typeof alertRuleSchema>;

/** What a monitor tells from its first run on, until somebody changes it. */
export const usualRules: readonly AlertRule[] = [
  { kind: 'brand', change: 'lost', brands: 'own', evenNoise: false },
  { kind: 'brand', change: 'gained', brands: 'listed', evenNoise: false },
  { kind: 'failures', share: 0.2, evenNoise: false },
  { kind: 'ceiling', share: 0.9 },
];

const whose = { own: 'your brands', listed: 'listed brands', any: 'any brand' } as const;
export const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** The rule as a sentence. */
export function ruleLabel(rule: AlertRule): string {
  const noise = 'evenNoise' in rule && rule.evenNoise ? ', including changes that are not significant' : '';
  switch (rule.kind) {
    case 'brand': {
      const change = rule.change === 'both' ? 'gained or lost' : rule.change;
      return `Brand is ${change} in a market (${whose[rule.brands]})${noise}`;
    }
    case 'rank':
      return `Brand position changes by ${rule.by} or more in a market (${whose[rule.brands]})${noise}`;
    case 'source': {
      const change = { both: 'new or lost', new: 'new', dropped: 'lost' }[rule.change];
      const which = rule.domains.length === 0 ? 'Source' : rule.domains.join(', ');
      return `${which} is ${change} in a market${noise}`;
    }
    case 'outlier':
      return `Market becomes an outlier${noise}`;
    case 'failures':
      return `${percent(rule.share)} or more of the requests of a run fail${noise}`;
    case 'cost':
      return `Run costs more than ${rule.credits.toLocaleString('en')} credits`;
    case 'ceiling':
      return `${percent(rule.share)} of a credit limit is used`;
  }
}
