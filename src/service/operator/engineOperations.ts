import { setTimeout as delay } from 'node:timers/promises';
import { timeOrderedId } from '#platform/identifiers.ts';
import { type Engine, engines, questionField } from '#shared/interface/engines.ts';
import type {
  ServiceDriver,
  ServiceEngineBinding,
  ServiceOperationName,
} from '#shared/interface/operator/operations.ts';
import { nextStepAfter, type ProviderFailureReason } from '#shared/interface/providerFailure.ts';
import { type EngineRequest, parseEngineRequest } from '#shared/interface/requests/parseRequest.ts';
import type { AccountState, Driver, DriverOutcome } from '../drivers/driver.ts';
import type { DriverDefinition } from '../drivers/driverDefinition.ts';
import { ProviderRefusal } from '../drivers/providerErrors.ts';
import type { DriverRegistry, DriverSettings } from '../drivers/registry.ts';
import { readEngineConfig, writeEngineConfig } from '../engines/configFile.ts';
import type { Handlers } from './accountOperations.ts';
import type { AnalysisOperation } from './analysisOperations.ts';
import type { OperatorContext } from './operatorContext.ts';
import { refusal } from './operatorContext.ts';

type EngineOperation = Exclude<Extract<ServiceOperationName, `engines.${string}`>, AnalysisOperation>;

const testQuestion = 'Which folding bike locks do people trust?';
const testTimeoutMs = 120_000;
const modelsTimeoutMs = 20_000;

/** Bindings of engines to drivers, and test questions. */
export function engineOperations(context: OperatorContext): Handlers<EngineOperation> {
  const { registry, dataFolder, clock } = context;
  const unknown = (driver: string) =>
    refusal(
      'NOT_FOUND',
      `No provider "${driver}". Providers: ${registry.definitions.map(({ id }) => id).join(', ')}`,
    );

  return {
    'engines.list': async () => bindings(registry),
    'engines.drivers': async () => registry.definitions.map((definition) => driverView(definition, registry)),
    'engines.bind': async ({ engine, driver, country }) => {
      const outcome =
        country === undefined ? registry.bind(engine, driver) : registry.bindCountry(engine, country, driver);
      if (outcome === 'unknown-driver') return unknown(driver ?? '');
      if (outcome === 'unfit-driver') return refusal('INVALID_INPUT', `${driver} does not support ${engine}`);
      const config = await readEngineConfig(dataFolder);
      await writeEngineConfig(
        dataFolder,
        country === undefined
          ? { ...config, bindings: { ...config.bindings, [engine]: driver } }
          : {
              ...config,
              countryBindings: { ...config.countryBindings, [engine]: registry.countryBindings(engine) },
            },
      );
      return bindings(registry);
    },
    'engines.configure': async ({ driver, settings, key }) => {
      const definition = registry.definitions.find(({ id }) => id === driver);
      if (definition === undefined) return unknown(driver);
      const known = new Set(definition.settings.map(({ name }) => name));
      const wrong = Object.keys(settings ?? {}).find((name) => !known.has(name));
      if (wrong !== undefined)
        return refusal('INVALID_INPUT', `${definition.displayName} has no setting "${wrong}"`);
      await registry.configure(driver, {
        settings,
        key,
      });
      if (settings !== undefined) {
        const config = await readEngineConfig(dataFolder);
        await writeEngineConfig(dataFolder, {
          ...config,
          drivers: { ...config.drivers, [driver]: settings },
        });
      }
      return driverView(definition, registry);
    },
    'engines.models': async ({ driver }) => {
      const found = registry.driver(driver);
      if (found === undefined) return unknown(driver);
      if (found.listModels === undefined)
        return refusal('NOT_AVAILABLE', `${found.displayName} does not list its models`);
      try {
        const models = await found.listModels(AbortSignal.timeout(modelsTimeoutMs));
        return models.map(({ name, endsOn = null }) => ({ name, endsOn }));
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        return refusal('FAILED', `${found.displayName} did not list its models: ${reason}`);
      }
    },
    'engines.check': async ({ driver, key, settings }) => {
      const definition = registry.definitions.find(({ id }) => id === driver);
      const found =
        key === undefined && settings === undefined
          ? registry.driver(driver)
          : definition?.create({
              settings: { ...registry.settings(driver), ...settings },
              key: key ?? registry.keyFor(driver, settings),
            });
      if (found === undefined || definition === undefined) return unknown(driver);
      try {
        return await checked(found, definition, { ...registry.settings(driver), ...settings });
      } finally {
        if (found !== registry.driver(driver)) await found.close?.();
      }
    },
    'engines.test': async ({ driver, engine, question = testQuestion, country = 'US' }) => {
      const found = registry.driver(driver);
      if (found === undefined) return unknown(driver);
      const asked = engine ?? engines.find((each) => found.capabilities[each] !== undefined);
      if (asked === undefined || found.capabilities[asked] === undefined)
        return refusal('INVALID_INPUT', `${found.displayName} does not support ${engine ?? 'any engine'}`);
      const readiness = found.readiness();
      if (!readiness.ready) return { ok: false, message: readiness.message, latencyMs: 0, result: null };
      const body = { [questionField(asked)]: question, country };
      const parsed = parseEngineRequest(asked, body, { searchHosts: [] });
      if (!parsed.ok) return refusal('INVALID_INPUT', parsed.issues.map(({ message }) => message).join('; '));
      const started = performance.now();
      const outcome = await askOnce(found, parsed.asked, clock.now());
      const latencyMs = Math.round(performance.now() - started);
      return { ...described(found, outcome), latencyMs };
    },
  };
}

