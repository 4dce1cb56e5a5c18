import { existsSync, readFileSync } from 'node:fs';
import { driverCatalogue } from '#service/drivers/catalogue.ts';
import type { DriverDefinition } from '#service/drivers/driverDefinition.ts';
import type { Engine } from '#shared/interface/engines.ts';

/** A provider's answer, and for an answer in sentences the text that a person reads in it. */
type RecordedAnswer = {
  readonly id: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly sse?: readonly unknown[];
  readonly engine?: Engine;
  /** Flags of `include` that the question asked for. */
  readonly include?: Readonly<Record<string, unknown>>;
  readonly text?: string;
};

/** `recorded.json` of a driver's folder: what its tests need to know of it. */
export type RecordedDriver = {
  readonly definition: DriverDefinition;
  readonly engine: Engine;
  /** Settings that point the driver at a local server; ORIGIN stands for its address. */
  readonly settings: Readonly<Record<string, string>>;
  /** An answer that does not arrive may have been charged. */
  readonly charged?: true;
  /** How streams are written. */
  readonly style: { readonly named: boolean; readonly done: boolean };
  /** Where a request for Germany, and for California, names the place in its body. */
  readonly germany: readonly (string | number)[];
  readonly california?: readonly (string | number)[];
  /** The answer to a request by the end of its path; the first that matches. */
  readonly answers: readonly { readonly path: string; readonly fixture: string }[];
  readonly failures: readonly { readonly fixture: string; readonly outcome: string }[];
  readonly fixtures: readonly RecordedAnswer[];
};

/** Every driver with recordings in its own folder, which has its id as name. */
export const recordedDrivers: readonly RecordedDriver[] = driverCatalogue.flatMap((definition) => {
  const file = new URL(`../../../src/service/drivers/${definition.id}/recorded.json`, import.meta.url);
  if (!existsSync(file)) return [];
  return [{ ...(JSON.parse(readFileSync(file, 'utf8')) as Omit<RecordedDriver, 'definition'>), definition }];
});

export const recordedDriver = (id: string): RecordedDriver | undefined =>
  recordedDrivers.find(({ definition }) => definition.id === id);
