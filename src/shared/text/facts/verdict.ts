/**
 * What a block says other than another block of the same row: a fact that differs, a statement that only one of them
 * has, or only other words.
 *
 * A fact differs only if both blocks state it: a value that one of them leaves out contradicts nothing. Prices in
 * different currencies are not compared.
 */

import type { CellVerdict, FactDifference } from '../../model/comparison/answer.ts';
import { once } from '../../once.ts';
import { switchStem } from './cues.ts';
import { ownName, type StatedName } from './statedNames.ts';
import { isCounting, isNamedUnit, type StatedValue, timeUnit } from './statedValues.ts';
import type { StatementFacts } from './statementFacts.ts';

/** Dice coefficient of the content words from which two blocks say the same in substance. */
const sameSubstance = 0.5;
/** Share of a statement's content words that the other block must have for it to be the same statement. */
const covered = 0.25;
/** Content words of the shortest statement that can be missing. */
const leastStatement = 4;
/** Dice coefficient from which a negation on one side alone is a contradiction. */
const alikeButNegated = 0.6;
/** Dice coefficient from which two numbers count the same, whatever words follow them. */
const alikeButCounted = 0.6;
const maxLabel = 80;

/**
 * The verdict on a block against the reference of its row. Deterministic, and independent of their order but for the sides.
 * @param facts what the block states otherwise, where more than the reference was asked
 */
export function verdictOf(
  here: StatementFacts,
  there: StatementFacts,
  facts: readonly FactDifference[] = contradictions(here, there),
): CellVerdict {
  if (here === there) return facts.length === 0 ? same : { ...same, kind: 'fact', facts };
  const values = valueDifferences(here, there);
  const added = [
    ...onlyIn(here, there),
    ...values.added.map(({ label }) => label),
    ...namesOnlyIn(here.brands, there.brands),
  ];
  const left = [
    ...onlyIn(there, here),
    ...values.left.map(({ label }) => label),
    ...namesOnlyIn(there.brands, here.brands),
  ];
  const kind =
    facts.length > 0
      ? 'fact'
      : added.length > 0
        ? 'adds'
        : left.length > 0
          ? 'leaves-out'
          : isSameSubstance(here, there)
            ? 'same'
            : 'words';
  return { kind, facts, added: distinct(added), left: distinct(left) };
}

/** What two blocks state differently. */
export function contradictions(here: StatementFacts, there: StatementFacts): readonly FactDifference[] {
  return [
    ...valueDifferences(here, there).facts,
    ...dateDifferences(here, there),
    ...momentDifferences(here, there),
    ...negationDifferences(here, there),
    ...recommendationDifferences(here, there),
    ...nameDifferences(here, there),
  ];
}

/** Whether the words of two blocks can be compared. */
function sameCues(one: StatementFacts, two: StatementFacts): boolean {
  return one.cues !== null && one.cues === two.cues;
}

/** Whether another block states the value, date or name that a block states, as written in `label`. */
export function statesToo(other: StatementFacts, one: StatementFacts, label: string): boolean {
  const value = one.values.find((each) => each.label === label);
  if (value !== undefined) return other.values.some((each) => isSameValue(each, value));
  const date = one.dates.find((each) => each.label === label);
  if (date !== undefined) return other.dates.some(({ key }) => key === date.key);
  return one.brands.some(
    (name) => name.label === label && other.brands.some((each) => isSameName(each, name)),
  );
}

const same: CellVerdict = { kind: 'same', facts: [], added: [], left: [] };

/** The verdict on a block with the text of the reference. */
export const sameVerdict = same;

function distinct(labels: readonly string[]): readonly string[] {
  return [
    ...new Set(labels.map((label) => (label.length > maxLabel ? `${label.slice(0, maxLabel)}…` : label))),
  ];
}

type ValueDifferences = {
  readonly facts: readonly FactDifference[];
  readonly added: readonly StatedValue[];
  readonly left: readonly StatedValue[];
};

