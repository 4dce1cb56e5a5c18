import type { Database } from 'better-sqlite3';
import type { Engine } from '#shared/interface/engines.ts';
import { HistoryFailure } from '../failures.ts';
import { writes } from './operation.ts';
import { createConnectionFinder, createProjectFinder, type InProject } from './projectRows.ts';
import { dayMs, monthStartDay, type RunBudgets } from './runBudgets.ts';

export type Reservation = {
  readonly connectionId: string;
  /** Maximum cost of the request. */
  readonly credits: number;
  readonly atMs: number;
};

/**
 * Credits of requests outside runs, such as suggestions: reserved and charged like those of a run, under the
 * same limits.
 */
export function createReservationOperations(db: Database, budgets: RunBudgets) {
  const connectionRow = createConnectionFinder(db);
  const projectRow = createProjectFinder(db);
  const ceiling = db
    .prepare<{ connection: number; period: string }, number>(
      'SELECT credits FROM ceilings WHERE connection_id = @connection AND period = @period',
    )
    .pluck();
  const book = db.prepare<{ connection: number; day: number; held: number; charged: number }>(
    `INSERT INTO spending (connection_id, day, held, charged) VALUES (@connection, @day, @held, @charged)
     ON CONFLICT (connection_id, day) DO UPDATE SET held = held + excluded.held, charged = charged + excluded.charged`,
  );
  const charge = db.prepare<{
    connection: number;
    day: number;
    project: number;
    engine: string;
    credits: number;
  }>(
    `INSERT INTO charges (connection_id, day, project_id, engine, answers, credits)
     VALUES (@connection, @day, @project, @engine, 1, @credits)`,
  );

  return {
    /**
     * Before it is sent.
     * @throws HistoryFailure CONFLICT if a daily or monthly limit would be exceeded
     */
    'reservations.hold': writes(({ connectionId, credits, atMs }: Reservation): void => {
      const connection = connectionRow(connectionId);
      const day = Math.floor(atMs / dayMs);
      for (const [period, from] of [
        ['day', day],
        ['month', monthStartDay(atMs)],
      ] as const) {
        const limit = ceiling.get({ connection, period });
        if (limit !== undefined && budgets.spentSince(connection, from, atMs) + credits > limit)
          throw new HistoryFailure(
            'CONFLICT',
            `This would exceed the ${period === 'day' ? 'daily' : 'monthly'} credit limit of the connection. Nothing was sent.`,
          );
      }
      book.run({ connection, day, held: credits, charged: 0 });
    }),
    /** When its charge is known. If the outcome stays unknown, so does the reservation. */
    'reservations.settle': writes(
      (input: Reservation & InProject & { readonly engine: Engine; readonly charged: number }): void => {
        const connection = connectionRow(input.connectionId);
        const day = Math.floor(input.atMs / dayMs);
        book.run({ connection, day, held: -input.credits, charged: input.charged });
        const project = projectRow(input);
        if (input.charged > 0)
          charge.run({ connection, day, project, engine: input.engine, credits: input.charged });
      },
    ),
  };
}
