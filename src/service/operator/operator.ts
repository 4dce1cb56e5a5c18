import type { Logger } from '#platform/log.ts';
import {
  type OperationErrorCode,
  type ServiceOperationName,
  serviceOperations,
} from '#shared/service/operations.ts';
import { accountOperations, type Handlers } from './accountOperations.ts';
import { engineOperations } from './engineOperations.ts';
import type { OperatorContext } from './operatorContext.ts';
import { isRefusal, type Refusal } from './refusal.ts';

export type OperationOutcome =
  | { readonly ok: true; readonly output: unknown }
  | { readonly ok: false; readonly code: OperationErrorCode; readonly message: string };

/** Carries out named operations, their input checked against the published schemas. Never throws. */
export type Operator = { readonly call: (operation: string, input: unknown) => Promise<OperationOutcome> };

export function createOperator(context: OperatorContext, openApi: () => string, log: Logger): Operator {
  const handlers: Handlers<ServiceOperationName> = {
    ...accountOperations(context),
    ...engineOperations(context),
    openapi: async () => openApi(),
  };

  const run = async <Name extends ServiceOperationName>(
    name: Name,
    input: unknown,
  ): Promise<OperationOutcome> => {
    const parsed = serviceOperations[name].input.safeParse(input ?? {});
    if (!parsed.success) {
      const message = parsed.error.issues.map(({ path, message: text }) => text || path.join('.')).join('; ');
      return { ok: false, code: 'INVALID_INPUT', message };
    }
    const handler = handlers[name] as (checked: unknown) => Promise<unknown>;
    const output: unknown | Refusal = await handler(parsed.data);
    return isRefusal(output)
      ? { ok: false, code: output.refused, message: output.message }
      : { ok: true, output };
  };

  return {
    call: async (operation, input) => {
      if (!isOperation(operation)) {
        return { ok: false, code: 'UNKNOWN_OPERATION', message: `There is no operation "${operation}"` };
      }
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
