import type { AlertView } from '../model/alert.ts';
import type { ConnectionView } from '../model/connection.ts';
import type { Retention } from '../model/maintenance.ts';
import type { RecomputationStatus } from '../model/recomputation.ts';
import type { CellView, RunSummary } from '../model/run.ts';

/** What the core tells the window without being asked. Every event carries a growing `seq`; a gap means: read afresh. */
export type BridgeEvents = {
  /** At most ten a second for one run; `cells` holds only the cells that changed since the last one. */
  readonly 'run.changed': { readonly run: RunSummary; readonly cells: readonly CellView[] };
  readonly 'run.removed': { readonly runId: string };
  readonly 'connection.changed': { readonly connection: ConnectionView };
  readonly 'connection.removed': { readonly id: string };
  /** The brand rules have a new version: figures made with an older one are out of date. */
  readonly 'brands.changed': { readonly version: number };
  /** Monitors were changed, or a scheduled time of one was dealt with. */
  readonly 'monitors.changed': Readonly<Record<string, never>>;
  /** Stored brand facts are being made by newer rules, or are now; at most four a second. */
  readonly 'recomputation.changed': RecomputationStatus;
  /** Projects, what belongs to them, or which one is in use. */
  readonly 'projects.changed': Readonly<Record<string, never>>;
  /** `quiet`: it is listed now, and told when the quiet hours are over. */
  readonly 'alert.raised': { readonly alert: AlertView; readonly quiet: boolean };
  /** Alerts were read. */
  readonly 'alerts.changed': Readonly<Record<string, never>>;
  /** What was noted beside the trends of a project. */
  readonly 'annotations.changed': Readonly<Record<string, never>>;
  /** A person worked off gaps. */
  readonly 'gaps.changed': Readonly<Record<string, never>>;
  /** What a person made of claims about brands. */
  readonly 'claims.changed': Readonly<Record<string, never>>;
  /** Another program (a command line, a second window) wrote to the same history: read lists afresh. */
  readonly 'history.changed': Readonly<Record<string, never>>;
  /** What a retention rule deletes goes on, or ended. */
  readonly 'retention.changed': { readonly retention: Retention };
  /** How far work on the history's file is; null when it ended. */
  readonly 'data.progress': {
    readonly progress: { readonly what: string; readonly done: number; readonly total: number } | null;
  };
  /** What the history is made of was counted, or has to be counted again. */
  readonly 'data.counted': Readonly<Record<string, never>>;
  /** A newer version was found, is downloaded, or failed to be. */
  readonly 'updates.changed': Readonly<Record<string, never>>;
  readonly notice: { readonly level: 'info' | 'warning' | 'error'; readonly message: string };
};

export type BridgeEventName = keyof BridgeEvents;

export type BridgeEvent = {
  [N in BridgeEventName]: { readonly name: N; readonly seq: number; readonly payload: BridgeEvents[N] };
}[BridgeEventName];

/** Takes events from the core towards every window. */
export type EventSink = <N extends BridgeEventName>(name: N, payload: BridgeEvents[N]) => void;
