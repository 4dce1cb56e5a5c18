/**
 * Writes packages/client/src/interface.ts, the interface as types without a validator, from the schemas of the service:
 * `node scripts/clientTypes.ts`. A test fails when the two differ.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openApiDocument } from '#service/http/openApi.ts';
import { nameOf } from '#service/http/openApiOperations.ts';
import { countryModels, engines, redirectPath, taskTypeOf } from '#shared/interface/engines.ts';
import { batchItemErrorCodes, errorCodes } from '#shared/interface/errors.ts';
import { headerNames } from '#shared/interface/headers.ts';
import { batchLimit } from '#shared/interface/tasks.ts';

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

/** Names that would stand in the way of the language's own. */
const renamed: Readonly<Record<string, string>> = { Error: 'ErrorEnvelope', Map: 'PlaceMap' };

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return renamed[name] ?? name;
  }
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
  const forms = schema.anyOf ?? schema.oneOf;
  if (forms !== undefined) return [...new Set(forms.map(typeOf))].join(' | ');
  const [type, ...others] = [schema.type ?? []].flat();
  if (others.length > 0)
    return [type, ...others].map((each) => typeOf({ ...schema, type: each ?? 'null' })).join(' | ');
  switch (type) {
    case 'array':
      return `readonly ${bracketed(typeOf(schema.items ?? {}))}[]`;
    case 'object':
      return schema.properties === undefined ? recordOf(schema) : membersOf(schema);
    case 'integer':
      return 'number';
    default:
      return type ?? 'unknown';
  }
}

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value));

const bracketed = (type: string): string => (/ \| |^readonly /.test(type) ? `(${type})` : type);

function recordOf({ additionalProperties: values }: Schema): string {
  const type = typeof values === 'object' ? typeOf(values) : 'unknown';
  return `Readonly<Record<string, ${type}>>`;
}

function membersOf({ properties = {}, required = [] }: Schema): string {
  const members = Object.entries(properties).map(([name, property]) => {
    const comment = property.description === undefined ? '' : `  /** ${property.description} */\n`;
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`;
    return `${comment}  readonly ${key}${required.includes(name) ? '' : '?'}: ${typeOf(property)};\n`;
  });
  return `{\n${members.join('')}}`;
}

/** The file as TypeScript. */
export function clientTypes(): string {
  const { components } = openApiDocument() as unknown as {
    readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  };
  const types = Object.entries(components.schemas)
    .map(([name, schema]) => ({ name: renamed[name] ?? name, schema }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
    .map(({ name, schema }) => {
      const comment = schema.description === undefined ? '' : `/** ${schema.description} */\n`;
      return `${comment}export type ${name} = ${typeOf(schema)};\n`;
    });
  const constant = (name: string, value: unknown): string =>
    `export const ${name} = ${JSON.stringify(value, null, 2)} as const;\n`;
  const perEngine = (name: string, suffix: string): string =>
    `export type ${name} = {\n${engines
      .map((engine) => `  readonly '${engine}': ${nameOf(engine)}${suffix};\n`)
      .join('')}};\n`;
  return [
    '// Written by scripts/clientTypes.ts from the schemas of the service. Do not edit.\n',
    constant('taskTypes', Object.fromEntries(engines.map((engine) => [engine, taskTypeOf(engine)]))),
    '/** The eight engines, by their path after `/v1/monitor/`. */\nexport type Engine = keyof typeof taskTypes;\n',
    perEngine('MonitorRequests', 'Request'),
    perEngine('MonitorResults', 'Result'),
    perEngine('TaskStatuses', 'TaskStatus'),
    `/** What \`countries\` can be narrowed to. */\nexport type CountryModel = ${countryModels.map(literal).join(' | ')};\n`,
    constant('errorCodes', errorCodes),
    constant('batchItemErrorCodes', batchItemErrorCodes),
    constant('headerNames', headerNames),
    constant('redirectPath', redirectPath),
    constant('batchLimit', batchLimit),
    ...types,
  ].join('\n');
}

export const clientTypesFile = fileURLToPath(new URL('../packages/client/src/interface.ts', import.meta.url));
if (import.meta.main) writeFileSync(clientTypesFile, clientTypes());
