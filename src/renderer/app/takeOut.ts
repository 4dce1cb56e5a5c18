import type { TakeOutFormat, TakeOutSelection } from '#shared/bridge/routes/exports.ts';
import { fetchFile } from '../bridge/carryFiles.ts';
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
  saveBlob(name, await fetchFile(bridge, fileId, types[format], signal));
  return { name, answers, seal };
}
