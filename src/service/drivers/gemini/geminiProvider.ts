import type { GenerateContentConfig, GoogleGenAI } from '@google/genai';
import { answered, listed } from '../answeredCall.ts';
import type { AnswerFound, AnsweringProvider } from '../answeringDriver.ts';
import type { AskedQuestion } from '../askedQuestion.ts';
import { countryProvenance, languageOf, placeHint, pointOf } from '../countryHints.ts';
import type { Provenance } from '../driver.ts';
import type { ProviderSession, ProviderSetup } from '../driverFrame.ts';
import { insistOnSearch, instructionsOf, searchUrge } from '../insistOnSearch.ts';
import { textAt, textsAt } from '../jsonFields.ts';
import type { Fetch } from '../providerCall.ts';
import type { FailedOutcome } from '../providerErrors.ts';
import { groundedAnswer, meteredStream, streamFailure } from './groundedAnswer.ts';

const service = 'Gemini';

export type GeminiSettings = {
  readonly baseUrl: string;
  readonly model: string;
  readonly persona: string;
  readonly placeHint: boolean;
  readonly entityModel: string;
};

export function connectGemini({ key, settings }: ProviderSetup<GeminiSettings>): AnsweringProvider {
  const { model } = settings;
  const client = (fetch: Fetch) => geminiClient(key, settings.baseUrl, fetch);

  const askOnce = async (
    asked: AskedQuestion,
    session: ProviderSession,
    urged: boolean,
  ): Promise<AnswerFound | FailedOutcome> => {
    const hint = settings.placeHint ? placeHint(asked.place) : undefined;
    const config = requestConfig(
      asked,
      instructionsOf(settings.persona, hint, urged ? searchUrge : undefined),
    );
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
    session.meter.note(meteredStream(body, found.searchQueries.length));
    const failure = streamFailure(service, body, found, session.attempt);
    return failure ?? { kind: 'found', found, country: honoured(asked, hint) };
  };

  return {
    ask: (asked, session) => insistOnSearch(asked, (urged) => askOnce(asked, session, urged)),
    entityModel: settings.entityModel,
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
      if (!call.ok) return undefined;
      session.meter.note(meteredStream(call.response.body, 0));
      return groundedAnswer(call.response.body).markdown;
    },
    listModels: async (session) => {
      const result = await session.exchange(async (fetch) => {
        const ai = await client(fetch);
        await ai.models.list({ config: { pageSize: 1000 } });
      });
      return listed(service, result, 'models').flatMap((one) => {
        const name = textAt(one, 'name')?.replace(/^models\//, '');
        const methods = textsAt(one, 'supportedGenerationMethods');
        const answers = methods.length === 0 || methods.includes('generateContent');
        return name === undefined || !answers ? [] : [{ name }];
      });
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
  instruction: string | undefined,
): GenerateContentConfig {
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

/** With a prompt hint, only the words certainly arrive; the effect of the parameters is not documented. */
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
