import type { ReactNode } from 'react';
import { isEngine } from '#shared/interface/engines.ts';
import { surfaceChoices } from '#shared/interface/surface.ts';
import type { TrendChoices } from '#shared/model/trend.ts';
import { marketName } from '#shared/tables/filterLabels.ts';
import { Choice } from '../ui/Choice.tsx';
import { useEngineNames } from '../ui/engineNames.ts';
import { TextField } from '../ui/Field.tsx';
import { Flag } from '../ui/Flag.tsx';
import { MultiChoice } from '../ui/MultiChoice.tsx';
import { type AnswerFilter, filterOf, filterParams } from '../window/answerFilter.ts';
import { useRoute } from './BridgeContext.tsx';

type Params = Readonly<Record<string, string>>;

type FilterBarProps = {
  /** Parameters of the address, which hold the filter. */
  readonly params: Params;
  readonly setParams: (changes: Params) => void;
  /** The number of days without a choice; all time if absent, which a screen of two periods cannot show. */
  readonly days?: string;
  /** Whether the screen compares the period with another. */
  readonly compares?: boolean;
  /** Controls of this screen only. */
  readonly children?: ReactNode;
};

const periods = [
  { value: '', label: 'All time' },
  { value: '7', label: 'Last 7 days' },
  { value: '28', label: 'Last 4 weeks' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last year' },
  { value: 'dates', label: 'From … to …' },
] as const;

/** The filter of every screen over the answers of the project, kept in the address. */
export function FilterBar({ params, setParams, days = '', compares = false, children }: FilterBarProps) {
  const filter = filterOf(params);
  const change = (changes: Partial<AnswerFilter>): void => setParams(filterParams(changes));
  const period = filter.period || days;
  const known = periods.some(({ value }) => value === period);
  return (
    <fieldset className="flex flex-wrap items-end gap-2 print:hidden">
      <legend className="sr-only">Filter</legend>
      <Choice
        label="Period"
        className="w-32"
        value={period}
        choices={[
          ...(known ? [] : [{ value: period, label: `Last ${period} days` }]),
          ...periods.filter(({ value }) => value !== '' || days === ''),
        ]}
        onChange={(value) =>
          change({ period: value === days ? '' : value, ...(value === '' ? { compare: '' as const } : {}) })
        }
      />
      {period === 'dates' ? (
        <>
          <DateField label="From" value={filter.from} onChange={(from) => change({ from })} />
          <DateField label="To" value={filter.to} onChange={(to) => change({ to })} />
        </>
      ) : null}
      {compares && period !== '' ? <Compared filter={filter} always={days !== ''} onChange={change} /> : null}
      <AnswerChoices filter={filter} onChange={change} />
      {children}
    </fieldset>
  );
}

type ChoiceFilterProps = Pick<FilterBarProps, 'params' | 'setParams'> & {
  readonly choices: Pick<Choices, 'markets' | 'engines' | 'tags'>;
};

/** The same filter within one run, which has no period and lists its questions anyway. */
export function RunFilterBar({ params, setParams, choices }: ChoiceFilterProps) {
  return (
    <fieldset className="flex flex-wrap items-end gap-2 print:hidden">
      <legend className="sr-only">Filter</legend>
      <ChoiceFields
        filter={filterOf(params)}
        onChange={(changes) => setParams(filterParams(changes))}
        choices={{ ...choices, surfaces: [], questions: [] }}
      />
    </fieldset>
  );
}

type PartProps = {
  readonly filter: AnswerFilter;
  readonly onChange: (changes: Partial<AnswerFilter>) => void;
};

function Compared({ filter, always, onChange }: PartProps & { readonly always: boolean }) {
  const { compare, compareFrom, compareTo } = filter;
  return (
    <>
      <Choice
        label="Compare with"
        className="w-34"
        value={compare === '' && always ? 'before' : compare}
        choices={[
          ...(always ? [] : [{ value: '' as const, label: 'Nothing' }]),
          { value: 'before', label: 'Previous period' },
          { value: 'dates', label: 'From … to …' },
        ]}
        onChange={(value) => onChange({ compare: value })}
      />
      {compare === 'dates' ? (
        <>
          <DateField
            label="Compare from"
            value={compareFrom}
            onChange={(day) => onChange({ compareFrom: day })}
          />
          <DateField label="Compare to" value={compareTo} onChange={(day) => onChange({ compareTo: day })} />
        </>
      ) : null}
    </>
  );
}

/** Choices that the answers offer; one that cannot change anything is left out unless it is set. */
function AnswerChoices(props: PartProps) {
  const { data } = useRoute('trends.choices', { domains: false });
  return <ChoiceFields {...props} choices={data ?? noChoices} />;
}

type Offered = { readonly value: string; readonly label: string; readonly count?: number };
type Choices = Pick<TrendChoices, 'tags'> &
  Readonly<Record<'markets' | 'engines' | 'surfaces' | 'questions', readonly Offered[]>>;
const noChoices: Choices = { markets: [], engines: [], surfaces: [], tags: [], questions: [] };

function ChoiceFields({ filter, onChange, choices }: PartProps & { readonly choices: Choices }) {
  const nameOf = useEngineNames();
  const { markets, engines, surfaces, tags, questions } = filter;
  return (
    <>
      <MultiChoice
        label="Markets"
        className="w-28"
        chosen={markets}
        choices={choices.markets.map(({ value, count }) => ({
          ...{ value, count, label: marketName(value) },
          icon: <Flag country={/^[A-Z]{2}/.exec(value)?.[0] ?? null} />,
        }))}
        onChange={(chosen) => onChange({ markets: chosen })}
      />
      <MultiChoice
        label="Engines"
        className="w-28"
        chosen={engines}
        choices={choices.engines.map(({ value, count }) => ({
          ...{ value, count, label: isEngine(value) ? nameOf(value) : value },
        }))}
        onChange={(chosen) => onChange({ engines: chosen.filter(isEngine) })}
      />
      {choices.surfaces.length < 2 && surfaces.length === 0 ? null : (
        <MultiChoice
          label="Surfaces"
          className="w-28"
          chosen={surfaces}
          choices={choices.surfaces}
          onChange={(chosen) =>
            onChange({ surfaces: surfaceChoices.filter((surface) => chosen.includes(surface)) })
          }
        />
      )}
      {choices.tags.length === 0 && tags.length === 0 ? null : (
        <MultiChoice
          label="Tags"
          className="w-28"
          chosen={tags}
          choices={choices.tags.map((tag) => ({ value: tag, label: tag }))}
          onChange={(chosen) => onChange({ tags: chosen })}
        />
      )}
      {choices.questions.length < 2 && questions.length === 0 ? null : (
        <MultiChoice
          label="Questions"
          className="w-36"
          chosen={questions}
          choices={choices.questions}
          onChange={(chosen) => onChange({ questions: chosen })}
        />
      )}
    </>
  );
}

type DateFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

function DateField({ label, value, onChange }: DateFieldProps) {
  return <TextField label={label} className="w-34" type="date" value={value} onChange={onChange} />;
}
