import { engineNameAt } from '#shared/interface/deployments.ts';
import { isEngine } from '#shared/interface/engines.ts';
import type { ConnectionView } from '#shared/model/connection.ts';
import type { PlanQuote, WantedMode } from '#shared/model/plan.ts';
import { counted } from '#shared/tables/figureLabels.ts';
import { withConnection } from './connections.ts';
import type { CommandContext } from './context.ts';
import { number } from './print.ts';
import { textTable } from './textTable.ts';

const listedMarkets = 20;

/** What a run of a plan costs at most, before anything is sent. */
export async function quoteOf(
  context: CommandContext,
  name: string,
  version: number | undefined,
  connectionName: string | undefined,
  mode: WantedMode = 'auto',
): Promise<{ readonly quote: PlanQuote; readonly connection: ConnectionView }> {
  const { call } = context;
  const { plan } = await call('plans.get', { plan: name, version });
  const connection = await withConnection(context, connectionName);
  const connectionId = connection.id;
  // The balance as it is at this moment; where it cannot be had, the price is given without it.
  await call('connections.refresh', { id: connectionId }).catch(() => null);
  return { quote: await call('plans.price', { plan, connectionId, mode }), connection };
}

export function quoteLabel(quote: PlanQuote, connection: ConnectionView, columns: number): string {
  const line = (name: string, { cells, maximumCredits }: { cells: number; maximumCredits: number }) => [
    name,
    number(cells),
    number(maximumCredits),
  ];
  const markets = Object.entries(quote.byMarket);
  const further = markets.slice(listedMarkets);
  const rows = [
    ...Object.entries(quote.byEngine).map(([engine, price]) =>
      line(isEngine(engine) ? engineNameAt(connection, engine) : engine, price),
    ),
    ...markets.slice(0, listedMarkets).map(([market, price]) => line(market, price)),
    ...(further.length === 0
      ? []
      : [
          line(`${further.length} more markets`, {
            cells: further.reduce((sum, [, { cells }]) => sum + cells, 0),
            maximumCredits: further.reduce((sum, [, { maximumCredits }]) => sum + maximumCredits, 0),
          }),
        ]),
    ...(quote.addOns.cells > 0 ? [line('of which add-ons', quote.addOns)] : []),
    line('total', quote),
  ];
  const balance = quote.balance === null ? 'unknown' : number(quote.balance);
  const time =
    quote.estimatedSeconds === null
      ? 'unknown until every engine has run once'
      : `about ${duration(quote.estimatedSeconds)} with ${quote.slots ?? 1} slots`;
  return [
    textTable(['', 'REQUESTS', 'MAX. CREDITS'], rows, columns).trimEnd(),
    '',
    `Balance: ${balance} credits${quote.ownTariff ? '' : ` (estimate: "${quote.connectionName}" may charge differently)`}.`,
    ...(quote.balance !== null && quote.balance < quote.maximumCredits
      ? ['The balance does not cover the maximum cost. The run may stop early.']
      : []),
    `Time: ${time}.`,
    ...quote.notices,
    ...(quote.refusedGroups > 0
      ? [
          `${counted(quote.refusedGroups, 'request')} would be rejected: ${quote.refusalProblems.map(({ message }) => message).join(' ')}`,
        ]
      : []),
    '',
  ].join('\n');
}

function duration(seconds: number): string {
  if (seconds < 90) return `${seconds} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
