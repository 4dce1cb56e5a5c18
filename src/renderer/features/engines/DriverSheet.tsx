import type { Engine } from '#shared/interface/engines.ts';
import { surfaceLabel } from '#shared/provider/surface.ts';
import type { ServiceDriver } from '#shared/service/operations.ts';
import { useAction } from '../../bridge/BridgeContext.tsx';
import { embeddedConnectionId, useEngineNames } from '../../ui/engineNames.ts';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { DriverCapabilities } from './DriverCapabilities.tsx';
import { DriverSettings } from './DriverSettings.tsx';
import { DriverTrial } from './DriverTrial.tsx';
import { Section } from './Section.tsx';

type DriverSheetProps = {
  readonly driver: ServiceDriver;
  readonly onSaid: (message: string) => void;
};

/** One provider: its key and settings, the engines it answers for, a question to try it, and what it can fill. */
export function DriverSheet({ driver, onSaid }: DriverSheetProps) {
  return (
    <div className="flex flex-col gap-5 px-4 py-3">
      {driver.message ? <Notice tone="info">{driver.message}</Notice> : null}
      {driver.settings.length > 0 || driver.keyRequired || driver.keyLabel !== null ? (
        <DriverSettings driver={driver} onSaid={onSaid} />
      ) : null}
      <Section title="Answers for">
        <AnswersFor driver={driver} onSaid={onSaid} />
      </Section>
      <Section title="Test provider">
        <DriverTrial driver={driver} />
      </Section>
      <Section title="Supported data">
        <DriverCapabilities driver={driver} />
      </Section>
    </div>
  );
}

/** The engines it can answer for, each to be ticked; what is not ticked goes back to the sandbox. */
function AnswersFor({ driver, onSaid }: DriverSheetProps) {
  const bind = useAction('service.bindEngine', ['service.']);
  const nameOf = useEngineNames();
  // What was just ticked shows at once.
  const isBound = (engine: Engine): boolean =>
    bind.isPending && bind.variables.engine === engine
      ? bind.variables.driver === driver.id
      : driver.boundTo.includes(engine);
  return (
    <>
      {driver.ready ? null : <p className="text-ink-3 text-table">Set up the provider first.</p>}
      <ul className="grid grid-cols-2 gap-1">
        {driver.capabilities.map(({ engine, surface }) => (
          <li key={engine}>
            <label className="flex items-center gap-2">
              <input
                type="checkbox"
                checked={isBound(engine)}
                disabled={bind.isPending || (!driver.ready && !driver.boundTo.includes(engine))}
                onChange={({ target }) =>
                  bind.mutate(
                    { engine, driver: target.checked ? driver.id : 'sandbox' },
                    {
                      onSuccess: () =>
                        onSaid(
                          target.checked
                            ? `${driver.displayName} answers for ${nameOf(engine, embeddedConnectionId)}`
                            : `The sandbox answers for ${nameOf(engine, embeddedConnectionId)}`,
                        ),
                    },
                  )
                }
              />
              <span>
                {nameOf(engine, embeddedConnectionId)}
                <span className="ms-1.5 text-ink-3 text-table">
                  {[
                    surface === undefined ? null : surfaceLabel(surface),
                    driver.suggestedFor.includes(engine) ? 'suggested' : null,
                  ]
                    .filter((part) => part !== null)
                    .join(' · ')}
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {bind.error ? <ErrorNotice error={bind.error} /> : null}
    </>
  );
}
