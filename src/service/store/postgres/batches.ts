import { isLost } from './database.ts';

type Waiting<Input, Output> = {
  readonly input: Input;
  readonly resolve: (output: Output) => void;
  readonly reject: (error: unknown) => void;
};

export type BatchRules = {
  /** Maximum concurrent batches; what arrives meanwhile joins the next one. */
  readonly concurrency: number;
  readonly largest: number;
};

/**
 * Sends everything requested during one turn of the event loop, and while earlier batches are in progress, to
 * the database as one batch. If the batch fails, each item is tried separately, so that only the faulty one
 * fails.
 */
export function inBatches<Input, Output>(
  { concurrency, largest }: BatchRules,
  run: (inputs: readonly Input[]) => Promise<readonly Output[]>,
): (input: Input) => Promise<Output> {
  const waiting: Waiting<Input, Output>[] = [];
  let underWay = 0;
  let scheduled = false;

  const schedule = (): void => {
    if (scheduled || underWay >= concurrency || waiting.length === 0) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      const batch = waiting.splice(0, largest);
      underWay += 1;
      void send(batch).finally(() => {
        underWay -= 1;
        schedule();
      });
      schedule();
    });
  };

  const send = async (batch: readonly Waiting<Input, Output>[]): Promise<void> => {
    try {
      const outputs = await run(batch.map(({ input }) => input));
      for (const [index, each] of batch.entries()) each.resolve(outputs[index] as Output);
    } catch (error) {
      if (batch.length === 1 || isLost(error)) for (const each of batch) each.reject(error);
      else for (const each of batch) await send([each]);
    }
  };

  return (input) =>
    new Promise<Output>((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      schedule();
    });
}

const most = 2;
const largest = 500;
export const callLanes = (): number => most;

/**
 * Like `inBatches`, for statements that lock their account until their commit is on disk: one batch at a time
 * in each lane. Accounts in different lanes do not wait for each other's locks, and items of one lane could not
 * run concurrently anyway.
 */
export function inLanes<Input extends { readonly accountId: number }, Output>(
  lanes: () => number,
  run: (inputs: readonly Input[]) => Promise<readonly Output[]>,
): (input: Input) => Promise<Output> {
  const byLane = Array.from({ length: most }, () => inBatches({ concurrency: 1, largest }, run));
  return (input) => (byLane[input.accountId % lanes()] as (typeof byLane)[number])(input);
}
