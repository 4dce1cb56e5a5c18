/** A deprecated route; listing it is enough for its responses to say so. */
export type Deprecation = {
  /** When the deprecation took effect, milliseconds since the epoch. */
  readonly since: number;
  /** When the route stops responding. */
  readonly sunset: number;
  /** URL of the replacement. */
  readonly replacement: string;
};

const shortestNoticeMonths = 6;

/**
 * Headers of a deprecated route: `Deprecation` as in RFC 9745 (a structured date), `Sunset` as in RFC 8594 (an
 * HTTP date), and the link to the replacement.
 * @throws RangeError if the two dates are less than six months apart
 */
export function deprecationHeaders({
  since,
  sunset,
  replacement,
}: Deprecation): Readonly<Record<string, string>> {
  const earliest = new Date(since);
  earliest.setUTCMonth(earliest.getUTCMonth() + shortestNoticeMonths);
  if (sunset < earliest.getTime())
    throw new RangeError('A deprecated route must keep responding for at least six months');
  return {
    deprecation: `@${Math.floor(since / 1_000)}`,
    sunset: new Date(sunset).toUTCString(),
    link: `<${replacement}>; rel="deprecation"`,
  };
}

/** Deprecated paths as named by the routes (`/v1/async/task/:taskId`). */
export type DeprecatedPaths = Readonly<Record<string, Deprecation>>;

/** The only place to deprecate a route: responses and OpenAPI description use it. No route is deprecated. */
export const deprecatedPaths: DeprecatedPaths = {};
