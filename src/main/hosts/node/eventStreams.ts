import type { ServerResponse } from 'node:http';
import type { BridgeEvent } from '#shared/bridge/events.ts';

const keptEvents = 200;
const heartbeatMs = 15_000;
/** A page that is more than this many bytes behind is disconnected; it reconnects and reads again. */
const backlogLimitBytes = 8 * 1024 * 1024;

/**
 * The core's events as server-sent events to any number of pages. A page that reconnects sends the last number
 * it saw and gets what it missed, as far as it is still stored; it sees the rest as a gap.
 */
export type EventStreams = {
  readonly publish: (event: BridgeEvent) => void;
  readonly open: (response: ServerResponse, lastSeen: number | null) => void;
  readonly close: () => void;
};

export function createEventStreams(): EventStreams {
  const kept: { readonly seq: number; readonly text: string }[] = [];
  const streams = new Set<ServerResponse>();

  const write = (stream: ServerResponse, text: string): void => {
    stream.write(text);
    if (stream.writableLength > backlogLimitBytes) stream.destroy();
  };
  const heartbeat = setInterval(() => {
    for (const stream of streams) write(stream, ':\n\n');
  }, heartbeatMs);
  heartbeat.unref();

  return {
    publish: (event) => {
      const text = `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`;
      kept.push({ seq: event.seq, text });
      if (kept.length > keptEvents) kept.shift();
      for (const stream of streams) write(stream, text);
    },
    open: (response, lastSeen) => {
      response.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
      });
      response.on('close', () => streams.delete(response));
      streams.add(response);
      // Something has to be sent for the page to know that it is connected.
      write(response, ':\n\n');
      if (lastSeen !== null) for (const { seq, text } of kept) if (seq > lastSeen) write(response, text);
    },
    close: () => {
      clearInterval(heartbeat);
      for (const stream of streams) stream.end();
    },
  };
}
