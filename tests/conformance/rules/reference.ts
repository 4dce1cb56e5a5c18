const lists = 'interface: Country and state lists; Other endpoints';

export const reference = {
  'REF-1': {
    text: 'GET /v1/countries is a bare list of 250 upper-case ISO 3166-1 alpha-2 codes',
    source: `${lists}; gap-fill 0 Countries, 7.1`,
  },
  'REF-2': {
    text: 'the list may be filtered by model: the engine path segments and ai-overview',
    source: 'gap-fill 0; 7.1',
  },
  'REF-3': { text: 'each model has the countries where it is available', source: 'gap-fill 7.1' },
  'REF-4': {
    text: 'an unknown model is 400 with the validation shape, naming model',
    source: 'gap-fill 7.1',
  },
  'REF-5': {
    text: 'a country a model does not have is refused by that engine, in call and task',
    source: 'gap-fill 7.1, 10.3',
  },
  'REF-6': {
    text: 'GET /v1/states?country=US lists 50 states and DC as code and name, in order of name',
    source: `${lists}; gap-fill 7.2`,
  },
  'REF-7': { text: 'any other country has an empty list of states', source: 'interface: Other endpoints' },
  'REF-8': {
    text: 'a missing or ill-formed country is 400 with the validation shape, naming country',
    source: 'interface: Other endpoints; gap-fill 7.2',
  },
  'REF-9': { text: 'every listed state is usable as a target', source: lists },
  'REF-10': { text: 'the lists cost nothing', source: 'gap-fill 7.1' },
} as const;

export const availability = {
  'AVAIL-1': {
    text: 'a monitor call to an engine that is not yet available is 404 RESOURCE_NOT_FOUND',
    source: 'interface: Engines and availability; gap-fill 0 Availability',
  },
  'AVAIL-2': {
    text: 'a task for an engine that is not yet available fails validation with 422',
    source: 'interface: Engines and availability',
  },
  'AVAIL-3': {
    text: 'in a batch such a task is VALIDATION_ERROR and the others are created',
    source: 'gap-fill 0 Availability',
  },
  'AVAIL-4': {
    text: 'the other engines and the redirect resolver keep working',
    source: 'gap-fill 0 Availability',
  },
  'AVAIL-5': { text: 'by default, all eight engines are available', source: 'gap-fill 0 Availability' },
} as const;

const versions = 'interface: Versioning';

export const versioning = {
  'VERS-1': { text: 'every endpoint is under /v1/ and under nothing else', source: `${versions} 1` },
  'VERS-2': { text: 'there is no version header or query parameter', source: `${versions} 1` },
  'VERS-3': { text: 'no endpoint announces a deprecation', source: `${versions} 4, 5` },
  'VERS-4': { text: 'the version of the service is 1.0.0', source: `${versions} 6` },
} as const;

const oas = 'gap-fill 0 OpenAPI';

export const openapi = {
  'OAS-1': { text: 'GET /openapi.json is served without a key', source: oas },
  'OAS-2': { text: 'it is a valid OpenAPI 3.1 document', source: oas },
  'OAS-3': { text: 'it has every endpoint of the interface', source: `${oas}; interface: Endpoints` },
  'OAS-4': {
    text: 'it has every status the interface lists for an endpoint',
    source: `${oas}; interface: Endpoints`,
  },
  'OAS-5': {
    text: 'it has the response headers of the interface',
    source: `${oas}; interface: Response headers`,
  },
  'OAS-6': {
    text: 'it asks for the bearer key on every endpoint',
    source: `${oas}; interface: Authentication 1`,
  },
  'OAS-7': {
    text: 'its request schemas have every field of the tables and no other',
    source: `${oas}; interface: tables of the endpoints`,
  },
  'OAS-8': {
    text: 'its request schemas accept what the service accepts',
    source: `${oas} (the same schemas that validate)`,
  },
  'OAS-9': { text: 'its response schemas describe what the service answers', source: oas },
  'OAS-10': { text: 'it marks no endpoint as deprecated', source: `${versions} 5` },
  'OAS-11': {
    text: 'it has every status that an endpoint answers with',
    source: `${oas}; interface: Errors, Codes`,
  },
  'OAS-12': {
    text: 'its limits are those of the service, also for emoji and for white space at the ends',
    source: `${oas} (the same schemas that validate); gap-fill 0 Prompt and query`,
  },
} as const;
