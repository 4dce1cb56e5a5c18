/** Builds comparison columns for tests: a market, its answers, and whatever else a test needs said. */
import type { CompareColumn, CompareSample, SampleContent } from '#shared/model/comparison/samples.ts';
import { noContent } from '#shared/model/comparison/samples.ts';

export function sample(markdown: string, extra: Partial<CompareSample> = {}): CompareSample {
  return {
    ...noContent,
    observationId: 'o',
    status: 'completed',
    servedShape: 'default',
    driver: 'sandbox',
    surface: null,
    language: null,
    creditsCharged: 5,
    latencyMs: 1000,
    at: '2026-11-20T10:00:00.000Z',
    error: null,
    text: markdown,
    markdown,
    ...extra,
  };
}

export function failedSample(code = 'UPSTREAM_ERROR'): CompareSample {
  return {
    ...sample('', { status: 'failed', markdown: null }),
    text: '',
    error: { code, message: 'it failed' },
    creditsCharged: 0,
    latencyMs: null,
  };
}

export function sources(...urls: readonly string[]): Pick<SampleContent, 'sources'> {
  return { sources: urls.map((url, index) => ({ position: index + 1, url, title: url, description: '' })) };
}

export function column(label: string, ...samples: readonly (CompareSample | string)[]): CompareColumn {
  const [country = label, state] = label.split('-');
  return {
    id: label,
    label,
    market: { country, ...(state === undefined ? {} : { state }) },
    engine: 'assistant-a',
    prompt: 'Which folding bike locks do people trust?',
    samples: samples.map((entry, index) => ({
      ...(typeof entry === 'string' ? sample(entry) : entry),
      observationId: `${label}-${index + 1}`,
    })),
  };
}