async function askOnce(driver: Driver, asked: EngineRequest, nowMs: number): Promise<DriverOutcome> {
  try {
    const signal = AbortSignal.timeout(testTimeoutMs);
    let receipt: string | null = null;
    for (;;) {
      const outcome = await driver.answer({
        ...asked,
        jobId: timeOrderedId(nowMs),
        attempt: 1,
        nowMs,
        signal,
        queued: false,
        receipt: () => receipt,
        keepReceipt: async (next) => {
          receipt = next;
        },
      });
      if (outcome.kind !== 'pending') return outcome;
      await delay(outcome.checkAfterMs, undefined, { signal });
    }
  } catch {
    return { kind: 'retry', cause: 'timeout', reason: `no answer within ${testTimeoutMs / 1_000} s` };
  }
}

async function checked(driver: Driver, definition: DriverDefinition, settings: DriverSettings) {
  const facts = {
    engines: engines.filter((engine) => driver.capabilities[engine] !== undefined),
    prices: engines.flatMap((engine) =>
      driver.capabilities[engine] === undefined
        ? []
        : [{ engine, price: questionPrice(definition, engine, settings) }],
    ),
    price: definition.guide?.price ?? null,
    ...{ balance: null, searchesLeft: null, models: null, reason: null, nextStep: null },
  };
  const refused = (reason: ProviderFailureReason, message: string) => ({
    ...facts,
    ...{ ok: false, message, reason, nextStep: nextStepAfter(reason) },
  });
  const readiness = driver.readiness();
  // A model may still be missing: the check returns the list of models.
  if (!readiness.ready && readiness.missing !== 'model') {
    if (readiness.missing === 'key') return refused('key', readiness.message);
    return { ...facts, ok: false, message: readiness.message };
  }
  if (driver.account === undefined) {
    const message = `${driver.displayName} checks a key only when a question is sent.`;
    const nextStep = definition.key === undefined ? null : 'Send a test question to be sure.';
    return { ...facts, ok: null, message, nextStep };
  }
  try {
    const state = await driver.account(AbortSignal.timeout(modelsTimeoutMs));
    const said = { ...facts, message: accountSentence(driver, state), ...state };
    if ((state.balance?.amount ?? 1) > 0 && state.searchesLeft !== 0) return { ...said, ok: true };
    return { ...said, ok: false, reason: 'quota' as const, nextStep: nextStepAfter('quota') };
  } catch (error) {
    if (error instanceof ProviderRefusal) return refused(error.reason, error.message);
    return refused('timeout', `${driver.displayName} did not answer within ${modelsTimeoutMs / 1_000} s.`);
  }
}

function accountSentence({ displayName }: Driver, { balance, searchesLeft, models }: AccountState): string {
  const left = [
    balance === undefined ? undefined : `${balance.amount.toFixed(2)} ${balance.currency} left`,
    searchesLeft === undefined ? undefined : `${searchesLeft} searches left`,
    models === undefined ? undefined : `${models} models`,
  ].filter((part) => part !== undefined);
  return `${displayName} accepts the key${left.length === 0 ? '' : `: ${left.join(', ')}`}.`;
}

