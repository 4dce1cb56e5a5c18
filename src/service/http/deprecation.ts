/** A route that is to go away; marking it is all that is needed for its responses to say so. */
export type Deprecation = {
  /** When the deprecation took effect, milliseconds since the epoch. */
  readonly since: number;
  /** When the route stops responding. */
  readonly sunset: number;
  /** Address of what to use instead. */
  readonly replacement: string;
};

const shortestNoticeMonths = 6;

/**
 * Headers of a deprecated route: `Deprecation` as RFC 9745 writes it (a structured date), `Sunset` as RFC 8594
 * (an HTTP date), and the link to the replacement.
 * @throws RangeError when less than six months lie between the two dates
 */
export function deprecationHeaders({
  since,
  sunset,
  replacement,
}: Deprecation): Readonly<Record<string, string>> {
  const earliest = new Date(since);
  earliest.setUTCMonth(earliest.getUTCMonth() + shortestNoticeMonths);
  if (sunset < earliest.getTime()) {
    throw new RangeError('A deprecated route must keep responding for at least six months');
  }
  return {
    deprecation: `@${Math.floor(since / 1_000)}`,
    sunset: new Date(sunset).toUTCString(),
    link: `<${replacement}>; rel="deprecation"`,
  };
}

/** Paths as the routes name them (`/v1/async/task/:taskId`) that are to go away. */
export type DeprecatedPaths = Readonly<Record<string, Deprecation>>;

/** The one place to mark a route: its responses and the published description follow. None is marked. */
export const deprecatedPaths: DeprecatedPaths = {};
