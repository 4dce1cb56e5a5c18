import { useRoute } from '../../bridge/BridgeContext.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';

const hosts = { desktop: 'Desktop window', browser: 'Browser', terminal: 'Terminal' } as const;

/** Version of the program and location of its data. */
export function AboutSection() {
  const info = useRoute('app.info', {});
  return (
    <section aria-labelledby="about-title" className="flex flex-col gap-3">
      <h2 id="about-title" className="font-semibold text-title">
        About Parallax
      </h2>
      {info.error ? <ErrorNotice error={info.error} onRetry={() => void info.refetch()} /> : null}
      {info.data ? (
        <>
          <Facts
            facts={[
              ['Version', info.data.version],
              ['Running in', hosts[info.data.host]],
              ['System', info.data.platform],
              ['Data folder', info.data.dataFolder, 'copy'],
            ]}
          />
          {info.data.embeddedServiceProblem ? (
            <Notice tone="warn">{info.data.embeddedServiceProblem}</Notice>
          ) : (
            <p className="text-ink-2">The embedded service is running.</p>
          )}
        </>
      ) : null}
      <p className="max-w-prose text-ink-2">
        Questions and answers are stored on this computer. Only questions are sent, to the connection you
        choose.
      </p>
    </section>
  );
}
