import type { AlertView } from '../model/alert.ts';
import type { AnalysisJob } from '../model/analysisModel.ts';
import type { ConnectionView } from '../model/connection.ts';
import type { Retention } from '../model/maintenance.ts';
import type { RecomputationStatus } from '../model/recomputation.ts';
import type { CellView, RunSummary, UnstoredAnswers } from '../model/run.ts';
import type { TranslationJob } from '../model/translation.ts';

/** Events from the core to the window. Every event has an increasing `seq`; a gap means: read again. */
export type BridgeEvents = {
  /** At most ten a second per run; `cells` contains only the cells that changed since the last one. */
  readonly 'run.changed': { readonly run: RunSummary; readonly cells: readonly CellView[] };
  /** Answers cannot be stored, or all are stored again (null). */
  readonly 'outcomes.changed': { readonly unstored: UnstoredAnswers | null };
  readonly 'run.restored': { readonly runId: string };
  readonly 'run.removed': { readonly runId: string };
  readonly 'connection.changed': { readonly connection: ConnectionView };
  readonly 'connection.removed': { readonly id: string };
  /** The brand rules have a new version: figures of older versions are outdated. */
  readonly 'brands.changed': { readonly version: number };
  /** Monitors changed, or a scheduled time was handled. */
  readonly 'monitors.changed': Readonly<Record<string, never>>;
  /** Brand facts are being recomputed with newer rules, or that has finished; at most four a second. */
  readonly 'recomputation.changed': RecomputationStatus;
  /** Projects, their content, or the current project changed. */
  readonly 'projects.changed': Readonly<Record<string, never>>;
  /** `quiet`: listed now, but delivered after the quiet hours. */
  readonly 'alert.raised': { readonly alert: AlertView; readonly quiet: boolean };
  /** Alerts were marked as read. */
  readonly 'alerts.changed': Readonly<Record<string, never>>;
  /** The annotations of a project changed. */
  readonly 'annotations.changed': Readonly<Record<string, never>>;
  /** The status of gaps changed. */
  readonly 'gaps.changed': Readonly<Record<string, never>>;
  /** A translation job made progress; `ids` are the answers translated or removed since the last one. */
  /** A model is downloaded, was stored, or was removed. */
  readonly 'translationModels.changed': Readonly<Record<string, never>>;
  readonly 'translations.changed': { readonly job: TranslationJob | null; readonly ids: readonly string[] };
  /** An analysis began, made progress or ended: those in progress. */
  readonly 'analysis.changed': { readonly jobs: readonly AnalysisJob[] };
  /** Corrections of claims changed. */
  readonly 'claims.changed': Readonly<Record<string, never>>;
  /** Another program (a command line, a second window) wrote to the same history: reload lists. */
  readonly 'history.changed': Readonly<Record<string, never>>;
  /** Retention is in progress, or has finished. */
  readonly 'retention.changed': { readonly retention: Retention };
  /** Progress of work on the history's file; null when it has finished. */
  readonly 'data.progress': {
    readonly progress: { readonly what: string; readonly done: number; readonly total: number } | null;
  };
  /**
   * A comparison reads the answers of a run: so many so far; `done` equals `total` while they are compared. Without a `runId`
   * those of the latest runs are searched for brands.
   */
  readonly 'comparison.progress': { readonly runId: string; readonly done: number; readonly total: number };
  /** The sizes of the history were counted, or are outdated. */
  readonly 'data.counted': Readonly<Record<string, never>>;
  /** A newer version was found, is downloading, or failed. */
  readonly 'updates.changed': Readonly<Record<string, never>>;
  /** A command of the window was chosen in the menu of the desktop program. */
  readonly 'command.chosen': { readonly id: string };
  readonly notice: { readonly level: 'info' | 'warning' | 'error'; readonly message: string };
};

export type BridgeEventName = keyof BridgeEvents;

export type BridgeEvent = {
  [N in BridgeEventName]: { readonly name: N; readonly seq: number; readonly payload: BridgeEvents[N] };
}[BridgeEventName];

/** Receives events from the core for every window. */
export type EventSink = <N extends BridgeEventName>(name: N, payload: BridgeEvents[N]) => void;
