import type {
  ServiceOperationInput,
  ServiceOperationName,
  ServiceOperationOutput,
} from '#shared/service/operations.ts';
import type { EmbeddedService } from './embeddedService.ts';

/** Typed calls of the embedded service's operator operations. @throws AppError */
export type Operator = <Name extends ServiceOperationName>(
  operation: Name,
  input: ServiceOperationInput<Name>,
) => Promise<ServiceOperationOutput<Name>>;

export function createOperator(service: EmbeddedService): Operator {
  return async <Name extends ServiceOperationName>(operation: Name, input: ServiceOperationInput<Name>) =>
    // Both ends share the operation table, and are of one program: the output is not parsed again.
    (await service.call(operation, input)) as ServiceOperationOutput<Name>;
}