function described(driver: Driver, outcome: DriverOutcome) {
  switch (outcome.kind) {
    case 'answer': {
      const { text } = outcome.result;
      const length = typeof text === 'string' ? `, ${text.length} characters` : '';
      const model = outcome.provenance.model === undefined ? '' : ` with ${outcome.provenance.model}`;
      return {
        ok: true,
        message: `${driver.displayName} answered${model}${length}.`,
        result: { ...outcome.result, provenance: outcome.provenance },
        rawExchange: outcome.rawExchange,
      };
    }
    case 'pending':
      return { ok: false, message: `${driver.displayName} has not finished.`, result: null };
    case 'retry':
      return { ok: false, message: `${driver.displayName} did not answer: ${outcome.reason}`, result: null };
    case 'fatal':
      return { ok: false, message: `${driver.displayName}: ${outcome.message}`, result: null };
  }
}

function bindings(registry: DriverRegistry): ServiceEngineBinding[] {
  return engines.map((engine) => {
    const id = registry.binding(engine);
    return {
      engine,
      driver: id,
      answeredBy: id === null ? null : answererName(registry, id),
      price: id === null ? null : boundPrice(registry, id, engine),
      ...availability(registry, engine, id),
      countries: Object.entries(registry.countryBindings(engine))
        .sort(([left], [right]) => (left < right ? -1 : 1))
        .map(([country, driver]) => ({
          country,
          driver,
          answeredBy: answererName(registry, driver),
          ...availability(registry, engine, driver),
        })),
    };
  });
}

function availability(registry: DriverRegistry, engine: Engine, id: string | null) {
  if (id === null) return { available: false, reason: 'no provider set' };
  const readiness = registry.readiness(id);
  if (!readiness.ready) return { available: false, reason: readiness.message };
  return registry.driver(id)?.capabilities[engine] === undefined
    ? { available: false, reason: `${id} does not support ${engine}` }
    : { available: true, reason: null };
}

function boundPrice(registry: DriverRegistry, id: string, engine: Engine): string | null {
  const definition = registry.definitions.find((each) => each.id === id);
  return definition === undefined ? null : questionPrice(definition, engine, registry.settings(id));
}

/** The price of one question, formatted for users. */
function questionPrice(definition: DriverDefinition, engine: Engine, settings: DriverSettings): string {
  if (definition.guide === undefined) return 'free';
  const field = (name: string) => definition.settings.find((each) => each.name === name);
  const price = definition.guide.question(
    engine,
    (name) => settings[name]?.trim() || (field(name)?.default ?? ''),
  );
  if (price === null) return 'known with the answer';
  const [from, to] = price;
  if (to === 0) return 'free';
  const dollars = (amount: number): string => String(Math.round(amount * 1e5) / 1e5);
  return from === to ? `${dollars(to)} USD` : `${dollars(from)} to ${dollars(to)} USD`;
}

/** The provider with its model, if it has a choice of models. */
function answererName(registry: DriverRegistry, id: string): string {
  const definition = registry.definitions.find((each) => each.id === id);
  const model = definition?.settings.find(({ name }) => name === 'model');
  const chosen = model === undefined ? '' : registry.settings(id)[model.name]?.trim() || model.default;
  const name = definition?.displayName ?? id;
  return chosen === '' ? name : `${name}, ${chosen}`;
}

function driverView(definition: DriverDefinition, registry: DriverRegistry): ServiceDriver {
  const { id, key, settings } = definition;
  const readiness = registry.readiness(id);
  const values = registry.settings(id);
  return {
    id,
    displayName: definition.displayName,
    summary: definition.summary,
    hasKey: registry.hasKey(id),
    keyRequired: key?.required ?? false,
    keyLabel: key?.label ?? null,
    keyVariable: key?.env ?? null,
    keyFrom: key?.from ?? null,
    keyAddresses: [...registry.keyAddresses(id)],
    ready: readiness.ready,
    missing: readiness.ready ? null : readiness.missing,
    message: readiness.ready ? null : readiness.message,
    boundTo: engines.filter((engine) => registry.binding(engine) === id),
    suggestedFor: [...definition.suggestedFor],
    price: definition.guide?.price ?? null,
    settings: settings.map((field) => ({
      name: field.name,
      label: field.label,
      kind: field.kind,
      value: values[field.name] ?? '',
      default: field.default,
      optional: field.optional ?? false,
      choices: [...(field.choices ?? [])],
      help: field.help,
    })),
    capabilities: engines.flatMap((engine) => {
      const capability = definition.capabilities[engine];
      return capability === undefined
        ? []
        : [{ ...capability, engine, fields: [...capability.fields], notes: [...(capability.notes ?? [])] }];
    }),
  };
}
