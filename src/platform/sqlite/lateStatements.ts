import type { Database, Statement } from 'better-sqlite3';

/** The connection, with statements that are compiled by their first use: a start names some hundreds and uses a few. */
export function compilingLate(db: Database): Database {
  const prepare = (sql: string): Statement => lateStatement(() => db.prepare(sql));
  return Object.create(db, { prepare: { value: prepare } });
}

/** What is done with statements that are kept; anything else of theirs is not there before they are compiled. */
type Late = Pick<Statement, 'get' | 'all' | 'run' | 'iterate' | 'pluck' | 'raw'>;

function lateStatement(compile: () => Statement): Statement {
  let compiled: Statement | null = null;
  let form: (statement: Statement) => Statement = (statement) => statement;
  const now = (): Statement => {
    compiled ??= form(compile());
    return compiled;
  };
  const late: Late = {
    get: (...parameters) => now().get(...parameters),
    all: (...parameters) => now().all(...parameters),
    run: (...parameters) => now().run(...parameters),
    iterate: (...parameters) => now().iterate(...parameters),
    pluck: (...on) => {
      form = (statement) => statement.pluck(...on);
      return late as Statement;
    },
    raw: (...on) => {
      form = (statement) => statement.raw(...on);
      return late as Statement;
    },
  };
  return late as Statement;
}
