import { type FormEvent, useState } from 'react';
import type { OfferedModel, ServiceDriver } from '#shared/interface/operator/operations.ts';
import { withNextStep } from '#shared/interface/providerFailure.ts';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { useKeyHint } from '../../bridge/keyHint.ts';
import { Button } from '../../ui/Button.tsx';
import { ExternalLink } from '../../ui/ExternalLink.tsx';
import { embeddedConnectionId, useEngineNames } from '../../ui/engineNames.ts';
import { Field, inputLook, TextField } from '../../ui/Field.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';

type Setting = ServiceDriver['settings'][number];

type DriverSettingsProps = {
  readonly driver: ServiceDriver;
  readonly onSaid: (message: string) => void;
};

/** Key and settings of a provider, checked before they are saved. The key is only sent, to the keychain. */
export function DriverSettings({ driver, onSaid }: DriverSettingsProps) {
  const configure = useAction('service.engines.configure', ['service.']);
  const check = useAction('service.engines.check');
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(driver.settings.map((setting) => [setting.name, setting.value])),
  );
  const [key, setKey] = useState('');
  const keyHint = useKeyHint();
  const nameOf = useEngineNames();
  const models = useRoute(
    'service.engines.models',
    { driver: driver.id },
    { enabled: driver.ready || driver.missing === 'model', staleMs: 60_000 },
  );
  const written = {
    driver: driver.id,
    settings: Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== '')),
    ...(key.trim() === '' ? {} : { key: key.trim() }),
  };
  const save = (): void =>
    configure.mutate(written, {
      onSuccess: () => {
        setKey('');
        onSaid(`${driver.displayName} saved`);
      },
    });
  const checkAndSave = (event: FormEvent): void => {
    event.preventDefault();
    check.mutate(written, {
      onSuccess: ({ ok }) => {
        if (ok !== false) save();
      },
    });
  };
  const busy = check.isPending || configure.isPending;
  const problemOf = (name: string): string | undefined =>
    configure.error?.fields.find((each) => each.field.endsWith(name))?.message;

  const isFirst = ({ name, default: byDefault, optional }: Setting): boolean =>
    name === 'model' || (byDefault === '' && !optional) || problemOf(name) !== undefined;
  const fieldOf = (setting: Setting) => (
    <Field key={setting.name} label={setting.label} hint={setting.help} problem={problemOf(setting.name)}>
      {(ids) => (
        <SettingInput
          ids={ids}
          setting={setting}
          models={setting.kind === 'model' || setting.name === 'model' ? (models.data ?? []) : []}
          value={values[setting.name] ?? ''}
          onChange={(value) => setValues({ ...values, [setting.name]: value })}
        />
      )}
    </Field>
  );

  return (
    <form onSubmit={checkAndSave} noValidate className="flex flex-col gap-3">
      {driver.keyLabel !== null || driver.keyRequired ? (
        <TextField
          label={driver.keyLabel ?? 'Key'}
          problem={problemOf('key')}
          hint={
            <>
              {driver.hasKey ? 'A key is stored. Enter another to replace it.' : keyHint}{' '}
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
          type="password"
          autoComplete="off"
          spellCheck={false}
          placeholder={driver.hasKey ? '••••••••' : ''}
          value={key}
          onChange={setKey}
        />
      ) : null}
      {driver.settings.filter(isFirst).map(fieldOf)}
      <details>
        <summary className="font-medium text-ink-2 text-table">More settings</summary>
        <div className="mt-2 flex flex-col gap-3">
          {driver.settings.filter((setting) => !isFirst(setting)).map(fieldOf)}
        </div>
      </details>
      {driver.price === null ? null : (
        <p className="text-ink-2 text-table">Cost of 1,000 questions: {driver.price}</p>
      )}
      {check.error ? <ErrorNotice error={check.error} /> : null}
      {check.data ? (
        <Notice
          tone={check.data.ok === false ? 'bad' : 'info'}
          actions={
            check.data.ok === false ? (
              <Button size="small" busy={busy} onClick={save}>
                Save anyway
              </Button>
            ) : null
          }
        >
          <p>{withNextStep(check.data.message, check.data.nextStep)}</p>
          {check.data.ok === false ? null : (
            <p className="text-ink-2 text-table">
              It can answer for{' '}
              {check.data.engines.map((engine) => nameOf(engine, embeddedConnectionId)).join(', ')}.
            </p>
          )}
        </Notice>
      ) : null}
      {configure.error && configure.error.fields.length === 0 ? (
        <ErrorNotice error={configure.error} />
      ) : null}
      <div className="flex gap-2">
        <Button look="primary" type="submit" busy={busy}>
          {check.isPending ? 'Checking…' : 'Check and save'}
        </Button>
        {driver.hasKey ? (
          <Button look="danger" onClick={() => configure.mutate({ driver: driver.id, key: null })}>
            Remove key
          </Button>
        ) : null}
      </div>
    </form>
  );
}

type SettingInputProps = {
  readonly ids: { readonly id: string };
  readonly setting: Setting;
  /** Models offered by the provider; empty if it has no list or was not asked. */
  readonly models: readonly OfferedModel[];
  readonly value: string;
  readonly onChange: (value: string) => void;
};

/** A select for closed lists, a combobox for a provider's list, otherwise a text field. */
function SettingInput({ ids, setting, models, value, onChange }: SettingInputProps) {
  if (setting.choices.length > 0) {
    return (
      <select {...ids} className={inputLook} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{setting.default ? `${setting.default} (default)` : 'none'}</option>
        {setting.choices
          .filter((choice) => choice !== setting.default)
          .map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
      </select>
    );
  }
  const list = models.length > 0 ? `${ids.id}-choices` : undefined;
  return (
    <>
      <input
        {...ids}
        className={inputLook}
        list={list}
        spellCheck={false}
        autoComplete="off"
        placeholder={setting.default || (setting.optional ? 'optional' : '')}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {list ? (
        <datalist id={list}>
          {models.map(({ name, endsOn }) => (
            <option key={name} value={name} label={endsOn === null ? name : `${name} (ends ${endsOn})`} />
          ))}
        </datalist>
      ) : null}
    </>
  );
}
