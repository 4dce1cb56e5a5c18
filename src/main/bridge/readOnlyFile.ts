import { type RouteName, routeTable } from '#shared/bridge/routeTable.ts';
import { AppError } from '#shared/model/appError.ts';

/** Routes that change only window state or write a file elsewhere, not stored data. */
const harmless: ReadonlySet<RouteName> = new Set<RouteName>([
  'app.openExternal',
  'app.saveFile',
  'app.showSavedFile',
  'app.choosePath',
  'app.newWindow',
  'app.restart',
  'app.showMenu',
  'diagnostics.check',
  'diagnostics.report',
  'app.retryHistory',
  'settings.update',
  'history.index',
  'projects.receive',
  'exports.verify',
  'exports.make',
  'exports.read',
  'reports.make',
  'reports.open',
  'projects.export',
  'data.check',
  'data.backup',
  'data.cancel',
  'updates.check',
]);

/** What only the service of the data folder knows, which is not used while its history is open read-only. */
const ofService: ReadonlySet<RouteName> = new Set<RouteName>(['credits.get', 'queue.get']);

/** @throws AppError HISTORY_READ_ONLY for a call that asks or changes while a file is open read-only */
export function refuseChanges(route: RouteName, file: string | null): void {
  if (file === null) return;
  if (ofService.has(route))
    throw new AppError(
      'HISTORY_READ_ONLY',
      `${file} is open read-only. The service of its folder is not used, so its balance and queue are not known.`,
    );
  if (!routeTable[route].mutation || harmless.has(route)) return;
  throw onlyRead(file);
}

/** The error for changes to a read-only file. */
export function onlyRead(file: string): AppError {
  return new AppError(
    'HISTORY_READ_ONLY',
    `${file} is open read-only: you cannot send questions or change data. To work with it, import it with "parallax project import".`,
  );
}
