import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { updateProblem } from '#main/updates/updateProblem.ts';
import { firstUpdateState, stepUpdate, type UpdateEvent } from '#main/updates/updateState.ts';

const release = { version: '0.2.0', notes: '' };
const events: fc.Arbitrary<UpdateEvent> = fc.oneof(
  fc.constantFrom<UpdateEvent>(
    { kind: 'checkAsked' },
    { kind: 'checked', release, nowMs: 1 },
    { kind: 'checked', release: null, nowMs: 1 },
    { kind: 'downloadAsked' },
    { kind: 'progress', share: 0.5 },
    { kind: 'downloaded', file: '/a.deb' },
    { kind: 'installAsked' },
    { kind: 'failed', problem: 'x' },
  ),
  fc.boolean().map((busy): UpdateEvent => ({ kind: 'busy', busy })),
);

describe('an update', () => {
  it('is installed only on request, after its download, and while no work is in progress, in any order of events', () => {
    fc.assert(
      fc.property(fc.array(events, { maxLength: 60 }), (happened) => {
        let state = firstUpdateState(true, null);
        let downloaded = false;
        let asked = false;
        for (const event of happened) {
          const step = stepUpdate(state, event);
          if (event.kind === 'downloaded' && state.phase === 'downloading') downloaded = true;
          if (event.kind === 'installAsked') asked = true;
          if (step.effect === 'download') downloaded = false;
          if (step.effect === 'install')
            expect([downloaded, asked, step.state.busy]).toEqual([true, true, false]);
          state = step.state;
        }
      }),
    );
  });

  it('is shown after its download where the user installs it, and not checked for where there are none', () => {
    fc.assert(
      fc.property(fc.array(events, { maxLength: 60 }), (happened) => {
        let told = firstUpdateState(false, null);
        let off = firstUpdateState(false, 'none here');
        for (const event of happened) {
          const step = stepUpdate(told, event);
          // Nothing ends for it, so no work holds it up.
          if (step.effect === 'install') expect(step.state).toMatchObject({ phase: 'ready', file: '/a.deb' });
          expect(step.state.phase).not.toMatch(/waiting|installing/);
          told = step.state;
          const nothing = stepUpdate(off, event);
          expect([nothing.effect, nothing.state.phase]).toEqual([null, 'off']);
          off = nothing.state;
        }
      }),
    );
  });

  it.each([
    [
      'sha512 checksum mismatch, expected a, got b',
      'ERR_CHECKSUM_MISMATCH',
      /not the one that was published/,
    ],
    [
      'New version 1 is not signed by the application owner: x',
      'ERR_UPDATER_INVALID_SIGNATURE',
      /not signed by the publisher/,
    ],
    ['write', 'ENOSPC', /disk is full/],
    ['net::ERR_PROXY_CONNECTION_FAILED', '', /proxy refused/],
    ['net::ERR_CERT_AUTHORITY_INVALID', '', /not trusted/],
    ['net::ERR_INTERNET_DISCONNECTED', '', /cannot be reached/],
  ])('says what went wrong: %s', (message, code, sentence) => {
    expect(updateProblem(Object.assign(new Error(message), { code }))).toMatch(sentence);
  });
});
