const adding = 'interface: Limits, credit add-ons';

export const credits = {
  'CRED-1': {
    text: 'GET /v1/credits returns remaining, perCycle and cycleResetsAt, without a wrapper',
    source: 'interface: Other endpoints; gap-fill 6.1',
  },
  'CRED-2': {
    text: 'reading the balance needs no monitor call and costs nothing',
    source: 'interface: Other endpoints',
  },
  'CRED-3': {
    text: 'the free plan grants 500 a month: perCycle 500 and a cycle that ends within a month',
    source: 'interface: Limits; gap-fill 0 Free plan',
  },
  'CRED-4': {
    text: 'the base costs are a 5, b 4, c 4, d 5, e 4, search 3, news 3, search-ai 4',
    source: 'gap-fill 0 Base cost',
  },
  'CRED-5': {
    text: 'synchronous call and task cost the same',
    source: 'gap-fill 0 Base cost',
  },
  'CRED-6': {
    text: 'rawResponse, searchQueries, ads and shopping on assistant-a add 2, each alone and all together',
    source: `${adding}; interface: POST /v1/monitor/assistant-a`,
  },
  'CRED-7': {
    text: 'html, markdown, legacy and disableWebSearch on assistant-a add nothing',
    source: `${adding}; gap-fill 6.3`,
  },
  'CRED-8': {
    text: 'flags of assistants b to e, a state, and further pages add nothing',
    source: 'gap-fill 0 Base cost; 6.3',
  },
  'CRED-9': {
    text: 'the AI overview on search adds 2, once for either or both of its flags, even as an empty object',
    source: `${adding}; gap-fill 6.3`,
  },
  'CRED-10': {
    text: 'expandProducts on search-ai adds 1 for each cluster returned, 6 at most',
    source: `${adding}; interface: POST /v1/monitor/search-ai`,
  },
  'CRED-11': {
    text: 'a flag that is false adds nothing',
    source: 'gap-fill 6.3',
  },
  'CRED-12': {
    text: 'a call is admitted only if the balance covers its maximum cost, else 403 INSUFFICIENT_CREDITS',
    source: 'interface: Limits; Errors, Codes',
  },
  'CRED-13': {
    text: 'a balance of exactly the maximum cost is enough',
    source: 'interface: Limits',
  },
  'CRED-14': {
    text: 'with expandProducts, admission assumes 6 clusters, and only returned clusters are charged',
    source: 'gap-fill 6.3',
  },
  'CRED-15': {
    text: 'credits are charged on success: a running call has not been charged yet',
    source: 'interface: Common to every monitor endpoint',
  },
  'CRED-16': {
    text: 'a queued or failed task is not charged, a completed one is',
    source: 'interface: States; gap-fill 4.3',
  },
  'CRED-17': {
    text: 'creditsToCharge is the cost known at submission, without the clusters',
    source: 'gap-fill 4.3',
  },
  'CRED-18': {
    text: 'submitting deducts and reserves nothing',
    source: 'gap-fill 4.3, 6.1',
  },
  'CRED-19': {
    text: 'a task the balance does not cover is 403 INSUFFICIENT_CREDITS',
    source: 'interface: Async endpoints',
  },
  'CRED-20': {
    text: 'the balance is checked again when a task starts: a task it no longer covers is FAILED and not charged',
    source: 'interface: Other endpoints (authoritative check); gap-fill 4.8',
  },
  'CRED-21': {
    text: 'the balance never goes below zero, however many calls run at once',
    source: 'interface: Limits (admission)',
  },
  'CRED-22': {
    text: 'a call that was retried by the service is charged once',
    source: 'interface: Retry rules 3; Common to every monitor endpoint',
  },
  'CRED-23': {
    text: 'a task is accepted only if the balance covers its maximum cost, which is what is checked when it starts',
    source: 'interface: Limits (admission); Errors, Codes; Async endpoints',
  },
  'CRED-24': {
    text: 'when a cycle ends, the first request sees the new one: balance, perCycle and cycleResetsAt',
    source: 'interface: Other endpoints (GET /v1/credits); gap-fill 0 Free plan',
  },
} as const;
