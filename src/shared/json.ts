/** An object of parsed JSON whose members are not checked yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Null for anything but an object. */
export function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}
