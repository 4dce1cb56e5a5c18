import { useState } from 'react';
import { powerSentences } from '#shared/documents/powerSentences.ts';
import type { PowerComparison } from '#shared/model/plan.ts';
import type { PlanInput } from '#shared/planning/plan.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Popover, PopoverClose } from '../../ui/Popover.tsx';

type SamplePlannerProps = {
  readonly plan: PlanInput | null;
  readonly connectionId: string | null;
  readonly onRepeats: (repeats: number) => void;
};

/** Repeats needed to detect a change, with their cost, based on the variation of the project's answers. */
export function SamplePlanner(props: SamplePlannerProps) {
  return (
    <Popover
      label="Sample planner"
      className="w-96 p-3"
      trigger={<Button disabled={props.plan === null || props.connectionId === null}>Sample planner</Button>}
    >
      <Planner {...props} />
    </Popover>
  );
}

const changes = ['5', '10', '15', '20', '30', '50'] as const;
const powers = ['80', '90', '95'] as const;
const comparisons = [
  { value: 'periods', label: 'All markets, before and after' },
  { value: 'market-periods', label: 'Each market, before and after' },
  { value: 'markets', label: 'Two markets' },
] as const satisfies readonly { readonly value: PowerComparison; readonly label: string }[];

function Planner({ plan, connectionId, onRepeats }: SamplePlannerProps) {
  const [change, setChange] = useState<(typeof changes)[number]>('10');
  const [power, setPower] = useState<(typeof powers)[number]>('80');
  const [compare, setCompare] = useState<PowerComparison>('periods');
  const asked = { change: Number(change) / 100, power: Number(power) / 100, compare };
  const found = useRoute(
    'plans.power',
    { plan: plan ?? { questions: [], engines: [], markets: [] }, connectionId: connectionId ?? '', ...asked },
    { enabled: plan !== null && connectionId !== null },
  );
  if (plan === null) return null;
  const sizes = { markets: plan.markets.length, samples: plan.samples ?? 1 };
  const repeats = found.data?.repeats ?? null;
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-2">
        <Choice
          label="Change to detect"
          value={change}
          choices={changes.map((value) => ({ value, label: `${value} points` }))}
          onChange={setChange}
        />
        <Choice
          label="Power"
          value={power}
          choices={powers.map((value) => ({ value, label: `${value} %` }))}
          onChange={setPower}
        />
        <Choice
          label="Compare"
          className="col-span-2"
          value={compare}
          choices={comparisons}
          onChange={setCompare}
        />
      </div>
      {found.error ? <ErrorNotice error={found.error} /> : null}
      {found.data && !found.error ? (
        <div role="status" className="flex flex-col gap-1.5 text-table">
          {powerSentences(found.data, { ...asked, ...sizes }).map((sentence, at) => (
            <p key={sentence} dir="auto" className={at === 0 ? 'font-medium text-ui' : 'text-ink-2'}>
              {sentence}
            </p>
          ))}
        </div>
      ) : null}
      {repeats === null || repeats === sizes.samples ? null : (
        <PopoverClose asChild>
          <Button
            className="self-start"
            disabled={found.isPlaceholderData}
            onClick={() => onRepeats(repeats)}
          >
            Use {formatQuantity(repeats, 'repeat')}
          </Button>
        </PopoverClose>
      )}
    </div>
  );
}
