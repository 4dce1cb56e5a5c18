import type { Database } from 'better-sqlite3';
import {
  type ClaimAspect,
  type ClaimCorrection,
  type ClaimLabel,
  type ClaimTone,
  claimAspects,
  type RatedAnswer,
  type RatedClaim,
  type Rating,
} from '#shared/model/comparison/claimLists.ts';
import { reads, writes } from './operation.ts';
import { createProjectFinder, type InProject } from './projectRows.ts';

/** What the model rated of answers, with a person's corrections, labels and aspects. */
export function createClaimOperations(db: Database) {
  const projectOf = createProjectFinder(db);
  const all = db.prepare<
    { project: number },
    { readonly claim: string; readonly aspect: ClaimAspect | null; readonly tone: ClaimTone | null }
  >('SELECT claim, aspect, tone FROM claim_corrections WHERE project_id = @project ORDER BY claim');
  const put = db.prepare<{
    project: number;
    claim: string;
    sentence: string;
    aspect: ClaimAspect | null;
    tone: ClaimTone | null;
    nowMs: number;
  }>(
    `INSERT INTO claim_corrections (project_id, claim, sentence, aspect, tone, made_at_ms)
     VALUES (@project, @claim, @sentence, @aspect, @tone, @nowMs)
     ON CONFLICT (project_id, claim) DO UPDATE SET aspect = @aspect, tone = @tone, made_at_ms = @nowMs`,
  );
  const remove = db.prepare<{ project: number; claim: string }>(
    'DELETE FROM claim_corrections WHERE project_id = @project AND claim = @claim',
  );
  const ofAnswer = db.prepare<
    { id: string },
    { readonly rater: string; readonly at: number; readonly claims: string; readonly discarded: number }
  >(
    `SELECT rater, rated_at_ms AS at, claims, discarded FROM answer_claims
     WHERE observation_id = (SELECT id FROM observations WHERE uid = @id)`,
  );
  const keep = db.prepare<{ id: string; rater: string; nowMs: number; claims: string; discarded: number }>(
    `INSERT INTO answer_claims (observation_id, rater, rated_at_ms, claims, discarded)
     SELECT id, @rater, @nowMs, @claims, @discarded FROM observations WHERE uid = @id
     ON CONFLICT DO UPDATE SET rated_at_ms = excluded.rated_at_ms, claims = excluded.claims,
       discarded = excluded.discarded`,
  );
  const labels = db.prepare<{ project: number; rater: string }, ClaimLabel>(
    `SELECT language, claim, rated, label FROM claim_labels WHERE project_id = @project AND rater = @rater
     ORDER BY claim`,
  );
  const putLabel = db.prepare<ClaimLabel & { project: number; rater: string; nowMs: number }>(
    `INSERT INTO claim_labels (project_id, rater, claim, language, rated, label, made_at_ms)
     VALUES (@project, @rater, @claim, @language, @rated, @label, @nowMs)
     ON CONFLICT DO UPDATE SET rated = excluded.rated, label = excluded.label, made_at_ms = excluded.made_at_ms`,
  );
  const aspects = db
    .prepare<{ project: number }, string>('SELECT aspects FROM claim_aspects WHERE project_id = @project')
    .pluck();
  const putAspects = db.prepare<{ project: number; aspects: string }>(
    `INSERT INTO claim_aspects (project_id, aspects) VALUES (@project, @aspects)
     ON CONFLICT DO UPDATE SET aspects = excluded.aspects`,
  );
  const aspectsOf = (project: number): readonly string[] => {
    const own = aspects.get({ project });
    return own === undefined ? claimAspects : (JSON.parse(own) as readonly string[]);
  };

  return {
    /** Claims of these answers by one rater: the one that rated last. With them, everything a person said. */
    'claims.ofAnswers': reads(({ ids, ...input }: InProject & { readonly ids: readonly string[] }) => {
      const rows = ids.flatMap((id) => ofAnswer.all({ id }).map((row) => ({ id, ...row })));
      const last = rows.reduce<(typeof rows)[number] | null>(
        (latest, row) => (latest === null || row.at > latest.at ? row : latest),
        null,
      );
      const project = projectOf(input);
      const rater = last?.rater ?? '';
      return {
        rated: rows
          .filter((row) => row.rater === rater)
          .map(
            ({ id, claims, discarded }): RatedAnswer => ({
              ...{ observationId: id, rater, discarded },
              claims: JSON.parse(claims) as readonly RatedClaim[],
            }),
          ),
        claimLabels: labels.all({ project, rater }),
        claimAspects: aspectsOf(project),
      };
    }),
    /** Of these answers, those that this rater has rated. */
    'claims.ratedBy': reads(
      ({ ids, rater }: { readonly ids: readonly string[]; readonly rater: string }): readonly string[] =>
        ids.filter((id) => ofAnswer.all({ id }).some((row) => row.rater === rater)),
    ),
    'claims.keep': writes(
      ({ observationId, claims, ...answer }: RatedAnswer & { readonly nowMs: number }): void => {
        keep.run({ ...answer, id: observationId, claims: JSON.stringify(claims) });
      },
    ),
    'claims.label': writes(
      ({
        projectId,
        ...label
      }: InProject & ClaimLabel & { readonly rater: string; readonly nowMs: number }): void => {
        putLabel.run({ ...label, project: projectOf({ projectId }) });
      },
    ),
    'claims.aspects': reads((input: InProject): { readonly aspects: readonly string[] } => ({
      aspects: aspectsOf(projectOf(input)),
    })),
    'claims.setAspects': writes(
      ({ aspects: list, ...input }: InProject & { readonly aspects: readonly string[] }): void => {
        putAspects.run({ project: projectOf(input), aspects: JSON.stringify(list) });
      },
    ),
    'claims.corrections': reads((input: InProject): readonly ClaimCorrection[] =>
      all.all({ project: projectOf(input) }).map(({ claim, aspect, tone }) => ({
        claim,
        as: aspect === null || tone === null ? null : { aspect, tone },
      })),
    ),
    'claims.correct': writes(
      ({
        claim,
        sentence,
        as,
        nowMs,
        ...input
      }: InProject & {
        readonly claim: string;
        readonly sentence: string;
        readonly as: Rating | null;
        readonly nowMs: number;
      }): void => {
        const { aspect = null, tone = null } = as ?? {};
        put.run({ project: projectOf(input), claim, sentence, aspect, tone, nowMs });
      },
    ),
    'claims.restore': writes(
      ({ claim, ...input }: InProject & { readonly claim: string }): { readonly restored: boolean } => ({
        restored: remove.run({ project: projectOf(input), claim }).changes > 0,
      }),
    ),
  };
}
