/** What a test asks the program of its day. */
export type Asked = 'link' | 'held' | 'wake' | 'end';

/** What the program's main thread holds after a collection. */
export type Held = {
  readonly heapBytes: number;
  /** Of the process. */
  readonly listeners: number;
  /** AbortSignals alive: each call under way has some. */
  readonly signals: number;
  readonly timers: number;
  readonly statusText: string;
  readonly warnings: readonly string[];
};
