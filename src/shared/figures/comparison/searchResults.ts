/** Result lists of every market, by rank. */

import type { ResultCell, ResultList, ResultRow, SearchTab } from '../../model/comparison/comparison.ts';
import type { CompareSample } from '../../model/comparison/samples.ts';
import { rounded } from '../../rounded.ts';
import { type UrlIdentity, urlIdentity } from '../../text/addresses/urls.ts';
import { foldName } from '../../text/words/folding.ts';
import { rateIn } from '../definitions/answerFigure.ts';
import { overviewRate } from '../definitions/pageFigures.ts';
import { setTest } from '../statistics/setTest.ts';
import type { ReadColumn, ReadComparison } from './columns.ts';
import { consensusOf } from './consensus.ts';
import { citationsOf } from './sources.ts';
import { ownerOf } from './sourceTypes.ts';

type Entry = {
  readonly key: string;
  readonly label: string;
  readonly url: string | null;
  readonly page: UrlIdentity | null;
  readonly position: number;
  readonly title: string;
  readonly snippet: string;
  readonly date: string | null;
};

const resultLists: readonly ResultList[] = ['organic', 'overview', 'questions', 'related', 'news'];

/** Entries of one list in rank order, without duplicates. Null if the result has no such list. */
export function entriesOf(sample: CompareSample, list: ResultList): readonly Entry[] | null {
  switch (list) {
    case 'organic':
    case 'news': {
      const items = list === 'organic' ? sample.organic : sample.news;
      if (items === null) return null;
      // Ranks continue across pages, even if the engine restarts them.
      const sorted = [...items].sort(
        (one, two) => (one.page ?? 1) - (two.page ?? 1) || one.position - two.position,
      );
      return distinct(
        sorted.map((item) => linked(item.resolvedUrl ?? item.url, item.title, item.snippet, item.date)),
      );
    }
    case 'overview':
      if (sample.organic === null) return null;
      return sample.overview === null
        ? []
        : distinct(
            (citationsOf(sample) ?? []).map((citation) =>
              linked(citation.identity.raw, citation.title, '', null, citation.identity),
            ),
          );
    case 'questions':
      return sample.questions === null
        ? null
        : distinct(sample.questions.map((item) => named(item.question, item.answer ?? '')));
    case 'related':
      return sample.organic === null || sample.relatedQueries === null
        ? null
        : distinct(sample.relatedQueries.map((query) => named(query, '')));
  }
}

function linked(
  url: string,
  title: string,
  snippet: string,
  date: string | null,
  identity: UrlIdentity | null = urlIdentity(url),
): Omit<Entry, 'position'> {
  return {
    key: identity?.normalized ?? foldName(title),
    label: title === '' ? url : title,
    url,
    page: identity,
    title,
    snippet,
    date,
  };
}

function named(text: string, snippet: string): Omit<Entry, 'position'> {
  return { key: foldName(text), label: text, url: null, page: null, title: text, snippet, date: null };
}

function distinct(entries: readonly Omit<Entry, 'position'>[]): readonly Entry[] {
  const seen = new Map<string, Entry>();
  for (const entry of entries)
    if (!seen.has(entry.key)) seen.set(entry.key, { ...entry, position: seen.size + 1 });
  return [...seen.values()];
}

export function searchTab(read: ReadComparison): SearchTab {
  const lists: SearchTab['lists'][number][] = [];
  for (const list of resultLists) {
    const shown = read.columns.map((column) =>
      column.shown === null ? null : entriesOf(column.shown.sample, list),
    );
    if (shown.every((entries) => entries === null || entries.length === 0)) continue;
    const baseline = read.baseline === null ? null : (shown[read.baseline] ?? null);
    lists.push({
      list,
      rows: rowsOf(shown, baseline, read.sites),
      lengths: shown.map((entries) => (entries === null ? null : entries.length)),
    });
  }
  const pages = read.columns.map(({ samples }) =>
    samples.map(({ sample: { overviewShown } }) =>
      overviewShown === undefined ? -1 : Number(overviewShown),
    ),
  );
  const rateAmong = (overview: readonly number[]) => rateIn(overviewRate, { overview }, 0, overview.length);
  return {
    available: lists.length > 0,
    lists,
    overviewRate: rateAmong(pages.flat()),
    overviewRates: pages.map(rateAmong),
    test: setTest(read, 'results', () => read.columns.map(resultSets)),
  };
}

/** URLs of every sample's result list: organic results, otherwise news. */
export function resultSets(column: ReadColumn): readonly ReadonlySet<string>[] {
  return column.samples.flatMap((sample) => {
    const entries = entriesOf(sample.sample, 'organic') ?? entriesOf(sample.sample, 'news');
    return entries === null ? [] : [new Set(entries.map((entry) => entry.key))];
  });
}

function rowsOf(
  shown: readonly (readonly Entry[] | null)[],
  baseline: readonly Entry[] | null,
  sites: ReadComparison['sites'],
): readonly ResultRow[] {
  const of = shown.filter((entries) => entries !== null).length;
  const examples = new Map<string, Entry>();
  const positions = new Map<string, (Entry | null)[]>();
  shown.forEach((entries, index) => {
    for (const entry of entries ?? []) {
      if (!examples.has(entry.key)) examples.set(entry.key, entry);
      let cells = positions.get(entry.key);
      if (cells === undefined) {
        cells = new Array<Entry | null>(shown.length).fill(null);
        positions.set(entry.key, cells);
      }
      cells[index] = entry;
    }
  });
  const inBaseline = new Map((baseline ?? []).map((entry) => [entry.key, entry.position]));
  const rows = [...examples.values()].map((example): ResultRow => {
    const entries = positions.get(example.key) ?? [];
    const ranks = entries.filter((entry) => entry !== null).map((entry) => entry.position);
    const reference = inBaseline.get(example.key);
    const domain = example.page === null ? null : sites.siteOf(example.page);
    return {
      key: example.key,
      label: example.label,
      url: example.url,
      domain,
      owner: domain === null ? null : ownerOf(domain, sites),
      cells: entries.map((entry): ResultCell | null =>
        entry === null
          ? null
          : {
              position: entry.position,
              change: reference === undefined ? null : entry.position - reference,
              title: entry.title,
              snippet: entry.snippet,
              date: entry.date,
            },
      ),
      columns: ranks.length,
      of,
      bestPosition: Math.min(...ranks),
      meanPosition: rounded(ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length),
      consensus: consensusOf(ranks.length, of),
    };
  });
  return rows.sort(
    (one, two) =>
      two.columns - one.columns || one.meanPosition - two.meanPosition || (one.key < two.key ? -1 : 1),
  );
}
