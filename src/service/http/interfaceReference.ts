import { plans } from '#shared/interface/plans.ts';

/** A JSON schema of the OpenAPI description. */
export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
};
type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
type Operation = {
  readonly summary: string;
  readonly description: string;
  readonly security?: readonly unknown[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description: string;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
};
/** The parts of the OpenAPI description that the reference is written from. */
export type InterfaceDescription = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: { readonly taskEnded: { readonly post: Operation } };
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly headers: Readonly<Record<string, { readonly description: string }>>;
  };
};

const introduction = `# API reference

The Answer Monitoring Service as Parallax implements it: every endpoint, field, status and limit. A running service has the same
as OpenAPI 3.1 at \`/openapi.json\` and as this page at \`/docs\`. It is generated from that description.

## Overview

A **synchronous call** asks one engine one question from one country, waits, and returns the result. It occupies one of the
plan's slots until then. A **task** is the same request in a queue, sent alone or in batches of up to 500. Tasks start in order of
priority and age when a slot is free. Read a task by its id, or have its end sent to a webhook. Both spend credits for a
result only.

\`\`\`
curl https://service.example/v1/monitor/assistant-a \\
  -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\
  -d '{"prompt": "best folding bike lock", "country": "DE"}'
\`\`\`

## Authentication

Send \`Authorization: Bearer <key>\` with every request. A key is \`sk_\` and 40 letters or digits. It gives access to all endpoints
and spends the account's credits. Without a key the status is 401 with \`MISSING_API_KEY\`, with a malformed key
\`INVALID_API_KEY_FORMAT\`, with an unknown or revoked key \`INVALID_OR_EXPIRED_API_KEY\`. A new key works immediately; a
revoked key stops working within a minute. \`/openapi.json\`, \`/docs\` and stored pages need no key.

## Errors

\`{"success": false, "error": {"code", "message", "details", "timestamp"}}\`. Use \`code\` in programs; \`message\` is for people.
Invalid fields are reported differently: \`{"success": false, "error": "...", "details": [{"field", "message"}]}\`, with status
400 for synchronous calls and 422 for tasks.

| Status | Code | When |
|---|---|---|
| 400 | \`BAD_REQUEST\` | the request could not be read |
| 401 | \`MISSING_API_KEY\`, \`INVALID_API_KEY_FORMAT\`, \`INVALID_OR_EXPIRED_API_KEY\` | see Authentication |
| 403 | \`INSUFFICIENT_CREDITS\` | the balance does not cover the maximum cost of the request |
| 404 | \`RESOURCE_NOT_FOUND\` | unknown endpoint or task, or an engine without a provider |
| 405 | \`METHOD_NOT_ALLOWED\` | the endpoint has another method, named in \`Allow\` |
| 409 | \`RESOURCE_CONFLICT\` | a task with this \`idempotencyKey\` exists; in a batch \`RESOURCE_ALREADY_EXISTS\` |
| 413 | \`PAYLOAD_TOO_LARGE\` | the body is larger than 1 MiB, or 16 MiB for a batch |
| 415 | \`UNSUPPORTED_MEDIA_TYPE\` | the body is not \`application/json\`, or is compressed |
| 429 | \`RATE_LIMIT_EXCEEDED\` | too many requests within a second |
| 429 | \`CONCURRENT_LIMIT_EXCEEDED\` | all slots are in use; \`details.limit\` is their number |
| 429 | \`QUEUE_LIMIT_EXCEEDED\` | the tasks do not fit in the queue; none was accepted |
| 499 | \`REQUEST_CANCELED\` | the client closed the connection before the response |
| 500 | \`INTERNAL_SERVER_ERROR\` | failed after automatic retries, or timed out; nothing was charged |
| 502 | \`EXTERNAL_SERVICE_ERROR\` | the engine failed in a way that retrying would not fix; nothing was charged |

## Retries

- 429: always safe, because nothing was executed. There is no \`Retry-After\` header: back off with jitter.
- 5xx, time-outs and lost connections: safe for GET and DELETE, and for tasks that all have an \`idempotencyKey\`. A task that
  was already created returns 409.
- Synchronous calls: retry only if the request certainly never reached the service. Otherwise it may still run and be charged. Do
  not retry their 500 and 502: the service has already done so.
- Every other 4xx fails again in the same way.

## Credits and slots

The maximum cost of a request is reserved when it is accepted; the actual cost is charged with its result. Extra data: +2 for
any of \`rawResponse\`, \`searchQueries\`, \`ads\` and \`shopping\` together; +2 for \`aioverview\`; +1 for each product cluster of
\`expandProducts\`, at most 6. A task takes a slot when it starts and keeps it while it waits for a retry.
`;

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return `[${name}](#${name.toLowerCase()})`;
  }
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum !== undefined && schema.enum.length < 12)
    return schema.enum.map((value) => `\`${value}\``).join(', ');
  const forms = schema.anyOf ?? schema.oneOf;
  if (forms !== undefined) return [...new Set(forms.map(typeOf))].join(' or ');
  if (schema.items !== undefined) return `list of ${typeOf(schema.items)}`;
  return [schema.type ?? 'anything'].flat().join(' or ');
}

