import { type ReactNode, useState } from 'react';
import type { QuestionList, QuestionRow } from '#shared/model/projectLists.ts';
import { filteredSheet } from '#shared/tables/filterLabels.ts';
import { questionsSummary, questionsTable } from '#shared/tables/projectListTables.ts';
import { sheetOf } from '#shared/tables/table.ts';
import { BrandProgress, useBrandProgress } from '../../bridge/BrandProgress.tsx';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { FilterBar } from '../../bridge/FilterBar.tsx';
import { useProjectDays } from '../../bridge/projectDays.ts';
import { Button } from '../../ui/Button.tsx';
import { ChangeText } from '../../ui/ChangeText.tsx';
import { Badge } from '../../ui/Chip.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { countingText } from '../../ui/format.ts';
import { MarketFlags } from '../../ui/MarketFlags.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { RateText } from '../../ui/RateText.tsx';
import { Sparkline } from '../../ui/Sparkline.tsx';
import { Table } from '../../ui/Table.tsx';
import { columnsOf, type TableColumn } from '../../ui/tableColumns.tsx';
import { formatAddress } from '../../window/address.ts';
import { comparedPeriod, filterOf, filterQuery, keptFilter } from '../../window/answerFilter.ts';
import { figureAddress } from '../../window/figureAddress.ts';
import { SelectionBar, type SelectionHandlers } from './SelectionBar.tsx';

type QuestionsScreenProps = {
  readonly params: Readonly<Record<string, string>>;
  readonly setParams: (changes: Readonly<Record<string, string>>) => void;
  readonly onAsk: () => void;
  /** Brands that the answers name, to choose from. */
  readonly brandChoice: ReactNode;
} & SelectionHandlers;

/** Rows rendered until the user asks for more. */
const firstRows = 200;

/** Every question of the project, with how your brand stands in its answers. */
export function QuestionsScreen(props: QuestionsScreenProps) {
  const { params, setParams, onAsk, brandChoice, ...handlers } = props;
  const [openedMs] = useState(() => Date.now());
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { days } = useProjectDays();
  const filter = filterOf(params);
  const query = { ...filterQuery(filter, openedMs, days), compare: comparedPeriod(filter, openedMs, days) };
  const shown = useRoute('trends.questions', query);
  const list = shown.data;
  const left = useBrandProgress();
  const rows = list?.questions ?? [];
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-4">
      <div>
        <h1 className="font-semibold text-title">Questions</h1>
        <p role="status" dir="auto" className="text-ink-2">
          {list === undefined
            ? countingText(shown.error)
            : list.brand === null && left !== null
              ? ''
              : questionsSummary(list)}
        </p>
      </div>
      {shown.error ? <ErrorNotice error={shown.error} onRetry={() => void shown.refetch()} /> : null}
      <FilterBar params={params} setParams={setParams} compares />
      <BrandProgress left={left} />
      {list === undefined ? null : rows.length === 0 && filter.questions.length + filter.tags.length === 0 ? (
        <EmptyState title="No questions yet" action={<Button onClick={onAsk}>Ask a question</Button>}>
          Every question that you ask is listed here with your visibility and position, its trend, and the
          markets that do not name you.
        </EmptyState>
      ) : (
        <>
          <SelectionBar
            rows={rows.filter(({ question }) => selected.has(question))}
            onClear={() => setSelected(new Set())}
            {...handlers}
          />
          <Table
            label="Questions"
            rows={rows}
            rowKey={({ question }) => question}
            columns={columnsFor(list, rows, keptFilter(params), selected, setSelected)}
            empty="No question has these tags. Remove a filter."
            first={{ rows: firstRows, noun: 'question' }}
            sheet={() => filteredSheet(sheetOf(questionsTable, rows), query, days)}
          />
          {list.brand === null && left === null ? brandChoice : null}
        </>
      )}
    </div>
  );
}

function columnsFor(
  list: QuestionList,
  rows: readonly QuestionRow[],
  kept: Readonly<Record<string, string>>,
  selected: ReadonlySet<string>,
  onSelect: (selected: ReadonlySet<string>) => void,
): readonly TableColumn<QuestionRow>[] {
  const toggle = (question: string): void => {
    const next = new Set(selected);
    if (!next.delete(question)) next.add(question);
    onSelect(next);
  };
  const select: TableColumn<QuestionRow> = {
    id: 'select',
    header: 'Select',
    quietHeader: true,
    className: 'w-8',
    cell: ({ question }) => (
      <input
        type="checkbox"
        aria-label={`Select ${question}`}
        checked={selected.has(question)}
        onChange={() => toggle(question)}
      />
    ),
  };
  const columns = columnsOf(questionsTable, {
    question: {
      rowHeader: true,
      className: 'min-w-56 max-w-96 py-1',
      value: ({ question }) => question,
      cell: questionCell,
    },
    visibility: {
      cell: ({ question, visibility }) => (
        <RateText
          rate={visibility}
          href={
            visibility === null
              ? undefined
              : figureAddress(
                  kept,
                  { metric: 'visibility', brand: list.brand?.id, branded: 'with', question },
                  visibility,
                )
          }
        />
      ),
    },
    change: { cell: ({ change }) => <ChangeText change={change} /> },
    trend: {
      align: 'start',
      cell: ({ trend }) => <Sparkline values={trend} label="Visibility" periods={list.buckets} />,
    },
    leaders: { className: 'max-w-44' },
    missing: {
      value: ({ missing }) => missing.length,
      cell: ({ missing, markets, visibility }) =>
        missing.length > 0 && missing.length === markets.length && markets.length > 1 ? (
          <span title={missing.join(', ')}>all {markets.length} markets</span>
        ) : missing.length === 0 ? (
          <span className="text-ink-3">{visibility?.denominator ? 'named in all' : '–'}</span>
        ) : (
          <MarketFlags keys={missing} />
        ),
    },
  });
  const compared = rows.some(({ change }) => change !== null);
  return [select, ...columns.filter(({ id }) => compared || id !== 'change')];
}

/** The question, which opens its latest overview, with its tags. */
function questionCell({ question, tags, last }: QuestionRow): ReactNode {
  return (
    <span className="flex flex-col gap-0.5">
      {last === null ? (
        <span dir="auto" className="line-clamp-2 self-start" title={question}>
          {question}
        </span>
      ) : (
        <a
          dir="auto"
          href={overviewOf(last)}
          title={question}
          className="line-clamp-2 self-start font-medium hover:text-accent hover:underline"
        >
          {question}
        </a>
      )}
      {tags.length === 0 ? null : (
        <span className="flex flex-wrap gap-1">
          {tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </span>
      )}
    </span>
  );
}

const overviewOf = ({ runId, row, engine }: NonNullable<QuestionRow['last']>): string =>
  formatAddress({ name: 'run', runId }, { tab: 'overview', question: row === 0 ? '' : String(row), engine });
