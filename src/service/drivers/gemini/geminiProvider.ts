import type { GenerateContentConfig, GoogleGenAI } from '@google/genai';
import { answered } from '../answeredCall.ts';
import type { AnswerFound, AnsweringProvider } from '../answeringDriver.ts';
import type { AskedQuestion } from '../askedQuestion.ts';
import { countryProvenance, languageOf, placeHint, pointOf } from '../countryHints.ts';
import type { Provenance } from '../driver.ts';
import type { ProviderSession, ProviderSetup } from '../driverFrame.ts';
import { insistOnSearch, instructionsOf, searchUrge } from '../insistOnSearch.ts';
import { listAt, textAt } from '../jsonFields.ts';
import type { Fetch } from '../providerCall.ts';
import type { FailedOutcome } from '../providerErrors.ts';
import { groundedAnswer, streamFailure } from './groundedAnswer.ts';

const service = 'Gemini';

export function connectGemini({ key, settings }: ProviderSetup): AnsweringProvider {
  const model = settings.model ?? '';
  const client = (fetch: Fetch) => geminiClient(key, settings.baseUrl ?? '', fetch);

  const askOnce = async (
    asked: AskedQuestion,
    session: ProviderSession,
    urged: boolean,
  ): Promise<AnswerFound | FailedOutcome> => {
    const hint = settings.placeHint === 'off' ? undefined : placeHint(asked.place);
    const config = requestConfig(asked, hint, urged);
    const result = await session.exchange(async (fetch, signal) => {
      const ai = await client(fetch);
      await ai.models.generateContentStream({
        model,
        contents: asked.prompt,
        config: { ...config, abortSignal: signal },
      });
    });
    const call = answered(service, result, session.attempt);
    if (!call.ok) return call.outcome;
    const { body } = call.response;
    const found = groundedAnswer(body);
    const failure = streamFailure(service, body, found, session.attempt);
    return failure ?? { kind: 'found', found, country: honoured(asked, hint) };
  };

  return {
    ask: (asked, session) => insistOnSearch(asked, (urged) => askOnce(asked, session, urged)),
    askJson: async ({ model: reader, instructions, text, schema }, session) => {
      const result = await session.exchange(async (fetch, signal) => {
        const ai = await client(fetch);
        const config: GenerateContentConfig = {
          systemInstruction: instructions,
          responseMimeType: 'application/json',
          responseJsonSchema: schema,
          automaticFunctionCalling: { disable: true },
          abortSignal: signal,
        };
        await ai.models.generateContentStream({ model: reader, contents: text, config });
      });
      const call = answered(service, result, session.attempt);
      return call.ok ? groundedAnswer(call.response.body).markdown : undefined;
    },
    listModels: async (session) => {
      const result = await session.exchange(async (fetch) => {
        const ai = await client(fetch);
        await ai.models.list({ config: { pageSize: 1000 } });
      });
      const call = answered(service, result, 2);
      if (!call.ok)
        throw new Error(call.outcome.kind === 'fatal' ? call.outcome.message : call.outcome.reason);
      const listed = listAt(call.response.body.document, 'models');
      const names = listed.flatMap((one) => textAt(one, 'name')?.replace(/^models\//, '') ?? []);
      return names.sort((a, b) => a.localeCompare(b, 'en'));
    },
  };
}

/** Loaded on first use; without retry options the SDK does not retry. */
async function geminiClient(key: string | undefined, baseUrl: string, fetch: Fetch): Promise<GoogleGenAI> {
  const { GoogleGenAI } = await import('@google/genai');
  return new GoogleGenAI({
    vertexai: false,
    apiKey: key ?? '',
    apiVersion: 'v1beta',
    httpOptions: { baseUrl, fetch },
  });
}

function requestConfig(
  { place, maySearch }: AskedQuestion,
  hint: string | undefined,
  urged: boolean,
): GenerateContentConfig {
  const instruction = instructionsOf(hint, urged ? searchUrge : undefined);
  const latLng = pointOf(place);
  const languageCode = languageOf(place);
  return {
    automaticFunctionCalling: { disable: true },
    ...(instruction === undefined ? {} : { systemInstruction: instruction }),
    ...(maySearch ? { tools: [{ googleSearch: {} }] } : {}),
    ...(maySearch && (latLng !== undefined || languageCode !== undefined)
      ? {
          toolConfig: {
            retrievalConfig: {
              ...(latLng === undefined ? {} : { latLng }),
              ...(languageCode === undefined ? {} : { languageCode }),
            },
          },
        }
      : {}),
  };
}

/** With the hint in words the words are what certainly arrives; the parameters' effect is not documented. */
function honoured({ place, maySearch }: AskedQuestion, hint: string | undefined): Provenance['country'] {
  const point = pointOf(place);
  const sent =
    maySearch && point !== undefined
      ? `latitude ${point.latitude}, longitude ${point.longitude}, language ${languageOf(place)}`
      : undefined;
  const applied = [hint, sent].filter((part) => part !== undefined).join(' ');
  if (hint !== undefined) return countryProvenance(place, 'prompt-hint', applied);
  return sent === undefined
    ? countryProvenance(place, 'not-applied')
    : countryProvenance(place, 'parameter', applied);
}
