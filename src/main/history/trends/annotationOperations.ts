import type { Database } from 'better-sqlite3';
import type { ZonedDays } from '#shared/figures/trends/zonedDays.ts';
import type { Annotation } from '#shared/model/annotation.ts';
import type { TrendBucket, TrendMarker } from '#shared/model/trendLines.ts';
import { HistoryFailure } from '../store/failures.ts';
import { newId } from '../store/ids.ts';
import { reads, writes } from '../store/operations/operation.ts';
import { createProjectFinder, type InProject } from '../store/operations/projectRows.ts';

const dayMs = 86_400_000;
const list = 'SELECT uid AS id, day, text FROM annotations WHERE project_id = @project ORDER BY day, id';

/** The user's notes on days of a project. */
export function createAnnotationOperations(db: Database) {
  const projectOf = createProjectFinder(db);
  const all = db.prepare<{ project: number }, Annotation>(list);
  const add = db.prepare<{ uid: string; project: number; day: string; text: string; nowMs: number }>(
    `INSERT INTO annotations (uid, project_id, day, text, created_at_ms) VALUES (@uid, @project, @day, @text, @nowMs)`,
  );
  const edit = db.prepare<{ id: string; day: string | null; text: string | null }>(
    'UPDATE annotations SET day = ifnull(@day, day), text = ifnull(@text, text) WHERE uid = @id',
  );
  const remove = db.prepare<{ id: string }>('DELETE FROM annotations WHERE uid = @id');

  return {
    'annotations.list': reads((input: InProject): { readonly annotations: readonly Annotation[] } => ({
      annotations: all.all({ project: projectOf(input) }),
    })),
    'annotations.add': writes(
      ({
        day,
        text,
        nowMs,
        ...input
      }: InProject & { readonly day: string; readonly text: string; readonly nowMs: number }): Annotation => {
        const uid = newId();
        add.run({ uid, project: projectOf(input), day, text, nowMs });
        return { id: uid, day, text };
      },
    ),
    'annotations.edit': writes(
      (input: { readonly id: string; readonly day?: string; readonly text?: string }): void => {
        const { id, day = null, text = null } = input;
        if (edit.run({ id, day, text }).changes === 0)
          throw new HistoryFailure('NOT_FOUND', 'This annotation no longer exists. Add it as a new one.');
      },
    ),
    'annotations.remove': writes(({ id }: { readonly id: string }): { readonly removed: boolean } => ({
      removed: remove.run({ id }).changes > 0,
    })),
  };
}

/** Their positions on the axis: the first period that ends after the day began; none outside the axis. */
export function createAnnotationMarkers(db: Database) {
  const all = db.prepare<{ project: number }, Annotation>(list);
  return (project: number, buckets: readonly TrendBucket[], { startOf }: ZonedDays): readonly TrendMarker[] =>
    all.all({ project }).flatMap(({ day, text }): readonly TrendMarker[] => {
      const number = Date.parse(day) / dayMs;
      const at = startOf(number);
      const bucket = buckets.findIndex(({ beforeMs }) => beforeMs > at);
      const { fromMs = Number.POSITIVE_INFINITY, label } = buckets[Math.max(0, bucket)] ?? {};
      if (bucket === -1 || (bucket === 0 && startOf(number + 1) <= fromMs)) return [];
      return [{ bucket, kind: 'annotation', words: label === day ? text : `${text} (${day})` }];
    });
}
