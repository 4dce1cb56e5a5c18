/** One step of the database's shape. `version` is its place in the order, kept in `user_version`. */
export type Migration = { readonly version: number; readonly name: string; readonly sql: string };
