/** A name in braces; `{{name}}` is no variable, but the way to write `{name}`. */
const variable = /\{(\{[\p{L}][\p{L}\p{N}_-]{0,39}\})\}|\{([\p{L}][\p{L}\p{N}_-]{0,39})\}/gu;

/** Names in braces, in order of first appearance, each once. */
export function variablesIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(variable)].flatMap(([, , name]) => name ?? []))];
}

export type FilledQuestion = {
  readonly text: string;
  readonly values: Readonly<Record<string, string>>;
};

export type FillOutcome =
  | { readonly ok: true; readonly questions: readonly FilledQuestion[] }
  | { readonly ok: false; readonly missing: readonly string[] };

/**
 * Every combination of the variables that `text` names, first variable slowest. A text without variables gives
 * itself; a variable without values is reported, never sent in braces.
 */
export function fillVariables(
  text: string,
  variables: Readonly<Record<string, readonly string[]>>,
): FillOutcome {
  const names = variablesIn(text);
  // `constructor` is a name like any other, and no object has values for it of its own accord.
  const valuesOf = (name: string): readonly string[] =>
    Object.hasOwn(variables, name) ? (variables[name] ?? []) : [];
  const missing = names.filter((name) => valuesOf(name).length === 0);
  if (missing.length > 0) return { ok: false, missing };

  let combinations: readonly Readonly<Record<string, string>>[] = [{}];
  for (const name of names) {
    const values = valuesOf(name);
    combinations = combinations.flatMap((chosen) => values.map((value) => ({ ...chosen, [name]: value })));
  }
  return {
    ok: true,
    questions: combinations.map((values) => ({
      text: fillText(text, values),
      values,
    })),
  };
}

/** The text with the values of these variables; others stay as they are written. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(variable, (whole, written: string | undefined, name: string) =>
    written !== undefined ? written : Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );
}
