import type { ReactNode } from 'react';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

type BannerProps = { readonly onEngines: () => void; readonly onHide: () => void };

/** Before a question is asked, while nothing but the sandbox would answer it on the embedded service. */
export function SandboxEnginesBanner(props: BannerProps) {
  const engines = useRoute('service.engines', {}, { staleMs: 60_000 });
  const bound = (engines.data ?? []).flatMap(({ driver, countries }) => [
    ...(driver === null ? [] : [driver]),
    ...countries.map((exception) => exception.driver),
  ]);
  return isSandboxAlone(bound) ? (
    <SandboxBanner {...props}>
      Answers are made up until you connect ChatGPT, Gemini, Google or another engine.
    </SandboxBanner>
  ) : null;
}

/** Above answers that all come from the sandbox, whatever is connected by now. */
export function SandboxAnswersBanner({
  drivers,
  ...props
}: BannerProps & { readonly drivers: readonly string[] }) {
  return isSandboxAlone(drivers) ? (
    <SandboxBanner {...props}>
      These answers are made up. Connect ChatGPT, Gemini, Google or another engine to get real ones.
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
