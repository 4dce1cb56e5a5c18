import type { Database } from 'better-sqlite3';
import type { ClaimAspect, ClaimCorrection, ClaimTone, Rating } from '#shared/model/comparison/claimLists.ts';
import { reads, writes } from './operation.ts';
import { createProjectFinder, type InProject } from './projectRows.ts';

/** The user's corrections of claims, by project. */
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

  return {
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
