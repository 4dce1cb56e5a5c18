type Headers = Readonly<Record<string, string>>;

/** Response headers split into repeated and varying ones. Both are JSON. */
export type SplitHeaders = {
  /** All names in order, with null for a varying value. */
  readonly shared: string;
  /** The varying values, in the same order. */
  readonly own: string;
};

/** Headers that vary with every answer; the others repeat. */
const changing =
  /^(date|age|etag|content-length|x-request-id|.*-remaining|.*-usage|.*-charged|.*-reset|.*-ray|.*-ms|server-timing|traceparent)$/;

/** Cache of names already classified: the same few come with every answer. */
const looked = new Map<string, boolean>();
const maxLooked = 1000;

function changes(name: string): boolean {
  const known = looked.get(name);
  if (known !== undefined) return known;
  if (looked.size >= maxLooked) looked.clear();
  const found = changing.test(name);
  looked.set(name, found);
  return found;
}

export function splitHeaders(headers: Headers): SplitHeaders {
  const names = Object.keys(headers);
  return {
    shared: JSON.stringify(
      Object.fromEntries(names.map((name) => [name, changes(name) ? null : headers[name]])),
    ),
    own: JSON.stringify(names.filter(changes).map((name) => headers[name])),
  };
}

export function joinHeaders(split: SplitHeaders): Headers {
  const own: readonly string[] = JSON.parse(split.own);
  const shared: Readonly<Record<string, string | null>> = JSON.parse(split.shared);
  let next = 0;
  return Object.fromEntries(
    Object.entries(shared).map(([name, value]) => [name, value ?? own[next++] ?? '']),
  );
}
