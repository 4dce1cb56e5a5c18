import type { ReceivedAnswer } from '#main/history/threads/encode/encodeAnswer.ts';

/** A believable result of assistant-a, about the country it is made for. */
export function sampleBody(country: string, extra: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    success: true,
    result: {
      model: null,
      text: `In ${country} most people trust the Foldmaster, because it is light and the shops have it in stock. It was the best of all the locks that we have tested for this.`,
      markdown: `In ${country} most people trust the **Foldmaster**.`,
      sources: [
        {
          position: 1,
          url: `https://www.locks-${country.toLowerCase()}.example/test`,
          label: 'Locks tested',
        },
        { position: 2, url: 'https://forum.example/t/88', label: 'Lock thread', description: 'A thread' },
      ],
      searchQueries: ['best folding bike lock'],
      entities: [],
      map: [],
      provenance: {
        driver: 'sandbox',
        model: 'sandbox-1',
        country: { requested: country, honoured: 'parameter' },
        servedShape: 'default',
      },
      ...extra,
    },
  });
}

export function sampleAnswer(country: string, over: Partial<ReceivedAnswer> = {}): ReceivedAnswer {
  return {
    body: sampleBody(country),
    status: 200,
    headers: { 'x-request-id': `req-${country}` },
    requestPath: '/v1/monitor/assistant-a',
    requestBody: JSON.stringify({ prompt: 'Which lock?', country }),
    receivedAtMs: 1_790_000_000_000,
    roundTripMs: 812,
    latencyMs: 800,
    creditsCharged: 5,
    requestId: `req-${country}`,
    imported: false,
    ...over,
  };
}