const noDifferences: ValueDifferences = { facts: [], added: [], left: [] };

function valueDifferences(one: StatementFacts, two: StatementFacts): ValueDifferences {
  const [here, there] = [one.values, two.values];
  if (here.length === 0 && there.length === 0) return noDifferences;
  const rest = [...there];
  const open = here.filter((value) => {
    const at = rest.findIndex((other) => isSameValue(value, other));
    if (at === -1) return !there.some((other) => isSameValue(value, other));
    rest.splice(at, 1);
    return false;
  });
  const left = rest.filter((value) => !here.some((other) => isSameValue(value, other)));
  const facts: FactDifference[] = [];
  const added: StatedValue[] = [];
  const isOnly = (unit: string) =>
    [open, left].every((values) => values.filter((value) => value.unit === unit).length === 1);
  const likeness: Likeness = {
    sameWords: sameCues(one, two),
    oneTime: isOnly(timeUnit),
    oneCount: once(() => isOnly('') && sameCues(one, two) && similarity(one, two) >= alikeButCounted),
  };
  for (const value of open) {
    const at = left.findIndex((other) => isOtherValue(value, other, likeness));
    const other = left[at];
    if (other !== undefined) {
      left.splice(at, 1);
      facts.push({ kind: value.isPrice ? 'price' : 'number', here: value.label, there: other.label });
      continue;
    }
    const foreign = left.findIndex((each) => each.isPrice && value.isPrice && each.unit !== value.unit);
    if (foreign === -1) added.push(value);
    else left.splice(foreign, 1);
  }
  return { facts, added: added.filter(tells), left: left.filter(tells) };
}

export function pricesIn({ values }: StatementFacts, currency: string): readonly StatedValue[] {
  return values.filter(({ isPrice, unit }) => isPrice && unit === currency);
}

/** Whether a value on one side alone is worth naming: a bare number is not. */
function tells({ isPrice, unit, value }: StatedValue): boolean {
  return isPrice || (unit === '' ? value > 31 : !isNamedUnit(unit));
}

function isSameValue(one: StatedValue, two: StatedValue): boolean {
  if (one.unit !== two.unit) return (one.unit === '' || two.unit === '') && one.bare === two.bare;
  // lb and kg are rounded: 3 %.
  return one.value === two.value || (isConverted(one, two) && near(one.value, two.value));
}

/** Whether two values of a quantity were written in different units. */
function isConverted(one: StatedValue, two: StatedValue): boolean {
  return !one.isPrice && one.value / one.bare !== two.value / two.bare;
}

function near(one: number, two: number): boolean {
  return Math.abs(one - two) <= 0.03 * Math.max(Math.abs(one), Math.abs(two));
}

type Likeness = {
  /** Whether the words around the values can be compared. */
  readonly sameWords: boolean;
  /** Whether both blocks have one duration that the other does not have. */
  readonly oneTime: boolean;
  /** Whether both have one such number without a unit, and are alike otherwise. */
  readonly oneCount: () => boolean;
};

/** Whether two different values are of the same thing. */
function isOtherValue(
  one: StatedValue,
  two: StatedValue,
  { sameWords, oneTime, oneCount }: Likeness,
): boolean {
  if (one.isPrice !== two.isPrice) return false;
  const countsSame = () => one.about.some((stem) => two.about.includes(stem));
  if (one.unit !== two.unit) {
    // The unit of one was not read: the words say whether both are of the same thing.
    const isUnread = !one.isPrice && (one.unit === '' || two.unit === '');
    return isUnread && sameWords && countsSame();
  }
  if (one.unit === timeUnit) return oneTime || countsSame();
  if ((one.unit !== '' && !isCounting(one.unit)) || !sameWords) return true;
  // A bare number is compared with one that counts the same, where it is known what they count.
  if (one.about.length === 0 || two.about.length === 0) return one.about.length === two.about.length;
  return countsSame() || (one.unit === '' && oneCount());
}

