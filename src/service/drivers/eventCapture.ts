import { createParser } from 'eventsource-parser';

/**
 * One upstream chunk exactly as it arrived: the event's name where the protocol names events, and its data as
 * parsed JSON, or as the text itself when it is not JSON (`[DONE]`, a broken line).
 */
export type CapturedEvent = { readonly event?: string; readonly data: unknown };

/** A provider's response body, captured before it is parsed. */
export type CapturedBody = {
  readonly events: readonly CapturedEvent[];
  /** The whole body where it was not a stream of events: parsed JSON, else the text. Absent for events. */
  readonly document?: unknown;
  /** True if the body was JSON, as one document or as a stream of only JSON events. */
  readonly json: boolean;
  /** True if invalid UTF-8 was replaced by U+FFFD. */
  readonly repaired: boolean;
};

export type EventCapture = {
  /** Adds bytes; returns the events they completed. */
  readonly push: (bytes: Uint8Array) => readonly CapturedEvent[];
  /** Everything captured. `complete` is false if the connection broke, so that a partial event is not used. */
  readonly finish: (complete: boolean) => CapturedBody;
};

const sentinel = '[DONE]';

/**
 * Captures a body whatever its content type: servers mislabel streams, and answer a stream request with a JSON
 * document or an HTML page. Bytes may be split anywhere, even within a character.
 */
export function createEventCapture(contentType: string | null): EventCapture {
  const decoder = new TextDecoder('utf-8');
  const events: CapturedEvent[] = [];
  const fresh: CapturedEvent[] = [];
  let text = '';
  let streamed: boolean | undefined = contentType?.includes('event-stream') === true ? true : undefined;

  const parser = createParser({
    onEvent: ({ event, data }) => {
      const captured = { event, data: parsedOr(data) };
      events.push(captured);
      fresh.push(captured);
    },
  });

  const take = (chunk: string): readonly CapturedEvent[] => {
    fresh.length = 0;
    text += chunk;
    if (streamed === undefined) {
      streamed = looksStreamed(text);
      if (streamed === true) parser.feed(text);
    } else if (streamed) {
      parser.feed(chunk);
    }
    return [...fresh];
  };

  return {
    push: (bytes) => take(decoder.decode(bytes, { stream: true })),
    finish: (complete) => {
      take(decoder.decode());
      if (streamed === true && complete) parser.feed('\n\n');
      const repaired = text.includes('\uFFFD');
      if (streamed === true && events.length > 0) {
        const json = events.every(({ data }) => typeof data !== 'string' || data.trim() === sentinel);
        return { events, json, repaired };
      }
      const document = parsedOr(text);
      return { events, document, json: typeof document !== 'string', repaired };
    },
  };
}

/** Undefined while only white space has arrived. */
function looksStreamed(text: string): boolean | undefined {
  const start = text.replace(/^\uFEFF?\s+/, '');
  if (start === '') return undefined;
  const fields = ['data:', 'event:', 'id:', 'retry:', ':'];
  if (fields.some((field) => start.startsWith(field))) return true;
  return fields.some((field) => field.startsWith(start)) ? undefined : false;
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
