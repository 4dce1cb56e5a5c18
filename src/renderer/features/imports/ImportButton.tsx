import { FileJson, FolderOpen, Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../ui/Button.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { chosenFiles, droppedFiles } from './givenFiles.ts';
import { ImportDialog } from './ImportDialog.tsx';
import type { ImportStore } from './importStore.ts';

type ImportButtonProps = {
  readonly store: ImportStore;
  readonly onOpenRun: (runId: string) => void;
};

/** The "Import…" button for files or a folder, selected or dropped anywhere on its screen. */
export function ImportButton({ store, onOpenRun }: ImportButtonProps) {
  const state = useStore(store);
  const { take } = state;
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const dragging = useFileDrop((transfer) => void droppedFiles(transfer).then(take));
  // React's types do not include this attribute.
  useEffect(() => folder.current?.setAttribute('webkitdirectory', ''), []);

  const chosen = (input: HTMLInputElement, isFolder: boolean): void => {
    const given = chosenFiles(input.files ?? [], isFolder);
    input.value = '';
    void take(given);
  };
  return (
    <>
      <Menu
        label="Import"
        align="end"
        open={state.offered}
        onOpenChange={state.setOffered}
        trigger={
          <Button disabled={state.phase === 'reading'}>
            <Upload size={13} aria-hidden="true" />
            Import…
          </Button>
        }
      >
        <MenuItem icon={<FileJson size={13} />} onSelect={() => files.current?.click()}>
          Results from files…
        </MenuItem>
        <MenuItem icon={<FolderOpen size={13} />} onSelect={() => folder.current?.click()}>
          Results from a folder…
        </MenuItem>
      </Menu>
      <input
        ref={files}
        type="file"
        multiple
        accept=".json,.jsonl,.ndjson,application/json"
        hidden
        aria-label="Files to import"
        onChange={(event) => chosen(event.currentTarget, false)}
      />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        aria-label="Folder to import"
        onChange={(event) => chosen(event.currentTarget, true)}
      />
      {dragging ? (
        <div className="pointer-events-none fixed inset-3 z-30 flex items-center justify-center rounded-lg border-2 border-accent border-dashed bg-accent-soft/80">
          <p className="rounded-md bg-raised px-4 py-2 font-medium shadow-float">
            Drop results here to import them
          </p>
        </div>
      ) : null}
      <ImportDialog state={state} onOpenRun={onOpenRun} />
    </>
  );
}

/** Whether files are dragged over the window. Without this, the browser would open dropped files. */
function useFileDrop(onDrop: (transfer: DataTransfer) => void): boolean {
  const [dragging, setDragging] = useState(false);
  const handler = useRef(onDrop);
  handler.current = onDrop;
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setDragging(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setDragging(false);
    };
    const drop = (event: DragEvent): void => {
      setDragging(false);
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      handler.current(event.dataTransfer);
    };
    const ended = new AbortController();
    const { signal } = ended;
    document.addEventListener('dragover', over, { signal });
    document.addEventListener('dragleave', leave, { signal });
    document.addEventListener('drop', drop, { signal });
    return () => ended.abort();
  }, []);
  return dragging;
}
