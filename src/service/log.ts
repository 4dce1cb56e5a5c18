/** One structured line of the service's diary. Never carries a key, a secret or a whole request. */
export type Log = (
  level: 'debug' | 'info' | 'warn' | 'error',
  message: string,
  fields?: Readonly<Record<string, unknown>>,
) => void;

export const silentLog: Log = () => undefined;