const cell = (text: string): string => text.replaceAll('|', '\\|');

function fieldsOf(schema: Schema): string[] {
  const rows = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const star = schema.required?.includes(name) === true ? '*' : '';
    return `| \`${name}\`${star} | ${typeOf(field)} | ${cell(field.description ?? '')} |`;
  });
  return rows.length === 0
    ? [`One of ${typeOf(schema)}.`, '']
    : ['| Field | Type | Meaning |', '|---|---|---|', ...rows, ''];
}

function operationOf(name: string, operation: Operation): string[] {
  const { description, parameters, requestBody, responses, security } = operation;
  const body = requestBody?.content['application/json'];
  const answer = responses['200']?.content?.['application/json'];
  const named = parameters.filter(({ name: each }) => each !== 'X-Request-Id');
  const statuses = Object.keys(responses).join(', ');
  const json = (title: string, value: unknown): string[] =>
    value === undefined ? [] : [`${title}:`, '', '```json', JSON.stringify(value, null, 2), '```', ''];
  return [
    `### ${name}`,
    '',
    `${operation.summary}. ${description}${security === undefined ? '' : ' No key is needed.'}`,
    '',
    ...(named.length === 0 ? [] : ['| Parameter | In | Meaning |', '|---|---|---|']),
    ...named.map(
      (each) => `| \`${each.name}\`${each.required ? '*' : ''} | ${each.in} | ${cell(each.description)} |`,
    ),
    ...(named.length === 0 ? [] : ['']),
    ...(body === undefined ? [] : [`Body: ${typeOf(body.schema)}.`]),
    ...(answer === undefined ? [] : [`Response: ${typeOf(answer.schema)}.`]),
    `Statuses: ${statuses}.`,
    '',
    ...json('Request', body?.example),
  ];
}

/** The reference of the interface as Markdown: what is the same in every deployment, then every path and object. */
export function interfaceReference({ paths, webhooks, components }: InterfaceDescription): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operationOf(`${method.toUpperCase()} ${path}`, operation),
    ),
  );
  const slots = plans.map(
    ({ name, slots: count, monthlyCredits }) =>
      `| ${name} | ${count} | ${monthlyCredits.toLocaleString('en')} |`,
  );
  const headers = Object.entries(components.headers).map(
    ([name, { description }]) => `| \`${name}\` | ${cell(description)} |`,
  );
  const schemas = Object.entries(components.schemas)
    .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
    .flatMap(([name, schema]) => [
      `### ${name}`,
      '',
      ...(schema.description === undefined ? [] : [schema.description, '']),
      ...fieldsOf(schema),
    ]);
  const text = [
    introduction,
    '| Plan | Slots | Credits per month |',
    '|---|---|---|',
    ...slots,
    '',
    '## Headers',
    '',
    'Requests can have an `X-Request-Id` of 1 to 128 letters, digits and `-_.:`; the response repeats it.',
    '',
    '| Response header | Meaning |',
    '|---|---|',
    ...headers,
    '',
    'All responses have the first three; responses to synchronous calls have all of them.',
    '',
    '## Endpoints',
    '',
    '`*` means required.',
    '',
    ...operations,
    '## Webhook',
    '',
    ...operationOf('POST to webhook.url', webhooks.taskEnded.post),
    '## Versions',
    '',
    'The version is part of the path. Fields and endpoints can be added at any time; breaking changes get a new path.',
    'Deprecated endpoints send `Deprecation`, `Sunset` and `Link` for at least six months before they end. None is deprecated.',
    '',
    '## Objects',
    '',
    ...schemas,
  ];
  return `${text.join('\n').trimEnd()}\n`;
}
