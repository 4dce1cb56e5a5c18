import { useRoute } from '../../bridge/BridgeContext.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { Field, inputLook, TextField } from '../../ui/Field.tsx';
import { cronOf, type MonitorDraft, repeats, weekdays } from './scheduleDraft.ts';
import { NextTimes } from './ZoneTimes.tsx';

type ScheduleFieldsProps = {
  readonly draft: MonitorDraft;
  readonly onChange: (changes: Partial<MonitorDraft>) => void;
};

const zones = Intl.supportedValuesOf('timeZone');

/** Fields for a schedule: simple choices or a cron expression, with its description and the next five times. */
export function ScheduleFields({ draft, onChange }: ScheduleFieldsProps) {
  const cron = cronOf(draft);
  const read = useRoute('monitors.read', { cron, timeZone: draft.timeZone });
  const problem = read.data?.problem;
  const at = (field: 'cron' | 'timeZone') => (problem?.field === field ? problem.message : undefined);
  return (
    <fieldset className="grid gap-x-6 gap-y-3 min-[1100px]:grid-cols-[minmax(0,1fr)_22rem]">
      <legend className="sr-only">Schedule</legend>
      <div className="flex flex-wrap content-start items-start gap-3">
        <Choice
          label="Frequency"
          className="w-44"
          value={draft.repeat}
          choices={repeats}
          onChange={(repeat) => onChange({ repeat, cron })}
        />
        {draft.repeat === 'week' ? (
          <Choice
            label="Day"
            className="w-36"
            value={String(draft.weekday)}
            choices={weekdays.map((label, number) => ({ value: String(number), label }))}
            onChange={(weekday) => onChange({ weekday: Number(weekday) })}
          />
        ) : null}
        {draft.repeat === 'month' ? (
          <TextField
            label="Day of month"
            className="w-20"
            type="number"
            min={1}
            max={31}
            value={draft.monthday}
            onChange={(value) => onChange({ monthday: Math.max(1, Math.min(31, Number(value) || 1)) })}
          />
        ) : null}
        {draft.repeat === 'cron' ? (
          <Field
            label="Cron expression"
            hint="Minute, hour, day, month, weekday."
            problem={at('cron')}
            className="w-48"
          >
            {(ids) => (
              <input
                {...ids}
                className={`${inputLook} font-mono`}
                value={draft.cron}
                onChange={(event) => onChange({ cron: event.target.value })}
              />
            )}
          </Field>
        ) : (
          <TextField
            label={draft.repeat === 'hour' ? 'At minute of' : 'At'}
            className="w-28"
            problem={at('cron')}
            type="time"
            required
            value={draft.time}
            onChange={(value) => onChange({ time: value || '00:00' })}
          />
        )}
        <Field label="Time zone" className="w-56" problem={at('timeZone')}>
          {(ids) => (
            <>
              <input
                {...ids}
                list={`${ids.id}-zones`}
                className={inputLook}
                value={draft.timeZone}
                onChange={(event) => onChange({ timeZone: event.target.value })}
              />
              <datalist id={`${ids.id}-zones`}>
                {zones.map((zone) => (
                  <option key={zone} value={zone} />
                ))}
              </datalist>
            </>
          )}
        </Field>
      </div>
      <section aria-label="Next five runs" className="flex flex-col gap-1" aria-live="polite">
        {read.data && problem === null ? (
          <>
            <p className="font-medium text-table">{read.data.words}</p>
            <NextTimes timesMs={read.data.nextTimesMs} timeZone={read.data.timeZone} />
          </>
        ) : null}
      </section>
    </fieldset>
  );
}
