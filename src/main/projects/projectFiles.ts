import type { EventSink } from '#shared/bridge/events.ts';
import type { RouteOutput } from '#shared/bridge/routeTable.ts';
import type { Downloads } from '../exports/downloads.ts';
import type { Uploads } from '../exports/uploads.ts';
import type { DataMaintenance } from '../maintenance/maintenance.ts';

export type ProjectFiles = ReturnType<typeof createProjectFiles>;

/** Projects handed out and brought in by a window: made and read here, carried over in pieces. */
export function createProjectFiles(deps: {
  readonly keeping: Pick<DataMaintenance, 'exportProject' | 'importProject'>;
  readonly outgoing: Pick<Downloads, 'make'>;
  readonly incoming: Uploads;
  readonly publish: EventSink;
}) {
  const { keeping, outgoing, incoming, publish } = deps;
  return {
    async exportOne(project: string): Promise<RouteOutput<'projects.export'>> {
      const { fileId, made } = await outgoing.make('.parallax', (file) =>
        keeping.exportProject(project, file),
      );
      const { name, bytes, runs, observations } = made;
      return { fileId, fileName: `${fileNameOf(name)}.parallax`, name, bytes, runs, answers: observations };
    },
    async receive(fileId: string | null, base64: string): Promise<RouteOutput<'projects.receive'>> {
      return { fileId: await incoming.add(fileId, Buffer.from(base64, 'base64')) };
    },
    async importOne(fileId: string, name: string): Promise<RouteOutput<'projects.import'>> {
      const facts = await incoming.use(fileId, (file) => keeping.importProject(file, name));
      publish('projects.changed', {});
      return facts;
    },
  };
}

/** Without what file systems take for more than a letter. */
function fileNameOf(name: string): string {
  const plain = name
    .replace(/[\p{Cc}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.replace(/^\.+|\.+$/g, '') || 'project';
}
