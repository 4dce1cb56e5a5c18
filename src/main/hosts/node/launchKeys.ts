import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Who may use the browser host: made anew at every start and kept in memory only.
 *
 * The token is sent with every call, in a header and not in a cookie, since browsers send cookies of 127.0.0.1 to
 * every other program that listens there. It travels to the page in the fragment of the printed link, which no
 * server sees and no log keeps. The link handed to the browser program carries a code that works once instead:
 * other users of the machine can read the arguments of a running program.
 */
export type LaunchKeys = {
  readonly token: string;
  /** A code that can be exchanged for the token once. */
  readonly newCode: () => string;
  /** The token, or null for a code that was never given out or is used up. */
  readonly exchange: (code: string) => string | null;
  readonly isToken: (text: string) => boolean;
};

export function createLaunchKeys(newSecret: () => string = randomSecret): LaunchKeys {
  const token = newSecret();
  const tokenDigest = digest(token);
  const codes = new Set<string>();
  return {
    token,
    newCode: () => {
      const code = newSecret();
      codes.add(digest(code).toString('hex'));
      return code;
    },
    // Looked up by digest: how long the comparison takes says nothing about the code.
    exchange: (code) => (codes.delete(digest(code).toString('hex')) ? token : null),
    isToken: (text) => timingSafeEqual(digest(text), tokenDigest),
  };
}

const randomSecret = (): string => randomBytes(32).toString('base64url');

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
