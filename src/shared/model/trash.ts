export type TrashedRun = {
  readonly runId: string;
  readonly question: string;
  readonly projectName: string;
  /** Answers that the run has. */
  readonly answers: number;
  readonly createdAtMs: number;
  readonly trashedAtMs: number;
};
