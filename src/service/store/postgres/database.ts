import { Pool, type QueryConfig, type QueryResultRow, types } from 'pg';
import { StoreError } from '../storeError.ts';

/** A prepared statement with its name; each is written once, with its parameters as $1, $2 ... */
export type Statement = { readonly name: string; readonly text: string };

export type Query = <Row extends QueryResultRow>(
  statement: Statement,
  values?: readonly unknown[],
) => Promise<readonly Row[]>;

/**
 * How long a statement is sent again while the database is away: a restart takes seconds, a failover less than
 * a minute. What a request waits for needs no longer than the request does.
 */
export type Patience = { readonly patienceMs?: number };
export const briefly: Patience = { patienceMs: 10_000 };

type PatientQuery = <Row extends QueryResultRow>(
  statement: Statement,
  values?: readonly unknown[],
  patience?: Patience,
) => Promise<readonly Row[]>;

export type Database = {
  /**
   * Runs an idempotent statement. If the connection is lost, it is unknown whether the server executed it, and
   * it is sent again until the database responds or the time limit is reached.
   */
  readonly query: PatientQuery;
  /** Runs a statement once. */
  readonly once: PatientQuery;
  /**
   * Runs several statements in one transaction, which is repeated as a whole if the server rolled it back
   * because of another one, or if the connection was lost before the commit was sent. Work that can detect an
   * earlier attempt is also repeated if the connection was lost during the commit.
   */
  readonly transaction: <T>(
    work: (query: Query) => Promise<T>,
    options?: Patience & { readonly findsOut?: boolean },
  ) => Promise<T>;
  /** True since a statement found no database, or none answered for a while, until one is answered. */
  readonly away: () => boolean;
  /** The database URL without user and password, for display. */
  readonly shownAddress: string;
  readonly close: () => Promise<void>;
};

const defaultConnections = 10;
const connectTimeoutMs = 5_000;
/** For outcomes, which exist nowhere else. */
const maxPatienceMs = 60_000;
/** No statement waits this long for an answer unless the database is away or overloaded. */
const silenceMs = 1_000;

/**
 * Connections to a PostgreSQL database. The URL sets TLS (`?sslmode=verify-full&sslrootcert=...`), the number
 * of connections (`?connections=20`), and unnamed statements (`?prepared=no`) for a pooler without support for
 * prepared ones.
 * @throws StoreError if the URL is invalid
 */
export function openPool(address: string): Database {
  const { url, connections, prepared } = addressOf(address);
  const shownAddress = `${url.hostname}${url.port === '' ? '' : `:${url.port}`}${url.pathname}`;
  const pool = new Pool({
    connectionString: url.href,
    max: connections,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    application_name: 'parallax',
    types: {
      getTypeParser: (id, format) =>
        (id === types.builtins.INT8 ? Number : types.getTypeParser(id, format)) as never,
    },
  });
  // A broken idle connection is replaced; a statement in progress reports the error itself. Between two
  // statements of a transaction the pool has no listener, and an unhandled error would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  let closed = false;

  const asStoreError = (error: unknown): unknown => {
    const words = troubleOf(error);
    return words === null
      ? error
      : new StoreError(words[0], `The database ${shownAddress} ${words[1]}`, error);
  };
  const sent = ({ name, text }: Statement, values: readonly unknown[], leftMs?: number) => ({
    ...(prepared ? { name } : {}),
    text,
    values: [...values],
    // A connection on which nothing is answered is closed.
    query_timeout: leftMs,
  });
  const once =
    (statement: Statement, values: readonly unknown[] = []) =>
    async (leftMs: number) =>
      (await pool.query(sent(statement, values, leftMs))).rows;

  /** Since when nothing has been answered, although something was asked; null while nothing is. */
  let silentSince: number | null = null;
  let waiting = 0;
  let lost = false;
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting === 0) silentSince = performance.now();
    waiting += 1;
    try {
      const result = await work();
      lost = false;
      silentSince = performance.now();
      return result;
    } catch (error) {
      lost = isLost(error);
      silentSince = performance.now();
      throw error;
    } finally {
      waiting -= 1;
      if (waiting === 0) silentSince = null;
    }
  };

  const patiently = async <T>(
    work: (leftMs: number) => Promise<T>,
    again: (error: unknown) => boolean,
    { patienceMs = maxPatienceMs }: Patience = {},
  ): Promise<T> => {
    const until = performance.now() + patienceMs;
    for (let waitMs = 20; ; waitMs = Math.min(500, waitMs * 2)) {
      try {
        return await attempt(() => work(Math.max(1, Math.ceil(until - performance.now()))));
      } catch (error) {
        if (closed || !again(error) || performance.now() > until) throw asStoreError(error);
      }
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  };

  const inTransaction = async <T>(
    work: (query: Query) => Promise<T>,
    leftMs: number,
    commits: () => void,
  ): Promise<T> => {
    const client = await pool.connect();
    let broken = false;
    try {
      await client.query({ text: 'BEGIN', query_timeout: leftMs } as QueryConfig);
      const query: Query = async (statement, values = []) =>
        (await client.query(sent(statement, values, leftMs))).rows;
      const result = await work(query);
      commits();
      await client.query({ text: 'COMMIT', query_timeout: leftMs } as QueryConfig);
      return result;
    } catch (error) {
      broken = isLost(error);
      if (!broken) await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      client.release(broken);
    }
  };

  return {
    query: (statement, values, patience) =>
      patiently(once(statement, values), (error) => isLost(error) || isUndone(error), patience),
    once: (statement, values, patience) => patiently(once(statement, values), isUndone, patience),
    transaction: (work, { findsOut = false, ...patience } = {}) => {
      let committing = false;
      const whole = (leftMs: number) => {
        committing = false;
        return inTransaction(work, leftMs, () => {
          committing = true;
        });
      };
      return patiently(
        whole,
        (error) => isUndone(error) || (isLost(error) && (findsOut || !committing)),
        patience,
      );
    },
    away: () => lost || (silentSince !== null && performance.now() - silentSince > silenceMs),
    shownAddress,
    close: async () => {
      closed = true;
      await pool.end();
    },
  };
}

