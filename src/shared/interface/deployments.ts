import { type Engine, engineOfTaskType, engines } from './engines.ts';
import { standardTariff, type Tariff } from './tariff.ts';

export const deploymentIds = ['cloro'] as const;
export type DeploymentId = (typeof deploymentIds)[number];

/**
 * A known hosted deployment of the interface. Requests, answers, tasks and webhooks have the form of the interface;
 * the record holds what its documentation names or prices differently.
 */
export type Deployment = {
  readonly id: DeploymentId;
  readonly name: string;
  readonly baseUrl: string;
  readonly engines: Readonly<Record<Engine, DeployedEngine>>;
  readonly redirectPath: string;
  readonly tariff: Tariff;
  /** Its names of `include` flags that differ, by the interface's name. */
  readonly includeNames: Readonly<Record<string, string>>;
  /** Whether a task can be read by its idempotency key as well as by its id. */
  readonly tasksByKey: boolean;
};

export type DeployedEngine = {
  /** Path segment after `/v1/monitor/`. */
  readonly path: string;
  readonly taskType: string;
  readonly displayName: string;
  /** Value of the `model` filter of `GET /v1/countries`; null if there is none. */
  readonly countryModel: string | null;
  /** Whether a request without a country is refused. */
  readonly countryRequired: boolean;
  /** `include` flags that its default page does not have: `legacy` asks for the page that has them. */
  readonly legacyFlags: readonly string[];
  /** What its documentation warns of; null for nothing. */
  readonly notice: string | null;
};

const engine = (path: string, displayName: string, rest: Partial<DeployedEngine> = {}): DeployedEngine => ({
  path,
  taskType: path.replaceAll('/', '_').toUpperCase(),
  displayName,
  countryModel: path,
  countryRequired: true,
  legacyFlags: [],
  notice: null,
  ...rest,
});

/** Documented at docs.cloro.dev (OpenAPI of 7 October 2026, plans and guides), read on 27 November 2026. */
const cloro: Deployment = {
  id: 'cloro',
  name: 'cloro',
  baseUrl: 'https://api.cloro.dev',
  engines: {
    'assistant-a': engine('chatgpt', 'ChatGPT', { legacyFlags: ['ads', 'shopping'] }),
    'assistant-b': engine('gemini', 'Gemini'),
    'assistant-c': engine('grok', 'Grok', {
      notice: 'cloro says that Grok is temporarily unavailable: requests fail and cost nothing.',
    }),
    'assistant-d': engine('copilot', 'Copilot'),
    'assistant-e': engine('perplexity', 'Perplexity'),
    // A `url` carries its own country.
    search: engine('google', 'Google', { countryRequired: false }),
    'search/news': engine('google/news', 'Google News', { countryModel: null }),
    'search-ai': engine('aimode', 'AI Mode'),
  },
  redirectPath: '/v1/monitor/google/goto',
  tariff: {
    ...standardTariff,
    // A page after the first exists for Google and Google News only; a state for the assistants only.
    surcharges: { synchronous: 2, state: 2, furtherPage: 2 },
  },
  includeNames: { searchGoto: 'googleGoto' },
  tasksByKey: false,
};

const deployments: Readonly<Record<DeploymentId, Deployment>> = { cloro };

/** The record of a deployment; null for a service of which nothing is known in advance. */
export function deploymentOf(id: string | null): Deployment | null {
  return deploymentIds.some((known) => known === id) ? deployments[id as DeploymentId] : null;
}

/** The engine of a path, task type or file name of a known deployment, such as `google/news` or `CHATGPT`. */
export function deployedEngine(name: string): Engine | undefined {
  return engineByDeployedName.get(name.toLowerCase().replaceAll(/[_-]/g, '/'));
}

const engineByDeployedName: ReadonlyMap<string, Engine> = new Map(
  deploymentIds.flatMap((id) =>
    engines.flatMap((engine) => {
      const { path, displayName } = deployments[id].engines[engine];
      return [path, displayName.toLowerCase().replaceAll(' ', '/')].map((name) => [name, engine] as const);
    }),
  ),
);

/** What the documentation of a deployment warns of about these engines. */
export function deploymentNotices(deployment: Deployment | null, asked: readonly Engine[]): string[] {
  return asked.flatMap((engine) => deployment?.engines[engine].notice ?? []);
}

/** The engine that a person names: by its own name, or by what a known deployment calls it. */
export function engineNamed(name: string): Engine | undefined {
  return (
    engineOfTaskType(name) ??
    engines.find((known) => known === name) ??
    deployedEngine(name.replaceAll(' ', '/'))
  );
}

type EngineNames = Partial<Record<Engine, { readonly displayName?: string }>>;

/** The engine's name at a connection: the user's, else the deployment's, else its own. */
export function engineNameAt(
  connection: { readonly engineAliases: EngineNames; readonly deployment: DeploymentId | null } | undefined,
  engine: Engine,
): string {
  return (
    connection?.engineAliases[engine]?.displayName ??
    deploymentOf(connection?.deployment ?? null)?.engines[engine].displayName ??
    engine
  );
}
