import type { Engine } from './engines.ts';

/** Prices in credits. Another deployment may price differently: a client shows this as an estimate only. */
export type Tariff = {
  readonly base: Readonly<Record<Engine, number>>;
  /** Each row is charged once when at least one of its `include` flags is present and not false. */
  readonly addOns: readonly AddOn[];
  /** Charged per product cluster that is returned, when the flag is set. */
  readonly perCluster: {
    readonly engine: Engine;
    readonly flag: string;
    readonly credits: number;
    readonly maximumClusters: number;
  };
  readonly surcharges: {
    readonly synchronous: number;
    readonly state: number;
    /** For each page after the first. */
    readonly furtherPage: number;
  };
  readonly redirect: number;
};

export type AddOn = {
  readonly engine: Engine;
  readonly flags: readonly string[];
  readonly credits: number;
};

export const standardTariff: Tariff = {
  base: {
    'assistant-a': 5,
    'assistant-b': 4,
    'assistant-c': 4,
    'assistant-d': 5,
    'assistant-e': 4,
    search: 3,
    'search/news': 3,
    'search-ai': 4,
  },
  addOns: [
    { engine: 'assistant-a', flags: ['rawResponse', 'searchQueries', 'ads', 'shopping'], credits: 2 },
    { engine: 'search', flags: ['aioverview', 'paaAioverview'], credits: 2 },
  ],
  perCluster: { engine: 'search-ai', flag: 'expandProducts', credits: 1, maximumClusters: 6 },
  surcharges: { synchronous: 0, state: 0, furtherPage: 0 },
  redirect: 0,
};

/** The parts of a request, checked or as written, that can carry a price. */
export type PricedRequest = {
  readonly include?: object;
  readonly state?: string;
  readonly pages?: number;
};

export type PriceOptions = {
  /** True for a synchronous call; only a tariff with a surcharge makes a difference. Default false. */
  readonly synchronous?: boolean;
  readonly tariff?: Tariff;
};

/** Credits the balance must cover before the request is admitted: every cluster counted as returned. */
export function maximumCost(engine: Engine, request: PricedRequest, options: PriceOptions = {}): number {
  const { perCluster } = options.tariff ?? standardTariff;
  const clusters = expandsProducts(engine, request, perCluster) ? perCluster.maximumClusters : 0;
  return submissionCost(engine, request, options) + clusters * perCluster.credits;
}

/** Credits known at submission (`creditsToCharge`): without the part that depends on what is returned. */
export function submissionCost(engine: Engine, request: PricedRequest, options: PriceOptions = {}): number {
  const tariff = options.tariff ?? standardTariff;
  let cost = tariff.base[engine];
  for (const addOn of tariff.addOns) {
    if (addOn.engine === engine && addOn.flags.some((name) => isIncluded(request, name)))
      cost += addOn.credits;
  }
  if (options.synchronous === true) cost += tariff.surcharges.synchronous;
  if (request.state !== undefined) cost += tariff.surcharges.state;
  return cost + Math.max(0, (request.pages ?? 1) - 1) * tariff.surcharges.furtherPage;
}

/** Credits of a finished job: the submission cost and one credit per product cluster in its result. */
export function finalCharge(
  engine: Engine,
  request: PricedRequest,
  result: { readonly productResults?: readonly unknown[] },
  options: PriceOptions = {},
): number {
  const { perCluster } = options.tariff ?? standardTariff;
  const returned = expandsProducts(engine, request, perCluster) ? (result.productResults?.length ?? 0) : 0;
  return (
    submissionCost(engine, request, options) +
    Math.min(returned, perCluster.maximumClusters) * perCluster.credits
  );
}

function expandsProducts(engine: Engine, request: PricedRequest, row: Tariff['perCluster']): boolean {
  return engine === row.engine && isIncluded(request, row.flag);
}

/** An object-valued flag counts even when empty. */
function isIncluded(request: PricedRequest, name: string): boolean {
  const value: unknown = request.include === undefined ? undefined : Reflect.get(request.include, name);
  return value !== undefined && value !== null && value !== false;
}
