type Headers = Readonly<Record<string, string>>;

/** Response headers apart: what repeats from answer to answer, and what does not. Both are JSON. */
export type SplitHeaders = {
  /** Every name in its order, with null in the place of a changing value. */
  readonly shared: string;
  /** The changing values, in the same order. */
  readonly own: string;
};

/** Headers that say something else with every answer; the rest repeats from answer to answer. */
const changing =
  /^(date|age|etag|content-length|x-request-id|.*-remaining|.*-usage|.*-charged|.*-reset|.*-ray|.*-ms|server-timing|traceparent)$/;

/** Names that were looked at: the same few come with every answer. */
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
