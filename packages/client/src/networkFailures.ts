import type { Reach, ServiceErrorKind } from './serviceError.ts';

/** Errors that occur before the first byte of the request is sent. */
const beforeSending = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NONAME',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EADDRINUSE',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** OpenSSL's verification results as Node names them, https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const certificateCodes = new Set([
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_CRL',
  'UNABLE_TO_DECRYPT_CERT_SIGNATURE',
  'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
  'CERT_SIGNATURE_FAILURE',
  'CERT_NOT_YET_VALID',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_CHAIN_TOO_LONG',
  'CERT_REVOKED',
  'INVALID_CA',
  'PATH_LENGTH_EXCEEDED',
  'INVALID_PURPOSE',
  'CERT_UNTRUSTED',
  'CERT_REJECTED',
  'HOSTNAME_MISMATCH',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

export type NetworkFailure = {
  readonly kind: Extract<ServiceErrorKind, 'connection' | 'certificate'>;
  readonly reach: Reach;
  /** Error code of the system, such as ECONNREFUSED; empty if there is none. */
  readonly systemCode: string;
};

/**
 * Classifies an error of `fetch` by its chain of causes. If several addresses were tried, all of their errors are
 * considered.
 */
export function classifyNetworkFailure(error: unknown): NetworkFailure {
  const causes = chain(error);
  const codes = causes.map(codeOf);
  const certificate = codes.find((code) => certificateCodes.has(code));
  if (certificate !== undefined) return { kind: 'certificate', reach: 'never-sent', systemCode: certificate };
  const leaves = causes.filter((cause) => codeOf(cause) !== '' && !(cause instanceof AggregateError));
  const systemCode = codeOf(leaves[0]);
  const neverSent = leaves.length > 0 && leaves.every(failedBeforeSending);
  return { kind: 'connection', reach: neverSent ? 'never-sent' : 'unknown', systemCode };
}

function failedBeforeSending(cause: unknown): boolean {
  const code = codeOf(cause);
  if (beforeSending.has(code)) return true;
  // The TLS handshake failed (no TLS, no common protocol version), so the request was not sent.
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO' || code.startsWith('ERR_TLS_')) return true;
  return (
    cause instanceof Error && 'syscall' in cause && ['connect', 'getaddrinfo'].includes(String(cause.syscall))
  );
}

function chain(error: unknown): readonly unknown[] {
  const found: unknown[] = [];
  const waiting = [error];
  while (waiting.length > 0 && found.length < 20) {
    const next = waiting.shift();
    if (!(next instanceof Error) || found.includes(next)) continue;
    found.push(next);
    if (next instanceof AggregateError) waiting.push(...next.errors);
    if (next.cause !== undefined) waiting.push(next.cause);
  }
  return found;
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
}
