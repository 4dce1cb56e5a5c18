import type { SearchHit } from '#shared/bridge/routes/search.ts';
import type { RouteInput, RouteOutput } from '#shared/bridge/routeTable.ts';
import { hitsCsv, runsCsv } from '#shared/exports/listTables.ts';
import { TakeOutMenu } from '../../app/TakeOutMenu.tsx';
import { useBridge } from '../../bridge/BridgeContext.tsx';
import type { BridgeClient } from '../../bridge/client.ts';

type RunList = RouteOutput<'runs.list'>;
type Found = RouteOutput<'history.search'>;

/** Takes out what a search finds, or without one the list of runs. */
export function HistoryTakeOut({ text }: { readonly text: string }) {
  const bridge = useBridge();
  return text.trim() === '' ? (
    <TakeOutMenu
      selection={null}
      lists={[
        { label: 'The list of runs', fileName: 'runs', csv: async () => runsCsv(await allRuns(bridge)) },
      ]}
    />
  ) : (
    <TakeOutMenu
      selection={{ search: text }}
      lists={[
        {
          label: 'The list of what was found',
          fileName: 'found',
          csv: async () => hitsCsv(await allHits(bridge, text)),
        },
      ]}
    />
  );
}

async function allRuns(bridge: BridgeClient): Promise<RunList['runs']> {
  const runs: RunList['runs'] = [];
  for (let more = true; more; ) {
    const last = runs.at(-1);
    const input: RouteInput<'runs.list'> = {
      limit: 500,
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
  let after: Found['next'] = null;
  do {
    const page: Found = await bridge.call('history.search', { text, limit: 200, after });
    hits.push(...page.hits);
    after = page.next;
  } while (after !== null);
  return hits;
}
