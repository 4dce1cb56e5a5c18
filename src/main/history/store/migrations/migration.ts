/** One step of the schema. Steps run in order of `version`, each in one transaction with its `user_version`. */
export type Migration = {
  /** One more than that of the step before. */
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  /** A file of this version has the tables of this step already: it gets the new number and nothing else. */
  readonly replaces?: number;
};

/**
 * Whether a file of this version can be brought to the newest one. Not so are files of development versions from
 * before the first schema, except the last.
 */
export function isKnownVersion(steps: readonly Migration[], version: number): boolean {
  return version === 0 || steps.some((step) => step.version === version || step.replaces === version);
}

/** @throws Error when a step is missing or stands in the wrong place: a mistake in this program */
export function assertInOrder(steps: readonly Migration[]): void {
  for (const [index, { version, name }] of steps.entries()) {
    const before = steps[index - 1];
    if (before && version !== before.version + 1)
      throw new Error(
        `Migration "${name}" has version ${version}; after version ${before.version} comes ${before.version + 1}.`,
      );
  }
}
