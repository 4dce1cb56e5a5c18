import { maximumRetriesMessage } from './errors.ts';

/** Categories of provider failures, as in the service's `details.reason`. */
export const providerFailureReasons = [
  'key',
  'quota',
  'rejected',
  'blocked',
  'unreadable',
  'unsupported',
  'country',
  'lost',
  'rate',
  'trouble',
  'unreachable',
  'timeout',
  'half-answer',
] as const;
export type ProviderFailureReason = (typeof providerFailureReasons)[number];

type Category = {
  /** Stored with a failed request; absent if the service's own code says the same. */
  readonly code?: string;
  /** What happened, if the service reports only that its attempts were used up. */
  readonly happened?: string;
  /** What to do about it, in one sentence. */
  readonly nextStep: string;
};

const categories: Readonly<Record<ProviderFailureReason, Category>> = {
  key: { code: 'PROVIDER_KEY', nextStep: 'Enter a valid key in Settings, Engines.' },
  quota: {
    code: 'PROVIDER_QUOTA',
    nextStep: 'Add credit or searches to the account at the provider, then retry.',
  },
  blocked: {
    code: 'PROVIDER_BLOCKED',
    nextStep: 'Change the wording of the question; the same question is refused again.',
  },
  country: {
    code: 'PROVIDER_COUNTRY',
    nextStep: 'Choose another country, or another provider for this country in Settings, Engines.',
  },
  unsupported: {
    code: 'PROVIDER_UNSUPPORTED',
    nextStep: 'Choose a provider that supports this engine in Settings, Engines.',
  },
  rejected: { nextStep: 'Check the settings of the provider in Settings, Engines.' },
  unreadable: {
    code: 'PROVIDER_UNREADABLE',
    happened: 'The provider sent something unreadable',
    nextStep: 'Check the base address of the provider in Settings, Engines.',
  },
  lost: {
    code: 'PROVIDER_LOST',
    nextStep: 'Look at the account at the provider before you retry: the question may have been charged.',
  },
  rate: {
    code: 'PROVIDER_RATE',
    happened: 'The provider accepts fewer questions at a time',
    nextStep: 'Wait a minute, then retry with fewer questions at a time.',
  },
  trouble: { happened: 'The provider reported a problem of its own', nextStep: 'Retry later.' },
  unreachable: {
    code: 'PROVIDER_UNREACHABLE',
    happened: 'The provider could not be reached',
    nextStep: 'Check the internet connection and the base address in Settings, Engines, then retry.',
  },
  timeout: {
    code: 'PROVIDER_TIMEOUT',
    happened: 'The provider did not answer in time',
    nextStep: 'Retry, or raise the time limit of the provider in Settings, Engines.',
  },
  'half-answer': {
    code: 'PROVIDER_HALF_ANSWER',
    happened: 'The connection ended in the middle of the answer',
    nextStep: 'Look at the usage at the provider, then retry; nothing of the answer was stored.',
  },
};

export function nextStepAfter(reason: ProviderFailureReason): string {
  return categories[reason].nextStep;
}

/** What happened and what to do, as two sentences. */
export function withNextStep(message: string, nextStep: string | null): string {
  return nextStep === null ? message : `${message.replace(/[\s.]+$/, '')}. ${nextStep}`;
}

export type DescribedFailure = {
  readonly code: string | null;
  readonly message: string;
  /** The question may have been charged although no answer arrived. */
  readonly mayBeCharged: boolean;
};

/** A failure reported by the service, with category, message and next step from its details. */
export function describeFailure(
  code: string | null,
  message: string,
  details: Readonly<Record<string, unknown>>,
): DescribedFailure {
  const reason = providerFailureReasons.find((known) => known === details.reason);
  if (reason === undefined) return { code, message, mayBeCharged: false };
  const { code: own, happened, nextStep } = categories[reason];
  const said = message === maximumRetriesMessage ? (happened ?? message) : message;
  return { code: own ?? code, message: withNextStep(said, nextStep), mayBeCharged: reason === 'lost' };
}

/** How the service records a job whose attempts were used up. */
export function usedUpMessage(cause: ProviderFailureReason | undefined): string {
  return cause === undefined ? maximumRetriesMessage : `${maximumRetriesMessage}: ${cause}`;
}

/** The cause in such a record; undefined if there is none. */
export function usedUpCause(recorded: string | null): ProviderFailureReason | undefined {
  return providerFailureReasons.find((reason) => recorded === usedUpMessage(reason));
}
