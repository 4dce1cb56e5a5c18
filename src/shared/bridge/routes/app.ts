import { z } from 'zod';
import type { AppErrorBody } from '../../model/appError.ts';
import type { DiagnosticCheck } from '../../model/diagnostics.ts';
import { type AppInfo, type Settings, settingsSchema } from '../../model/settings.ts';
import type { UpdateView } from '../../model/updates.ts';
import { mutation, type Nothing, nothing, query } from '../route.ts';

const fileNameSchema = () =>
  z
    .string()
    .min(1)
    .max(255)
    .regex(/^[^/\\\0]+$/);

const menuItemSchema = () => z.strictObject({ id: z.string().max(200), title: z.string().max(300) });

/** What the menu of the desktop program shows besides its fixed items. */
export const menuStateSchema = () =>
  z.strictObject({
    /** IDs of the window's commands that work now; the others are disabled. */
    enabled: z.array(z.string().max(200)).max(500),
    /** What the current screen exports. */
    exports: z.array(menuItemSchema()).max(100),
    /** The newest runs, by their IDs. */
    runs: z.array(menuItemSchema()).max(20),
    /** Commands that switch to another project. */
    projects: z.array(menuItemSchema()).max(100),
  });
export type MenuState = z.infer<ReturnType<typeof menuStateSchema>>;

/** A new file of a backup, an existing one, a folder, and a project file. */
const pathKinds = ['new-backup', 'backup', 'folder', 'project'] as const;
export type PathKind = (typeof pathKinds)[number];

export const appRoutes = {
  'app.info': query(nothing).returns<AppInfo>(),
  /** Only https URLs; everything else is refused. */
  'app.openExternal': mutation(() => ({ url: z.string().max(8192) })).returns<{
    readonly opened: boolean;
  }>(),
  /**
   * Asks where to save a file and writes it; only in the desktop window, whose pages do not save files
   * themselves. `saved` is the name that the user gave it, or null if they cancelled.
   */
  'app.saveFile': mutation(() => ({
    name: fileNameSchema(),
    bytes: z.instanceof(Uint8Array),
  })).returns<{ readonly saved: string | null }>(),
  /** Shows a file that was saved, by its name, in the system's file manager. */
  'app.showSavedFile': mutation(() => ({ name: fileNameSchema() })).returns<Nothing>(),
  /** Asks for a path by the system's dialog; only in the desktop window. Null if the user cancelled. */
  'app.choosePath': mutation(() => ({ kind: z.enum(pathKinds) })).returns<{
    readonly path: string | null;
  }>(),
  /** Opens another window of the desktop program. */
  'app.newWindow': mutation(nothing).returns<Nothing>(),
  /** Ends the desktop program and starts it again. */
  'app.restart': mutation(nothing).returns<Nothing>(),
  /** Updates the menu of the desktop program. Hosts without a menu ignore it. */
  'app.showMenu': mutation(menuStateSchema).returns<Nothing>(),
  /** Tries to open the history again after its problem was fixed. */
  'app.retryHistory': mutation(nothing).returns<{ readonly historyProblem: AppErrorBody | null }>(),
  'settings.get': query(nothing).returns<Settings>(),
  'settings.update': mutation(() => settingsSchema.unwrap().partial().strict()).returns<Settings>(),
  'updates.state': query(nothing).returns<UpdateView>(),
  /** Checks now; returns the state right after the start. */
  'updates.check': mutation(nothing).returns<UpdateView>(),
  'updates.download': mutation(nothing).returns<UpdateView>(),
  /** Exits and installs, as soon as no run, export or maintenance is in progress. */
  'updates.install': mutation(nothing).returns<UpdateView>(),
  /** Checks this machine now, and fixes what needs no decision. */
  'diagnostics.check': mutation(nothing).returns<{ readonly checks: readonly DiagnosticCheck[] }>(),
  /**
   * A text about this program and machine, for review before sending: it contains no key, question or answer.
   */
  'diagnostics.report': mutation(nothing).returns<{ readonly text: string }>(),
};
