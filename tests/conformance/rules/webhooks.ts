const hook = 'gap-fill 5';

export const webhooks = {
  'HOOK-1': {
    text: 'a task with webhook.url sends a POST there when it completes',
    source: 'interface: Events',
  },
  'HOOK-2': {
    text: 'it sends one when it fails too, with response.error and 0 charged',
    source: `gap-fill 0 Webhook; ${hook}`,
  },
  'HOOK-3': { text: 'the body is JSON, sent as application/json', source: hook },
  'HOOK-4': { text: 'the body is the status answer without its webhook block', source: hook },
  'HOOK-5': { text: 'there is no event name; task.status distinguishes completed and failed', source: hook },
  'HOOK-6': {
    text: 'any 2xx response confirms the delivery: the task then states delivered and the time',
    source: `${hook}; gap-fill 4.5`,
  },
  'HOOK-7': { text: 'another status is a failed attempt and is retried', source: hook },
  'HOOK-8': { text: 'a cut connection is a failed attempt and is retried', source: hook },
  'HOOK-9': { text: 'a redirect is not followed and is a failed attempt', source: 'gap-fill 0 Webhook' },
  'HOOK-10': { text: 'there are five attempts, then no more', source: 'gap-fill 0 Webhook' },
  'HOOK-11': {
    text: 'the waits between attempts double: about 1, 2, 4 and 8 times the base of two minutes',
    source: 'gap-fill 0 Webhook',
  },
  'HOOK-12': {
    text: 'after the last attempt the result is still available, with delivered false',
    source: `${hook}; gap-fill 4.5`,
  },
  'HOOK-14': { text: 'without a secret a delivery carries none of the signature headers', source: hook },
  'HOOK-15': { text: 'a secret begins with whsec_ and signs every delivery from then on', source: hook },
  'HOOK-16': {
    text: 'the signature is v1= and the lower-case hex HMAC-SHA256 of "<timestamp>.<raw body>" under the whole secret',
    source: hook,
  },
  'HOOK-17': { text: 'the timestamp is the Unix time of signing in whole seconds', source: hook },
  'HOOK-18': { text: 'the webhook id is <task id>-<attempt> and differs for every attempt', source: hook },
  'HOOK-19': { text: 'rotating the secret invalidates the former one at once', source: hook },
  'HOOK-20': { text: 'removing the secret ends signing', source: hook },
  'HOOK-21': {
    text: 'every task of a batch sends its own, in the order of completion',
    source: 'gap-fill 4.4; 5',
  },
  'HOOK-22': { text: 'a cleared task sends none', source: 'interface: States; gap-fill 4.8' },
  'HOOK-23': { text: 'deliveries survive a restart of the service', source: 'gap-fill 0 Webhook' },
  'HOOK-24': {
    text: 'private addresses are accepted in a task but not connected to, unless the deployment allows them',
    source: 'gap-fill 0 webhook.url',
  },
  'HOOK-25': { text: 'a task without a webhook sends nothing', source: 'interface: Events' },
  'HOOK-26': {
    text: 'a task that fails at its start, because the balance no longer covers it, sends one too',
    source: 'gap-fill 0 Webhook; 4.8',
  },
  // Last, because it takes ten seconds that the others can use.
  'HOOK-13': {
    text: 'an attempt without a response for 10 seconds has failed',
    source: 'gap-fill 0 Webhook',
  },
} as const;
