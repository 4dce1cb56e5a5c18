import type { StartOptions } from './serviceFlags.ts';

/** Services that several files of the conformance suite share, each file with accounts of its own. */
export const serviceProfiles = {
  /** As an operator would have it, but retries wait milliseconds. */
  usual: { plan: 'growth', retryBaseMs: 5 },
  /** Gives a job one second. */
  impatient: { plan: 'growth', retryBaseMs: 5, attemptWindowSeconds: 1 },
  /** Holds few tasks. */
  narrow: { plan: 'growth', queueLimit: 10 },
} as const satisfies Readonly<Record<string, StartOptions>>;

export type ServiceProfile = keyof typeof serviceProfiles;

/** What a test file needs to reach a service that runs in another process. */
export type ServiceAddress = {
  readonly baseUrl: string;
  /** Key of the default account. */
  readonly apiKey: string;
  /** Where `parallax --data` points. */
  readonly dataFolder: string;
};
