import { readFileSync } from 'node:fs';
import tls from 'node:tls';

type Env = Readonly<Record<string, string | undefined>>;

/** The chain ends at an unknown authority; the system may trust it if it is the company's own. */
const unknownAuthority = new Set([
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

export function isUnknownAuthority(error: unknown): boolean {
  for (let each = error, depth = 0; each instanceof Error && depth < 8; each = each.cause, depth += 1)
    if ('code' in each && unknownAuthority.has(String(each.code))) return true;
  return false;
}

let trustedFile: string | null | undefined;

/**
 * Makes this thread trust the authorities in the system's store and in the file of NODE_EXTRA_CA_CERTS, in
 * addition to Node's. Reading the store is slow, so it happens when the first unknown authority appears. An
 * installed desktop program has to read the file itself, because its Electron ignores the variable.
 * @returns false if nothing changed since the last time, so a retry would not help
 */
export function trustSystemCertificates(env: Env): boolean {
  const file = env.NODE_EXTRA_CA_CERTS || null;
  if (trustedFile === file) return false;
  trustedFile = file;
  const extra = file === null ? [] : certificatesOf(file);
  const known = [...tls.getCACertificates('default'), ...tls.getCACertificates('system')];
  tls.setDefaultCACertificates([...new Set([...known, ...extra])]);
  return true;
}

function certificatesOf(file: string): readonly string[] {
  try {
    return (
      readFileSync(file, 'utf8').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
    );
  } catch {
    // Like Node with a missing file; the certificate error is reported.
    return [];
  }
}

/** The built-in `fetch`, with a retry if the system trusts an authority that Node does not. */
export const fetchTrusting: typeof globalThis.fetch = async (input, init) => {
  try {
    return await fetch(input, init);
  } catch (error) {
    // Nothing was sent, but a stream body may already be consumed.
    const again = init?.body === undefined || init.body === null || typeof init.body === 'string';
    if (!again || !isUnknownAuthority(error) || !trustSystemCertificates(process.env)) throw error;
    return fetch(input, init);
  }
};
