import { expect, it } from 'vitest';
import { classifyNetworkFailure } from '#client/networkFailures.ts';

const withCode = (code: string, extra: object = {}) => Object.assign(new Error(code), { code, ...extra });
const fetchFailed = (cause: unknown) => new TypeError('fetch failed', { cause });

it.each<[string, unknown, string, string]>([
  ['a refused connection', withCode('ECONNREFUSED'), 'connection', 'never-sent'],
  ['a name that does not resolve', withCode('ENOTFOUND'), 'connection', 'never-sent'],
  ['a name server that is away', withCode('EAI_AGAIN'), 'connection', 'never-sent'],
  ['a connection that takes too long', withCode('UND_ERR_CONNECT_TIMEOUT'), 'connection', 'never-sent'],
  [
    'a system timeout while connecting',
    withCode('ETIMEDOUT', { syscall: 'connect' }),
    'connection',
    'never-sent',
  ],
  ['a reset while connecting', withCode('ECONNRESET', { syscall: 'connect' }), 'connection', 'never-sent'],
  [
    'plain http where https was expected',
    withCode('ERR_SSL_WRONG_VERSION_NUMBER'),
    'connection',
    'never-sent',
  ],
  [
    'every address refused',
    new AggregateError([withCode('ECONNREFUSED'), withCode('ENETUNREACH')]),
    'connection',
    'never-sent',
  ],
  ['a system timeout while reading', withCode('ETIMEDOUT', { syscall: 'read' }), 'connection', 'unknown'],
  ['a reset in the middle', withCode('ECONNRESET', { syscall: 'read' }), 'connection', 'unknown'],
  ['a peer that hung up', withCode('UND_ERR_SOCKET'), 'connection', 'unknown'],
  [
    'one address that was reset among refused ones',
    new AggregateError([withCode('ECONNREFUSED'), withCode('EPIPE')]),
    'connection',
    'unknown',
  ],
  ['something nobody knows', new Error('odd'), 'connection', 'unknown'],
  ['an expired certificate', withCode('CERT_HAS_EXPIRED'), 'certificate', 'never-sent'],
  ['a certificate for another name', withCode('ERR_TLS_CERT_ALTNAME_INVALID'), 'certificate', 'never-sent'],
  [
    'a certificate of an unknown issuer',
    withCode('UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
    'certificate',
    'never-sent',
  ],
])('%s means: %s, %s', (_, cause, kind, reach) => {
  expect(classifyNetworkFailure(fetchFailed(cause))).toMatchObject({ kind, reach });
});
