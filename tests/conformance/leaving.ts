import { expect } from 'vitest';
import type { Api } from './http.ts';
import { bodyFor, monitor } from './requests.ts';
import type { Engine } from './shapes/monitor.ts';
import { slotsInUseBecome } from './taskCalls.ts';

/** Makes a call on an otherwise idle account and hangs up as soon as it runs. */
export async function leaveWhileRunning(
  api: Api,
  engine: Engine,
  orders: string,
  requestId: string,
): Promise<void> {
  const leaving = new AbortController();
  const running = api.send(monitor(engine), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Request-Id': requestId },
    body: JSON.stringify(bodyFor(engine, {}, orders)),
    signal: leaving.signal,
  });
  running.catch(() => undefined);
  await slotsInUseBecome(api, 1);
  leaving.abort();
  await expect(running).rejects.toThrow();
}
