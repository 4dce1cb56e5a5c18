import type { TakeOutFormat, TakeOutSelection } from '#shared/bridge/routes/exports.ts';
import type { BridgeClient } from '../bridge/client.ts';
import { saveBlob } from '../ui/saveFile.ts';

export type TakenOut = { readonly name: string; readonly answers: number; readonly seal: string | null };

const types: Readonly<Record<TakeOutFormat, string>> = {
  csv: 'text/csv',
  jsonl: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  evidence: 'application/x-ndjson',
};

/** Has a file of stored answers made and hands it to the person. */
export async function takeOut(
  bridge: BridgeClient,
  selection: TakeOutSelection,
  format: TakeOutFormat,
  signal: AbortSignal,
): Promise<TakenOut> {
  const { fileId, name, answers, seal } = await bridge.call(
    'exports.make',
    { selection, format },
    { signal },
  );
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const piece: { base64: string; next: number | null } = await bridge.call(
      'exports.read',
      { fileId, from },
      { signal },
    );
    pieces.push(Uint8Array.from(atob(piece.base64), (letter) => letter.charCodeAt(0)));
    from = piece.next;
  }
  saveBlob(name, new Blob(pieces, { type: types[format] }));
  return { name, answers, seal };
}
