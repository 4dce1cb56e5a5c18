export const authentication = {
  'AUTH-1': {
    text: 'a request with "Authorization: Bearer <key>" is accepted',
    source: 'interface: Authentication 1',
  },
  'AUTH-2': {
    text: 'a key is sk_ followed by 40 letters and digits',
    source: 'interface: Authentication 2',
  },
  'AUTH-3': { text: 'a key grants every endpoint', source: 'interface: Authentication 3' },
  'AUTH-4': {
    text: 'every endpoint refuses a request without a key',
    source: 'interface: Endpoints; Authentication 1',
  },
  'AUTH-5': {
    text: 'no Authorization header is 401 MISSING_API_KEY',
    source: 'interface: Authentication, table',
  },
  'AUTH-6': {
    text: 'an Authorization header without a bearer token is 401 MISSING_API_KEY',
    source: 'interface: Authentication, table',
  },
  'AUTH-7': {
    text: 'a token not shaped like a key is 401 INVALID_API_KEY_FORMAT',
    source: 'interface: Authentication, table',
  },
  'AUTH-8': {
    text: 'a well-formed but unknown key is 401 INVALID_OR_EXPIRED_API_KEY',
    source: 'interface: Authentication, table',
  },
  'AUTH-9': {
    text: 'a revoked key stops working within a minute, with 401 INVALID_OR_EXPIRED_API_KEY',
    source: 'interface: Authentication 4 and table',
  },
  'AUTH-10': {
    text: 'revoking a key leaves the other keys of its account working',
    source: 'interface: Authentication 4',
  },
  'AUTH-11': {
    text: 'all keys of an account spend the one balance of that account',
    source: 'interface: Authentication 5',
  },
  'AUTH-12': {
    text: 'a key spends nothing from another account',
    source: 'interface: Authentication 5',
  },
  'AUTH-13': {
    text: 'an account cannot read the tasks of another: they are 404 to it',
    source: 'interface: Resources, Async task; Authentication 5',
  },
  'AUTH-14': {
    text: 'a 401 has no details',
    source: 'gap-fill 10.4',
  },
  'AUTH-15': {
    text: 'a new key works at once',
    source: 'interface: Authentication 3, 4',
  },
} as const;
