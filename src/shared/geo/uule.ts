export type UuleLocation =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'point'; readonly latitude: number; readonly longitude: number };

/** Reads a uule value of version 1 (a name) or 2 (a point in degrees); undefined when it is neither. */
export function decodeUule(uule: string): UuleLocation | undefined {
  const payload = fromBase64(uule.slice(2).trim());
  if (payload === undefined) return undefined;
  if (/^w[+ ]/.test(uule)) return decodeName(payload);
  if (/^a[+ ]/.test(uule)) return decodePoint(new TextDecoder().decode(Uint8Array.from(payload)));
  return undefined;
}

/** Parts of a canonical location name. Providers want them apart. */
export type LocationParts = {
  readonly city: string;
  readonly region?: string;
  readonly country: string;
};

/** Splits "City,Region,Country" or "City,Country"; undefined for anything without two parts. */
export function splitLocation(location: string): LocationParts | undefined {
  const parts = location.split(',').map((part) => part.trim());
  const [city, country] = [parts[0], parts.at(-1)];
  if (parts.length < 2 || parts.includes('') || city === undefined || country === undefined) return undefined;
  const region = parts.slice(1, -1).join(', ');
  return region === '' ? { city, country } : { city, region, country };
}

function decodeName(bytes: readonly number[]): UuleLocation | undefined {
  let at = 0;
  const readVarint = (): number => {
    let value = 0;
    for (let shift = 0; at < bytes.length && shift < 35; shift += 7) {
      const byte = bytes[at] ?? 0;
      at += 1;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) break;
    }
    return value;
  };
  while (at < bytes.length) {
    const tag = readVarint();
    if ((tag & 7) === 0) readVarint();
    else if ((tag & 7) === 2) {
      const length = readVarint();
      if (length === 0 || at + length > bytes.length) return undefined;
      if (tag >> 3 === 4) {
        return {
          kind: 'name',
          name: new TextDecoder().decode(Uint8Array.from(bytes.slice(at, at + length))),
        };
      }
      at += length;
    } else return undefined;
  }
  return undefined;
}

function decodePoint(text: string): UuleLocation | undefined {
  const latitude = /latitude_e7\s*:\s*(-?\d+)/.exec(text)?.[1];
  const longitude = /longitude_e7\s*:\s*(-?\d+)/.exec(text)?.[1];
  if (latitude === undefined || longitude === undefined) return undefined;
  return { kind: 'point', latitude: Number(latitude) / 1e7, longitude: Number(longitude) / 1e7 };
}

/** Accepts the URL-safe alphabet and missing padding; undefined for anything else. */
function fromBase64(text: string): number[] | undefined {
  try {
    return Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (byte) => byte.charCodeAt(0));
  } catch {
    return undefined;
  }
}
