import { type ReactNode, useState } from 'react';
import { type Changes, changesBetween } from '#shared/alerts/series.ts';
import type { Series, SeriesAnswer } from '#shared/model/series.ts';
import { Button } from '../../ui/Button.tsx';

/** Number of names of one kind shown at first. */
const fewNames = 6;

type SeriesChangesProps = {
  readonly series: Series;
  readonly before: SeriesAnswer;
  readonly after: SeriesAnswer;
};

/** New, lost and moved sources and listed brands between two answers. */
export function SeriesChanges({ series, before, after }: SeriesChangesProps) {
  const nameOf = new Map(series.brands.map(({ id, name }) => [id, name]));
  const named = (ids: readonly string[]): readonly string[] => ids.map((id) => nameOf.get(id) ?? id);
  const brands =
    before.brands === null || after.brands === null
      ? null
      : changesBetween(named(before.brands), named(after.brands));
  const nobody = brands !== null && before.brands?.length === 0 && after.brands?.length === 0;
  return (
    <section
      aria-label="What changed"
      className="flex flex-col gap-1 border-line border-b bg-sunken px-4 py-1.5 text-table"
    >
      <Line what="Sources" changes={changesBetween(before.domains, after.domains)} />
      {series.brands.length === 0 || nobody ? null : brands === null ? (
        <p className="text-ink-3">Brands: still being computed for these answers.</p>
      ) : (
        <Line what="Brands" changes={brands} />
      )}
    </section>
  );
}

function Line({ what, changes }: { readonly what: string; readonly changes: Changes }) {
  const [all, setAll] = useState(false);
  const marks: readonly ReactNode[] = [
    ...changes.came.map((name) => (
      <Mark key={`+${name}`} sign="+" word="new" name={name} look="bg-added-soft text-added" />
    )),
    ...changes.went.map((name) => (
      <Mark
        key={`-${name}`}
        sign="−"
        word="lost"
        name={name}
        look="bg-removed-soft text-removed line-through"
      />
    )),
    ...changes.moved.map(({ name, from, to }) => (
      <Mark
        key={`~${name}`}
        sign="↕"
        word={`moved from ${from} to ${to}`}
        name={`${name} ${from} → ${to}`}
        look=""
      />
    )),
  ];
  const shown = all ? marks : marks.slice(0, fewNames);
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="font-medium text-ink-2">{what}</span>
      <span className="text-ink-2 tabular">
        {marks.length === 0
          ? 'the same, in the same order'
          : `${changes.came.length} new, ${changes.went.length} lost, ${changes.moved.length} moved`}
      </span>
      {shown}
      {marks.length > fewNames ? (
        <Button look="quiet" size="small" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `and ${marks.length - fewNames} more`}
        </Button>
      ) : null}
    </p>
  );
}

type MarkProps = {
  readonly sign: string;
  readonly word: string;
  readonly name: string;
  readonly look: string;
};

function Mark({ sign, word, name, look }: MarkProps) {
  return (
    <span className="inline-flex max-w-72 items-center gap-1" title={word}>
      <span aria-hidden="true" className="font-semibold">
        {sign}
      </span>
      <span className="sr-only">{word}:</span>
      <span dir="auto" className={`truncate rounded-sm px-0.5 ${look}`}>
        {name}
      </span>
    </span>
  );
}
