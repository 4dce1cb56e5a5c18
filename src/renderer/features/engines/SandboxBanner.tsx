import type { ReactNode } from 'react';
import type { Engine } from '#shared/interface/engines.ts';
import type { RunSummary } from '#shared/model/run.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { embeddedConnectionId } from '../../ui/engineNames.ts';
import { Notice } from '../../ui/Notice.tsx';

type BannerProps = { readonly onEngines: () => void; readonly onHide: () => void };

/** Shown before a question is asked if the embedded service would answer it only from the sandbox. */
export function SandboxEnginesBanner(props: BannerProps) {
  return isSandboxAlone(useBoundDrivers()) ? (
    <SandboxBanner {...props}>
      Answers are demo data until you connect ChatGPT, Gemini, Google or another engine.
    </SandboxBanner>
  ) : null;
}

/** Shown above answers that all come from the sandbox, even if other providers are set up by now. */
export function SandboxAnswersBanner({ run, ...props }: BannerProps & { readonly run: RunSummary }) {
  const { drivers, state, connectionId, plan, engine } = run;
  // With the first answer it would push down what the user is about to click.
  const awaited = drivers.length === 0 && state === 'running' && connectionId === embeddedConnectionId;
  const bound = useBoundDrivers(plan?.engines ?? [engine], awaited);
  return isSandboxAlone(awaited ? bound : drivers) ? (
    <SandboxBanner {...props}>
      These answers are demo data. Connect ChatGPT, Gemini, Google or another engine to get real ones.
    </SandboxBanner>
  ) : null;
}

/** Drivers of the embedded service's engines, all of them by default, with those for single countries. */
function useBoundDrivers(engines?: readonly Engine[], enabled = true): readonly string[] {
  const bindings = useRoute('service.engines.list', {}, { staleMs: 60_000, enabled }).data ?? [];
  return bindings
    .filter(({ engine }) => engines === undefined || engines.includes(engine))
    .flatMap(({ driver, countries }) => [
      ...(driver === null ? [] : [driver]),
      ...countries.map((exception) => exception.driver),
    ]);
}

const isSandboxAlone = (drivers: readonly string[]): boolean =>
  drivers.length > 0 && drivers.every((driver) => driver === 'sandbox');

function SandboxBanner({ onEngines, onHide, children }: BannerProps & { readonly children: ReactNode }) {
  return (
    <div className="shrink-0 border-line border-b p-2">
      <Notice
        tone="warn"
        actions={
          <>
            <Button size="small" look="primary" onClick={onEngines}>
              Set up engines
            </Button>
            <Button
              size="small"
              look="quiet"
              onClick={(event) => {
                // The pressed button goes with its banner, so the focus moves to what it stood above.
                const next = event.currentTarget.closest('main')?.querySelector<HTMLElement>('h1');
                if (next) next.tabIndex = -1;
                next?.focus({ preventScroll: true });
                onHide();
              }}
            >
              Hide
            </Button>
          </>
        }
      >
        {children}
      </Notice>
    </div>
  );
}
