import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BridgeEvent } from '#shared/bridge/events.ts';
import type { HostBridge } from '#shared/bridge/hostBridge.ts';
import { createScriptedTarget, type ScriptedTarget } from './scriptedTarget.ts';

export type Transport = {
  readonly bridge: HostBridge;
  /** Resolves when the window's subscription reaches the host. */
  readonly subscribed: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** The cases every transport between window and core has to pass. */
export function describeTransport(name: string, open: (target: ScriptedTarget) => Promise<Transport>): void {
  describe(`the bridge over ${name}`, () => {
    let target: ScriptedTarget;
    let transport: Transport;
    beforeEach(async () => {
      target = createScriptedTarget();
      transport = await open(target);
    });
    afterEach(() => transport.close());

    it('carries a call and its answer without change', async () => {
      const input = { text: 'Fahrrad 自転車 \u2028 "quoted"', list: [1, 2.5, null], nested: { yes: true } };
      expect(await transport.bridge.invoke('app.info', input, 'call-1')).toEqual({
        ok: true,
        data: { route: 'app.info', input, callId: 'call-1' },
      });
    });

    it('carries a failure whole: code, sentence, fields and request id', async () => {
      expect(await transport.bridge.invoke('runs.preview', {}, 'call-1')).toEqual({
        ok: false,
        error: {
          code: 'INVALID_INPUT',
          message: 'A question is needed.',
          fields: [{ field: 'question', message: 'Type a question.' }],
          retryable: false,
          requestId: 'req-1',
        },
      });
    });

    it('cancels a call under way and answers it as cancelled', async () => {
      const answer = transport.bridge.invoke('runs.list', {}, 'call-1');
      await target.arrived('runs.list');
      transport.bridge.cancel('call-1');
      expect(await answer).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
    });

    it('does nothing when a call that is over is cancelled', async () => {
      await transport.bridge.invoke('app.info', {}, 'call-1');
      transport.bridge.cancel('call-1');
      expect(await transport.bridge.invoke('app.info', {}, 'call-2')).toMatchObject({ ok: true });
    });

    it('refuses a second call with the id of one under way', async () => {
      const first = transport.bridge.invoke('runs.start', {}, 'call-1');
      await target.arrived('runs.start');
      expect(await transport.bridge.invoke('app.info', {}, 'call-1')).toMatchObject({
        ok: false,
        error: { code: 'CONFLICT' },
      });
      target.release();
      expect(await first).toMatchObject({ ok: true });
    });

    it('refuses a call id that is not a plain word', async () => {
      expect(await transport.bridge.invoke('app.info', {}, 'call 1\n')).toMatchObject({
        ok: false,
        error: { code: 'INVALID_INPUT' },
      });
      expect(target.seen).toEqual([]);
    });

    it('brings every event in order until the subscription ends', async () => {
      const events: BridgeEvent[] = [];
      const third = Promise.withResolvers<void>();
      const end = transport.bridge.subscribe((event) => {
        events.push(event);
        if (events.length === 3) third.resolve();
      });
      await transport.subscribed();
      for (const message of ['one', 'two', 'three']) target.emit(message);
      await third.promise;
      expect(events.map((event) => [event.seq, event.name, event.payload])).toEqual([
        [1, 'notice', { level: 'info', message: 'one' }],
        [2, 'notice', { level: 'info', message: 'two' }],
        [3, 'notice', { level: 'info', message: 'three' }],
      ]);
      end();
      target.emit('four');
      await transport.bridge.invoke('app.info', {}, 'after');
      expect(events).toHaveLength(3);
    });
  });
}
