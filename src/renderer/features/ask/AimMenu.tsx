import { ChevronDown } from 'lucide-react';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { aimFields, aimSummary, deviceNames } from './aim.ts';
import { useComposer } from './composerContext.ts';

/** Device, language, location and pages of the search engines; nothing for the assistants. */
export function AimMenu() {
  const engine = useComposer((state) => state.engine);
  const aim = useComposer((state) => state.aim);
  const setAim = useComposer((state) => state.setAim);
  const fields = aimFields(engine);
  if (fields.devices.length === 0) return null;
  const summary = aimSummary(engine, aim);
  return (
    <Popover
      label="Device and location"
      className="w-80 p-3"
      trigger={
        <Button aria-label={`Device and location: ${summary}`} className="min-w-0 max-w-64 shrink">
          <span className="truncate">{summary}</span>
          <ChevronDown size={12} aria-hidden="true" className="shrink-0 text-ink-3" />
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <Choice
          label="Device"
          value={aim.device ?? 'desktop'}
          choices={fields.devices.map((device) => ({ value: device, label: deviceNames[device] }))}
          onChange={(device) => setAim({ device: device === 'desktop' ? null : device })}
        />
        {fields.language ? (
          <TextField
            label="Language"
            hint="A code such as de or pt-BR; empty for the main language of each country."
            spellCheck={false}
            value={aim.language}
            onChange={(value) => setAim({ language: value })}
          />
        ) : null}
        {fields.location ? (
          <TextField
            label="Location"
            hint="City,Region,Country; empty for the whole country."
            spellCheck={false}
            value={aim.location}
            onChange={(value) => setAim({ location: value })}
          />
        ) : null}
        {fields.pages ? (
          <TextField
            label="Result pages"
            type="number"
            min={1}
            max={10}
            value={aim.pages}
            onChange={(value) => setAim({ pages: Math.min(10, Math.max(1, Math.round(Number(value)) || 1)) })}
          />
        ) : null}
        {fields.untargeted ? (
          <label className="flex items-center gap-2">
            <input
              type="checkbox"
              className="size-3.5"
              checked={aim.untargeted}
              onChange={(event) => setAim({ untargeted: event.target.checked })}
            />
            Add a request without a country
          </label>
        ) : null}
      </div>
    </Popover>
  );
}
