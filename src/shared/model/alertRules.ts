import { z } from 'zod';
import { lazySchema } from '../lazySchema.ts';
import { percentLabel } from '../percent.ts';

const evenNoise = z.boolean().default(false);
/** Which brands: our own, all in the rules, or also unlisted ones. */
const brandChoice = z.enum(['own', 'listed', 'any']).default('listed');

/** Alert rules of a monitor's runs. `evenNoise` includes changes that are not significant. */
export const alertRuleSchema = lazySchema(() =>
  z.discriminatedUnion('kind', [
    /** A brand is named more, or less, in a market than before. */
    z.strictObject({
      kind: z.literal('brand'),
      change: z.enum(['gained', 'lost', 'both']).default('both'),
      brands: brandChoice,
      evenNoise,
    }),
    /** A brand's average position in a market changed by at least `by`. */
    z.strictObject({
      kind: z.literal('rank'),
      by: z.number().min(0.5).max(50).default(1),
      brands: brandChoice,
      evenNoise,
    }),
    z.strictObject({
      kind: z.literal('source'),
      change: z.enum(['new', 'dropped', 'both']).default('both'),
      /** Registrable domains; all if empty. */
      domains: z.array(z.string().trim().toLowerCase().min(1).max(253)).max(100).default([]),
      evenNoise,
    }),
    /** A market's answers are the furthest from all others, and were not before. */
    z.strictObject({ kind: z.literal('outlier'), evenNoise }),
    /** At least this share of a run's cells failed, or ended unknown. */
    z.strictObject({ kind: z.literal('failures'), share: z.number().gt(0).max(1).default(0.1), evenNoise }),
    /** A run cost more than this many credits. */
    z.strictObject({ kind: z.literal('cost'), credits: z.number().int().min(0).max(1_000_000_000) }),
    /** This share of the run's, the day's or the month's limit is used. */
    z.strictObject({ kind: z.literal('ceiling'), share: z.number().gt(0).max(1).default(0.9) }),
  ]),
);

export type AlertRule = z.output<typeof alertRuleSchema>;
export type AlertRuleInput = z.input<typeof alertRuleSchema>;

/** Default rules of a new monitor. */
export const usualRules: readonly AlertRule[] = [
  { kind: 'brand', change: 'lost', brands: 'own', evenNoise: false },
  { kind: 'brand', change: 'gained', brands: 'listed', evenNoise: false },
  { kind: 'failures', share: 0.2, evenNoise: false },
  { kind: 'ceiling', share: 0.9 },
];

const whose = { own: 'your brands', listed: 'listed brands', any: 'any brand' } as const;

/** A description of the rule. */
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
      return `${percentLabel(rule.share)} or more of the requests of a run fail${noise}`;
    case 'cost':
      return `Run costs more than ${rule.credits.toLocaleString('en')} credits`;
    case 'ceiling':
      return `${percentLabel(rule.share)} of a credit limit is used`;
  }
}