type Address = { readonly url: URL; readonly connections: number; readonly prepared: boolean };

function addressOf(address: string): Address {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol) || url.hostname === '') {
    throw new StoreError(
      'STORE_UNREADABLE',
      'The address of the database is not valid. Set --store or PARALLAX_STORE to one like postgres://user:password@host:5432/database',
    );
  }
  const connections = Number(url.searchParams.get('connections') ?? defaultConnections);
  url.searchParams.delete('connections');
  if (!Number.isInteger(connections) || connections < 1) {
    throw new StoreError(
      'STORE_UNREADABLE',
      'The number of connections in --store is not valid. Use connections=10, for instance',
    );
  }
  const prepared = url.searchParams.get('prepared') ?? 'yes';
  url.searchParams.delete('prepared');
  if (prepared !== 'yes' && prepared !== 'no') {
    throw new StoreError(
      'STORE_UNREADABLE',
      'In --store, prepared is yes or no. Use prepared=no, for instance',
    );
  }
  return { url, connections, prepared: prepared === 'yes' };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);
/** Stopped by an operator, crashed, starting up, or out of connections. */
const awayCodes = new Set(['57P01', '57P02', '57P03', '53300']);
const lostWords =
  /Connection terminated|connection timeout|timeout exceeded when trying to connect|not queryable|query read timeout/i;

/** The connection is lost, or there was none: it is unknown whether the statement was executed. */
export function isLost(error: unknown): boolean {
  if (error instanceof StoreError) return isLost(error.cause);
  const code = codeOf(error);
  if (networkCodes.has(code) || awayCodes.has(code) || code.startsWith('08')) return true;
  return error instanceof Error && lostWords.test(error.message);
}

/** The server rolled back the transaction: a deadlock or a conflict with another one. */
function isUndone(error: unknown): boolean {
  return codeOf(error).startsWith('40');
}

/** The part after the name of the database. */
function troubleOf(error: unknown): readonly [StoreError['code'], string] | null {
  const code = codeOf(error);
  if (code === '28P01' || code === '28000')
    return ['STORE_UNREADABLE', 'rejects the user or the password. Check --store or PARALLAX_STORE'];
  if (code === '3D000')
    return ['STORE_UNREADABLE', 'does not exist. Create it, or change --store or PARALLAX_STORE'];
  if (code === '42501')
    return [
      'STORE_UNREADABLE',
      'does not allow this user to create or change tables. Grant the user these rights',
    ];
  if (code === '53100') return ['STORE_FULL', 'cannot be written because its disk is full. Free some space'];
  if (code === '25006') return ['STORE_UNREADABLE', 'is read-only. Connect to the primary server'];
  if (/^(SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|CERT_|ERR_TLS)/.test(code))
    return ['STORE_UNREADABLE', 'has a certificate that is not trusted. Set sslrootcert in --store'];
  if (error instanceof Error && error.message.includes('does not support SSL'))
    return ['STORE_UNREADABLE', 'does not offer TLS. Turn TLS on there, or set sslmode=disable in --store'];
  if (isLost(error))
    return ['STORE_UNREADABLE', 'cannot be reached. Check --store or PARALLAX_STORE, and that it runs'];
  return null;
}
