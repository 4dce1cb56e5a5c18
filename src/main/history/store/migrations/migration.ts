/** One step of the schema. Steps run in order of `version`, each in one transaction with its `user_version`. */
export type Migration = {
  /** Four digits at most, in tens, so that a fix can go between two released steps. */
  readonly version: number;
  readonly name: string;
  readonly sql: string;
};
