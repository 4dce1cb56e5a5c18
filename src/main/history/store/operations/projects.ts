import type { Database } from 'better-sqlite3';
import { type ProjectDefaults, type ProjectView, projectDefaultsSchema } from '#shared/model/project.ts';
import { HistoryFailure, mustHave, noRun } from '../failures.ts';
import { newId } from '../ids.ts';
import { reads, writes } from './operation.ts';
import {
  createProjectFinder,
  createProjectLookups,
  firstProjectId,
  timeZoneOfProject,
} from './projectRows.ts';
import type { QuestionTags } from './questionTags.ts';

type ProjectRow = Omit<ProjectView, 'first' | 'defaults'> & {
  readonly row: number;
  readonly defaults: string;
};

const selectProjects = `SELECT p.id AS row, p.uid AS id, p.name, p.defaults, ${timeZoneOfProject} AS timeZone, p.created_at_ms AS createdAtMs,
    count(r.id) AS runs, ifnull(sum(r.completed), 0) AS answers, ifnull(sum(r.credits_charged), 0) AS creditsCharged,
    (SELECT count(*) FROM brands b WHERE b.project_id = p.id) AS brands,
    (SELECT count(*) FROM plans l WHERE l.project_id = p.id AND l.removed_at_ms IS NULL) AS plans
  FROM projects p LEFT JOIN runs r ON r.project_id = p.id WHERE p.removed_at_ms IS NULL`;

/** Lists projects, for callers that need nothing else. */
export function createProjectList(db: Database): () => readonly ProjectView[] {
  const all = db.prepare<[], ProjectRow>(
    `${selectProjects} GROUP BY p.id ORDER BY p.name COLLATE NOCASE, p.id`,
  );
  return () => all.all().map(view);
}

