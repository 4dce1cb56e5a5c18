import { isCountryCode } from '#shared/geo/countryCodes.ts';
import { isUsState } from '#shared/geo/states.ts';
import { deploymentIds, deploymentOf } from '#shared/interface/deployments.ts';
import { type Engine, engines } from '#shared/interface/engines.ts';
import type { Market } from '#shared/model/market.ts';

/** Data about a result from the name of its file. */
export type FileHints = {
  readonly engine: Engine | null;
  readonly market: Market | null;
  /** A fallback for the question: the name of the folder, or of a single file. */
  readonly title: string;
};

/** Every name of an engine as files write it, longest first, so that `search` is not found in `search-ai`. */
const engineNames: readonly (readonly [name: string, engine: Engine])[] = engines
  .flatMap((engine) => {
    const deployed = deploymentIds.map((id) => deploymentOf(id)?.engines[engine].path ?? engine);
    return [engine, ...deployed].flatMap((name) =>
      [name, name.replace('/', '-'), name.replace('/', '_')].map((each) => [each, engine] as const),
    );
  })
  .sort(([one], [other]) => other.length - one.length);

/**
 * Parses `assistant-a/US.json`, `search-news_DE.json` or `US-CA.json`. A country must be the whole name, or two
 * capital letters at its end, because most two-letter words are not countries.
 */
export function hintsOf(path: string): FileHints {
  const parts = path.split(/[\\/]/).filter((part) => part !== '' && part !== '.');
  const file = (parts.at(-1) ?? '').replace(/\.[^.]+$/, '');
  const folder = parts.at(-2);
  return { engine: engineIn(path), market: marketIn(file), title: folder ?? file };
}

function engineIn(path: string): Engine | null {
  const text = path.toLowerCase();
  return (
    engineNames.find(([name]) => new RegExp(`(^|[^a-z0-9])${name}([^a-z0-9]|$)`).test(text))?.[1] ?? null
  );
}

function marketIn(file: string): Market | null {
  const [, place, state] = /(?:^|[^A-Za-z])([A-Z]{2})(?:[-_:]([A-Z]{2}))?$/.exec(file) ?? [];
  if (place === 'US' && state !== undefined && isUsState(state)) return { country: 'US', state };
  const last = state ?? place ?? (/^[a-z]{2}$/i.test(file) ? file.toUpperCase() : '');
  return isCountryCode(last) ? { country: last } : null;
}
