import type { RecomputationBoard, RecomputationRow } from '#main/history/store/operations/recomputation.ts';

export type RecomputationStep =
  /** Nothing was computed by these rules yet. */
  | { readonly kind: 'start'; readonly projectRow: number; readonly rulesVersion: number }
  /** The newest rules were applied by other formulae than this program's. */
  | { readonly kind: 'renew'; readonly projectRow: number; readonly rulesVersion: number }
  /** Answers that have no facts by this version yet. */
  | { readonly kind: 'facts'; readonly replay: RecomputationRow }
  | { readonly kind: 'drop'; readonly rulesVersion: number };

/**
 * What is to be done next, the most urgent first: new answers by the rules in force, then the replay of newer
 * rules, then clearing away what was replaced.
 * @param skipped versions another program works on
 */
export function nextStep(
  { lastId, newest, replays }: RecomputationBoard,
  analysisRules: string,
  skipped: ReadonlySet<number>,
): RecomputationStep | null {
  for (const { projectRow, rulesVersion } of newest) {
    const replay = replays.find((each) => each.rulesVersion === rulesVersion);
    if (!replay) return { kind: 'start', projectRow, rulesVersion };
    if (replay.analysisRules !== analysisRules && replay.state !== 'dropped')
      return { kind: 'renew', projectRow, rulesVersion };
  }
  const behind = (state: RecomputationRow['state']) =>
    replays.find(
      (each) =>
        each.state === state &&
        each.analysisRules === analysisRules &&
        (state === 'running' || each.throughId < lastId) &&
        !skipped.has(each.rulesVersion),
    );
  const replay = behind('current') ?? behind('running');
  if (replay) return { kind: 'facts', replay };
  const dropped = replays.find((each) => each.state === 'dropped');
  return dropped ? { kind: 'drop', rulesVersion: dropped.rulesVersion } : null;
}
