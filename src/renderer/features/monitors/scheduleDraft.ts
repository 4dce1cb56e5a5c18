import type { MonitorTranslation, MonitorView } from '#shared/model/monitor.ts';
import type { PlanRow } from '#shared/model/plan.ts';
import type { Schedule } from '#shared/model/schedule.ts';

export const repeats = [
  { value: 'hour', label: 'Every hour' },
  { value: 'day', label: 'Every day' },
  { value: 'weekdays', label: 'Monday to Friday' },
  { value: 'week', label: 'Every week' },
  { value: 'month', label: 'Every month' },
  { value: 'cron', label: 'Cron expression' },
] as const;
export type Repeat = (typeof repeats)[number]['value'];

export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Draft of a monitor. */
export type MonitorDraft = {
  readonly name: string;
  readonly planId: string;
  readonly connectionId: string;
  readonly repeat: Repeat;
  /** `07:00`. For "every hour" only the minutes are used. */
  readonly time: string;
  readonly weekday: number;
  readonly monthday: number;
  readonly cron: string;
  readonly timeZone: string;
  readonly jitterMinutes: string;
  readonly missed: Schedule['missed'];
  readonly overlap: Schedule['overlap'];
  readonly mode: MonitorView['mode'];
  /** Empty for no limit. */
  readonly ceiling: string;
  readonly translates: boolean;
  /** Empty for no limit. */
  readonly translationLimit: string;
};

/** A monitor of this plan once a week, with the name of the plan. */
export function emptyDraft(
  plan: Pick<PlanRow, 'id' | 'name'> | undefined,
  connectionId: string,
  timeZone: string,
): MonitorDraft {
  return {
    name: plan?.name ?? '',
    planId: plan?.id ?? '',
    connectionId,
    repeat: 'week',
    time: '07:00',
    weekday: 1,
    monthday: 1,
    cron: '0 7 * * 1',
    timeZone,
    jitterMinutes: '0',
    missed: 'once',
    overlap: 'skip',
    mode: 'live',
    ceiling: '',
    translates: false,
    translationLimit: '',
  };
}

export function draftOf(monitor: MonitorView): MonitorDraft {
  const { schedule, ceiling, translation } = monitor;
  const { planId, connectionId } = monitor;
  return {
    ...emptyDraft({ id: planId, name: monitor.name }, connectionId, schedule.timeZone),
    ...choicesOf(schedule.cron),
    cron: schedule.cron,
    jitterMinutes: String(Math.round(schedule.jitterSeconds / 60)),
    missed: schedule.missed,
    overlap: schedule.overlap,
    mode: monitor.mode,
    ceiling: ceiling === null ? '' : String(ceiling),
    translates: translation !== null,
    translationLimit: translation?.costLimit == null ? '' : String(translation.costLimit),
  };
}

/** The simple choices that equal a cron expression; the expression itself if there are none. */
export function choicesOf(
  cron: string,
): Partial<Pick<MonitorDraft, 'repeat' | 'time' | 'weekday' | 'monthday'>> {
  const [minute = '', hour = '', day = '', month = '', weekday = '', ...rest] = cron.trim().split(/\s+/);
  const isNumber = (text: string): boolean => /^\d+$/.test(text);
  if (rest.length > 0 || month !== '*' || !isNumber(minute)) return { repeat: 'cron' };
  const time = `${(isNumber(hour) ? hour : '0').padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (hour === '*' && day === '*' && weekday === '*') return { repeat: 'hour', time };
  if (!isNumber(hour)) return { repeat: 'cron' };
  if (day === '*' && weekday === '*') return { repeat: 'day', time };
  if (day === '*' && weekday === '1-5') return { repeat: 'weekdays', time };
  if (day === '*' && /^[0-6]$/.test(weekday)) return { repeat: 'week', time, weekday: Number(weekday) };
  if (isNumber(day) && weekday === '*') return { repeat: 'month', time, monthday: Number(day) };
  return { repeat: 'cron' };
}

export function cronOf(draft: MonitorDraft): string {
  const [hour = 0, minute = 0] = draft.time.split(':').map(Number);
  switch (draft.repeat) {
    case 'hour':
      return `${minute} * * * *`;
    case 'day':
      return `${minute} ${hour} * * *`;
    case 'weekdays':
      return `${minute} ${hour} * * 1-5`;
    case 'week':
      return `${minute} ${hour} * * ${draft.weekday}`;
    case 'month':
      return `${minute} ${hour} ${draft.monthday} * *`;
    case 'cron':
      return draft.cron;
  }
}

export function scheduleOf(draft: MonitorDraft): Schedule {
  return {
    cron: cronOf(draft),
    timeZone: draft.timeZone.trim(),
    jitterSeconds: Math.max(0, Math.min(1440, Math.floor(Number(draft.jitterMinutes)) || 0)) * 60,
    missed: draft.missed,
    overlap: draft.overlap,
  };
}

/** Null for no limit; undefined if the text is not a whole number. */
export function ceilingOf(draft: MonitorDraft): number | null | undefined {
  if (draft.ceiling.trim() === '') return null;
  const ceiling = Number(draft.ceiling);
  return Number.isInteger(ceiling) && ceiling >= 0 ? ceiling : undefined;
}

/** Null for a monitor that translates nothing; undefined if the limit is not an amount. */
export function translationOf({
  translates,
  translationLimit,
}: MonitorDraft): MonitorTranslation | null | undefined {
  if (!translates) return null;
  const text = translationLimit.trim();
  if (text === '') return { costLimit: null };
  const costLimit = Number(text);
  return costLimit >= 0 && costLimit <= 1_000_000 ? { costLimit } : undefined;
}