function dateDifferences(here: StatementFacts, there: StatementFacts): readonly FactDifference[] {
  if (here.dates.length === 0 || there.dates.length === 0) return [];
  const only = here.dates.filter(({ key }) => !there.dates.some((date) => date.key === key));
  const other = there.dates.filter(({ key }) => !here.dates.some((date) => date.key === key));
  return only.flatMap(({ label }, at): readonly FactDifference[] => {
    const against = other[at];
    return against === undefined ? [] : [{ kind: 'date', here: label, there: against.label }];
  });
}

/** One season, month or day of the week against another. */
function momentDifferences(here: StatementFacts, there: StatementFacts): readonly FactDifference[] {
  if (!sameCues(here, there) || here.moments.length !== 1 || there.moments.length !== 1) return [];
  const [one, two] = [here.moments[0], there.moments[0]];
  return one === undefined || one.of !== two?.of || one.key === two.key
    ? []
    : [{ kind: 'date', here: one.label, there: two.label }];
}

function negationDifferences(here: StatementFacts, there: StatementFacts): readonly FactDifference[] {
  if (!sameCues(here, there) || here.isDoubtful() || there.isDoubtful()) return [];
  const found = [
    ...cellDifferences(here.cells, there.cells),
    ...contradicted(here, there).map(
      ([negated, plain]): FactDifference => ({ kind: 'negation', here: negated, there: plain }),
    ),
    ...contradicted(there, here).map(
      ([negated, plain]): FactDifference => ({ kind: 'negation', here: plain, there: negated }),
    ),
  ];
  if (found.length > 0) return found.slice(0, 1);
  const [no, yes] = [here, there].map(({ negations }) =>
    negations.filter(({ stems }) => stems[0] !== switchStem),
  );
  if (no === undefined || yes === undefined) return [];
  if ((no.length === 0) === (yes.length === 0) || similarity(here, there) < alikeButNegated) return [];
  const negated = (no[0] ?? yes[0])?.label ?? '';
  const [denying, other] = no.length > 0 ? [here, there] : [there, here];
  if (!hasStatement(other, denying, negated)) return [];
  return [
    no.length > 0
      ? { kind: 'negation', here: negated, there: 'without “not”' }
      : { kind: 'negation', here: 'without “not”', there: negated },
  ];
}

/** Whether a block has, in its words, the statement of another block in which the label stands. */
export function hasStatement(block: StatementFacts, from: StatementFacts, label: string): boolean {
  const { stems = [] } = from.statements().find(({ text }) => text.includes(label)) ?? {};
  return stems.filter((stem) => block.stems.has(stem)).length >= stems.length / 2;
}

/** Yes against no in the same cell of two rows of a table. */
function cellDifferences(
  here: StatementFacts['cells'],
  there: StatementFacts['cells'],
): readonly FactDifference[] {
  if (here.length !== there.length) return [];
  return here.flatMap((cell, at): readonly FactDifference[] => {
    const other = there[at] ?? null;
    if (cell === null || other === null || cell === other) return [];
    return [{ kind: 'negation', here: cell ? 'yes' : 'no', there: cell ? 'no' : 'yes' }];
  });
}

/** What one block negates and the other affirms, as written in both. */
function contradicted(one: StatementFacts, two: StatementFacts): readonly (readonly [string, string])[] {
  if (one.negations.length === 0) return [];
  const negatedInTwo = new Set(two.negations.flatMap(({ stems, about = [] }) => [...stems, ...about]));
  return one.negations.flatMap(({ stems, label, about = [] }) => {
    if (stems.some((stem) => negatedInTwo.has(stem))) return [];
    if (about.some((stem) => two.negations.some((other) => other.stems[0] === stem))) return [];
    const denied = stems.filter((stem) => two.affirmed.has(stem) && !one.affirmed.has(stem));
    // English denies the word that follows; other languages may put it last.
    const isMost = denied.length * 2 > stems.length;
    const isMeant = one.cues === 'en' ? denied[0] === stems[0] || (denied.length > 1 && isMost) : isMost;
    return denied.length === 0 || !isMeant
      ? []
      : [[label, denied.map((stem) => two.affirmed.get(stem) ?? '').join(' ')] as const];
  });
}

