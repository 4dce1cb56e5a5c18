import type {
  AnalysisMeter,
  AnalysisOutcome,
  Analyst,
  ServiceOperationName,
} from '#shared/interface/operator/operations.ts';
import type { Driver, StructuredOutcome } from '../drivers/driver.ts';
import type { DriverDefinition } from '../drivers/driverDefinition.ts';
import type { DriverRegistry } from '../drivers/registry.ts';
import type { Handlers } from './accountOperations.ts';
import type { OperatorContext } from './operatorContext.ts';
import { refusal } from './operatorContext.ts';

export type AnalysisOperation = Extract<
  ServiceOperationName,
  'engines.analysts' | 'engines.askJson' | 'engines.stopAsking'
>;

/** Questions of an analysis to a provider's model, without an engine. */
export function analysisOperations(context: OperatorContext): Handlers<AnalysisOperation> {
  const { registry, clock } = context;
  const running = new Map<string, AbortController>();

  return {
    'engines.analysts': async () =>
      registry.definitions.flatMap((definition) => {
        const driver = registry.driver(definition.id);
        return driver?.askJson === undefined ? [] : [analyst(definition, driver, registry)];
      }),
    'engines.askJson': async ({ id, driver: name, key, ...question }) => {
      const definition = registry.definitions.find((each) => each.id === name);
      if (definition === undefined) return refusal('NOT_FOUND', `No provider "${name}"`);
      const driver = withKey(registry, definition, key);
      if (driver?.askJson === undefined)
        return refusal(
          'NOT_AVAILABLE',
          `${definition.displayName} cannot analyse answers: it has no structured output`,
        );
      const stop = new AbortController();
      running.set(id, stop);
      try {
        const at = { signal: stop.signal, nowMs: clock.now() };
        return outcomeOf(await driver.askJson({ ...question, temperature: 0 }, at), question.model);
      } catch (error) {
        if (stop.signal.aborted) return { kind: 'stopped' };
        throw error;
      } finally {
        running.delete(id);
        if (driver !== registry.driver(name)) await driver.close?.();
      }
    },
    'engines.stopAsking': async ({ id }) => {
      const stop = running.get(id);
      stop?.abort();
      return { stopped: stop !== undefined };
    },
  };
}

/** A key that another process holds is used for the addresses it was stored for, and no others. */
function withKey(
  registry: DriverRegistry,
  definition: DriverDefinition,
  key: { readonly secret: string; readonly addresses: readonly string[] } | undefined,
): Driver | undefined {
  const { id } = definition;
  const allowed = registry.keyAddresses(id).every((address) => key?.addresses.includes(address));
  if (key === undefined || registry.hasKey(id) || !allowed) return registry.driver(id);
  return definition.create({ settings: registry.settings(id), key: key.secret });
}

function analyst(definition: DriverDefinition, driver: Driver, registry: DriverRegistry): Analyst {
  const { id, displayName, guide, settings: fields } = definition;
  const readiness = registry.readiness(id);
  const settingOf = (name: string): string =>
    registry.settings(id)[name]?.trim() || (fields.find((field) => field.name === name)?.default ?? '');
  const price = guide?.question('assistant-a', settingOf) ?? null;
  return {
    driver: id,
    displayName,
    ready: readiness.ready,
    message: readiness.ready ? null : readiness.message,
    model: settingOf('model'),
    free: price !== null && price[1] === 0,
    prices: Object.fromEntries(
      Object.entries(driver.prices?.models ?? {}).map(([model, { input, output }]) => [
        model,
        { input, output },
      ]),
    ),
    pricesOf: driver.prices?.of ?? null,
  };
}

function outcomeOf({ outcome, metered: meter }: StructuredOutcome, asked: string): AnalysisOutcome {
  const metered = meterOf(meter);
  switch (outcome.kind) {
    case 'json':
      return { kind: 'answer', text: outcome.text, model: outcome.model ?? asked, metered };
    case 'retry':
      return { kind: 'retry', reason: outcome.reason, afterMs: outcome.retryAfterMs ?? null, metered };
    case 'pending':
      return {
        kind: 'retry',
        reason: 'The provider has not finished',
        afterMs: outcome.checkAfterMs,
        metered,
      };
    case 'fatal':
      return { kind: 'failed', reason: outcome.reason, message: outcome.message, metered };
  }
}

function meterOf({ usage, cost, latencyMs = 0 }: StructuredOutcome['metered']): AnalysisMeter {
  return {
    inputTokens: usage?.inputTokens ?? null,
    outputTokens: usage?.outputTokens ?? null,
    cost: cost === undefined ? null : { amount: cost.amount, currency: cost.currency, source: cost.source },
    latencyMs,
  };
}
