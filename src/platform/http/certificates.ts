import { readFileSync } from 'node:fs';
import tls from 'node:tls';

type Env = Readonly<Record<string, string | undefined>>;

/** A chain that leads to an authority nobody here knows: a company's own may be known to the system. */
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
 * Makes this thread trust the authorities of the system's store and of the file that NODE_EXTRA_CA_CERTS names, besides
 * those that Node brings. Reading the store takes a while, so it waits for the first certificate of an authority that
 * Node does not know. An installed desktop program has to read the file itself: its Electron ignores that variable.
 * @returns false when nothing changed since the last time, so that trying again would not help
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
    // As Node does with a file that is not there; the failure of the certificate is told.
    return [];
  }
}

/** The built-in `fetch`, tried once more when the system knows the authority that Node does not. */
export const fetchTrusting: typeof globalThis.fetch = async (input, init) => {
  try {
    return await fetch(input, init);
  } catch (error) {
    // Nothing was sent; a body that is a stream may be used up all the same.
    const again = init?.body === undefined || init.body === null || typeof init.body === 'string';
    if (!again || !isUnknownAuthority(error) || !trustSystemCertificates(process.env)) throw error;
    return fetch(input, init);
  }
};
