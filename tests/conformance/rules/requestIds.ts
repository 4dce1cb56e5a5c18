export const requestIds = {
  'REQ-1': {
    text: 'every response carries X-Request-Id',
    source: 'interface: Request id header; Response headers',
  },
  'REQ-2': {
    text: 'a client id of 1 to 128 letters, digits and - _ . : is returned unchanged',
    source: 'interface: Request id header; Limits',
  },
  'REQ-3': {
    text: 'an id of another form is replaced by a generated one',
    source: 'interface: Request id header',
  },
  'REQ-4': {
    text: 'without a client id, every request gets a new id',
    source: 'interface: Request id header',
  },
  'REQ-5': {
    text: 'an error answer carries the client id too',
    source: 'interface: Request id header',
  },
} as const;
