import { type FormEvent, useState } from 'react';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { ExternalLink } from '../../ui/ExternalLink.tsx';
import { Field, inputLook } from '../../ui/Field.tsx';
import { formatDuration } from '../../ui/format.ts';
import { JsonText } from '../../ui/JsonText.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { ProgressRing } from '../../ui/ProgressRing.tsx';
import type { Driver } from './EnginesPanel.tsx';

type DriverSettingsProps = {
  readonly driver: Driver;
  readonly onSaid: (message: string) => void;
  readonly onDone: () => void;
};

/** What a driver needs to answer: settings, a key, and one question to try it. */
export function DriverSettings({ driver, onSaid, onDone }: DriverSettingsProps) {
  const configure = useAction('service.configureDriver', ['service.']);
  const test = useAction('service.testDriver');
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(driver.settings.map((setting) => [setting.name, setting.value])),
  );
  const [key, setKey] = useState('');
  const models = useRoute(
    'service.driverModels',
    { driver: driver.id },
    { enabled: driver.ready, staleMs: 60_000 },
  );
  const save = (event: FormEvent): void => {
    event.preventDefault();
    configure.mutate(
      {
        driver: driver.id,
        settings: Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== '')),
        ...(key.trim() === '' ? {} : { key: key.trim() }),
      },
      {
        onSuccess: () => {
          onSaid(`${driver.displayName} is set up`);
          onDone();
        },
      },
    );
  };
  const problemOf = (name: string): string | undefined =>
    configure.error?.fields.find((each) => each.field.endsWith(name))?.message;

  return (
    <form onSubmit={save} noValidate className="flex flex-col">
      <div className="flex flex-col gap-3 px-4 py-3">
        {driver.message ? <Notice tone="info">{driver.message}</Notice> : null}
        {driver.settings.map((setting) => {
          const choices =
            setting.choices.length > 0
              ? setting.choices
              : setting.kind === 'model' || setting.name === 'model'
                ? (models.data ?? [])
                : [];
          return (
            <Field
              key={setting.name}
              label={setting.label}
              hint={setting.help}
              problem={problemOf(setting.name)}
            >
              {(ids) => (
                <>
                  <input
                    {...ids}
                    className={inputLook}
                    list={choices.length > 0 ? `${ids.id}-choices` : undefined}
                    spellCheck={false}
                    autoComplete="off"
                    placeholder={setting.default || (setting.optional ? 'may be left empty' : '')}
                    value={values[setting.name] ?? ''}
                    onChange={(event) => setValues({ ...values, [setting.name]: event.target.value })}
                  />
                  {choices.length > 0 ? (
                    <datalist id={`${ids.id}-choices`}>
                      {choices.map((choice) => (
                        <option key={choice} value={choice} />
                      ))}
                    </datalist>
                  ) : null}
                </>
              )}
            </Field>
          );
        })}
        {driver.keyLabel !== null || driver.keyRequired ? (
          <Field
            label={driver.keyLabel ?? 'Key'}
            problem={problemOf('key')}
            hint={
              <>
                {driver.hasKey
                  ? 'A key is stored in the keychain; type another to replace it.'
                  : 'Goes to this computer’s keychain and is never shown again.'}{' '}
                {driver.keyFrom ? (
                  <>
                    Get one at{' '}
                    <ExternalLink href={driver.keyFrom} className="text-accent underline">
                      {driver.keyFrom}
                    </ExternalLink>
                    .
                  </>
                ) : null}
              </>
            }
          >
            {(ids) => (
              <input
                {...ids}
                type="password"
                autoComplete="off"
                spellCheck={false}
                className={inputLook}
                placeholder={driver.hasKey ? '••••••••' : ''}
                value={key}
                onChange={(event) => setKey(event.target.value)}
              />
            )}
          </Field>
        ) : null}
        {driver.hasKey ? (
          <div>
            <Button
              size="small"
              look="danger"
              onClick={() => configure.mutate({ driver: driver.id, key: null })}
            >
              Remove the stored key
            </Button>
          </div>
        ) : null}
        {configure.error && configure.error.fields.length === 0 ? (
          <ErrorNotice error={configure.error} />
        ) : null}
        <div className="flex flex-col gap-2 border-line border-t pt-3">
          <div>
            <Button
              disabled={test.isPending || !driver.ready}
              onClick={() => test.mutate({ driver: driver.id })}
            >
              {test.isPending ? <ProgressRing share={null} size={12} /> : null} Ask one test question
            </Button>
            <span className="ms-2 text-ink-3 text-table">
              {driver.ready
                ? 'Outside of the service’s credits; the provider may charge for it.'
                : 'Possible once it is set up.'}
            </span>
          </div>
          {test.error ? <ErrorNotice error={test.error} /> : null}
          {test.data ? (
            <Notice tone={test.data.ok ? 'info' : 'bad'}>
              <p>
                {test.data.message} ({formatDuration(test.data.latencyMs)})
              </p>
              {test.data.result ? (
                <details className="mt-1">
                  <summary className="text-table">What came back</summary>
                  <JsonText value={test.data.result} label="Copy result" />
                </details>
              ) : null}
            </Notice>
          ) : null}
        </div>
      </div>
      <footer className="sticky bottom-0 flex justify-end gap-2 border-line border-t bg-raised px-4 py-3">
        <Button onClick={onDone}>Cancel</Button>
        <Button look="primary" type="submit" disabled={configure.isPending}>
          Save
        </Button>
      </footer>
    </form>
  );
}
