import type { ObservationDetail } from '#shared/model/observation.ts';

export const rawParts = [
  { id: 'result', label: 'Result' },
  { id: 'headers', label: 'Response headers' },
  { id: 'request', label: 'Request' },
] as const;
export type RawPart = (typeof rawParts)[number]['id'];

/** View of raw results, stored in the address. */
export type RawView = { readonly part: RawPart; readonly words: string };

export function readRawView(params: Readonly<Record<string, string>>): RawView {
  return {
    part: rawParts.find((each) => each.id === params.part)?.id ?? 'result',
    words: params.find ?? '',
  };
}

export function writeRawView(view: RawView): Readonly<Record<'part' | 'find', string>> {
  return { part: view.part === 'result' ? '' : view.part, find: view.words };
}

export function rawPartOf(detail: ObservationDetail, part: RawPart): unknown {
  if (part === 'headers') return detail.responseHeaders;
  return part === 'request' ? detail.request : detail.result;
}
