import { useState } from 'react';
import type { ProjectView } from '#shared/model/project.ts';
import { projectImportLabel } from '#shared/report/importLabels.ts';
import { useBridge } from '../../bridge/BridgeContext.tsx';
import { fetchFile, uploadFile } from '../../bridge/carryFiles.ts';
import { type BridgeFailure, failureOf } from '../../bridge/client.ts';
import { progressText, useDataProgress } from '../../bridge/useDataProgress.ts';
import { formatQuantity } from '../../ui/format.ts';
import { saveBlob } from '../../ui/saveFile.ts';

export type ProjectFiles = {
  /** What is going on now, null when nothing is. */
  readonly doing: string | null;
  readonly failure: BridgeFailure | null;
  readonly exportOne: (project: ProjectView) => void;
  readonly importOne: (file: File) => void;
};

/** Hands one project out as a file, or brings one in; one at a time. */
export function useProjectFiles(onSaid: (message: string) => void): ProjectFiles {
  const bridge = useBridge();
  const progress = useDataProgress();
  const [doing, setDoing] = useState<string | null>(null);
  const [failure, setFailure] = useState<BridgeFailure | null>(null);
  const run = (first: string, work: () => Promise<string>): void => {
    setFailure(null);
    setDoing(first);
    work()
      .then(onSaid, (thrown: unknown) => setFailure(failureOf(thrown)))
      .finally(() => setDoing(null));
  };
  const told = progressText(progress);
  return {
    doing: doing === null || told === '' ? doing : `${doing}: ${told}`,
    failure,
    exportOne: ({ id, name }) =>
      run(`Exporting “${name}”`, async () => {
        const { fileId, fileName, runs, answers } = await bridge.call('projects.export', { project: id });
        saveBlob(fileName, await fetchFile(bridge, fileId, 'application/vnd.sqlite3'));
        return `${fileName}: ${formatQuantity(runs, 'run')}, ${formatQuantity(answers, 'answer')}, verified`;
      }),
    importOne: (file) =>
      run(`Reading ${file.name}`, async () => {
        const fileId = await uploadFile(bridge, file, (share) =>
          setDoing(`Reading ${file.name} · ${Math.floor(100 * share)} %`),
        );
        setDoing(`Importing ${file.name}`);
        return projectImportLabel(await bridge.call('projects.import', { fileId, name: file.name }));
      }),
  };
}
