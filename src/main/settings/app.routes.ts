import type { CorePorts } from '#main/ports.ts';
import { AppError, invalidInput } from '#shared/model/appError.ts';
import type { UnstoredAnswers } from '#shared/model/run.ts';
import type { Handlers } from '../bridge/router.ts';
import { asUnwritten } from '../exports/writeWhole.ts';
import { movedTo } from '../history/maintenance/moveNote.ts';
import type { ReopeningHistory } from '../history/threads/reopeningHistory.ts';
import type { EmbeddedService } from '../service/embeddedService.ts';
import type { AppSettings } from './settings.ts';

export function appHandlers(deps: {
  readonly ports: Pick<
    CorePorts,
    | 'host'
    | 'version'
    | 'paths'
    | 'shell'
    | 'readOnlyFile'
    | 'fileSaver'
    | 'choosePath'
    | 'newWindow'
    | 'restart'
    | 'menu'
    | 'spelling'
  >;
  readonly settings: AppSettings;
  readonly service: EmbeddedService;
  readonly history: ReopeningHistory;
  readonly unstored: () => UnstoredAnswers | null;
}) {
  const { ports, settings, service, history } = deps;
  return {
    'app.info': () => ({
      version: ports.version,
      host: ports.host,
      platform: process.platform,
      dataFolder: ports.paths.data,
      movedTo: movedTo(ports.paths.data),
      readOnlyFile: ports.readOnlyFile ?? null,
      embeddedServiceProblem: service.problem(),
      historyProblem: history.problem()?.toWire() ?? null,
      unstored: deps.unstored(),
      spelling: ports.spelling?.() ?? null,
    }),
    'app.openExternal': async ({ url }) => {
      const address = URL.parse(url);
      if (address?.protocol !== 'https:') {
        throw invalidInput('url', 'Only https addresses are opened in the browser.');
      }
      await ports.shell.openExternal(address.href);
      return { opened: true };
    },
    'app.saveFile': async ({ name, bytes }) => {
      if (ports.fileSaver === undefined)
        throw new AppError('INVALID_INPUT', 'This window saves files as downloads.');
      const saved = await ports.fileSaver.save(name, bytes).catch((error: unknown) => notSaved(error, name));
      return { saved };
    },
    'app.showSavedFile': ({ name }) => {
      ports.fileSaver?.show(name);
      return {};
    },
    'app.choosePath': async ({ kind }) => {
      if (ports.choosePath === undefined) throw new AppError('INVALID_INPUT', 'Type the path here.');
      return { path: await ports.choosePath(kind) };
    },
    'app.newWindow': () => {
      ports.newWindow?.();
      return {};
    },
    'app.restart': () => {
      if (ports.restart === undefined)
        throw new AppError('INVALID_INPUT', 'End Parallax where you started it, and start it again.');
      ports.restart();
      return {};
    },
    'app.showMenu': (state) => {
      ports.menu?.show(state);
      return {};
    },
    'app.retryHistory': async () => {
      await history.open();
      return { historyProblem: history.problem()?.toWire() ?? null };
    },
    'settings.get': () => settings.read(),
    'settings.update': (patch) => settings.update(patch),
  } satisfies Partial<Handlers>;
}

function notSaved(error: unknown, name: string): never {
  const known = asUnwritten(error, name);
  if (known instanceof AppError) throw known;
  const reason = error instanceof Error ? error.message : String(error);
  throw new AppError('INTERNAL', `The file was not saved: ${reason}`);
}
