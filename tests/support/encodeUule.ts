/**
 * Encodes a canonical location name ("Munich,Bavaria,Germany") as a version 1 uule value: "w+" and base64 of a
 * protocol buffer with field 1 = 2, field 2 = 32, field 4 = the name in UTF-8.
 */
export function encodeUule(canonicalName: string): string {
  const name = Buffer.from(canonicalName);
  const message = Buffer.from([0x08, 0x02, 0x10, 0x20, 0x22, ...varint(name.length), ...name]);
  return `w+${message.toString('base64')}`;
}

function varint(value: number): number[] {
  return value > 0x7f ? [(value & 0x7f) | 0x80, ...varint(Math.floor(value / 128))] : [value];
}
