import type { Database } from 'better-sqlite3';
import { surfaceLabel } from '#shared/interface/surface.ts';
import type { SearchFacet } from '#shared/model/search.ts';
import type { AnswerBitmap } from './answerBitmap.ts';
import type { AnswerColumns, Texts } from './answerColumns.ts';
import { type Counted, largest } from './facetCounts.ts';
import type { NamedBrands } from './namedBrands.ts';

/** Values shown per facet; with more, users would search instead of choosing. */
const most = 20;
const maxMonths = 24;

/** Converts counts by number into labels for users and values for filters. */
export function createFacetLabels(db: Database, namedBrands: NamedBrands) {
  const domain = db.prepare<{ id: number }, { name: string }>('SELECT name FROM domains WHERE id = @id');
  const run = db.prepare<{ id: number }, { uid: string; question: string }>(
    `SELECT r.uid, q.text AS question FROM runs r JOIN questions q ON q.id = r.question_id WHERE r.id = +@id`,
  );

  const project = db.prepare<[], { id: number; name: string }>('SELECT id, name FROM projects');
  const tagged = db.prepare<[], { project: number; question: number; tag: string }>(
    'SELECT project_id AS project, question_id AS question, tag FROM question_tags',
  );

  const mostFrequent = (counts: ReadonlyMap<string, number>): SearchFacet['values'] =>
    [...counts]
      .filter(([, count]) => count > 0)
      .sort((left, right) => right[1] - left[1] || left[0].localeCompare(right[0]))
      .slice(0, most)
      .map(([value, count]) => ({ value, label: value, count }));
  const projectValues = (columns: AnswerColumns, counts: Int32Array): SearchFacet['values'] => {
    const names = new Map(project.all().map(({ id, name }) => [id, name]));
    const totals = new Map<string, number>();
    for (const [place, asked] of columns.asked.entries()) {
      const name = names.get(asked.project) ?? '';
      totals.set(name, (totals.get(name) ?? 0) + (counts[place] ?? 0));
    }
    return mostFrequent(totals);
  };
  const tagValues = (columns: AnswerColumns, counts: Int32Array): SearchFacet['values'] => {
    const places = new Map(columns.asked.map((asked, at) => [`${asked.project} ${asked.question}`, at]));
    const totals = new Map<string, number>();
    for (const row of tagged.all()) {
      const place = places.get(`${row.project} ${row.question}`);
      if (place !== undefined) totals.set(row.tag, (totals.get(row.tag) ?? 0) + (counts[place] ?? 0));
    }
    return mostFrequent(totals);
  };
  const brandValues = (columns: AnswerColumns, seen: AnswerBitmap): SearchFacet['values'] => {
    const totals = new Map<string, number>();
    // Two projects may list a brand of the same name; no answer is in both.
    const calls = new Map<string, string[]>();
    for (const { name, calledBy, answers } of namedBrands(columns)) {
      totals.set(name, (totals.get(name) ?? 0) + answers.countShared(seen));
      calls.set(name, [...(calls.get(name) ?? []), ...calledBy]);
    }
    return mostFrequent(totals).map((each) => ({ ...each, also: calls.get(each.value) ?? [] }));
  };
  const texts = (counts: Int32Array, from: Texts, none: string): SearchFacet['values'] =>
    largest(counts, most).map((place) => {
      const value = from.values[place] ?? '';
      return { value: value === '' ? none : value, label: value, count: counts[place] ?? 0 };
    });

  return {
    name(columns: AnswerColumns, counted: Counted, failed: number): readonly SearchFacet[] {
      const months = largest(counted.month, counted.month.length)
        .toSorted((left, right) => right - left)
        .slice(0, maxMonths);
      return [
        { name: 'project', values: projectValues(columns, counted.askedByProject) },
        { name: 'tag', values: tagValues(columns, counted.askedByTag) },
        { name: 'engine', values: texts(counted.engine, columns.engines, 'none') },
        { name: 'country', values: texts(counted.country, columns.countries, '*') },
        { name: 'language', values: texts(counted.language, columns.languages, 'none') },
        {
          name: 'domain',
          values: largest(counted.domain, most).flatMap((id) => {
            const name = domain.get({ id })?.name ?? '';
            return name === '' ? [] : [{ value: name, label: name, count: counted.domain[id] ?? 0 }];
          }),
        },
        { name: 'brand', values: brandValues(columns, counted.seenByBrand) },
        {
          name: 'status',
          values: [
            { value: 'completed', label: 'completed', count: counted.completed },
            { value: 'failed', label: 'failed', count: failed },
          ].filter(({ count }) => count > 0),
        },
        {
          name: 'date',
          values: months.map((month) => {
            const label = `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
            return { value: label, label, count: counted.month[month] ?? 0 };
          }),
        },
        { name: 'driver', values: texts(counted.driver, columns.drivers, 'none') },
        {
          name: 'surface',
          values: texts(counted.surface, columns.surfaces, 'none').map((each) => ({
            ...each,
            label: surfaceLabel(each.label),
          })),
        },
        {
          name: 'run',
          values: largest(counted.run, most).flatMap((id) => {
            const row = run.get({ id });
            return row ? [{ value: row.uid, label: row.question, count: counted.run[id] ?? 0 }] : [];
          }),
        },
      ];
    },
  };
}
