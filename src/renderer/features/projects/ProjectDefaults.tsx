import { type FormEvent, useState } from 'react';
import { marketId, parseMarketInput } from '#shared/geo/marketInput.ts';
import { engines, isEngine } from '#shared/interface/engines.ts';
import type { ProjectView } from '#shared/model/project.ts';
import { useAction } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { useEngineNames } from '../../ui/engineNames.ts';
import { TextField } from '../../ui/Field.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { unknownSentence } from '../../ui/locationLabels.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';

type ProjectDefaultsProps = {
  readonly project: ProjectView;
  readonly onSaid: (message: string) => void;
};

const asChosenLast = 'last';

/** Default engine and markets of new questions in the project, and its time zone. */
export function ProjectDefaults({ project, onSaid }: ProjectDefaultsProps) {
  const save = useAction('projects.setDefaults', ['projects.']);
  const nameOf = useEngineNames();
  const stored = writtenMarkets(project);
  const [engine, setEngine] = useState<string>(project.defaults.engine ?? asChosenLast);
  const [text, setText] = useState(stored);
  const { markets, unknown } = parseMarketInput(text);
  const problem = unknownSentence(unknown) ?? undefined;
  const storedZone = project.defaults.timeZone ?? '';
  const [timeZone, setTimeZone] = useState(storedZone);
  const changed =
    engine !== (project.defaults.engine ?? asChosenLast) ||
    text.trim() !== stored ||
    timeZone.trim() !== storedZone;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const { report, translation } = project.defaults;
    const defaults = {
      report,
      translation,
      ...(isEngine(engine) ? { engine } : {}),
      ...(text.trim() === '' ? {} : { markets: [...markets] }),
      ...(timeZone.trim() === '' ? {} : { timeZone: timeZone.trim() }),
    };
    save.mutate(
      { project: project.id, defaults },
      {
        onSuccess: (saved) => {
          setText(writtenMarkets(saved));
          onSaid(`Defaults of “${saved.name}” saved`);
        },
      },
    );
  };
  return (
    <form onSubmit={submit} aria-label="Defaults for new questions" className="flex flex-col gap-2">
      <h4 className="font-medium">Defaults for new questions</h4>
      <div className="flex flex-wrap items-start gap-3">
        <Choice
          label="Engine"
          className="w-52"
          value={engine}
          onChange={setEngine}
          choices={[
            { value: asChosenLast, label: 'Last used' },
            ...engines.map((each) => ({ value: each as string, label: nameOf(each) })),
          ]}
        />
        <TextField
          label="Markets"
          className="min-w-56 flex-1"
          problem={problem}
          hint={
            markets.length === 0
              ? 'Countries, codes or groups, such as “germany, AT, G7, US:CA”; empty: last used'
              : formatQuantity(markets.length, 'market')
          }
          value={text}
          spellCheck={false}
          placeholder="Last used"
          onChange={setText}
        />
        <TextField
          label="Time zone"
          className="w-52"
          hint="For days, weeks and months in trends. Empty: the time zone of most monitors, or UTC."
          value={timeZone}
          spellCheck={false}
          onChange={setTimeZone}
        />
        <Button
          type="submit"
          className="mt-5.5"
          disabled={!changed || problem !== undefined}
          busy={save.isPending}
        >
          Save
        </Button>
      </div>
      {save.error ? <ErrorNotice error={save.error} /> : null}
    </form>
  );
}

const writtenMarkets = ({ defaults }: ProjectView): string =>
  (defaults.markets ?? [])
    .flatMap(({ country, state }) => (country === null ? [] : [marketId({ country, state })]))
    .join(', ');
