import type { z } from 'zod';

/**
 * One entry of the contract between window and core. `mutation` says that the call changes something: hosts
 * never repeat it by themselves.
 */
export type Route<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> = {
  readonly input: Input;
  readonly output: Output;
  readonly mutation: boolean;
};

export const query = <Input extends z.ZodType, Output extends z.ZodType>(
  input: Input,
  output: Output,
): Route<Input, Output> => ({
  input,
  output,
  mutation: false,
});

export const mutation = <Input extends z.ZodType, Output extends z.ZodType>(
  input: Input,
  output: Output,
): Route<Input, Output> => ({ input, output, mutation: true });
