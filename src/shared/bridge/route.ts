import { z } from 'zod';
import { inProject } from '../model/projectScope.ts';
import { once } from '../once.ts';

/**
 * Where a route names its project. The router finds the project once, before the handler: it then stands as
 * `projectId` in the place of `project`.
 * - `one`: a project by id or name, the one in use when absent
 * - `oneOrAll`: the same, or `all`, which becomes `undefined`
 * - `input`, `query`: in the input itself or in its member `query`, which keep their shape and get the id
 * - `filter`: the same for its member `filter`, which is about all projects when it names none, or `all`
 */
export type ProjectScope = 'one' | 'oneOrAll' | 'input' | 'query' | 'filter';

/**
 * One entry of the contract between window and core. `mutation` says that the call changes something: hosts
 * never repeat it by themselves.
 */
export type Route<
  Input extends z.ZodType = z.ZodType,
  Output = unknown,
  Scope extends ProjectScope | null = ProjectScope | null,
  Mutation extends boolean = boolean,
> = {
  /** Built at the first call: a program calls few of the routes, and building a schema is slow. */
  readonly input: () => Input;
  /** Never there: what the call returns is known to the compiler only. */
  readonly output?: Output;
  readonly mutation: Mutation;
  readonly project: Scope;
};

type InputSchema<Given> = Given extends z.ZodType
  ? Given
  : Given extends z.core.$ZodShape
    ? z.ZodObject<{ -readonly [Member in keyof Given]: Given[Member] }, z.core.$strict>
    : never;

/** Of a schema, or of the members that an input has and no others. */
const route =
  <Mutation extends boolean>(mutation: Mutation) =>
  <Given extends z.ZodType | z.core.$ZodShape>(input: () => Given) => ({
    /** What the core answers with. It is our own program, so the answer is not parsed. */
    returns: <Output>(): Route<InputSchema<Given>, Output, null, Mutation> => ({
      input: once(() => {
        const given = input();
        return (given instanceof z.ZodType ? given : z.strictObject(given)) as InputSchema<Given>;
      }),
      mutation,
      project: null,
    }),
  });

export const query = route(false);
export const mutation = route(true);

/** The input of a call without any, and the output of one that returns nothing. */
export const nothing = () => z.strictObject({});
export type Nothing = Readonly<Record<string, never>>;

/** The route, for one project. */
export const ofProject = <
  Shape extends z.core.$ZodShape,
  Config extends z.core.$ZodObjectConfig,
  Output,
  Mutation extends boolean,
>(
  route: Route<z.ZodObject<Shape, Config>, Output, null, Mutation>,
) => ({ ...route, input: once(() => route.input().extend(inProject)), project: 'one' as const });

/** The route, for one project or all of them. */
export const ofProjectOrAll = <
  Shape extends z.core.$ZodShape,
  Config extends z.core.$ZodObjectConfig,
  Output,
  Mutation extends boolean,
>(
  route: Route<z.ZodObject<Shape, Config>, Output, null, Mutation>,
) => ({ ...route, input: once(() => route.input().extend(inProject)), project: 'oneOrAll' as const });

/** The route, with the id of its project in the same place. */
export const projectIn = <
  Scope extends 'input' | 'query' | 'filter',
  Input extends z.ZodType,
  Output,
  Mutation extends boolean,
>(
  member: Scope,
  route: Route<Input, Output, null, Mutation>,
): Route<Input, Output, Scope, Mutation> => ({ ...route, project: member });
