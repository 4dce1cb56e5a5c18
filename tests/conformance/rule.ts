import { test } from 'vitest';

/** A rule of the specification, in our own words. */
export type Rule = {
  readonly text: string;
  /** The source: "interface" or "gap-fill", then the heading or section. */
  readonly source: string;
};

/** The rules of one part of the specification, by their stable ids. */
export type Rules = Readonly<Record<string, Rule>>;

/**
 * Registers one test per rule, named after the rule. A rule without a test is a failing test, so the suite
 * cannot pass while a rule has no test.
 */
export function prove<Id extends string>(
  rules: Readonly<Record<Id, Rule>>,
  proofs: Readonly<Record<NoInfer<Id>, () => Promise<void> | void>>,
): void {
  for (const id of Object.keys(rules) as Id[]) {
    const proof: (() => Promise<void> | void) | undefined = proofs[id];
    test(`${id} ${rules[id].text}`, async () => {
      if (proof === undefined) throw new Error(`${id} has no test`);
      await proof();
    });
  }
}
