import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Json = Readonly<Record<string, unknown>>;

/** The service's published OpenAPI document, read the way a client generator would read it. */
export type PublishedDocument = {
  readonly json: Json;
  /** "GET /v1/credits" and so on. */
  readonly operations: readonly string[];
  readonly operation: (name: string) => Json;
  readonly statuses: (name: string) => readonly string[];
  /** Header names of one response, lower-cased. */
  readonly responseHeaders: (name: string, status: string) => readonly string[];
  /** A check of a request body, or of an answer's body for a status, against the document's schema. */
  readonly requestCheck: (name: string) => ValidateFunction;
  readonly responseCheck: (name: string, status: string) => ValidateFunction;
  /** Names of the fields a request body may have, at its root or below one of its members. */
  readonly requestFields: (name: string, member?: string) => readonly string[];
};

const documentId = 'https://service.invalid/openapi.json';
const methods = ['get', 'post', 'put', 'patch', 'delete'];

export function publishedDocument(json: Json): PublishedDocument {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  // The package is CommonJS; what it exports by default is behind `default` for ES modules.
  (addFormats as unknown as { default: (to: Ajv2020) => void }).default(ajv);
  ajv.addSchema({ ...json, $id: documentId });

  const at = (pointer: string): Json => {
    let node: unknown = json;
    for (const part of pointer.replace(/^#?\//, '').split('/')) {
      node = (node as Json | undefined)?.[part.replaceAll('~1', '/').replaceAll('~0', '~')];
    }
    const found = node as Json | undefined;
    if (found === undefined) throw new Error(`the document has no ${pointer}`);
    return typeof found.$ref === 'string' ? at(found.$ref) : found;
  };
  const pointerOf = (name: string): string => {
    const [method = '', path = ''] = name.split(' ');
    return `/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}`;
  };
  const check = (pointer: string): ValidateFunction => {
    at(pointer);
    return ajv.compile({ $ref: `${documentId}#${pointer}` });
  };
  const bodySchema = (holder: string): string => `${holder}/content/application~1json/schema`;
  /** Where a response really stands: in the operation, or where the operation refers to. */
  const holderOf = (pointer: string): string => {
    const parts = pointer.split('/');
    const parent = at(parts.slice(0, -1).join('/'));
    const direct = parent[String(parts.at(-1))] as Json | undefined;
    return typeof direct?.$ref === 'string' ? direct.$ref.slice(1) : pointer;
  };

  return {
    json,
    operations: Object.entries(at('/paths')).flatMap(([path, item]) =>
      Object.keys(item as Json)
        .filter((method) => methods.includes(method))
        .map((method) => `${method.toUpperCase()} ${path}`),
    ),
    operation: (name) => at(pointerOf(name)),
    statuses: (name) => Object.keys(at(`${pointerOf(name)}/responses`)),
    responseHeaders: (name, status) => {
      const { headers = {} } = at(`${pointerOf(name)}/responses/${status}`);
      return Object.keys(headers as Json).map((header) => header.toLowerCase());
    },
    requestCheck: (name) => check(bodySchema(holderOf(`${pointerOf(name)}/requestBody`))),
    responseCheck: (name, status) => check(bodySchema(holderOf(`${pointerOf(name)}/responses/${status}`))),
    requestFields: (name, member) => {
      const root = at(bodySchema(holderOf(`${pointerOf(name)}/requestBody`)));
      const schemas = member === undefined ? [root] : membersOf(root, member, at);
      return [...new Set(schemas.flatMap((schema) => fieldsOf(schema, at)))].toSorted();
    },
  };
}

/** The schema itself and those it is put together from. */
function partsOf(schema: Json, at: (pointer: string) => Json): readonly Json[] {
  const resolved = typeof schema.$ref === 'string' ? at(schema.$ref) : schema;
  const composed = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => (resolved[key] ?? []) as readonly Json[]);
  return [resolved, ...composed.flatMap((part) => partsOf(part, at))];
}

/** Fields a schema allows; one that is `false` or `not: {}` in one form of the body is not a field of that form. */
function fieldsOf(schema: Json, at: (pointer: string) => Json): readonly string[] {
  return partsOf(schema, at).flatMap((part) =>
    Object.entries((part.properties ?? {}) as Json)
      .filter(([, value]) => value !== false && !(value as Json).not)
      .map(([field]) => field),
  );
}

function membersOf(schema: Json, member: string, at: (pointer: string) => Json): readonly Json[] {
  return partsOf(schema, at)
    .map((part) => ((part.properties ?? {}) as Json)[member] as Json | undefined)
    .filter((found) => found !== undefined);
}
