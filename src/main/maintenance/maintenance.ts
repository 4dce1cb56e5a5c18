import { dirname, isAbsolute, join } from 'node:path';
import type { RouteOutput, RouteParsedInput } from '#shared/bridge/routeTable.ts';
import { AppError, invalidInput } from '#shared/model/appError.ts';
import type { ProjectImportFacts } from '#shared/model/project.ts';
import type { CoreParts } from '../coreParts.ts';
import { cancelledSentence } from '../history/maintenance/moveNote.ts';
import type { ProjectFileFacts, TablesFacts, TablesInput } from '../history/maintenance/protocol.ts';
import type { HistoryTasks, OnProgress } from '../history/maintenance/taskClient.ts';
import type { DerivationPool } from '../history/threads/derivation/derivationPool.ts';
import type { ReopeningHistory } from '../history/threads/reopeningHistory.ts';
import type { EmbeddedService } from '../service/embeddedService.ts';
import type { RetentionStore } from './retention.ts';

export type DataMaintenance = ReturnType<typeof createDataMaintenance>;

/** Interval of progress events, in milliseconds. */
const tellEveryMs = 200;

/** Work on the history's file from a program that uses it; exclusive work makes calls wait. */
export function createDataMaintenance(
  deps: Pick<CoreParts, 'clock' | 'publish'> & {
    readonly tasks: HistoryTasks;
    readonly dataFolder: string;
    readonly history: ReopeningHistory;
    readonly retention: RetentionStore;
    readonly derivation: DerivationPool;
    readonly service: EmbeddedService;
  },
) {
  const { tasks, service, clock, publish, dataFolder } = deps;

  const sizes = createDataSize({ tasks, clock, publish });

  const { telling, whole, cancel } = createFileWork({ clock, publish });
  const alone = createExclusiveWork({ ...deps, whole, sizes });

  return {
    size: async (): Promise<RouteOutput<'data.size'>> => sizes.size(),
    outdateSize: sizes.outdate,
    check: ({ full }: RouteParsedInput<'data.check'>): Promise<RouteOutput<'data.check'>> =>
      whole(async (cancelled) => {
        const { findings, ...facts } = await tasks.check(full, telling(), cancelled);
        return { ...facts, findings: [...findings] };
      }),
    compact: (): Promise<RouteOutput<'data.compact'>> =>
      alone((cancelled) => tasks.compact(telling(), cancelled)),
    repair: (): Promise<RouteOutput<'data.repair'>> =>
      alone(async (cancelled) => {
        const { repaired, remaining, ...facts } = await tasks.repair(clock.now(), telling(), cancelled);
        return { ...facts, repaired: [...repaired], remaining: [...remaining] };
      }),
    backup: ({ file }: RouteParsedInput<'data.backup'>): Promise<RouteOutput<'data.backup'>> =>
      whole(async (cancelled) => tasks.backup(absolute('file', file, dataFolder), telling(), cancelled)),
    cancel,
    /** To a path that does not exist yet. */
    exportProject: (project: string, target: string): Promise<ProjectFileFacts> =>
      whole((cancelled) => tasks.exportProject(project, target, clock.now(), telling(), cancelled)),
    /** Work that only reads the history, such as an export. */
    following: <T>(work: (tell: OnProgress) => Promise<T>): Promise<T> => whole(() => work(telling())),
    /** Parquet tables, into a folder that does not exist yet. */
    exportTables: (input: TablesInput, signal: AbortSignal): Promise<TablesFacts> =>
      whole(() => tasks.exportTables(input, telling(), signal)),
    /** @param name the user's name for the file, for error messages */
    importProject: (from: string, name: string, signal?: AbortSignal): Promise<ProjectImportFacts> =>
      whole(async () => {
        try {
          return await tasks.importProject(from, clock.now(), telling(), signal);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          throw new AppError(error.code, error.message.replaceAll(from, name));
        }
      }),
    restore: ({ file }: RouteParsedInput<'data.restore'>): Promise<RouteOutput<'data.restore'>> =>
      alone(async (cancelled) => {
        const from = absolute('file', file, dataFolder);
        const facts = await tasks.restore(from, clock.now(), telling(), cancelled);
        return { ...facts, changedAddresses: [...facts.changedAddresses] };
      }),
    /** Ends this program's use of the folder, with its service, unless the move fails. */
    async move({ folder, keepOld }: RouteParsedInput<'data.move'>): Promise<RouteOutput<'data.move'>> {
      const target = absolute('folder', folder, dirname(dataFolder));
      return alone(async (cancelled) => {
        const moved = await tasks.move({ target, keepOld, nowMs: clock.now() }, telling(), cancelled);
        // Before calls that waited go on: they would start it in the old folder.
        await service.stop();
        return moved;
      }, service.aside);
    },
  };
}

