import { InvalidArgumentError } from 'commander';
import { findPlan, type PlanId, planIds } from '#shared/interface/plans.ts';

/** Readers of flag values; each refuses with what may be written instead. */

export const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`Use a whole number from ${least} to ${most}.`);
  };

/** A file or folder: an empty one would be the folder the command is called in. */
export function pathArgument(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('It is empty: enter a path.');
}

/** A number above zero, fractions allowed. */
export const positiveNumber =
  (most: number) =>
  (text: string): number => {
    const number = Number(text);
    if (text.trim() !== '' && number > 0 && number <= most) return number;
    throw new InvalidArgumentError(`Use a number above 0 and up to ${most}.`);
  };

export function planArgument(text: string): PlanId {
  const plan = findPlan(text);
  if (plan) return plan.id;
  throw new InvalidArgumentError(`Use one of ${planIds.join(', ')}.`);
}