/** Projects: names, defaults of new questions, and their runs. */
export function createProjectOperations(db: Database, tags: QuestionTags) {
  const idOf = createProjectFinder(db);
  const list = createProjectList(db);
  const one = db.prepare<[{ project: string }], ProjectRow>(
    `${selectProjects} AND (p.uid = @project OR p.name = @project COLLATE NOCASE) GROUP BY p.id
     ORDER BY p.uid <> @project LIMIT 1`,
  );
  const ofAnswers = db.prepare<{ stringify: string }, { uid: string }>(
    `SELECT DISTINCT p.uid FROM json_each(@stringify) j JOIN observations o ON o.uid = j.value JOIN runs r ON r.id = o.run_id
       JOIN projects p ON p.id = r.project_id`,
  );
  const add = db.prepare<{ uid: string; name: string; createdAtMs: number }>(
    'INSERT INTO projects (uid, name, created_at_ms) VALUES (@uid, @name, @createdAtMs)',
  );
  const rename = db.prepare<{ name: string; id: number }>('UPDATE projects SET name = @name WHERE id = @id');
  const setDefaults = db.prepare<{ defaults: string; id: number }>(
    'UPDATE projects SET defaults = @defaults WHERE id = @id',
  );
  const remove = db.prepare<{ removedAtMs: number; id: number }>(
    'UPDATE projects SET removed_at_ms = @removedAtMs WHERE id = @id',
  );
  const removePlans = db.prepare<{ removedAtMs: number; projectId: number }>(
    'UPDATE plans SET removed_at_ms = @removedAtMs WHERE project_id = @projectId AND removed_at_ms IS NULL',
  );
  const removeMonitors = db.prepare<{ removedAtMs: number; projectId: number }>(
    `UPDATE monitors SET removed_at_ms = @removedAtMs
     WHERE removed_at_ms IS NULL AND plan_id IN (SELECT id FROM plans WHERE project_id = @projectId)`,
  );
  const runsOf = db.prepare<{ projectId: number }, { runs: number; going: number }>(
    `SELECT count(*) AS runs, ifnull(sum(state = 'running'), 0) AS going FROM runs WHERE project_id = @projectId`,
  );
  const runs = db.prepare<{ uid: string }, { id: number; project: number }>(
    'SELECT id, project_id AS project FROM runs WHERE uid = @uid',
  );
  const monitorOf = db.prepare<{ runId: number }, { name: string }>(
    'SELECT m.name FROM monitor_times t JOIN monitors m ON m.id = t.monitor_id WHERE t.run_id = @runId',
  );
  const moveAll = db.prepare<{ projectId: number; id: number }>(
    'UPDATE runs SET project_id = @projectId WHERE project_id = @id',
  );
  const moveOne = db.prepare<[{ into: number; run: number }]>(
    'UPDATE runs SET project_id = @into WHERE id = @run AND project_id <> @into',
  );
  // The project of charges determines where they count once their run is deleted.
  const moveAllCharges = db.prepare<{ projectId: number; id: number }>(
    'UPDATE charges SET project_id = @projectId WHERE run_id IN (SELECT id FROM runs WHERE project_id = @id)',
  );
  const moveCharges = db.prepare<[{ into: number; run: number }]>(
    'UPDATE charges SET project_id = @into WHERE run_id = @run',
  );
  const moveTags = db.prepare<{ projectId: number; id: number }>(
    `INSERT OR IGNORE INTO question_tags (project_id, question_id, tag, by_rule)
     SELECT @projectId, question_id, tag, 0 FROM question_tags WHERE project_id = @id AND by_rule = 0`,
  );
  // Caches of the answers' projects must be read again.
  const noteMove = db.prepare('UPDATE search_state SET removals = removals + 1');

  // Creates the next version of the same rules, so that everything computed by a project's rules is recomputed.
  const sameRulesAgain = db.prepare<{ nowMs: number; project: number }>(
    `INSERT INTO brand_rule_versions (version, project_id, made_at_ms, rules)
     SELECT (SELECT max(version) FROM brand_rule_versions) + 1, project_id, @nowMs, rules
     FROM brand_rule_versions WHERE project_id = @project ORDER BY version DESC LIMIT 1`,
  );
  const projectOf = db
    .prepare<{ stringify: string }, number>(
      'SELECT DISTINCT project_id FROM runs WHERE uid IN (SELECT value FROM json_each(@stringify))',
    )
    .pluck();
  /** Answers were added to or removed from these projects. */
  const recompute = (projects: readonly number[], nowMs: number): void => {
    for (const project of projects) {
      sameRulesAgain.run({ nowMs, project });
      tags.again(project);
    }
    noteMove.run();
  };

  const find = (project: string): ProjectRow => mustHave(one.get({ project }), `No project "${project}".`);
  const refuseTaken = (name: string, id: number | null): void => {
    const other = one.get({ project: name });
    if (!other || other.row === id) return;
    throw new HistoryFailure('CONFLICT', `A project "${other.name}" already exists. Choose another name.`);
  };

  return {
    'projects.list': reads((_: Readonly<Record<string, never>>): readonly ProjectView[] => list()),
    ...createProjectLookups(db),
    'projects.get': reads((input: { readonly project: string }): ProjectView => view(find(input.project))),
    /** Of these answers' runs, each once. */
    'projects.ofAnswers': reads((input: { readonly ids: readonly string[] }): readonly string[] =>
      ofAnswers.all({ stringify: JSON.stringify(input.ids) }).map(({ uid }) => uid),
    ),
    'projects.create': writes((input: { readonly name: string; readonly nowMs: number }): ProjectView => {
      refuseTaken(input.name, null);
      const uid = newId();
      add.run({ uid, name: input.name, createdAtMs: input.nowMs });
      return view(find(uid));
    }),
    'projects.rename': writes((input: { readonly project: string; readonly name: string }): ProjectView => {
      const { row, id } = find(input.project);
      refuseTaken(input.name, row);
      rename.run({ name: input.name, id: row });
      return view(find(id));
    }),
    'projects.setDefaults': writes(
      (input: { readonly project: string; readonly defaults: ProjectDefaults }): ProjectView => {
        const { row, id } = find(input.project);
        setDefaults.run({ defaults: JSON.stringify(input.defaults), id: row });
        return view(find(id));
      },
    ),
    /**
     * Moves runs with their answers to another project, all or none; brand facts of both are recomputed.
     * @throws HistoryFailure CONFLICT for a run in a monitor's series, which stays with its plan
     */
    'projects.moveRuns': writes(
      (input: {
        readonly runIds: readonly string[];
        readonly into: string;
        readonly nowMs: number;
      }): { readonly moved: number } => {
        const target = find(input.into);
        const before = projectOf.all({ stringify: JSON.stringify(input.runIds) });
        let moved = 0;
        for (const uid of input.runIds) {
          const run = mustHave(runs.get({ uid }), noRun(uid));
          const monitor = monitorOf.get({ runId: run.id });
          if (monitor && run.project !== target.row)
            throw new HistoryFailure(
              'CONFLICT',
              `The run ${uid} belongs to the monitor "${monitor.name}", whose runs stay in one project. Nothing was moved.`,
            );
          moved += moveOne.run({ into: target.row, run: run.id }).changes;
          moveCharges.run({ into: target.row, run: run.id });
        }
        if (moved > 0) recompute([...new Set([target.row, ...before])], input.nowMs);
        return { moved };
      },
    ),
    /**
     * Deletes a project with its plans and monitors. Its rule versions stay, for the figures that refer to
     * them.
     * @throws HistoryFailure CONFLICT for the first project, and for one with runs unless `moveTo` is given
     */
    'projects.remove': writes(
      (input: {
        readonly project: string;
        readonly moveTo?: string;
        readonly nowMs: number;
      }): { readonly moved: number } => {
        const row = find(input.project);
        if (row.row === firstProjectId)
          throw new HistoryFailure(
            'CONFLICT',
            `"${row.name}" is the first project and cannot be deleted. Rename it instead.`,
          );
        const { runs: held = 0, going = 0 } = runsOf.get({ projectId: row.row }) ?? {};
        if (going > 0)
          throw new HistoryFailure(
            'CONFLICT',
            `A run of "${row.name}" is in progress. Wait for it, or cancel it first. Nothing was deleted.`,
          );
        let moved = 0;
        if (held > 0) {
          const target = input.moveTo === undefined ? null : find(input.moveTo);
          if (target === null)
            throw new HistoryFailure(
              'CONFLICT',
              `"${row.name}" has ${held} ${held === 1 ? 'run' : 'runs'}. Move them to another project, or delete them first. Nothing was deleted.`,
            );
          if (target.row === row.row)
            throw new HistoryFailure(
              'CONFLICT',
              'Runs cannot move to the project that is deleted. Choose another.',
            );
          moveAllCharges.run({ projectId: target.row, id: row.row });
          moved = moveAll.run({ projectId: target.row, id: row.row }).changes;
          moveTags.run({ projectId: target.row, id: row.row });
          recompute([target.row], input.nowMs);
        }
        removeMonitors.run({ removedAtMs: input.nowMs, projectId: row.row });
        removePlans.run({ removedAtMs: input.nowMs, projectId: row.row });
        remove.run({ removedAtMs: input.nowMs, id: row.row });
        return { moved };
      },
    ),
    'questions.list': reads((input: { readonly projectId: string }) => tags.questions(idOf(input)), {
      thread: 'analysis',
    }),
    /** The user's tags of a question, and whether it is branded (null: by rule). */
    'questions.tag': writes(
      (input: {
        readonly projectId: string;
        readonly question: string;
        readonly tags: readonly string[];
        readonly branded: boolean | null;
      }): void => tags.set(idOf(input), input.question, input.tags, input.branded),
    ),
    /** Recomputes branded questions after rule changes; returns the number of projects. */
    'questions.retag': writes((_: Readonly<Record<string, never>>): number => tags.catchUp()),
  };
}

const view = ({ row, defaults, ...project }: ProjectRow): ProjectView => ({
  ...project,
  first: row === firstProjectId,
  defaults: projectDefaultsSchema.parse(JSON.parse(defaults)),
});
