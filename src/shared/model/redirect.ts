/** Redirects of engines among the stored URLs. */
export type RedirectStatus = {
  /** Whether they are resolved in the background. */
  readonly on: boolean;
  readonly waiting: number;
  readonly resolved: number;
  /** The service does not recognize them as redirects, or they failed too often. */
  readonly refused: number;
  readonly nextTryAtMs: number | null;
  readonly lastFailure: string | null;
};
