/** A plan of the service: how many jobs run at once and how many credits each monthly cycle grants. */
export type Plan = {
  readonly id: PlanId;
  readonly name: string;
  readonly slots: number;
  readonly monthlyCredits: number;
};

export const planIds = [
  'free',
  'lite',
  'hobby',
  'starter',
  'growth',
  'business',
  'enterprise-2k',
  'enterprise-3k',
  'enterprise-4k',
  'enterprise-5k',
] as const;
export type PlanId = (typeof planIds)[number];

const planTable: Readonly<Record<PlanId, Plan>> = {
  free: { id: 'free', name: 'Free', slots: 1, monthlyCredits: 500 },
  lite: { id: 'lite', name: 'Lite', slots: 10, monthlyCredits: 37_500 },
  hobby: { id: 'hobby', name: 'Hobby', slots: 20, monthlyCredits: 250_000 },
  starter: { id: 'starter', name: 'Starter', slots: 50, monthlyCredits: 650_000 },
  growth: { id: 'growth', name: 'Growth', slots: 75, monthlyCredits: 1_350_000 },
  business: { id: 'business', name: 'Business', slots: 100, monthlyCredits: 2_800_000 },
  'enterprise-2k': { id: 'enterprise-2k', name: 'Enterprise 2K', slots: 135, monthlyCredits: 5_871_025 },
  'enterprise-3k': { id: 'enterprise-3k', name: 'Enterprise 3K', slots: 175, monthlyCredits: 9_306_606 },
  'enterprise-4k': { id: 'enterprise-4k', name: 'Enterprise 4K', slots: 215, monthlyCredits: 12_756_261 },
  'enterprise-5k': { id: 'enterprise-5k', name: 'Enterprise 5K', slots: 255, monthlyCredits: 16_391_783 },
};

export const plans: readonly Plan[] = planIds.map((id) => planTable[id]);

export function planOf(id: PlanId): Plan {
  return planTable[id];
}

/** The plan that has these slots and credits, as far as they are known; undefined when none or more than one has. */
export function planWith(known: {
  readonly slots: number | null;
  readonly monthlyCredits: number | null;
}): Plan | undefined {
  const fitting = plans.filter(
    ({ slots, monthlyCredits }) =>
      slots === (known.slots ?? slots) && monthlyCredits === (known.monthlyCredits ?? monthlyCredits),
  );
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** Finds a plan by id or display name, ignoring case and treating blanks as hyphens ("Enterprise 2K"). */
export function findPlan(text: string): Plan | undefined {
  const wanted = text.trim().toLowerCase().replaceAll(/\s+/g, '-');
  return plans.find((plan) => plan.id === wanted);
}
