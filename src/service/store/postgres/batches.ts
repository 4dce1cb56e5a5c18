import { isLost } from './database.ts';

type Waiting<Input, Output> = {
  readonly input: Input;
  readonly resolve: (output: Output) => void;
  readonly reject: (error: unknown) => void;
};

export type BatchRules = {
  /** Batches that may be under way at once; what comes meanwhile makes the next one larger. */
  readonly concurrency: number;
  readonly largest: number;
};

/**
 * What is asked for during one turn of the event loop, and while earlier batches are under way, goes to the database
 * as one. When it fails, each is tried by itself, so that the one that cannot be done fails alone.
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
 * As `inBatches`, for what locks its account until its commit is on the disk: one batch at a time in each lane. Of accounts in different lanes neither waits for the other's locks, and of those in one lane nothing could be done
 * side by side.
 */
export function inLanes<Input extends { readonly accountId: number }, Output>(
  lanes: () => number,
  run: (inputs: readonly Input[]) => Promise<readonly Output[]>,
): (input: Input) => Promise<Output> {
  const byLane = Array.from({ length: most }, () => inBatches({ concurrency: 1, largest }, run));
  return (input) => (byLane[input.accountId % lanes()] as (typeof byLane)[number])(input);
}
