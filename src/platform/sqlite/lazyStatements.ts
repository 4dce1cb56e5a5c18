import type { Database, Statement } from 'better-sqlite3';

/** A connection whose statements are compiled on first use: a start defines hundreds and uses a few. */
export function withLazyStatements(db: Database): Database {
  const prepare = (sql: string): Statement => lazyStatement(() => db.prepare(sql));
  return Object.create(db, { prepare: { value: prepare } });
}

/** The methods used on cached statements; other members do not exist before the statement is compiled. */
type LazyStatement = Pick<Statement, 'get' | 'all' | 'run' | 'iterate' | 'pluck' | 'raw' | 'safeIntegers'>;

function lazyStatement(compile: () => Statement): Statement {
  let compiled: Statement | null = null;
  let form: (statement: Statement) => Statement = (statement) => statement;
  const now = (): Statement => {
    compiled ??= form(compile());
    return compiled;
  };
  const lazy: LazyStatement = {
    get: (...parameters) => now().get(...parameters),
    all: (...parameters) => now().all(...parameters),
    run: (...parameters) => now().run(...parameters),
    iterate: (...parameters) => now().iterate(...parameters),
    pluck: (...on) => {
      const before = form;
      form = (statement) => before(statement).pluck(...on);
      return lazy as Statement;
    },
    raw: (...on) => {
      const before = form;
      form = (statement) => before(statement).raw(...on);
      return lazy as Statement;
    },
    safeIntegers: (...on) => {
      const before = form;
      form = (statement) => before(statement).safeIntegers(...on);
      return lazy as Statement;
    },
  };
  return lazy as Statement;
}
