import type { AnsweringProvider } from '../answeringDriver.ts';
import type { AskedQuestion } from '../askedQuestion.ts';
import { askChat } from '../chatProtocol.ts';
import { countryProvenance } from '../countryHints.ts';
import type { ProviderSetup } from '../driverFrame.ts';
import { fatal } from '../providerErrors.ts';
import { readTags } from './answerTags.ts';
import { braveCountry, braveLanguage, locationHeaders } from './braveMarket.ts';

const service = 'Brave';

/** Longest research Brave allows; the answer is written after it. */
const maxResearchSeconds = 300;
const writingSeconds = 30;

export type BraveAnswersSettings = {
  readonly baseUrl: string;
  readonly research: boolean;
  readonly timeoutSeconds: number;
};

export function connectBraveAnswers({
  key,
  settings,
}: ProviderSetup<BraveAnswersSettings>): AnsweringProvider {
  return {
    ask: async (asked, session) => {
      if (!asked.maySearch)
        return fatal('unsupported', 'Brave Answers always searches; it cannot answer without web search.');
      const outcome = await askChat(
        service,
        session,
        {
          url: `${settings.baseUrl}/res/v1/chat/completions`,
          headers: {
            accept: 'text/event-stream',
            'x-subscription-token': key ?? '',
            ...locationHeaders(asked.place),
          },
          body: requestBody(asked, settings),
        },
        ({ text }) => readTags(text).metered,
      );
      if (outcome.kind !== 'chat') return outcome;
      const { place } = asked;
      const country = braveCountry(place);
      const applied = country === undefined ? undefined : `country=${country}`;
      const { metered: _, ...read } = readTags(outcome.text);
      const found = { ...read, model: outcome.model, searched: true, stop: outcome.stop };
      return { kind: 'found', found, country: countryProvenance(place, 'parameter', applied) };
    },
  };
}

/** Exactly one user message is allowed; citations and entities come only in a stream. */
function requestBody({ prompt, place }: AskedQuestion, { research, timeoutSeconds }: BraveAnswersSettings) {
  const country = braveCountry(place);
  const language = braveLanguage(place);
  const seconds = Math.max(1, Math.min(maxResearchSeconds, timeoutSeconds - writingSeconds));
  return {
    model: 'brave',
    stream: true,
    messages: [{ role: 'user', content: prompt }],
    ...(country === undefined ? {} : { country: country.toLowerCase() }),
    language,
    ...(research
      ? { enable_research: true, research_maximum_number_of_seconds: seconds }
      : { enable_citations: true, enable_entities: true }),
  };
}
