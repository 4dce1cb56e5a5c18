import type { ExportFormat, ExportSelection } from '#shared/model/export.ts';
import { fetchFile } from '../bridge/carryFiles.ts';
import type { BridgeClient } from '../bridge/client.ts';
import { saveBlob } from '../ui/saveFile.ts';

export type TakenOut = { readonly name: string; readonly answers: number; readonly seal: string | null };

const types: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv',
  jsonl: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  evidence: 'application/x-ndjson',
};

/** Has a file of stored answers made and hands it to the person. */
export async function exportAnswers(
  bridge: BridgeClient,
  selection: ExportSelection,
  format: ExportFormat,
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