function createExclusiveWork(
  deps: Pick<
    Parameters<typeof createDataMaintenance>[0],
    'tasks' | 'history' | 'retention' | 'derivation' | 'publish'
  > & {
    readonly whole: ReturnType<typeof createFileWork>['whole'];
    readonly sizes: ReturnType<typeof createDataSize>;
  },
) {
  const { tasks, history, retention, derivation, publish, whole, sizes } = deps;
  /**
   * With exclusive access, also from this program's own worker. Work that fails or is cancelled answers at once; the history
   * is opened again when its thread has ended.
   */
  return <T>(
    work: (cancelled: AbortSignal) => Promise<T>,
    around: (work: () => Promise<T>) => Promise<T> = (inner) => inner(),
  ): Promise<T> =>
    whole(async (cancelled) => {
      if (retention.isDeleting())
        throw new AppError(
          'CONFLICT',
          'Data is being deleted by a retention rule. Wait for the end or stop it, then try again.',
        );
      const failed = Promise.withResolvers<never>();
      // A count, and cancelled work, may still have the file open.
      const free = Promise.all([sizes.settled(), tasks.settled()]);
      const onAbort = (): void => failed.reject(new AppError('CANCELLED', cancelledSentence));
      cancelled.addEventListener('abort', onAbort);
      await Promise.race([free, failed.promise]);
      cancelled.removeEventListener('abort', onAbort);
      const exclusively = async (): Promise<T> => {
        try {
          return await work(cancelled);
        } catch (error) {
          failed.reject(error);
          throw error;
        } finally {
          await tasks.settled();
        }
      };
      const reopened = history
        .aside(() => derivation.exclusive(() => around(exclusively)))
        .finally(() => {
          sizes.outdate();
          publish('history.changed', {});
        });
      return Promise.race([reopened, failed.promise]);
    });
}

/** Work on the history's file: it tells its progress, and can be cancelled while it is in progress. */
function createFileWork({ clock, publish }: Pick<CoreParts, 'clock' | 'publish'>) {
  const telling = (): OnProgress => {
    let toldAtMs = 0;
    return (progress) => {
      if (clock.now() - toldAtMs < tellEveryMs) return;
      toldAtMs = clock.now();
      publish('data.progress', { progress });
    };
  };
  /** Of the work in progress. */
  const cancelling = new Set<AbortController>();
  const whole = async <T>(work: (cancelled: AbortSignal) => Promise<T>): Promise<T> => {
    const abort = new AbortController();
    cancelling.add(abort);
    try {
      return await work(abort.signal);
    } finally {
      cancelling.delete(abort);
      publish('data.progress', { progress: null });
    }
  };
  return {
    telling,
    whole,
    /** Ends the work in progress; what it wrote is deleted. */
    cancel(): Record<string, never> {
      for (const abort of cancelling) abort.abort();
      return {};
    },
  };
}

/** Users of a window do not know the program's working directory. */
function absolute(field: string, path: string, example: string): string {
  if (isAbsolute(path)) return path;
  const message = `Enter the full path, such as ${join(example, 'copy')}.`;
  throw invalidInput(field, message);
}

/**
 * Minimum age of a count before it is repeated on request, in milliseconds, and as a multiple of the time it took:
 * in a window that asks again and again, counting takes a tenth of a processor at most.
 */
const freshMs = 2000;
const restsPerCount = 10;

/**
 * Sizes of the history. A full count reads the whole file, which takes seconds for 200,000 answers: callers get
 * the last count immediately, and an event when there is a newer one.
 */
export function createDataSize(
  deps: Pick<CoreParts, 'clock' | 'publish'> & {
    readonly tasks: Pick<HistoryTasks, 'size'>;
  },
) {
  const { tasks, clock, publish } = deps;
  let last: RouteOutput<'data.size'>['counted'] = null;
  let freshUntilMs = 0;
  let failure: { readonly error: unknown } | null = null;
  let counting: Promise<void> | null = null;
  const count = async (): Promise<void> => {
    const startedAtMs = clock.now();
    try {
      const { kinds, copies, ...facts } = await tasks.size();
      last = { ...facts, kinds: [...kinds], copies: [...copies] };
      const endedAtMs = clock.now();
      freshUntilMs = endedAtMs + Math.max(freshMs, restsPerCount * (endedAtMs - startedAtMs));
    } catch (error) {
      failure = { error };
    }
    counting = null;
    publish('data.counted', {});
  };
  return {
    /** @throws AppError if the last count failed; the next call counts again */
    size(): RouteOutput<'data.size'> {
      const failed = failure;
      failure = null;
      if (failed !== null) throw failed.error;
      if (last === null || clock.now() > freshUntilMs) counting ??= count();
      return { counted: last };
    },
    /** The file was replaced, or answers were deleted. */
    outdate(): void {
      freshUntilMs = 0;
      publish('data.counted', {});
    },
    /** When no count is in progress. */
    async settled(): Promise<void> {
      await counting;
    },
  };
}
