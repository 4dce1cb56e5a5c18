import { useQuery } from '@tanstack/react-query';
import type { QueryData } from './eventTable.ts';

type DataProgress = QueryData<'data.progress'>;

/** How far work on the history's file is, or null when there is none. It is pushed, never read. */
export function useDataProgress(): DataProgress {
  return (
    useQuery<DataProgress>({
      queryKey: ['data.progress', {}],
      enabled: false,
      initialData: null,
      queryFn: () => null,
    }).data ?? null
  );
}

export function progressText(progress: DataProgress): string {
  if (progress === null) return '';
  const { what, done, total } = progress;
  return `${what} · ${total === 0 ? 0 : Math.min(100, Math.floor((100 * done) / total))} %`;
}
