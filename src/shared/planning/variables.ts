const variable = /\{([\p{L}][\p{L}\p{N}_-]{0,39})\}/gu;

/** Names in braces, in order of first appearance, each once. */
export function variablesIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(variable)].map((match) => match[1] ?? ''))];
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
  const missing = names.filter((name) => (variables[name] ?? []).length === 0);
  if (missing.length > 0) return { ok: false, missing };

  let combinations: readonly Readonly<Record<string, string>>[] = [{}];
  for (const name of names) {
    const values = variables[name] ?? [];
    combinations = combinations.flatMap((chosen) => values.map((value) => ({ ...chosen, [name]: value })));
  }
  return {
    ok: true,
    questions: combinations.map((values) => ({
      text: text.replace(variable, (whole, name: string) => values[name] ?? whole),
      values,
    })),
  };
}
