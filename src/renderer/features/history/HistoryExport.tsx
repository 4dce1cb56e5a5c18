import type { RouteInput, RouteOutput } from '#shared/bridge/routeTable.ts';
import { allProjects } from '#shared/model/allProjects.ts';
import type { RunSummary } from '#shared/model/run.ts';
import type { SearchHit } from '#shared/model/search.ts';
import { facetsSheet, hitsSheet, runsSheet, savedSearchesTable } from '#shared/tables/historyTables.ts';
import { sheetOf } from '#shared/tables/table.ts';
import { useBridge } from '../../bridge/BridgeContext.tsx';
import type { BridgeClient } from '../../bridge/client.ts';
import { type ExportList, ExportMenu } from '../../exports/ExportMenu.tsx';

type RunList = RouteOutput<'runs.list'>;
type SearchedAnswers = RouteOutput<'history.search'>;

type HistoryExportProps = {
  readonly text: string;
  /** Whether runs of all projects are listed. */
  readonly everywhere: boolean;
};

/** Exports the results of a search, or without one all answers and the list of runs. */
export function HistoryExport({ text, everywhere }: HistoryExportProps) {
  const bridge = useBridge();
  const saved: ExportList = {
    label: 'Saved searches',
    sheet: async () => sheetOf(savedSearchesTable, (await bridge.call('searches.list', {})).searches),
  };
  return text.trim() === '' ? (
    <ExportMenu
      selection={{ search: '', ...(everywhere ? { project: allProjects } : {}) }}
      lists={[{ label: 'Runs', sheet: async () => runsSheet(await allRuns(bridge, everywhere)) }, saved]}
    />
  ) : (
    <ExportMenu
      selection={{ search: text }}
      lists={[
        {
          label: 'Search results',
          sheet: async () => hitsSheet(await allHits(bridge, text)),
        },
        {
          label: 'Filter counts',
          sheet: async () =>
            facetsSheet((await bridge.call('history.search', { text, limit: 1, after: null })).facets),
        },
        saved,
      ]}
    />
  );
}

async function allRuns(bridge: BridgeClient, everywhere: boolean): Promise<RunList['runs']> {
  const runs: RunSummary[] = [];
  for (let more = true; more; ) {
    const last = runs.at(-1);
    const input: RouteInput<'runs.list'> = {
      limit: 500,
      ...(everywhere ? { project: allProjects } : {}),
      ...(last === undefined ? {} : { before: { createdAtMs: last.createdAtMs, id: last.id } }),
    };
    const page: RunList = await bridge.call('runs.list', input);
    runs.push(...page.runs);
    more = page.more && page.runs.length > 0;
  }
  return runs;
}

async function allHits(bridge: BridgeClient, text: string): Promise<readonly SearchHit[]> {
  const hits: SearchHit[] = [];
  let after: SearchedAnswers['next'] = null;
  do {
    const page: SearchedAnswers = await bridge.call('history.search', { text, limit: 200, after });
    hits.push(...page.hits);
    after = page.next;
  } while (after !== null);
  return hits;
}
