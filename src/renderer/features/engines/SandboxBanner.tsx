import type { ReactNode } from 'react';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

type BannerProps = { readonly onEngines: () => void; readonly onHide: () => void };

/** Shown before a question is asked if the embedded service would answer it only from the sandbox. */
export function SandboxEnginesBanner(props: BannerProps) {
  const engines = useRoute('service.engines.list', {}, { staleMs: 60_000 });
  const bound = (engines.data ?? []).flatMap(({ driver, countries }) => [
    ...(driver === null ? [] : [driver]),
    ...countries.map((exception) => exception.driver),
  ]);
  return isSandboxAlone(bound) ? (
    <SandboxBanner {...props}>
      Answers are demo data until you connect ChatGPT, Gemini, Google or another engine.
    </SandboxBanner>
  ) : null;
}

/** Shown above answers that all come from the sandbox, even if other providers are set up by now. */
export function SandboxAnswersBanner({
  drivers,
  ...props
}: BannerProps & { readonly drivers: readonly string[] }) {
  return isSandboxAlone(drivers) ? (
    <SandboxBanner {...props}>
      These answers are demo data. Connect ChatGPT, Gemini, Google or another engine to get real ones.
    </SandboxBanner>
  ) : null;
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
            <Button size="small" look="quiet" onClick={onHide}>
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
