import { useState } from 'react';
import type { ProjectView } from '#shared/model/project.ts';
import { projectImportLabel } from '#shared/tables/importLabels.ts';
import { progressText, useBridge, useDataProgress } from '../../bridge/BridgeContext.tsx';
import { fetchFile, uploadFile } from '../../bridge/carryFiles.ts';
import { type BridgeFailure, failureOf } from '../../bridge/client.ts';
import { formatQuantity } from '../../ui/format.ts';
import { saveBlob } from '../../ui/saveFile.ts';

export type ProjectFiles = {
  /** The current task; null if there is none. */
  readonly doing: string | null;
  /** Cancels an import, which then changes nothing; null if nothing can be cancelled. */
  readonly cancel: (() => void) | null;
  readonly failure: BridgeFailure | null;
  readonly exportOne: (project: ProjectView) => void;
  readonly importOne: (file: File) => void;
};

/** Exports a project as a file, or imports one; one task at a time. */
export function useProjectFiles(onSaid: (message: string) => void): ProjectFiles {
  const bridge = useBridge();
  const progress = useDataProgress();
  const [doing, setDoing] = useState<string | null>(null);
  const [importing, setImporting] = useState<AbortController | null>(null);
  const [failure, setFailure] = useState<BridgeFailure | null>(null);
  /** `work` resolves with what to say at its end, or null for nothing. */
  const run = (first: string, work: () => Promise<string | null>): void => {
    setFailure(null);
    setDoing(first);
    work()
      .then(
        (said) => {
          if (said !== null) onSaid(said);
        },
        (thrown: unknown) => setFailure(failureOf(thrown)),
      )
      .finally(() => {
        setDoing(null);
        setImporting(null);
      });
  };
  const told = progressText(progress);
  return {
    doing: doing === null || told === '' ? doing : `${doing}: ${told}`,
    cancel: importing === null ? null : () => importing.abort(),
    failure,
    exportOne: ({ id, name }) =>
      run(`Exporting “${name}”`, async () => {
        const { fileId, fileName, runs, answers } = await bridge.call('projects.export', { project: id });
        const saved = await saveBlob(fileName, await fetchFile(bridge, fileId, 'application/vnd.sqlite3'));
        return saved === null
          ? null
          : `${saved}: ${formatQuantity(runs, 'run')}, ${formatQuantity(answers, 'answer')}, verified`;
      }),
    importOne: (file) => {
      const stop = new AbortController();
      setImporting(stop);
      run(`Reading ${file.name}`, async () => {
        try {
          const told = (share: number) => setDoing(`Reading ${file.name} · ${Math.floor(100 * share)} %`);
          const fileId = await uploadFile(bridge, file, told, stop.signal);
          setDoing(`Importing ${file.name}`);
          const input = { fileId, name: file.name };
          return projectImportLabel(await bridge.call('projects.import', input, { signal: stop.signal }));
        } catch (error) {
          if (stop.signal.aborted) return `Import of ${file.name} cancelled`;
          throw error;
        }
      });
    },
  };
}
