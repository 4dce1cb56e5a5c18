import type { EventSink } from '#shared/bridge/events.ts';
import type { RouteOutput, RouteParsedInput } from '#shared/bridge/routeTable.ts';
import type { Downloads } from '../exports/downloads.ts';
import type { Uploads } from '../exports/uploads.ts';
import type { DataMaintenance } from '../maintenance/maintenance.ts';

/** Export and import of projects by a window: files are written and read here, transferred in chunks. */
export function createProjectFiles(deps: {
  readonly dataMaintenance: Pick<DataMaintenance, 'exportProject' | 'importProject'>;
  readonly downloads: Pick<Downloads, 'make'>;
  readonly uploads: Uploads;
  readonly publish: EventSink;
}) {
  const { dataMaintenance, downloads, uploads, publish } = deps;
  return {
    async export({ project }: RouteParsedInput<'projects.export'>): Promise<RouteOutput<'projects.export'>> {
      const { fileId, made } = await downloads.make('.parallax', (file) =>
        dataMaintenance.exportProject(project, file),
      );
      const { name, bytes, runs, observations } = made;
      return { fileId, fileName: `${fileNameOf(name)}.parallax`, name, bytes, runs, answers: observations };
    },
    async receive({
      fileId,
      base64,
    }: RouteParsedInput<'projects.receive'>): Promise<RouteOutput<'projects.receive'>> {
      return { fileId: await uploads.add(fileId, Buffer.from(base64, 'base64')) };
    },
    async import(
      { fileId, name }: RouteParsedInput<'projects.import'>,
      { signal }: { readonly signal?: AbortSignal } = {},
    ): Promise<RouteOutput<'projects.import'>> {
      const facts = await uploads.use(fileId, (file) => dataMaintenance.importProject(file, name, signal));
      publish('projects.changed', {});
      return facts;
    },
  };
}

/** Without characters that are special in file systems. */
function fileNameOf(name: string): string {
  const plain = name
    .replace(/[\p{Cc}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.replace(/^\.+|\.+$/g, '') || 'project';
}
