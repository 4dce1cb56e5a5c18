export const errors = {
  'ERR-1': {
    text: 'an error is an object with code, message and timestamp under "error"',
    source: 'interface: Errors, Envelope',
  },
  'ERR-2': {
    text: 'the timestamp of an error is ISO 8601 in UTC and is the moment of the error',
    source: 'interface: Errors, Envelope; gap-fill 10.1',
  },
  'ERR-3': {
    text: 'the details of an error are an object where the code has any, else absent',
    source: 'interface: Errors, Envelope; gap-fill 10.4',
  },
  'ERR-4': {
    text: 'a validation failure has success false, an error message, and field and message of each invalid field',
    source: 'interface: Errors, Envelope',
  },
  'ERR-5': {
    text: 'a validation failure names each invalid field once, by its dotted path',
    source: 'interface: Errors, Envelope; gap-fill 10.2',
  },
  'ERR-6': {
    text: 'a body that fails validation on /v1/monitor/* is 400 with the validation shape',
    source: 'interface: Errors, Codes',
  },
  'ERR-7': {
    text: 'a body that fails validation on /v1/async/* is 422 with the validation shape',
    source: 'interface: Errors, Codes',
  },
  'ERR-8': {
    text: 'a body that is not readable JSON is 400 BAD_REQUEST on every POST route',
    source: 'interface: Errors, Codes',
  },
  'ERR-9': {
    text: 'a POST without a body is refused with 400',
    source: 'interface: Common to every monitor endpoint',
  },
  'ERR-10': {
    text: 'JSON that is not an object is a validation failure on a monitor endpoint',
    source: 'interface: Common to every monitor endpoint; Errors, Codes',
  },
  'ERR-11': {
    text: 'an unknown route is 404 RESOURCE_NOT_FOUND with the path in details.id',
    source: 'interface: Errors, Codes; gap-fill 10.4',
  },
  'ERR-12': {
    text: 'an unknown task is 404 RESOURCE_NOT_FOUND with the task id in details.id',
    source: 'interface: Errors, Codes; gap-fill 4.5',
  },
  'ERR-13': {
    text: 'a known path with another method is 405 METHOD_NOT_ALLOWED',
    source: 'interface: Errors, Codes',
  },
  'ERR-14': {
    text: 'a body over 1 MiB is 413 PAYLOAD_TOO_LARGE',
    source: 'interface: Errors, Codes; gap-fill 0 Body size',
  },
  'ERR-15': {
    text: 'a batch may be 16 MiB, above that it is 413 PAYLOAD_TOO_LARGE',
    source: 'interface: Errors, Codes; gap-fill 0 Body size',
  },
  'ERR-16': {
    text: 'a body not sent as application/json is 415 UNSUPPORTED_MEDIA_TYPE',
    source: 'interface: Errors, Codes',
  },
  'ERR-17': {
    text: 'application/json with a charset is accepted',
    source: 'interface: introduction; Errors, Codes',
  },
  'ERR-18': {
    text: 'a job whose attempts all failed is 500 INTERNAL_SERVER_ERROR "Maximum retries exceeded"',
    source: 'interface: Errors, Codes; gap-fill 0, 500 after retries',
  },
  'ERR-19': {
    text: 'a job that fails permanently is 502 EXTERNAL_SERVICE_ERROR with details.service',
    source: 'interface: Errors, Codes; gap-fill 10.4',
  },
  'ERR-20': {
    text: 'a job that ran out of time is 500 INTERNAL_SERVER_ERROR',
    source: 'interface: Errors, Codes',
  },
  'ERR-21': {
    text: 'a 500 or 502 charges nothing',
    source: 'interface: Common to every monitor endpoint; Errors, Codes',
  },
  'ERR-23': {
    text: 'a call whose client disconnected is recorded by its request id: 499 REQUEST_CANCELED, not charged if it had not run',
    source: 'interface: Errors, Codes (499); gap-fill 0, 499',
  },
  'ERR-24': {
    text: 'a text with an unpaired surrogate is refused immediately, naming the field, in calls, tasks and batches',
    source: 'interface: Common to every monitor endpoint; Errors, Codes',
  },
  'ERR-25': {
    text: 'an HTTP/1.1 request without or with two Host headers, and CONNECT, get the envelope and a request id',
    source: 'interface: Errors, Envelope; Request id header',
  },
  'ERR-26': {
    text: 'a connection on which nothing was sent is closed without a response',
    source: 'interface: Errors (an error answers a request)',
  },
  'ERR-27': {
    text: 'a compressed body is 415 UNSUPPORTED_MEDIA_TYPE on every POST route',
    source: 'interface: Errors, Codes',
  },
  'ERR-28': {
    text: 'a URL that cannot be decoded needs the key and counts towards the rate limit like any other',
    source: 'interface: Authentication 1; Limits, rate limit',
  },

  'ERR-29': {
    text: 'unknown fields are named up to 20 an item and counted beyond; what is said of errors is at most 64 KiB and twice the request',
    source:
      'interface: Errors, Envelope (details: one per invalid field); gap-fill 0, Unknown request fields',
  },
  'ERR-30': {
    text: 'a client that closes its side of the connection after its request still gets the answer it has paid for',
    source: 'interface: Common to every monitor endpoint; Retry rules 3',
  },

  'ERR-22': {
    text: 'bytes that are not HTTP are answered with 400 and the error envelope, and the service continues',
    source: 'interface: Errors, Codes (BAD_REQUEST)',
  },
} as const;
