import { brightDataDriver } from '#service/drivers/brightdata/brightdataDriver.ts';
import { createRequestGate } from '#service/drivers/brightdata/requestGate.ts';
import type { Driver } from '#service/drivers/driver.ts';
import type { DriverOptions } from '#service/drivers/driverDefinition.ts';
import type { SeenRequest } from './providerServer.ts';
import { type RecordedDriver, type RequestPlace, recordedDrivers } from './recordedDrivers.ts';

type SeenAt = (request: SeenRequest) => unknown;

/** What the contract suite needs to know of one driver: how to point it at a local server and what to expect. */
export type DriverHarness = Omit<
  RecordedDriver,
  'settings' | 'germany' | 'german' | 'california' | 'keyInHeader'
> & {
  readonly protocol: string;
  /** Settings that point the driver at a local server. */
  readonly settings: (origin: string) => Readonly<Record<string, string>>;
  /** How a request for Germany, one in German, and one for California show on the wire. */
  readonly germany: SeenAt;
  readonly german?: SeenAt;
  readonly california?: SeenAt;
  readonly keyInHeader?: (key: string) => string;
};

/** Looks like a real key, so that a leak of it is found and nothing else is mistaken for it. */
export const testKey = 'sk-test-Zq81LmN04xWv77RtYb';

export function makeDriver(
  harness: DriverHarness,
  origin: string,
  options: DriverOptions & { readonly extra?: Readonly<Record<string, string>> } = {},
): Driver {
  const { extra, ...rest } = options;
  const settings = { ...harness.settings(origin), ...extra };
  return harness.definition.create({ key: testKey, settings, ...rest });
}

/** Every driver of the catalogue, by the recordings in its folder. */
export const harnesses: readonly DriverHarness[] = recordedDrivers.map(
  ({ definition, settings, germany, german, california, keyInHeader, ...recorded }) => ({
    ...recorded,
    // Refusals of one test must not hold up the next.
    definition: definition.id === 'brightdata' ? brightDataDriver(createRequestGate()) : definition,
    protocol: definition.id,
    settings: (origin) =>
      Object.fromEntries(
        Object.entries(settings).map(([name, value]) => [name, value.replace('ORIGIN', origin)]),
      ),
    germany: seenAt(germany),
    german: german === undefined ? undefined : seenAt(german),
    california: california === undefined ? undefined : seenAt(california),
    keyInHeader:
      keyInHeader === undefined ? undefined : (key: string) => Buffer.from(key).toString(keyInHeader),
  }),
);

function seenAt(place: RequestPlace): SeenAt {
  if ('query' in place) return ({ query }) => query.get(place.query);
  return ({ body }) =>
    place.reduce<unknown>(
      (value, key) => (value as Record<string | number, unknown> | undefined)?.[key],
      body,
    );
}
