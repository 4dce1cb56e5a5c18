export const general = {
  'GEN-1': {
    text: 'every answer is JSON, sent as application/json',
    source: 'interface: introduction',
  },
  'GEN-2': {
    text: 'the engines are named by the same neutral path segments in routes, tasks and the country filter',
    source: 'interface: introduction; gap-fill 0 Task types, 7.1',
  },
  'GEN-3': {
    text: 'a question is asked from the chosen country: two countries get two answers',
    source: 'interface: What the service does',
  },
  'GEN-4': {
    text: 'US state-level targeting is offered on every assistant',
    source: 'interface: What the service does',
  },
  'GEN-5': {
    text: 'a synchronous call and a task return results of the same shape; the task has no wrapper',
    source: 'interface: What the service does; gap-fill 3',
  },
  'GEN-6': {
    text: 'every job spends credits from the balance of the account, synchronous or not',
    source: 'interface: What the service does',
  },
  'GEN-7': {
    text: 'a new account is on the free plan with 500 credits',
    source: 'interface: What the service does',
  },
  'GEN-8': {
    text: 'no response has an IETF RateLimit-* header',
    source: 'interface: Limits, response headers',
  },
  'GEN-9': {
    text: 'a synchronous call emits no events: it returns one JSON document and takes no webhook',
    source: 'interface: Events',
  },
} as const;
