import { marketId, parseMarketInput } from '#shared/geo/marketInput.ts';
import { engineNamed } from '#shared/interface/deployments.ts';
import { type Engine, engines } from '#shared/interface/engines.ts';
import { UsageError } from './exitCodes.ts';
import { listOf } from './flags.ts';

/** Flags that choose answers. Each throws `UsageError` with one sentence that says what is valid. */

export const enginesOf = (text: string | undefined): Engine[] =>
  listOf(text).map((name) => {
    const engine = engineNamed(name);
    if (engine !== undefined) return engine;
    throw unknownEngine(name);
  });

/** An engine, also by the type of its tasks or by its name at a known service. */
export function engineOf(name: string | undefined): Engine | undefined {
  if (name === undefined) return undefined;
  const engine = engineNamed(name);
  if (engine === undefined) throw unknownEngine(name);
  return engine;
}

/** A flag of one value as a filter, which is a list. */
export const given = <Value>(value: Value | undefined): Value[] => (value === undefined ? [] : [value]);

const unknownEngine = (name: string): UsageError =>
  new UsageError(`Unknown engine "${name}". Engines: ${engines.join(', ')}.`);

/**
 * Countries and states as the history keys them, `DE` or `US:CA`, of a list such as `germany, US:CA, G7`. A whole key
 * with language, place or device, such as `DE~de`, stays as it is.
 * @throws UsageError for a part that names none, and for an empty list
 */
export function marketKeys(flag: string, text: string): readonly string[] {
  const keys = text.split(',').filter((part) => /[~@#*]/.test(part));
  const places = text.split(',').filter((part) => !keys.includes(part));
  const { markets, unknown } = parseMarketInput(places.join(','));
  const [first] = unknown;
  if (first !== undefined) {
    const hint =
      first.suggestion === undefined
        ? 'use markets such as DE,US:CA or G7.'
        : `did you mean ${first.suggestion}?`;
    throw new UsageError(`${flag}: unknown market "${first.text}": ${hint}`);
  }
  if (markets.length + keys.length === 0)
    throw new UsageError(`${flag} is empty: enter markets such as DE,US:CA.`);
  return [...markets.map(marketId), ...keys.map((key) => key.trim())];
}
