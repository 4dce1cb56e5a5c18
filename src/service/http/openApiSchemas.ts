import descriptions from '#resources/interface/descriptions.json' with { type: 'json' };
import type { Json } from './openApiOperations.ts';

type Schema = Readonly<Record<string, unknown>>;
type Use = { readonly root: string; readonly parent: string; readonly base: string };

/** Explicit names for schemas, by the path of the object; several for several forms at one path. */
const chosenNames: Readonly<Record<string, readonly string[]>> = {
  'Error.error': ['ErrorBody'],
  'LimitError.error': ['LimitErrorBody'],
  'LimitError.error.details': ['SlotLimitDetails', 'QueueLimitDetails'],
  'TaskFailure.error': ['TaskError'],
  'BatchResponse.results': ['BatchItemAccepted', 'BatchItemRefused'],
  'BatchResponse.results.error': ['BatchItemError'],
  'BatchResponse.summary': ['BatchSummary'],
  'QueueMetrics.concurrency': ['SlotUsage'],
  'QueueMetrics.priorityBreakdown': ['PriorityCount'],
  'SearchRequest.include.aioverview': ['AiOverviewInclude'],
  'SearchResult.aioverview': ['AiOverview'],
  'ValidationFailure.details': ['FieldIssue'],
  'AssistantATaskStatus.webhook': ['WebhookDelivery'],
};

/**
 * Names every object in the components, so that a generated client has one type for each instead of repeated
 * inline types. Identical objects share a name: that of the field, in the singular for list entries, prefixed
 * with the parent's if another object already has it.
 */
export function nameSharedSchemas(components: Readonly<Record<string, Schema>>): Record<string, Schema> {
  const uses = new Map<string, Use[]>();
  const chosen = new Map<string, string>();
  for (const [name, component] of Object.entries(components)) {
    const root = name.replace(/(Request|Response|Result)$/, '');
    const visit = (schema: Schema, path: readonly string[], listed: boolean): void => {
      const member = path.at(-1) ?? '';
      if (path.length > 1 && isObject(schema)) {
        const key = JSON.stringify(schema);
        const base = pascal(listed ? singular(member) : member);
        const parent = path.length > 2 ? pascal(singular(path.at(-2) ?? '')) : '';
        uses.set(key, [...(uses.get(key) ?? []), { root, parent, base }]);
        const given = chosenNames[path.join('.')]?.find((each) => ![...chosen.values()].includes(each));
        if (given !== undefined && !chosen.has(key)) chosen.set(key, given);
      }
      for (const [child, property] of Object.entries(propertiesOf(schema)))
        visit(property, [...path, child], false);
      for (const item of listedIn(schema)) visit(item, path, true);
      for (const part of alternativesOf(schema)) visit(part, path, listed);
    };
    visit(component, [name], false);
  }
  const names = namesOf(uses, chosen, new Set(Object.keys(components)));
  const named: Record<string, Schema> = {};
  const rewrite = (schema: Schema): Schema =>
    rewriteInner(schema, (part) => {
      const name = names.get(JSON.stringify(part));
      if (name === undefined) return rewrite(part);
      named[name] ??= rewrite(part);
      return reference(name);
    });
  const top = Object.entries(components).map(([name, schema]) => [name, rewrite(schema)] as const);
  return { ...Object.fromEntries(top), ...named };
}

function namesOf(
  uses: ReadonlyMap<string, readonly Use[]>,
  chosen: ReadonlyMap<string, string>,
  taken: Set<string>,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>(chosen);
  for (const name of chosen.values()) taken.add(name);
  const rootsOf = (each: readonly Use[]): number => new Set(each.map(({ root }) => root)).size;
  const bases = Map.groupBy(uses.values(), ([first]) => first?.base ?? '');
  const byReach = [...uses].toSorted(([, one], [, other]) => rootsOf(other) - rootsOf(one));
  for (const [key, [first, ...others]] of byReach) {
    if (first === undefined || names.has(key)) continue;
    const { root, parent, base } = first;
    const alone = bases.get(base)?.length === 1 || rootsOf([first, ...others]) > 1;
    const candidates = [
      ...(alone ? [base] : []),
      root + base,
      root + parent + base,
      `${root}${parent}${base}2`,
    ];
    const name = candidates.find((candidate) => !taken.has(candidate));
    if (name === undefined) continue;
    taken.add(name);
    names.set(key, name);
  }
  return names;
}

/** Adds a description to every property, from one table for all engines. */
export function describeSchemas(components: Readonly<Record<string, Schema>>): Record<string, Schema> {
  const table: Readonly<Record<string, string>> = descriptions;
  const describe = (component: string, schema: Schema): Schema => {
    const properties = Object.entries(propertiesOf(schema)).map(([name, property]) => {
      const description = table[`${component}.${name}`] ?? table[name];
      const described = describe(component, property);
      return [name, description === undefined ? described : { ...described, description }];
    });
    const inner = rewriteInner(schema, (part) => describe(component, part));
    return properties.length === 0 ? inner : { ...inner, properties: Object.fromEntries(properties) };
  };
  return Object.fromEntries(
    Object.entries(components).map(([name, schema]) => {
      const description = table[`${name}.`];
      return [name, { description, ...describe(name, schema) }];
    }),
  );
}

export function reference(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

const isObject = (schema: Schema): boolean => Object.keys(propertiesOf(schema)).length > 0;

const propertiesOf = (schema: Schema): Readonly<Record<string, Schema>> =>
  (schema.properties ?? {}) as Readonly<Record<string, Schema>>;

/** Schemas of the entries of a list, or of the values of a map. */
const listedIn = ({ items, additionalProperties }: Schema): readonly Schema[] =>
  [items, additionalProperties].filter((each) => typeof each === 'object' && each !== null) as Schema[];

const compositions = ['anyOf', 'oneOf', 'allOf'] as const;
const alternativesOf = (schema: Schema): readonly Schema[] =>
  compositions.flatMap((key) => (schema[key] ?? []) as readonly Schema[]);

function rewriteInner(schema: Schema, change: (part: Schema) => Schema): Schema {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'properties')
        return [
          key,
          Object.fromEntries(Object.entries(value as object).map(([name, part]) => [name, change(part)])),
        ];
      if ((key === 'items' || key === 'additionalProperties') && typeof value === 'object')
        return [key, change(value as Schema)];
      if ((compositions as readonly string[]).includes(key)) return [key, (value as Schema[]).map(change)];
      return [key, value];
    }),
  );
}

/** `old_price` and `oldPrice` as `OldPrice`. */
const pascal = (member: string): string =>
  member.replaceAll(/(^|[_-])([a-z])/g, (_match, _separator, letter: string) => letter.toUpperCase());

function singular(member: string): string {
  if (member.endsWith('ies')) return `${member.slice(0, -3)}y`;
  if (member.endsWith('ches')) return member.slice(0, -2);
  return member.endsWith('s') && !member.endsWith('ss') ? member.slice(0, -1) : member;
}
