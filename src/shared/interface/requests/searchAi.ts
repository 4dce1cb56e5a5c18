import type { z } from 'zod';
import { lazySchema } from '../../lazySchema.ts';
import type { FieldIssue } from '../errors.ts';
import {
  device,
  flag,
  includeObject,
  optionalCountry,
  optionalText,
  question,
  requestBody,
} from './fields.ts';
import { normalizeGeography, searchGeographyIssues } from './geography.ts';
import { locationConflict, optional } from './search.ts';

/** Body of `POST /v1/monitor/search-ai`. */
export const searchAiRequestSchema = lazySchema(() =>
  requestBody({
    prompt: question('prompt'),
    country: optionalCountry('country'),
    gl: optionalCountry('gl'),
    hl: optionalText('hl', 'a language code such as de or pt-BR', 64),
    location: optionalText('location', 'City,Region,Country', 512),
    uule: optionalText('uule', 'an encoded geo target', 2_048),
    device: device(['desktop', 'mobile']),
    include: includeObject({
      html: flag('include.html'),
      markdown: flag('include.markdown'),
      expandProducts: flag('include.expandProducts'),
      searchGoto: flag('include.searchGoto'),
    }),
  }),
);
export type SearchAiRequestInput = z.input<typeof searchAiRequestSchema>;

export type SearchAiRequest = {
  readonly prompt: string;
  /** Upper case; absent means untargeted. */
  readonly country?: string;
  readonly gl?: string;
  readonly hl?: string;
  readonly location?: string;
  readonly uule?: string;
  readonly device: 'desktop' | 'mobile';
  readonly include: { readonly html: boolean; readonly markdown: boolean; readonly expandProducts: boolean };
};

export function searchAiIssues(body: Partial<z.output<typeof searchAiRequestSchema>>): FieldIssue[] {
  const issues = searchGeographyIssues('search-ai', body, false);
  return body.location !== undefined && body.uule !== undefined ? [...issues, locationConflict] : issues;
}

export function normalizeSearchAi(body: z.output<typeof searchAiRequestSchema>): SearchAiRequest {
  const include = body.include ?? {};
  return {
    prompt: body.prompt,
    ...normalizeGeography(body),
    ...optional('hl', body.hl?.toLowerCase()),
    ...optional('location', body.location),
    ...optional('uule', body.uule),
    device: body.device ?? 'desktop',
    include: {
      html: include.html === true,
      markdown: include.markdown === true,
      expandProducts: include.expandProducts === true,
    },
  };
}
