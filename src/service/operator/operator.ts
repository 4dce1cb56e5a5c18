import { systemClock } from '#platform/clock.ts';
import type { Logger } from '#platform/log.ts';
import type { ServiceOptions } from '#shared/interface/operator/control.ts';
import {
  type OperationErrorCode,
  type ServiceOperationName,
  serviceOperations,
} from '#shared/interface/operator/operations.ts';
import { parseInput, problemText } from '#shared/interface/parseInput.ts';
import { defaultAccount } from '../accounts/apiKey.ts';
import { openEngines } from '../engines/openRegistry.ts';
import { openStoreOfOperator } from '../parts/openStore.ts';
import { accountOperations, type Handlers } from './accountOperations.ts';
import { analysisOperations } from './analysisOperations.ts';
import { engineOperations } from './engineOperations.ts';
import type { OperatorContext } from './operatorContext.ts';
import { isRefusal, type Refusal, readRunningNotice } from './operatorContext.ts';

export type OperationOutcome =
  | { readonly ok: true; readonly output: unknown }
  | { readonly ok: false; readonly code: OperationErrorCode; readonly message: string };

/** Executes named operations, with input validated by the published schemas. Never throws. */
export type Operator = { readonly call: (operation: string, input: unknown) => Promise<OperationOutcome> };

export function createOperator(context: OperatorContext, log: Logger): Operator {
  const handlers: Handlers<ServiceOperationName> = {
    ...accountOperations(context),
    ...engineOperations(context),
    ...analysisOperations(context),
  };

  const run = async <Name extends ServiceOperationName>(
    name: Name,
    input: unknown,
  ): Promise<OperationOutcome> => {
    const parsed = parseInput(serviceOperations[name].input(), input ?? {});
    if (!parsed.success) return { ok: false, code: 'INVALID_INPUT', message: problemText(parsed.problems) };
    const handler = handlers[name] as (checked: unknown) => Promise<unknown>;
    const output: unknown | Refusal = await handler(parsed.data);
    return isRefusal(output)
      ? { ok: false, code: output.refused, message: output.message }
      : { ok: true, output };
  };

  return {
    call: async (operation, input) => {
      if (!isOperation(operation))
        return { ok: false, code: 'UNKNOWN_OPERATION', message: `There is no operation "${operation}"` };
      try {
        return await run(operation, input);
      } catch (error) {
        log('error', 'an operation failed', { operation, error: String(error) });
        return { ok: false, code: 'FAILED', message: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}

function isOperation(name: string): name is ServiceOperationName {
  return Object.hasOwn(serviceOperations, name);
}

/** An operator with exclusive use of the data folder, or beside a service of another process. */
type OpenedOperator = Operator & { readonly close: () => Promise<void> };

/**
 * Opens the database of a data folder, or the one at a URL, without listening; creates the default account if
 * it is missing.
 * @throws StoreError, ConfigError if the folder cannot be used
 */
export async function openOperator(
  { dataFolder, store: address }: Pick<ServiceOptions, 'dataFolder' | 'store'>,
  ports: { readonly log: Logger; readonly environment?: Readonly<Record<string, string | undefined>> },
): Promise<OpenedOperator> {
  const { store, clock } = await openStoreOfOperator({ dataFolder, store: address }, systemClock);
  const { registry } = await openEngines({ dataFolder }, ports);
  const context = {
    dataFolder,
    store,
    clock,
    registry,
    defaultAccount,
    live: null,
    running: () => readRunningNotice(store, address !== undefined),
    changed: async () => undefined,
  };
  const { call } = createOperator(context, ports.log);
  return {
    call,
    close: async () => {
      await registry.close();
      await store.close();
    },
  };
}
