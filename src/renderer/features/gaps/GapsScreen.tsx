import { type ComponentProps, type ReactNode, useState } from 'react';
import type { GapAnswer, GapCause, GapStatus, GapView } from '#shared/model/gap.ts';
import { gapKinds, gapLists } from '#shared/model/gapLists.ts';
import { filteredSheet } from '#shared/tables/filterLabels.ts';
import {
  gapCausesSheet,
  gapKindLabel,
  gapListLabel,
  gapSummary,
  gapsSheet,
} from '#shared/tables/gapTables.ts';
import type { Sheet } from '#shared/tables/sheet.ts';
import { BrandProgress, useBrandProgress } from '../../bridge/BrandProgress.tsx';
import { useBridge, useRoute } from '../../bridge/BridgeContext.tsx';
import { FilterBar } from '../../bridge/FilterBar.tsx';
import { useProjectDays } from '../../bridge/projectDays.ts';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { countingText, formatCount, formatQuantity } from '../../ui/format.ts';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { formatAddress } from '../../window/address.ts';
import { keptFilter } from '../../window/answerFilter.ts';
import { CauseTable } from './CauseTable.tsx';
import { GapTable, type Mark } from './GapTable.tsx';
import { type GapParams, isGrouped, listOf, maxGaps, pageSize, queryOf } from './gapAddress.ts';
import { type MarkReports, useMarkGaps } from './useMarkGaps.ts';

type GapsScreenProps = {
  readonly params: GapParams;
  readonly setParams: (changes: GapParams) => void;
  readonly onAsk: () => void;
  readonly onBrands: () => void;
  /** Brands that the answers name, to choose from. */
  readonly brandChoice: ReactNode;
} & MarkReports;

/** Gaps: where competitors are named or cited and you are not. */
export function GapsScreen({ params, setParams, onAsk, onBrands, brandChoice, ...reports }: GapsScreenProps) {
  const [openedMs] = useState(() => Date.now());
  const zone = useProjectDays();
  const [most, setMost] = useState(pageSize);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const shown = useRoute('gaps.list', queryOf(params, openedMs, most, zone.days));
  const bridge = useBridge();
  const { mark, error: markError } = useMarkGaps(reports);
  const answer = shown.data;
  const left = useBrandProgress();
  const onMark: Mark = (gaps, status, note) => {
    setSelected(new Set());
    mark(gaps, status, note);
  };
  const onSelect = (id: string): void => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };
  const narrow = (changes: GapParams): void => {
    setMost(pageSize);
    setSelected(new Set());
    setParams(changes);
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="px-4 pt-4">
        <h1 className="font-semibold text-title">Gaps</h1>
        <p role="status" className="text-ink-2">
          {answer === undefined ? countingText(shown.error) : left !== null ? '' : gapSummary(answer)}
        </p>
      </div>
      {shown.error ? (
        <ErrorNotice error={shown.error} className="m-4" onRetry={() => void shown.refetch()} />
      ) : null}
      {markError ? <ErrorNotice error={markError} className="m-4" /> : null}
      {left === null ? null : (
        <div className="px-4 pt-3">
          <BrandProgress left={left} />
        </div>
      )}
      {answer === undefined ? null : isEmpty(answer, params) ? (
        <NothingYet answer={answer} onAsk={onAsk} onBrands={onBrands} brandChoice={brandChoice} />
      ) : (
        <>
          <Tabs
            label="Gaps by status"
            tabs={gapLists.map((id) => ({
              id,
              label: `${gapListLabel[id]} ${formatCount(answer.counts[id])}`,
            }))}
            value={listOf(params)}
            onChange={(list) => narrow({ list: list === 'open' ? '' : list })}
          />
          <div className="flex flex-col gap-3 p-4">
            <Filters answer={answer} params={params} onNarrow={narrow} />
            <Notes answer={answer} params={params} onNarrow={narrow} onBrands={onBrands} />
            <Selection
              gaps={answer.gaps.filter(({ id }) => selected.has(id))}
              onMark={onMark}
              onClear={() => setSelected(new Set())}
            />
            {isGrouped(params) ? (
              <Causes
                answer={answer}
                params={params}
                onMark={async (cause, status) => {
                  const all = queryOf({ ...params, ...paramsOf(cause) }, openedMs, maxGaps, zone.days);
                  onMark((await bridge.call('gaps.list', all)).gaps, status);
                }}
                sheet={() =>
                  filteredSheet(
                    gapCausesSheet(answer.causes),
                    queryOf(params, openedMs, most, zone.days),
                    zone.days,
                  )
                }
              />
            ) : (
              <SingleGaps
                answer={answer}
                selected={selected}
                onSelect={onSelect}
                onMark={onMark}
                onMore={() => setMost(Math.min(maxGaps, most + pageSize))}
                sheet={async () => {
                  const all = queryOf(params, openedMs, maxGaps, zone.days);
                  const { gaps } = await bridge.call('gaps.list', all);
                  return filteredSheet(gapsSheet(gaps), all, zone.days);
                }}
              />
            )}
            <Method answers={answer.answers} grouped={isGrouped(params)} />
          </div>
        </>
      )}
    </div>
  );
}

