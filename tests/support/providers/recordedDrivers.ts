import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { driverCatalogue } from '#service/drivers/catalogue.ts';
import type { DriverDefinition } from '#service/drivers/driverDefinition.ts';
import type { Engine } from '#shared/interface/engines.ts';

/** A provider's answer, and for an answer in sentences the text that a person reads in it. */
export type Fixture = {
  readonly id: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The events of a stream. */
  readonly sse?: readonly unknown[];
  readonly engine?: Engine;
  /** Flags of `include` that the question asked for. */
  readonly include?: Readonly<Record<string, unknown>>;
  readonly text?: string;
};

/** Where something stands in a request: a parameter of its address, or a member of its body. */
export type RequestPlace = { readonly query: string } | readonly (string | number)[];

/** `recorded.json` of a driver's folder: what its tests need to know of it. */
export type RecordedDriver = {
  readonly definition: DriverDefinition;
  /** Engine that the suites ask for unless a case says otherwise. */
  readonly engine: Engine;
  /** Settings that point the driver at a local server; ORIGIN stands for its address. */
  readonly settings: Readonly<Record<string, string>>;
  /** An answer that does not arrive may have been charged: it is called lost and never asked for again. */
  readonly charged?: true;
  /** How streams are written. */
  readonly style: { readonly named: boolean; readonly done: boolean };
  /** Where a request for Germany, one in German, and one for California say so. */
  readonly germany: RequestPlace;
  readonly german?: RequestPlace;
  readonly california?: RequestPlace;
  /** Path that tells the local server which of its answers is meant. */
  readonly normalPath?: string;
  /** How the key stands in the header, where it is not as it is. */
  readonly keyInHeader?: 'base64';
  /** The provider wants its key in the address. */
  readonly keyInAddress?: true;
  /** The answer to a request by the end of its path; the first that matches. Without any, `protocols.ts` answers. */
  readonly answers?: readonly { readonly path: string; readonly fixture: string }[];
  readonly failures: readonly { readonly fixture: string; readonly outcome: string }[];
};

const drivers = fileURLToPath(new URL('../../../src/service/drivers', import.meta.url));
const folders = readdirSync(drivers, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/**
 * A file of a driver's folder: `openaiCompatible/recorded.json` for `openai-compatible`. A driver in the folder of
 * another has its id in front: `brave/brave-answers.recorded.json`.
 */
export function driverFile(id: string, name: string): string {
  const own = id.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  return folders.includes(own)
    ? join(drivers, own, name)
    : join(drivers, id.split('-')[0] ?? '', `${id}.${name}`);
}

/** Every driver, with what stands in its folder. */
export const recordedDrivers: readonly RecordedDriver[] = driverCatalogue.map((definition) => ({
  ...(JSON.parse(readFileSync(driverFile(definition.id, 'recorded.json'), 'utf8')) as RecordedDriver),
  definition,
}));

export function recordedDriver(id: string): RecordedDriver {
  const found = recordedDrivers.find(({ definition }) => definition.id === id);
  if (found === undefined) throw new Error(`no driver is called ${id}`);
  return found;
}

/** The answers that stand in the folders: `fixtures.jsonl`, one a line. */
export const recordedAnswers: readonly (readonly Fixture[])[] = folders
  .map((folder) => join(drivers, folder, 'fixtures.jsonl'))
  .filter((file) => existsSync(file))
  .map((file) => linesOf(file));

/** JSON values, one a line. */
export function linesOf<Line = Fixture>(file: string): readonly Line[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Line);
}
