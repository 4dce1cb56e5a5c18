import { ChevronDown } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { RouteOutput } from '#shared/bridge/routeTable.ts';
import { plans } from '#shared/interface/plans.ts';
import { useAction } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Badge } from '../../ui/Chip.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import { formatAbsolute, formatCount, formatCredits, formatQuantity } from '../../ui/format.ts';
import { Menu, MenuChoices, MenuHeading } from '../../ui/Menu.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { RelativeTime } from '../../ui/Times.tsx';

type Overview = RouteOutput<'service.overview'>;

type ServiceHeaderProps = {
  readonly overview: Overview;
  /** Hides slots and priorities, which matter only for a shared service. */
  readonly simple: boolean;
  readonly onSaid: (message: string) => void;
};

/** Status of the service: URL, tier, and usage. */
export function ServiceHeader({ overview, simple, onSaid }: ServiceHeaderProps) {
  const { account, slots, queue } = overview;
  const restart = useAction('service.restart', ['service.']);
  const [granting, setGranting] = useState(false);
  return (
    <div className="flex flex-col gap-2 px-4 pt-3 pb-2">
      <div className="flex flex-wrap items-center gap-3">
        {simple ? (
          <h1 className="font-semibold text-title">Service</h1>
        ) : (
          <h2 className="font-semibold text-title">Embedded service</h2>
        )}
        {overview.running ? <Badge tone="good">running</Badge> : <Badge tone="bad">not running</Badge>}
        {overview.baseUrl ? (
          <span className="flex items-center gap-1 font-mono text-table" dir="ltr">
            {overview.baseUrl}
            <CopyButton text={overview.baseUrl} label="Copy address" iconOnly />
          </span>
        ) : null}
        {overview.startedAt ? (
          <span className="text-ink-2 text-table">
            started <RelativeTime atMs={Date.parse(overview.startedAt)} />
          </span>
        ) : null}
        <Button
          size="small"
          className="ms-auto"
          busy={restart.isPending}
          onClick={() =>
            restart.mutate({}, { onSuccess: ({ problem }) => onSaid(problem ?? 'Service restarted') })
          }
        >
          {restart.isPending ? 'Starting…' : 'Restart'}
        </Button>
      </div>
      <dl className="flex flex-wrap items-start gap-x-8 gap-y-2 tabular">
        <Meter name="Tier">
          <TierMenu plan={account.plan} onSaid={onSaid} />
        </Meter>
        <Meter
          name="Credits"
          detail={`${formatCount(account.creditsPerCycle)} per month, next on ${formatAbsolute(Date.parse(account.cycleEndsAt))}`}
        >
          {formatCount(account.balance)}
          <Button look="quiet" size="small" onClick={() => setGranting(true)}>
            Add…
          </Button>
        </Meter>
        {simple ? null : (
          <Meter name="Slots">
            {slots.used === null
              ? formatCount(slots.limit)
              : `${formatCount(slots.used)} of ${formatCount(slots.limit)}`}
            {slots.used === null ? null : <Bar share={slots.used / Math.max(1, slots.limit)} />}
          </Meter>
        )}
        <Meter name="Queue">
          {queue.queued === 0 && queue.processing === 0
            ? '0'
            : `${formatCount(queue.queued)} queued, ${formatCount(queue.processing)} running`}
          {queue.limit === null ? null : <span className="text-ink-3">of {formatCount(queue.limit)}</span>}
        </Meter>
        {!simple && queue.byPriority.length > 0 ? (
          <Meter name="Waiting by priority">
            {queue.byPriority.map(({ priority, count }) => (
              <span key={priority} className="me-2">
                {priority}: {formatCount(count)}
              </span>
            ))}
          </Meter>
        ) : null}
      </dl>
      {restart.error ? <ErrorNotice error={restart.error} /> : null}
      <Dialog open={granting} onClose={() => setGranting(false)} title="Add credits" width="narrow">
        <GrantForm
          onDone={(credits) => {
            setGranting(false);
            if (credits !== null) onSaid(`${formatCredits(credits)} added`);
          }}
        />
      </Dialog>
    </div>
  );
}

function Meter({
  name,
  detail,
  children,
}: {
  readonly name: string;
  readonly detail?: string;
  readonly children: React.ReactNode;
}) {
  return (
    <div title={detail}>
      <dt className="text-ink-3 text-table">{name}</dt>
      <dd className="flex h-7 items-center gap-1.5">{children}</dd>
    </div>
  );
}

function Bar({ share }: { readonly share: number }) {
  return (
    <span aria-hidden="true" className="block h-1.5 w-24 overflow-hidden rounded-full bg-pressed">
      <span style={{ width: `${Math.min(100, share * 100)}%` }} className="block h-full bg-accent" />
    </span>
  );
}

function TierMenu({
  plan,
  onSaid,
}: {
  readonly plan: Overview['account']['plan'];
  readonly onSaid: (message: string) => void;
}) {
  const setPlan = useAction('service.plan.set', ['service.', 'connections.']);
  const name = plans.find((each) => each.id === plan)?.name ?? plan;
  return (
    <Menu
      label="Tier"
      trigger={
        <Button size="small" aria-label={`Tier: ${name}`}>
          {name} <ChevronDown size={11} aria-hidden="true" />
        </Button>
      }
    >
      <MenuHeading>Slots and credits of the embedded service</MenuHeading>
      <MenuChoices
        value={plan}
        onChange={(value) => {
          const chosen = plans.find((each) => each.id === value);
          if (chosen)
            setPlan.mutate(
              { plan: chosen.id },
              {
                onSuccess: () => onSaid(`Service tier: ${chosen.name}`),
                onError: (failure) => onSaid(failure.message),
              },
            );
        }}
        choices={plans.map((each) => ({
          value: each.id,
          label: each.name,
          detail: `${formatQuantity(each.slots, 'slot')} · ${formatCount(each.monthlyCredits)} per month`,
        }))}
      />
    </Menu>
  );
}

function GrantForm({ onDone }: { readonly onDone: (credits: number | null) => void }) {
  const grant = useAction('service.credits.grant', ['service.', 'connections.']);
  const [credits, setCredits] = useState('10000');
  const amount = Number(credits.replaceAll(/[\s,._']/g, ''));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    grant.mutate({ credits: amount }, { onSuccess: () => onDone(amount) });
  };
  return (
    <form onSubmit={submit} noValidate>
      <div className="px-4 py-3">
        <TextField
          label="Credits"
          problem={grant.error ? (grant.error.fields[0]?.message ?? grant.error.message) : undefined}
          hint="Free: the embedded service only counts credits."
          autoFocus
          inputMode="numeric"
          value={credits}
          onChange={setCredits}
        />
      </div>
      <footer className="flex justify-end gap-2 border-line border-t px-4 py-3">
        <Button onClick={() => onDone(null)}>Cancel</Button>
        <Button look="primary" type="submit" disabled={!(amount > 0)} busy={grant.isPending}>
          Add
        </Button>
      </footer>
    </form>
  );
}
