import { createStore, type StoreApi } from 'zustand/vanilla';
import { createImportSender } from '#shared/imports/importSender.ts';
import { splitFile } from '#shared/imports/splitRecords.ts';
import type { ImportedOutcome, ImportText } from '#shared/model/import.ts';
import { type BridgeClient, type BridgeFailure, failureOf } from '../../bridge/client.ts';

/** A file provided by the browser. */
export type GivenFile = {
  /** Including the path of its folders, if known. */
  readonly name: string;
  readonly size: number;
  readonly modifiedAtMs: number;
  readonly bytes: () => Promise<ArrayBuffer>;
  /** Its bytes, for an evidence file. */
  readonly blob?: Blob;
};

export type ImportProblem = {
  readonly name: string;
  readonly message: string;
  /** An evidence file of Parallax, which can be verified. */
  readonly evidence?: Blob;
};

export type ImportState = {
  readonly phase: 'idle' | 'reading' | 'done';
  readonly files: number;
  readonly filesRead: number;
  readonly added: number;
  readonly known: number;
  readonly refused: number;
  /** The first problems; `refused` is their total number. */
  readonly problems: readonly ImportProblem[];
  /** Runs to which results were added. */
  readonly runIds: readonly string[];
  readonly cancelled: boolean;
  readonly failure: BridgeFailure | null;
};

export type ImportActions = {
  /** Whether the choice of files or a folder is open. */
  readonly offered: boolean;
  readonly setOffered: (offered: boolean) => void;
  readonly take: (files: readonly GivenFile[]) => Promise<void>;
  /** Imported results are kept. Importing the same files again continues. */
  readonly cancel: () => void;
  readonly dismiss: () => void;
};

export type ImportStore = StoreApi<ImportState & ImportActions>;

/**
 * Maximum characters of a result. A call over loopback may have 4 MB with escaped quotes; longer results need the
 * command line.
 */
const maxText = 1_500_000;
const problemsShown = 200;

const nothing: ImportState = {
  phase: 'idle',
  files: 0,
  filesRead: 0,
  added: 0,
  known: 0,
  refused: 0,
  problems: [],
  runIds: [],
  cancelled: false,
  failure: null,
};

/** Imports results from files into the history. */
export function createImportStore(bridge: BridgeClient, onImported: () => void): ImportStore {
  return createStore<ImportState & ImportActions>((set, get) => {
    const refuse = (name: string, message: string, evidence?: Blob): void =>
      set((state) => ({
        refused: state.refused + 1,
        problems:
          state.problems.length < problemsShown
            ? [...state.problems, { name, message, evidence }]
            : state.problems,
      }));
    const note = (outcomes: readonly ImportedOutcome[]): void => {
      for (const { state, file, place, message } of outcomes)
        if (state === 'refused') refuse([file, place].filter(Boolean).join(' '), message ?? '');
      const added = outcomes.filter((outcome) => outcome.state === 'added');
      set((state) => ({
        added: state.added + added.length,
        known: state.known + outcomes.filter((outcome) => outcome.state === 'known').length,
        runIds: [...new Set([...state.runIds, ...added.flatMap(({ runId }) => runId ?? [])])],
      }));
    };

    const textsOf = async (file: GivenFile): Promise<readonly ImportText[]> => {
      const split = splitFile(new Uint8Array(await file.bytes()));
      if (!split.ok) {
        refuse(file.name, split.message, split.evidence && file.blob);
        return [];
      }
      return split.records.flatMap(({ place, text }) => {
        if (text.length <= maxText)
          return [{ file: file.name, place, text, modifiedAtMs: file.modifiedAtMs }];
        refuse(
          [file.name, place].filter(Boolean).join(' '),
          'The result is longer than 1.5 MB: import it with "parallax import" in a terminal.',
        );
        return [];
      });
    };

    const readAll = async (files: readonly GivenFile[]): Promise<void> => {
      const sender = createImportSender({
        charactersPerCall: 500_000,
        textsPerCall: 50,
        call: (batch) => bridge.call('imports.add', batch),
        note,
      });
      for (const file of files) {
        for (const text of await textsOf(file)) {
          if (get().cancelled) break;
          await sender.add(text);
        }
        if (get().cancelled) break;
        set((state) => ({ filesRead: state.filesRead + 1 }));
      }
      await sender.end(get().cancelled ? 'broken-off' : 'complete');
    };

    return {
      ...nothing,
      offered: false,
      setOffered: (offered) => set({ offered }),
      take: async (files) => {
        if (get().phase === 'reading' || files.length === 0) return;
        set({ ...nothing, phase: 'reading', files: files.length });
        try {
          await readAll(files);
        } catch (thrown) {
          set({ failure: failureOf(thrown) });
        }
        set({ phase: 'done' });
        if (get().added > 0) onImported();
      },
      cancel: () => set({ cancelled: true }),
      dismiss: () => {
        if (get().phase === 'done') set(nothing);
      },
    };
  });
}