function recommendationDifferences(here: StatementFacts, there: StatementFacts): readonly FactDifference[] {
  if (!sameCues(here, there)) return [];
  for (const [mine, others, isHere] of [
    [here, there, true],
    [there, here, false],
  ] as const) {
    const name = mine.recommended
      .flatMap(({ names }) => names)
      .find((each) => others.discouraged.some((other) => isSameName(each, other)));
    if (name === undefined) continue;
    const [yes, no] = [name.label, `not ${name.label}`];
    return [{ kind: 'recommendation', here: isHere ? yes : no, there: isHere ? no : yes }];
  }
  const [one] = here.recommended;
  const [two] = there.recommended;
  if (one === undefined || two === undefined) return [];
  const both = one.names.length > 0 && two.names.length > 0;
  const differs = both
    ? !here.recommended.some(({ names }) =>
        there.recommended.some((other) =>
          names.some((name) => other.names.some((each) => isSameName(name, each))),
        ),
      )
    : one.names.length === 0 &&
      two.names.length === 0 &&
      one.stems.length > 0 &&
      two.stems.length > 0 &&
      !one.stems.some((stem) => there.stems.has(stem)) &&
      !two.stems.some((stem) => here.stems.has(stem));
  return differs ? [{ kind: 'recommendation', here: one.label, there: two.label }] : [];
}

function nameDifferences(here: StatementFacts, there: StatementFacts): readonly FactDifference[] {
  if (here.brands.length === 0 || there.brands.length === 0) return [];
  const only = here.brands.filter((name) => !there.brands.some((other) => isSameName(name, other)));
  const other = there.brands.filter((name) => !here.brands.some((each) => isSameName(name, each)));
  const [one] = only;
  const [two] = other;
  return one === undefined || two === undefined ? [] : [{ kind: 'name', here: one.label, there: two.label }];
}

function namesOnlyIn(names: readonly StatedName[], others: readonly StatedName[]): readonly string[] {
  return names.filter((name) => !others.some((other) => isSameName(name, other))).map(({ label }) => label);
}

function isSameName(one: StatedName, two: StatedName): boolean {
  if (one.key === two.key) return true;
  if (!one.key.startsWith(ownName) && !two.key.startsWith(ownName)) return false;
  // A name that no list has may be a part of one that a list has.
  const parts = new Set(one.label.toLowerCase().split(/[\s-]+/));
  return two.label
    .toLowerCase()
    .split(/[\s-]+/)
    .some((part) => parts.has(part));
}

/** Statements whose words the other block does not have. */
function onlyIn(one: StatementFacts, two: StatementFacts): readonly string[] {
  if (!sameCues(one, two) || one.stems.size < two.stems.size + leastStatement) return [];
  if (one.statements().length <= two.statements().length) return [];
  return one.statements().flatMap(({ text, stems }) => {
    if (stems.length < leastStatement) return [];
    const shared = stems.filter((stem) => two.stems.has(stem)).length;
    return shared < covered * stems.length ? [text] : [];
  });
}

function isSameSubstance(one: StatementFacts, two: StatementFacts): boolean {
  return similarity(one, two) >= sameSubstance;
}

/** Dice coefficient of the content words, 0..1. */
export function similarity(one: StatementFacts, two: StatementFacts): number {
  const total = one.stems.size + two.stems.size;
  if (total === 0) return 1;
  let shared = 0;
  for (const stem of one.stems) if (two.stems.has(stem)) shared++;
  return (2 * shared) / total;
}
