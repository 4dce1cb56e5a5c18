/** Writes docs/interface.md from the OpenAPI description: `node tests/support/interface/interfaceDocument.ts`. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openApiDocument } from '#service/http/openApi.ts';
import { plans } from '#shared/interface/plans.ts';

type Schema = {
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
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: { readonly taskEnded: { readonly post: Operation } };
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly headers: Readonly<Record<string, { readonly description: string }>>;
  };
};

const introduction = `# The interface

The Answer Monitoring Service, as Parallax carries it: every address, field, status and limit. The same as OpenAPI 3.1 is
at \`/openapi.json\` of a running service, and to read and search at \`/docs\`. This page is written from that description
(\`node tests/support/interface/interfaceDocument.ts\`); a test fails when the two differ.

## In one minute

A **synchronous call** asks one engine one question from one country, waits, and answers with the result. It holds one of
the plan's slots all the time. A **task** is the same request put into a queue: alone or in batches of up to 500, taken in
the order of priority and age when a slot is free, read by its id, announced to a webhook when it has ended. Both spend
credits when there is a result, and nothing otherwise.

\`\`\`
curl https://service.example/v1/monitor/assistant-a \\
  -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\
  -d '{"prompt": "best folding bike lock", "country": "DE"}'
\`\`\`

## Keys

Every request carries \`Authorization: Bearer <key>\`; a key is \`sk_\` and 40 letters or digits. It opens every address and
spends the account's credits. Without one the answer is 401 \`MISSING_API_KEY\`, with one of another form
\`INVALID_API_KEY_FORMAT\`, with an unknown or revoked one \`INVALID_OR_EXPIRED_API_KEY\`. A new key works at once; a
revoked one stops within a minute. No key is needed for \`/openapi.json\`, \`/docs\` and stored pages.

## Errors

\`{"success": false, "error": {"code", "message", "details", "timestamp"}}\`. Branch on \`code\`; \`message\` is for people.
Fields that are not valid have a form of their own: \`{"success": false, "error": "...", "details": [{"field", "message"}]}\`,
400 for synchronous calls and 422 for tasks.

| Status | Code | When |
|---|---|---|
| 400 | \`BAD_REQUEST\` | the request could not be read |
| 401 | \`MISSING_API_KEY\`, \`INVALID_API_KEY_FORMAT\`, \`INVALID_OR_EXPIRED_API_KEY\` | see above |
| 403 | \`INSUFFICIENT_CREDITS\` | the balance does not cover the most that the request can cost |
| 404 | \`RESOURCE_NOT_FOUND\` | unknown address or task, or an engine that nobody answers for |
| 405 | \`METHOD_NOT_ALLOWED\` | the address has another method, named in \`Allow\` |
| 409 | \`RESOURCE_CONFLICT\` | a task with this \`idempotencyKey\` exists; in a batch \`RESOURCE_ALREADY_EXISTS\` |
| 413 | \`PAYLOAD_TOO_LARGE\` | the body is larger than 1 MiB, of a batch 16 MiB |
| 415 | \`UNSUPPORTED_MEDIA_TYPE\` | the body is not \`application/json\`, or compressed |
| 429 | \`RATE_LIMIT_EXCEEDED\` | too many requests within a second |
| 429 | \`CONCURRENT_LIMIT_EXCEEDED\` | every slot is in use; \`details.limit\` says how many there are |
| 429 | \`QUEUE_LIMIT_EXCEEDED\` | the tasks would overflow the queue; none was taken |
| 499 | \`REQUEST_CANCELED\` | the caller left before the answer |
| 500 | \`INTERNAL_SERVER_ERROR\` | failed after its retries, or ran out of time; nothing was charged |
| 502 | \`EXTERNAL_SERVICE_ERROR\` | the engine failed in a way that repeating would not mend; nothing was charged |

## When to repeat a request

- 429: always; nothing ran. There is no \`Retry-After\`: wait with jitter.
- 5xx, time-outs and lost connections: for GET and DELETE, and for tasks that all have an \`idempotencyKey\`. A task that
  was created already answers 409.
- A synchronous call only when it surely never reached the service. Otherwise it may run and be charged. Its 500 and 502
  are final: the service has repeated it already.
- Every other 4xx fails the same way again.

## Credits and slots

The most a request can cost is reserved when it is admitted and the true cost is charged with its result. Add-ons: +2 for
any of \`rawResponse\`, \`searchQueries\`, \`ads\` and \`shopping\` together; +2 for \`aioverview\`; +1 for each product cluster of
\`expandProducts\`, at most 6. A task takes its slot when it starts and keeps it while it waits to be repeated.
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
    ...(answer === undefined ? [] : [`Answer: ${typeOf(answer.schema)}.`]),
    `Statuses: ${statuses}.`,
    '',
    ...json('Request', body?.example),
  ];
}

/** The page as Markdown. */
export function interfaceDocument(): string {
  const { paths, webhooks, components } = openApiDocument() as unknown as Document;
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
    '| Plan | Slots | Credits a month |',
    '|---|---|---|',
    ...slots,
    '',
    '## Headers',
    '',
    'A request may carry `X-Request-Id`, 1 to 128 letters, digits and `-_.:`; it comes back in the answer.',
    '',
    '| Header of an answer | Meaning |',
    '|---|---|',
    ...headers,
    '',
    'The first three are on every answer, the rest on those of synchronous calls.',
    '',
    '## Addresses',
    '',
    '`*` marks what is required.',
    '',
    ...operations,
    '## Webhook',
    '',
    ...operationOf('POST to webhook.url', webhooks.taskEnded.post),
    '## Versions',
    '',
    'The version stands in the path. Fields and addresses may be added to it at any time; anything that would break a client',
    'comes under a new path. A deprecated address says so in `Deprecation`, `Sunset` and `Link`, at least six months before it',
    'ends. None is deprecated.',
    '',
    '## Objects',
    '',
    ...schemas,
  ];
  return `${text.join('\n').trimEnd()}\n`;
}

export const interfaceFile = fileURLToPath(new URL('../../../docs/interface.md', import.meta.url));
if (import.meta.main) writeFileSync(interfaceFile, interfaceDocument());
