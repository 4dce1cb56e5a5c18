import type fc from 'fast-check';

/** A value that JSON can say, text with half surrogate pairs included, or bytes. */
export type FuzzInput = unknown;

/** One parser of bytes that the program did not write itself, and what it guarantees for any of them. */
export type FuzzTarget = {
  /** `area/parser`; the name of its folder in the corpus. */
  readonly name: string;
  /** What holds for every input, in one sentence. That it ends within `cpuMs` and changes no prototype is said once. */
  readonly guarantee: string;
  readonly input: fc.Arbitrary<FuzzInput>;
  /** Throws when the guarantee does not hold. */
  readonly check: (input: FuzzInput) => void | Promise<void>;
  /** Processor time of one input at most, milliseconds; `defaultCpuMs` where nothing else is said. */
  readonly cpuMs?: number;
};

/** For the longest inputs of the generators, some 100,000 characters. */
export const defaultCpuMs = 1_000;

/** A target with its input typed between its generator and its check. */
export function target<Input>(
  name: string,
  guarantee: string,
  input: fc.Arbitrary<Input>,
  check: (input: Input) => void | Promise<void>,
  more: Pick<FuzzTarget, 'cpuMs'> = {},
): FuzzTarget {
  return { name, guarantee, input, check: (given) => check(given as Input), ...more };
}

/** Runs one input and adds what holds for all targets: an end in time, no changed prototype. */
export async function attempt(of: FuzzTarget, input: FuzzInput): Promise<void> {
  const limit = of.cpuMs ?? defaultCpuMs;
  let spent = await timed(of, input);
  // On a busy machine the same work may take several times as long: the shortest of three counts.
  for (let again = 0; again < 2 && spent > limit; again += 1) spent = Math.min(spent, await timed(of, input));
  if (spent > limit)
    throw new Error(`It took ${Math.round(spent)} ms of processor time; ${limit} are allowed.`);
}

async function timed({ check }: FuzzTarget, input: FuzzInput): Promise<number> {
  const before = process.threadCpuUsage();
  try {
    await check(input);
  } finally {
    refuseChangedPrototypes();
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

const prototypes = [Object.prototype, Array.prototype, String.prototype, Function.prototype];
const own = prototypes.map((each) => new Set(Reflect.ownKeys(each)));

function refuseChangedPrototypes(): void {
  prototypes.forEach((prototype, index) => {
    for (const key of Reflect.ownKeys(prototype)) {
      if (own[index]?.has(key)) continue;
      Reflect.deleteProperty(prototype, key);
      throw new Error(`A prototype was given the member "${String(key)}".`);
    }
  });
}
