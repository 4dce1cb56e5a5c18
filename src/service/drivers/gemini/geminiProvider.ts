import { answered, listed } from '../answeredCall.ts';
import type { AnsweringProvider } from '../answeringDriver.ts';
import type { AskedQuestion } from '../askedQuestion.ts';
import { countryProvenance, languageOf, placeHint, pointOf } from '../countryHints.ts';
import type { Provenance } from '../driver.ts';
import type { ProviderSetup } from '../driverFrame.ts';
import { instructionsOf, searchUrge } from '../instructions.ts';
import { textAt, textsAt } from '../jsonFields.ts';
import { jsonAnswer } from '../modelEntities.ts';
import type { ModelSettings } from '../settings.ts';
import { groundedAnswer, meteredStream, streamFailure } from './groundedAnswer.ts';

const service = 'Gemini';
export const apiVersion = 'v1beta';

export type GeminiSettings = ModelSettings & { readonly placeHint: boolean };

export function connectGemini({ key, settings }: ProviderSetup<GeminiSettings>): AnsweringProvider {
  const { model } = settings;
  const requestTo = (path: string, body?: unknown) => ({
    url: `${settings.baseUrl}/${apiVersion}/${path}`,
    headers: { 'x-goog-api-key': key ?? '' },
    body,
  });

  const ask: AnsweringProvider['ask'] = async (asked, session, urged) => {
    const hint = settings.placeHint ? placeHint(asked.place) : undefined;
    const instruction = instructionsOf(settings.persona, hint, urged ? searchUrge : undefined);
    const result = await session.exchange(requestTo(answerPath(model), requestBody(asked, instruction)));
    const call = answered(service, result, session.attempt);
    if (!call.ok) return call.outcome;
    const { body } = call.response;
    const found = groundedAnswer(body);
    session.meter.note(meteredStream(body, found.searchQueries.length));
    const failure = streamFailure(service, body, found, session);
    return failure ?? { kind: 'found', found, country: honoured(asked, hint) };
  };

  return {
    ask,
    insists: true,
    entityModel: settings.entityModel,
    askJson: async ({ model: reader, instructions, text, schema, temperature }, session) => {
      const body = {
        contents: [said(text)],
        systemInstruction: said(instructions),
        generationConfig: { responseMimeType: 'application/json', responseJsonSchema: schema, temperature },
      };
      const result = await session.exchange(requestTo(answerPath(reader), body));
      const call = answered(service, result, session.attempt);
      if (!call.ok) return call.outcome;
      const { body: sent } = call.response;
      const found = groundedAnswer(sent);
      session.meter.note(meteredStream(sent, 0));
      const failure = streamFailure(service, sent, found, session);
      return failure ?? jsonAnswer(service, found.markdown, found);
    },
    listModels: async (session) => {
      const result = await session.exchange(requestTo('models?pageSize=1000'));
      return listed(service, result, 'models').flatMap((one) => {
        const name = textAt(one, 'name')?.replace(/^models\//, '');
        const methods = textsAt(one, 'supportedGenerationMethods');
        const answers = methods.length === 0 || methods.includes('generateContent');
        return name === undefined || !answers ? [] : [{ name }];
      });
    },
  };
}

/** A stream of server-sent events; the user may have written the model with its collection. */
function answerPath(model: string): string {
  const name = /^(models|tunedModels)\//.test(model) ? model : `models/${model}`;
  return `${name.split('/').map(encodeURIComponent).join('/')}:streamGenerateContent?alt=sse`;
}

function said(text: string) {
  return { parts: [{ text }], role: 'user' };
}

function requestBody({ prompt, place, maySearch }: AskedQuestion, instruction: string | undefined) {
  const latLng = pointOf(place);
  const languageCode = languageOf(place);
  const located = maySearch && (latLng !== undefined || languageCode !== undefined);
  return {
    contents: [said(prompt)],
    systemInstruction: instruction === undefined ? undefined : said(instruction),
    tools: maySearch ? [{ googleSearch: {} }] : undefined,
    toolConfig: located ? { retrievalConfig: { latLng, languageCode } } : undefined,
    generationConfig: {},
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
