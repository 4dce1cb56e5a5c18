import { useMemo } from 'react';
import { utcDays, type ZonedDays, zonedDays } from '#shared/figures/trends/zonedDays.ts';
import { useRoute } from './BridgeContext.tsx';

/** The calendar of the project in use, and the name of its time zone; UTC until it is known. */
export function useProjectDays(): { readonly days: ZonedDays; readonly timeZone: string } {
  const list = useRoute('projects.list', {}).data;
  const timeZone = list?.projects.find(({ id }) => id === list.currentId)?.timeZone ?? 'UTC';
  const days = useMemo(() => (timeZone === 'UTC' ? utcDays : zonedDays(timeZone)), [timeZone]);
  return { days, timeZone };
}
