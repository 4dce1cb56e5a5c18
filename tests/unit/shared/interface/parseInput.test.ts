import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { routeTable } from '#shared/bridge/routeTable.ts';
import { serviceOperations } from '#shared/interface/operator/operations.ts';
import { parseInput, problemText } from '#shared/interface/parseInput.ts';
import { resultSchemas } from '#shared/interface/results/monitorResults.ts';
import { alertChannelsSchema } from '#shared/model/alert.ts';
import { analysisChoiceSchema } from '#shared/model/analysisModel.ts';
import { engineAliasesSchema } from '#shared/model/connection.ts';
import { projectDefaultsSchema } from '#shared/model/project.ts';
import { reportChannelsSchema } from '#shared/model/scheduledReport.ts';
import { settingsSchema } from '#shared/model/settings.ts';
import { planSchema } from '#shared/planning/plan.ts';

/** Every schema that something passes which a person entered, brought or edited. */
const schemas: readonly (readonly [string, z.ZodType])[] = [
  ...Object.entries(routeTable).map(([name, { input }]) => [name, input() as z.ZodType] as const),
  ...Object.entries(serviceOperations).map(
    ([name, { input }]) => [`service ${name}`, input() as z.ZodType] as const,
  ),
  ...Object.entries(resultSchemas).map(
    ([name, schema]) => [`result of ${name}`, schema as z.ZodType] as const,
  ),
  ['plan', planSchema],
  ['settings', settingsSchema],
  ['alert channels', alertChannelsSchema],
  ['report channels', reportChannelsSchema],
  ['project defaults', projectDefaultsSchema],
  ['engine aliases', engineAliasesSchema],
  ['analysis model', analysisChoiceSchema],
];

type Def = {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly items?: readonly z.ZodType[];
  readonly valueType?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
  readonly getter?: () => z.ZodType;
  readonly values?: readonly unknown[];
  readonly checks?: readonly {
    readonly _zod: { readonly def: { readonly maximum?: number; readonly minimum?: number } };
  }[];
};
const defOf = (schema: z.ZodType): Def => schema.def as unknown as Def;

const long = 'x'.repeat(300_000);
const wrongValues: readonly unknown[] = [
  undefined,
  null,
  true,
  '',
  ' ',
  'x',
  long,
  -1e15,
  1e15,
  0.5,
  Number.NaN,
  [],
  [null, null],
  {},
  { nothingKnown: 1 },
];

/** Schemas that several others share are walked once. */
const walked = new Set<z.ZodType>();

/** Wrong values for a schema, each in a value that reaches its place. */
function* wrong(schema: z.ZodType): Generator<unknown> {
  const def = defOf(schema);
  for (const value of wrongValues) yield value;
  if (walked.has(schema)) return;
  walked.add(schema);
  for (const { _zod } of def.checks ?? []) {
    const { maximum, minimum } = _zod.def;
    if (maximum !== undefined && maximum < 300_000)
      yield def.type === 'number'
        ? maximum + 1
        : def.type === 'array'
          ? Array(maximum + 1).fill('x')
          : 'x'.repeat(maximum + 1);
    if (minimum !== undefined && minimum > 0)
      yield def.type === 'number' ? minimum - 1 : 'x'.repeat(minimum - 1);
  }
  const within: z.ZodType[] = [def.innerType, def.in, def.out, def.getter?.()].filter(
    (each) => each !== undefined,
  );
  for (const inner of within) yield* wrong(inner);
  for (const [key, member] of Object.entries(def.shape ?? {}))
    for (const value of wrong(member)) yield { ...constantsOf(def), [key]: value };
  if (def.element) for (const value of wrong(def.element)) yield [value];
  if (def.valueType) for (const value of wrong(def.valueType)) yield { DE: value };
  for (const option of def.options ?? []) yield* wrong(option);
  for (const [at, item] of (def.items ?? []).entries())
    for (const value of wrong(item)) yield [...Array(at).fill('x'), value];
}

