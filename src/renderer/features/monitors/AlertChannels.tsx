import { useState } from 'react';
import type { AlertChannelsView } from '#shared/model/alert.ts';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { inputLook, TextField } from '../../ui/Field.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { Check } from './Check.tsx';

/** Delivery of alerts: notifications, a signed webhook, and quiet hours. */
export function AlertChannels() {
  const channels = useRoute('alerts.channels', {});
  if (channels.error) return <ErrorNotice error={channels.error} />;
  return channels.data ? <ChannelForm key={JSON.stringify(channels.data)} known={channels.data} /> : null;
}

function ChannelForm({ known }: { readonly known: AlertChannelsView }) {
  const [draft, setDraft] = useState(known);
  const save = useAction('alerts.setChannels', ['alerts.channels']);
  const mint = useAction('alerts.setSecret');
  const test = useAction('alerts.test', ['alerts.']);
  const quiet = draft.quietHours;
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const error = save.error ?? mint.error ?? test.error;
  const setQuiet = (changes: Partial<NonNullable<typeof quiet>>): void =>
    setDraft({ ...draft, quietHours: { from: '22:00', to: '07:00', timeZone: zone, ...quiet, ...changes } });
  return (
    <section aria-labelledby="alert-channels" className="flex flex-col gap-3">
      <h3 id="alert-channels" className="font-semibold">
        Alert channels
      </h3>
      <form
        aria-label="Alert channels"
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          const { system, webhook, allowPrivate, quietHours } = draft;
          save.mutate({ system, webhook: webhook?.trim() || null, allowPrivate, quietHours });
        }}
      >
        <Check
          label="System notifications (desktop app)"
          checked={draft.system}
          onChange={(system) => setDraft({ ...draft, system })}
        />
        <div className="flex flex-wrap items-end gap-3">
          <TextField
            label="Webhook"
            className="w-96 max-w-full"
            type="url"
            placeholder="https://example.org/alerts"
            value={draft.webhook ?? ''}
            onChange={(value) => setDraft({ ...draft, webhook: value })}
          />
          <Check
            label="Allow this computer and private networks"
            checked={draft.allowPrivate}
            onChange={(allowPrivate) => setDraft({ ...draft, allowPrivate })}
          />
        </div>
        <div className="flex flex-wrap items-end gap-3">
          <Check
            label="Quiet hours"
            checked={quiet !== null}
            onChange={(on) => (on ? setQuiet({}) : setDraft({ ...draft, quietHours: null }))}
          />
          {quiet === null ? null : (
            <>
              <input
                type="time"
                aria-label="Quiet from"
                className={`${inputLook} w-28!`}
                value={quiet.from}
                onChange={(event) => setQuiet({ from: event.target.value })}
              />
              <input
                type="time"
                aria-label="Quiet until"
                className={`${inputLook} w-28!`}
                value={quiet.to}
                onChange={(event) => setQuiet({ to: event.target.value })}
              />
              <input
                aria-label="Time zone of the quiet hours"
                className={`${inputLook} w-48!`}
                value={quiet.timeZone}
                onChange={(event) => setQuiet({ timeZone: event.target.value })}
              />
            </>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button type="submit">Save</Button>
          <Button onClick={() => mint.mutate({})}>
            {known.hasSecret ? 'Create new signing secret' : 'Create signing secret'}
          </Button>
          <Button onClick={() => test.mutate({})}>Send test alert</Button>
        </div>
      </form>
      {known.webhook !== null && !known.hasSecret && !mint.data ? (
        <Notice tone="warn">
          Webhooks are sent only with a signature. Create a signing secret and give it to the receiver.
        </Notice>
      ) : null}
      {mint.data?.minted ? (
        <Notice tone="info" actions={<CopyButton text={mint.data.minted} label="Copy secret" />}>
          <p>
            Shown once only. Stored in{' '}
            {mint.data.kept === 'keychain' ? 'the keychain' : 'memory until Parallax ends'}.
          </p>
          <p className="break-all font-mono text-table">{mint.data.minted}</p>
        </Notice>
      ) : null}
      {test.data ? (
        <p role="status" className="text-ink-2 text-table">
          Test alert added to the list.{' '}
          {test.data.deliveries
            .map(({ channel, state, problem }) => `${channel}: ${problem ?? state}`)
            .join('; ')}
        </p>
      ) : null}
      {error ? <ErrorNotice error={error} /> : null}
    </section>
  );
}