type SingleGapsProps = Omit<ComponentProps<typeof GapTable>, 'gaps'> & {
  readonly answer: GapAnswer;
  readonly onMore: () => void;
};

/** The list as single gaps. */
function SingleGaps({ answer, onMore, ...table }: SingleGapsProps) {
  return (
    <>
      <GapTable gaps={answer.gaps} {...table} />
      {answer.gaps.length < answer.total ? (
        <Button className="self-start" onClick={onMore}>
          Show more of {formatQuantity(answer.total, 'gap')}
        </Button>
      ) : null}
    </>
  );
}

/** How the list is ranked, and when a gap is open. */
function Method({ answers, grouped }: { readonly answers: number; readonly grouped: boolean }) {
  return (
    <p className="text-ink-3 text-table">
      {grouped
        ? 'Competitors by answers over average position, pages by answers'
        : 'Ranked by the lower end of the 95 % interval of reach'}{' '}
      · {formatQuantity(answers, 'answer')} · a gap is open until an answer names you, or cites your site, in
      the same question, engine and market
    </p>
  );
}

/** The address parameters of the gaps of a cause. */
const paramsOf = ({ kind, value }: GapCause): GapParams =>
  kind === 'mention'
    ? { view: 'single', kind, brand: value, domain: '' }
    : { view: 'single', kind, domain: value };

type CausesProps = {
  readonly answer: GapAnswer;
  readonly params: GapParams;
  readonly onMark: (cause: GapCause, status: GapStatus) => void;
  readonly sheet: () => Sheet;
};

/** The list by cause: competitors to catch up with, and pages to win. */
function Causes({ answer: { causes }, params, ...table }: CausesProps) {
  const hrefOf = (cause: GapCause): string =>
    formatAddress({ name: 'gaps' }, { ...params, ...paramsOf(cause) });
  return gapKinds.map((kind) =>
    params.kind === undefined || params.kind === '' || params.kind === kind ? (
      <CauseTable
        key={kind}
        kind={kind}
        causes={causes.filter((cause) => cause.kind === kind)}
        hrefOf={hrefOf}
        {...table}
      />
    ) : null,
  );
}

/** A filter that no answer passes can be changed; without one, there is nothing to list. */
const isEmpty = ({ answers, brandedLeftOut, missing }: GapAnswer, params: GapParams): boolean =>
  (answers + brandedLeftOut === 0 && Object.keys(keptFilter(params)).length === 0) ||
  missing.includes('own') ||
  missing.includes('competitors');

const wanted = { own: 'your brand', competitors: 'your competitors' };

function NothingYet({
  answer: { answers, brandedLeftOut, missing },
  onAsk,
  onBrands,
  brandChoice,
}: { readonly answer: GapAnswer } & Pick<GapsScreenProps, 'onAsk' | 'onBrands' | 'brandChoice'>) {
  return answers + brandedLeftOut === 0 ? (
    <EmptyState title="No answers yet" action={<Button onClick={onAsk}>Ask a question</Button>}>
      Ask a question in several countries. Where a competitor is named or cited and you are not, it is listed
      here with the sentence or the page.
    </EmptyState>
  ) : (
    <EmptyState
      title={`Add ${missing.flatMap((kind) => (kind === 'own-domains' ? [] : wanted[kind])).join(' and ')}`}
      action={<Button onClick={onBrands}>Manage brands</Button>}
    >
      A gap is where a competitor is named or cited and you are not. All stored answers are then matched in
      the background.
      {brandChoice}
    </EmptyState>
  );
}

