/** An available version. */
export type Release = {
  readonly version: string;
  /** Release notes as plain text; empty if the publisher provided none. */
  readonly notes: string;
};

export type UpdateView = {
  readonly phase:
    | 'off'
    | 'idle'
    | 'checking'
    | 'offered'
    | 'downloading'
    | 'ready'
    | 'waiting'
    | 'installing';
  readonly release: Release | null;
  /** Download progress, 0 to 1. */
  readonly share: number;
  readonly checkedAtMs: number | null;
  /** The last error, or why there are no update checks; null if there is neither. */
  readonly problem: string | null;
  /** The verified file, if the user installs it. */
  readonly file: string | null;
  /** False if the user installs updates, and the program only downloads and verifies them. */
  readonly installs: boolean;
};
