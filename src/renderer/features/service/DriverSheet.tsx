import type { ReactNode } from 'react';
import type { ServiceDriver } from '#shared/service/operations.ts';
import { Notice } from '../../ui/Notice.tsx';
import { DriverCapabilities } from './DriverCapabilities.tsx';
import { DriverSettings } from './DriverSettings.tsx';
import { DriverTrial } from './DriverTrial.tsx';

type DriverSheetProps = {
  readonly driver: ServiceDriver;
  readonly onSaid: (message: string) => void;
};

/** One driver: what it wants, one question to try it, what can be expected of it. */
export function DriverSheet({ driver, onSaid }: DriverSheetProps) {
  return (
    <div className="flex flex-col gap-5 px-4 py-3">
      {driver.message ? <Notice tone="info">{driver.message}</Notice> : null}
      {driver.settings.length > 0 || driver.keyRequired || driver.keyLabel !== null ? (
        <DriverSettings driver={driver} onSaid={onSaid} />
      ) : null}
      <Section title="Test provider">
        <DriverTrial driver={driver} />
      </Section>
      <Section title="Supported data">
        <DriverCapabilities driver={driver} />
      </Section>
    </div>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2 border-line border-t pt-3">
      <h3 className="font-semibold text-ui">{title}</h3>
      {children}
    </section>
  );
}
