import type { MatrixQueryInput, RollupMatrix } from '#shared/model/rollup.ts';
import type { RunSummary } from '#shared/model/run.ts';
import type { AddressParams } from '../../reading/useReadingView.ts';
import { Choice } from '../../ui/Choice.tsx';
import { navigation } from '../../window/navigation.tsx';
import { figureChoices, type PlanView, type subjectChoices } from './planView.ts';
import { RollupMatrixTable } from './RollupMatrixTable.tsx';

type ChoicesProps = {
  readonly view: PlanView;
  readonly subjects: ReturnType<typeof subjectChoices>;
  readonly subject: string | undefined;
  readonly setParams: (changes: AddressParams) => void;
};

/** What the heat map of a plan's run shows, and in which order. */
export function MatrixChoices({ view, subjects, subject, setParams }: ChoicesProps) {
  return (
    <>
      <Choice
        label="Metric"
        className="w-44"
        value={view.metric.id}
        choices={figureChoices}
        onChange={(figure) => setParams({ figure, of: '' })}
      />
      {subjects === null ? null : (
        <Choice
          label={subjects.label}
          className="w-44"
          value={subject ?? ''}
          choices={subjects.choices}
          onChange={(of) => setParams({ of })}
        />
      )}
      {view.metric.of === 'brand' ? (
        <Choice
          label="Rows"
          className="w-32"
          value={view.rows}
          choices={[
            { value: 'question', label: 'Questions' },
            { value: 'brand', label: 'Brands' },
          ]}
          onChange={(rows) => setParams({ rows })}
        />
      ) : null}
      <Choice
        label="Columns"
        className="w-32"
        value={view.columns}
        choices={[
          { value: 'market', label: 'Markets' },
          { value: 'engine', label: 'Engines' },
        ]}
        onChange={(cols) => setParams({ cols })}
      />
      <Choice
        label="Order"
        className="w-36"
        value={view.order}
        choices={[
          { value: 'plan', label: 'As listed' },
          { value: 'lowest', label: 'Lowest first' },
          { value: 'highest', label: 'Highest first' },
          ...(view.rows === 'question' ? [{ value: 'tag', label: 'By tag' } as const] : []),
        ]}
        onChange={(sort) => setParams({ sort })}
      />
    </>
  );
}

type MatrixPartProps = {
  readonly run: RunSummary;
  readonly view: PlanView;
  readonly query: MatrixQueryInput;
  readonly matrix: RollupMatrix | undefined;
  /** The filter for links to other screens. */
  readonly kept: AddressParams;
};

/** The heat map of a plan's run. A cell of one question at one engine opens there, any other its answers. */
export function MatrixPart({ run, view, query, matrix, kept }: MatrixPartProps) {
  const engines = run.plan?.engines ?? [];
  const open = (row: string, column: string): void => {
    const chosen = query.engines?.length === 1 ? query.engines : engines;
    const engine = view.columns === 'engine' ? column : chosen.length === 1 ? chosen[0] : undefined;
    if (view.rows === 'question' && engine !== undefined) {
      const at = view.columns === 'market' ? column : '';
      const tab = view.metric.of === 'brand' ? 'brands' : 'sources';
      navigation.go({ name: 'run', runId: run.id }, { question: row, engine, tab, at });
      return;
    }
    const { metric, brand, domain, type, rows } = query;
    navigation.go(
      { name: 'answers' },
      {
        ...kept,
        ...{ run: run.id, metric, rows, cols: view.columns, line: row, column },
        ...{ brand, domain, type },
      },
    );
  };
  return (
    <>
      {matrix === undefined || matrix.metric !== view.metric.id ? (
        <p className="text-ink-3">Counting the answers…</p>
      ) : (
        <RollupMatrixTable
          matrix={matrix}
          metric={view.metric}
          order={view.order}
          runId={run.id}
          connectionId={run.connectionId}
          onOpen={open}
        />
      )}
    </>
  );
}
