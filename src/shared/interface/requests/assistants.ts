import type { z } from 'zod';
import { lazySchema } from '../../lazySchema.ts';
import { flag, includeObject, optionalState, question, requestBody, requiredCountry } from './fields.ts';

/** Body of `POST /v1/monitor/assistant-a`. */
export const assistantARequestSchema = lazySchema(() =>
  requestBody({
    prompt: question('prompt'),
    country: requiredCountry(),
    state: optionalState(),
    include: includeObject({
      html: flag('include.html'),
      markdown: flag('include.markdown'),
      rawResponse: flag('include.rawResponse'),
      searchQueries: flag('include.searchQueries'),
      ads: flag('include.ads'),
      shopping: flag('include.shopping'),
    }),
    legacy: flag('legacy'),
    disableWebSearch: flag('disableWebSearch'),
  }),
);
export type AssistantARequestInput = z.input<typeof assistantARequestSchema>;

/** Body of `POST /v1/monitor/assistant-b`, `-c`, `-d` and `-e`. */
export const assistantRequestSchema = lazySchema(() =>
  requestBody({
    prompt: question('prompt'),
    country: requiredCountry(),
    state: optionalState(),
    include: includeObject({
      html: flag('include.html'),
      markdown: flag('include.markdown'),
      rawResponse: flag('include.rawResponse'),
    }),
  }),
);
export type AssistantRequestInput = z.input<typeof assistantRequestSchema>;

/** A checked request with every default filled in. */
export type AssistantARequest = {
  readonly prompt: string;
  /** Upper-case ISO 3166-1 alpha-2 or XK. */
  readonly country: string;
  /** Upper-case code of one of the 50 states or DC; only with country US. */
  readonly state?: string;
  readonly include: {
    readonly html: boolean;
    readonly markdown: boolean;
    readonly rawResponse: boolean;
    readonly searchQueries: boolean;
    readonly ads: boolean;
    readonly shopping: boolean;
  };
  readonly legacy: boolean;
  readonly disableWebSearch: boolean;
};

export type AssistantRequest = {
  readonly prompt: string;
  readonly country: string;
  readonly state?: string;
  readonly include: { readonly html: boolean; readonly markdown: boolean; readonly rawResponse: boolean };
};

export function normalizeAssistantA(body: z.output<typeof assistantARequestSchema>): AssistantARequest {
  const include = body.include ?? {};
  return {
    prompt: body.prompt,
    country: body.country,
    state: body.state,
    include: {
      html: include.html === true,
      markdown: include.markdown === true,
      rawResponse: include.rawResponse === true,
      searchQueries: include.searchQueries === true,
      ads: include.ads === true,
      shopping: include.shopping === true,
    },
    legacy: body.legacy === true,
    disableWebSearch: body.disableWebSearch === true,
  };
}

export function normalizeAssistant(body: z.output<typeof assistantRequestSchema>): AssistantRequest {
  const include = body.include ?? {};
  return {
    prompt: body.prompt,
    country: body.country,
    state: body.state,
    include: {
      html: include.html === true,
      markdown: include.markdown === true,
      rawResponse: include.rawResponse === true,
    },
  };
}