type PartProps = {
  readonly answer: GapAnswer;
  readonly params: GapParams;
  readonly onNarrow: (changes: GapParams) => void;
};

function Filters({ answer: { tallies }, params, onNarrow }: PartProps) {
  const filters = [
    {
      name: 'kind',
      label: 'Kind',
      tally: tallies.kinds,
      labelOf: (value: string) => gapKindLabel[value === 'mention' ? 'mention' : 'citation'],
    },
    { name: 'brand', label: 'Competitor', tally: tallies.brands },
    { name: 'domain', label: 'Domain', tally: tallies.domains },
  ] as const;
  return (
    <FilterBar params={params} setParams={onNarrow}>
      <Choice
        label="Show"
        className="w-32"
        value={isGrouped(params) ? 'grouped' : 'single'}
        choices={[
          { value: 'grouped', label: 'By cause' },
          { value: 'single', label: 'Single gaps' },
        ]}
        onChange={(view) => onNarrow(view === 'single' ? { view } : { view: '', brand: '', domain: '' })}
      />
      {filters.map(({ name, label, tally, ...rest }) => {
        const chosen = params[name] ?? '';
        const known = tally.some(({ value }) => value === chosen) || chosen === '';
        const labelOf = 'labelOf' in rest ? rest.labelOf : undefined;
        return (
          <Choice
            key={name}
            label={label}
            className="w-32"
            value={chosen}
            choices={[
              { value: '', label: 'All' },
              ...(known ? [] : [{ value: chosen, label: chosen }]),
              ...tally.map((each) => ({
                value: each.value,
                label: `${labelOf?.(each.value) ?? each.label} (${each.count})`,
              })),
            ]}
            onChange={(value) => onNarrow({ [name]: value })}
          />
        );
      })}
    </FilterBar>
  );
}

/** Filters that exclude gaps, and how to include them. */
function Notes({ answer, params, onNarrow, onBrands }: PartProps & Pick<GapsScreenProps, 'onBrands'>) {
  const { brandedLeftOut, missing } = answer;
  return (
    <>
      {params.run ? (
        <Notice
          tone="info"
          actions={
            <Button size="small" onClick={() => onNarrow({ run: '' })}>
              Show all runs
            </Button>
          }
        >
          Only the answers of one run.
        </Notice>
      ) : null}
      {brandedLeftOut > 0 ? (
        <Notice
          tone="info"
          actions={
            <Button size="small" onClick={() => onNarrow({ branded: 'with' })}>
              Include
            </Button>
          }
        >
          {formatQuantity(brandedLeftOut, 'answer')} excluded: the question names a brand.
        </Notice>
      ) : null}
      {missing.includes('own-domains') ? (
        <Notice
          tone="info"
          actions={
            <Button size="small" onClick={onBrands}>
              Manage brands
            </Button>
          }
        >
          Your brand has no domains: sites of competitors cannot be compared with yours.
        </Notice>
      ) : null}
    </>
  );
}

function Selection({
  gaps,
  onMark,
  onClear,
}: {
  readonly gaps: readonly GapView[];
  readonly onMark: Mark;
  readonly onClear: () => void;
}) {
  if (gaps.length === 0) return null;
  return (
    <div className="sticky top-0 z-10 flex flex-wrap items-center gap-2 rounded-md border border-line bg-raised px-3 py-1.5">
      <span role="status" className="font-medium tabular">
        {formatQuantity(gaps.length, 'gap')} selected
      </span>
      <Button size="small" onClick={() => onMark(gaps, 'done')}>
        Mark as done
      </Button>
      <Button size="small" onClick={() => onMark(gaps, 'ignored')}>
        Ignore
      </Button>
      <Button size="small" onClick={() => onMark(gaps, 'open')}>
        Reopen
      </Button>
      <Button size="small" look="quiet" onClick={onClear}>
        Clear selection
      </Button>
    </div>
  );
}