/** The members with one possible value: they decide the alternative of a union. */
function constantsOf({ shape = {} }: Def): Readonly<Record<string, unknown>> {
  const constants = Object.entries(shape).flatMap(([key, member]) => {
    const { type, values = [] } = defOf(member);
    return type === 'literal' ? [[key, values[0]]] : [];
  });
  return Object.fromEntries(constants);
}

const libraryWording =
  /Too (big|small)|Invalid|\bexpected\b|received|Unrecognized|discriminator|[<>]=|must match|undefined|\[object|of another kind/;

describe('what is wrong with an input', () => {
  it.each(schemas)('is said in sentences for each field of %s', (_, schema) => {
    const said = new Set<string>();
    for (const value of wrong(schema)) {
      const parsed = parseInput(schema, value);
      if (!parsed.success) for (const { message } of parsed.problems) said.add(message);
    }
    const unfit = [...said].filter(
      (message) => libraryWording.test(message) || !/^[A-Z“"].*[.!?]$/s.test(message) || message.length > 400,
    );
    expect(unfit).toEqual([]);
  });

  const said = (schema: z.ZodType, value: unknown): string => {
    const parsed = parseInput(schema, value);
    return parsed.success ? '' : problemText(parsed.problems);
  };

  it.each<[z.ZodType, unknown, string]>([
    [
      z.object({ question: z.string().max(10_000) }),
      { question: long },
      'The question is longer than 10,000 characters.',
    ],
    [z.object({ question: z.string() }), {}, 'The question is missing.'],
    [z.object({ name: z.string().min(1) }), { name: '' }, 'The name must not be empty.'],
    [z.object({ name: z.string().min(1, 'Enter a name.') }), { name: '' }, 'Enter a name.'],
    [
      z.object({ samples: z.number().int().min(1).max(20) }),
      { samples: 21 },
      'The number of repeats must be at most 20.',
    ],
    [
      z.object({ samples: z.number().int() }),
      { samples: 1.5 },
      'The number of repeats must be a whole number.',
    ],
    [
      z.object({ markets: z.array(z.string()).max(2) }),
      { markets: ['a', 'b', 'c'] },
      'The markets must have at most 2 entries.',
    ],
    [
      z.object({ markets: z.array(z.string().max(2)) }),
      { markets: ['DE', 'DEU'] },
      'Item 2 of the markets is longer than 2 characters.',
    ],
    [
      z.object({ brands: z.array(z.object({ name: z.string() })) }),
      { brands: [{ name: 1 }] },
      'The name in item 1 of the brands must be text.',
    ],
    [z.object({ paper: z.enum(['A4', 'Letter']) }), { paper: 'A5' }, 'The paper must be one of A4, Letter.'],
    [z.strictObject({ paper: z.string() }), { paper: '', papre: 1 }, 'The input has no field papre.'],
    [
      z.object({ limit: z.union([z.number(), z.literal('all')]) }),
      { limit: [] },
      'The limit must be all or a number.',
    ],
    [
      z.object({
        rule: z.discriminatedUnion('kind', [z.object({ kind: z.literal('cost'), credits: z.number() })]),
      }),
      { rule: { kind: 'cost', credits: 'many' } },
      'The credits of the rule must be a number.',
    ],
    [z.record(z.string(), z.string()), { DE: 1 }, 'The “DE” must be text.'],
    [z.object({ text: z.string().max(5) }), { text: { length: { toString: 0 } } }, 'The text is not valid.'],
  ])('names the field and the limit (%#)', (schema, value, sentence) => {
    expect(said(schema, value)).toBe(sentence);
  });

  it('names a few of very many', () => {
    const parsed = parseInput(z.array(z.string()), Array(100_000).fill(1));
    expect(parsed.success ? [] : parsed.problems).toHaveLength(21);
    expect(parsed.success ? '' : parsed.problems.at(-1)?.message).toBe(
      'There are 99,980 more problems of this kind.',
    );
  });
});
