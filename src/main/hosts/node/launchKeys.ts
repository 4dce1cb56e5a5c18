import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** How long a code in a link works, in milliseconds. */
export const codeLifeMs = 60_000;

/** What a page sends with every call. Neither half is valid without the other. */
export type Session = {
  /**
   * Stored by the browser, inaccessible to scripts. The browser sends it to every port of 127.0.0.1, whoever
   * listens there.
   */
  readonly cookie: string;
  /** Stored by the page, inaccessible to other ports. */
  readonly key: string;
};

/**
 * Access to the browser host: generated at every start and kept in memory only. A link contains a code, which
 * can be exchanged for a session once and within a minute, so that a link in a history is useless.
 */
export type LaunchKeys = {
  /** @param onUsed called when the code was exchanged */
  readonly newCode: (onUsed?: () => void) => string;
  /** The session, or null for a code that is unknown, used or expired. */
  readonly exchange: (code: string) => Session | null;
  readonly isSession: (session: Session) => boolean;
};

const newSecret = (): string => randomBytes(32).toString('base64url');

export function createLaunchKeys(nowMs: () => number): LaunchKeys {
  const secret = newSecret();
  const codes = new Map<string, { readonly madeAtMs: number; readonly onUsed: () => void }>();
  const keyOf = (cookie: string): string => createHmac('sha256', secret).update(cookie).digest('base64url');
  const forgetOld = (): void => {
    // Neither after its minute nor, by a clock that was set back, long before it.
    for (const [code, { madeAtMs }] of codes)
      if (Math.abs(nowMs() - madeAtMs) >= codeLifeMs) codes.delete(code);
  };
  return {
    newCode: (onUsed = () => undefined) => {
      forgetOld();
      const code = newSecret();
      codes.set(digest(code).toString('hex'), { madeAtMs: nowMs(), onUsed });
      return code;
    },
    exchange: (code) => {
      forgetOld();
      // Looked up by digest, so that the time of the comparison reveals nothing about the code.
      const name = digest(code).toString('hex');
      const known = codes.get(name);
      if (known === undefined) return null;
      codes.delete(name);
      known.onUsed();
      const cookie = newSecret();
      return { cookie, key: keyOf(cookie) };
    },
    isSession: ({ cookie, key }) => timingSafeEqual(digest(key), digest(keyOf(cookie))),
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
