import { messageStream, stream } from './protocols.ts';
import type { Reply } from './providerServer.ts';

/** An answer with umlauts, emoji and CJK before, in and after the statement that is cited. */
export const citedAnswer = {
  before: 'Größe zählt 👟👩‍👩‍👧. ',
  statement: '日本の靴 👟 ist für Füße leicht。',
  after: ' Ende, schön 🙂.',
  url: 'https://kutsu.example/seite',
} as const;

export const citedText = `${citedAnswer.before}${citedAnswer.statement}${citedAnswer.after}`;

/** How a provider counts: UTF-16 units, code points or UTF-8 bytes. */
export type Unit = 'utf16' | 'codePoints' | 'bytes';

const count: Readonly<Record<Unit, (text: string) => number>> = {
  utf16: (text) => text.length,
  codePoints: (text) => [...text].length,
  bytes: (text) => Buffer.byteLength(text),
};

/** Replies, in order, with which a provider gives the answer above; `unit` where it does not say how it counts. */
export function citedReplies(protocol: string, unit: Unit): readonly Reply[] | undefined {
  const { before, statement, after, url } = citedAnswer;
  switch (protocol) {
    case 'openai':
    case 'xai': {
      const mark = protocol === 'openai' ? ` ([kutsu.example](${url}))` : `[[1]](${url})`;
      const shown = mark.trimStart();
      const start = count[unit](`${before}${statement}${mark.slice(0, mark.length - shown.length)}`);
      return [
        responseReply(protocol, `${before}${statement}${mark}${after}`, start, start + count[unit](shown)),
      ];
    }
    case 'perplexity': {
      const start = count[unit](`${before}${statement}`);
      return [
        responseReply(protocol, `${before}${statement}[web:1]${after}`, start, start + '[web:1]'.length),
      ];
    }
    case 'gemini': {
      const startIndex = count.bytes(before);
      const segment = { startIndex, endIndex: startIndex + count.bytes(statement), text: statement };
      const groundingMetadata = {
        webSearchQueries: ['q'],
        groundingChunks: [{ web: { uri: url, title: 'kutsu.example' } }],
        groundingSupports: [{ segment, groundingChunkIndices: [0] }],
      };
      const content = { role: 'model', parts: [{ text: citedText }] };
      return [stream(protocol, [{ candidates: [{ content, finishReason: 'STOP', groundingMetadata }] }])];
    }
    case 'anthropic': {
      const citations = [{ type: 'web_search_result_location', url, title: 'Kutsu', cited_text: statement }];
      const content = [
        { type: 'text', text: before },
        { type: 'text', text: statement, citations },
        { type: 'text', text: after },
      ];
      return [stream(protocol, messageStream({ content, stop_reason: 'end_turn' }))];
    }
    case 'brave-answers': {
      const start = count[unit](before);
      const citation = { start_index: start, end_index: start + count[unit](statement), number: 1, url };
      const tag = `<citation>${JSON.stringify(citation)}</citation>`;
      return [chatReply(protocol, `${before}${statement}${tag}${after}`)];
    }
    case 'local-rag':
      return [
        chatReply(protocol, JSON.stringify({ queries: ['靴'] })),
        { body: { grounding: { generic: [{ url, title: 'Kutsu', snippets: [statement] }] } } },
        chatReply(protocol, `${before}${statement}[1]${after}`),
      ];
    default:
      return undefined;
  }
}

function responseReply(protocol: string, text: string, start: number, end: number): Reply {
  const { url } = citedAnswer;
  const annotation = { type: 'url_citation', url, title: 'Kutsu', start_index: start, end_index: end };
  const output = [
    { type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'q' } },
    { type: 'search_results', queries: ['q'], results: [{ id: 1, url, title: 'Kutsu' }] },
    {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text, annotations: [annotation] }],
    },
  ];
  const response = { object: 'response', status: 'completed', model: 'm', output };
  return stream(protocol, [{ type: 'response.completed', response }]);
}

function chatReply(protocol: string, content: string): Reply {
  const choice = { index: 0, delta: { role: 'assistant', content }, finish_reason: 'stop' };
  return stream(protocol, [{ model: 'm', choices: [choice] }]);
}
