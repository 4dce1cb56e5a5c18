import { Check } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { isEngine } from '#shared/interface/engines.ts';
import type { FacetName, SearchFacet } from '#shared/model/search.ts';
import { type FilterValue, hasFilter } from '#shared/search/editQuery.ts';
import { parseSearch, type SearchField, type SearchFilter } from '#shared/search/query.ts';
import { useEngineNames } from '../../../ui/engineNames.ts';
import { Flag } from '../../../ui/Flag.tsx';
import { formatCount } from '../../../ui/format.ts';
import { languageLabel, locationLabel } from '../../../ui/locationLabels.ts';

const titles: Readonly<Record<FacetName, string>> = {
  project: 'Project',
  tag: 'Tag',
  engine: 'Engine',
  country: 'Country',
  language: 'Language',
  domain: 'Cited domain',
  brand: 'Brand',
  status: 'Status',
  date: 'Month',
  driver: 'Provider',
  surface: 'Surface',
  run: 'Run',
};

/** The filter field of each facet. */
const fieldOf: Readonly<Record<FacetName, SearchField>> = {
  project: 'project',
  tag: 'tag',
  engine: 'engine',
  country: 'country',
  language: 'language',
  domain: 'domain',
  brand: 'brand',
  status: 'status',
  date: 'on',
  driver: 'driver',
  surface: 'surface',
  run: 'run',
};

const shownAtFirst = 6;

type FacetPanelProps = {
  readonly facets: readonly SearchFacet[];
  readonly text: string;
  readonly onToggle: (field: SearchField, value: FilterValue) => void;
};

/** Facets of the found answers with counts. A click narrows the search, another click widens it again. */
export const FacetPanel = memo(function FacetPanel({ facets, text, onToggle }: FacetPanelProps) {
  const filters = useMemo(() => parseSearch(text).filters, [text]);
  if (facets.every((facet) => facet.values.length === 0)) return null;
  return (
    <nav
      aria-label="Filters"
      className="w-60 shrink-0 overflow-y-auto border-line border-e px-3 py-2 @max-3xl:hidden"
    >
      {facets.map((facet) => (
        <Facet key={facet.name} facet={facet} filters={filters} onToggle={onToggle} />
      ))}
    </nav>
  );
});

type FacetProps = Pick<FacetPanelProps, 'onToggle'> & {
  readonly facet: SearchFacet;
  readonly filters: readonly SearchFilter[];
};

function Facet({ facet, filters, onToggle }: FacetProps) {
  const [open, setOpen] = useState(false);
  const field = fieldOf[facet.name];
  const values = facet.values
    .map((each) => ({ ...each, chosen: hasFilter(filters, field, each) }))
    .filter(({ chosen }, index) => open || index < shownAtFirst || chosen);
  if (facet.values.length === 0) return null;
  return (
    <section className="mb-3">
      <h2 className="px-1 py-1 font-medium text-ink-3 text-mini">{titles[facet.name]}</h2>
      <ul>
        {values.map(({ value, also, label, count, chosen }) => (
          <li key={value}>
            <button
              type="button"
              aria-pressed={chosen}
              onClick={() => onToggle(field, { value, also })}
              className="flex h-6 w-full items-center gap-1.5 rounded-sm px-1 text-start text-table hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:text-ink"
            >
              <Check
                size={12}
                aria-hidden="true"
                className={chosen ? 'shrink-0 text-accent' : 'invisible shrink-0'}
              />
              <FacetValue name={facet.name} value={value} label={label} />
              <span className="ms-auto shrink-0 ps-2 text-ink-3 tabular">{formatCount(count)}</span>
            </button>
          </li>
        ))}
      </ul>
      {facet.values.length > shownAtFirst ? (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="my-0.5 flex h-7 w-full items-center rounded-sm px-5.5 text-ink-3 text-mini hover:bg-hover hover:text-ink"
        >
          {open ? 'Show fewer' : `${facet.values.length - shownAtFirst} more`}
        </button>
      ) : null}
    </section>
  );
}

function FacetValue({
  name,
  value,
  label,
}: {
  readonly name: FacetName;
  readonly value: string;
  readonly label: string;
}) {
  const nameOf = useEngineNames();
  if (name === 'country') {
    const place = locationLabel({ country: label === '' ? null : label });
    return (
      <>
        <Flag country={label === '' ? null : label} />
        <span className="truncate" title={place.name}>
          {place.name}
        </span>
      </>
    );
  }
  const shown =
    name === 'engine' && isEngine(value)
      ? nameOf(value)
      : name === 'language'
        ? label === ''
          ? 'unknown'
          : languageLabel(label)
        : label === ''
          ? 'unknown'
          : label;
  return (
    <span dir="auto" className="truncate" title={shown}>
      {shown}
    </span>
  );
}
