/** Scheme, host and port of every address, without duplicates: a stored key is bound to these. */
export function originsOf(addresses: readonly string[]): readonly string[] {
  return [...new Set(addresses.map((address) => URL.parse(address)?.origin ?? address))].sort();
}
