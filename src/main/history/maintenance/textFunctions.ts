import type Database from 'better-sqlite3';
import { connectReader } from '#platform/sqlite/open.ts';
import { deriveObservation } from '../store/derive/observation.ts';
import { resultOf } from '../store/derive/result.ts';
import { storedEngine } from '../store/operations/observationRows.ts';
import { createPayloadStore } from '../store/operations/payloads.ts';

export type TextFunctions = { readonly close: () => void };

/**
 * SQL functions for user queries, since payloads are compressed: `answer_text(payload_id)` returns the text of
 * an answer, `payload_body(payload_id)` the response as received, for `json_extract` and the like. Null if the
 * id is not a payload of an answer.
 * A connection that is returning rows cannot run another query, so payloads are read on a second one, opened on
 * first use. Stored payloads never change, so both see the same.
 */
export function addTextFunctions(db: Database.Database, file: string): TextFunctions {
  let reader: ReturnType<typeof openReader> | null = null;
  const read = (payloadId: unknown): { readonly engine: string; readonly body: string } | null => {
    if (typeof payloadId !== 'number') return null;
    reader ??= openReader(file);
    return reader.read(payloadId);
  };
  const options = { deterministic: true };
  db.function('answer_text', options, (payloadId: unknown) => {
    const found = read(payloadId);
    return found && deriveObservation(storedEngine(found.engine), resultOf(found.body)).text;
  });
  db.function('payload_body', options, (payloadId: unknown) => read(payloadId)?.body ?? null);
  return { close: () => reader?.close() };
}

function openReader(file: string) {
  const db = connectReader(file);
  const payloads = createPayloadStore(db);
  const engineOf = db.prepare<{ payloadId: number }, { engine: string }>(
    'SELECT engine FROM observations WHERE payload_id = @payloadId LIMIT 1',
  );
  return {
    read(payloadId: number): { readonly engine: string; readonly body: string } | null {
      const engine = engineOf.get({ payloadId })?.engine;
      return engine === undefined ? null : { engine, body: payloads.get(payloadId).body };
    },
    close: () => db.close(),
  };
}
