import { useState } from 'react';
import type { ReportChannelsView } from '#shared/model/scheduledReport.ts';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { TextField } from '../../ui/Field.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Check } from './Check.tsx';

/** Delivery channels of the reports of all monitors. */
export function ReportChannels() {
  const channels = useRoute('reports.channels', {});
  if (channels.error) return <ErrorNotice error={channels.error} />;
  return channels.data ? <ChannelForm key={JSON.stringify(channels.data)} known={channels.data} /> : null;
}

type Server = NonNullable<ReportChannelsView['smtp']>;
const newServer: Server = { host: '', port: 465, encryption: 'tls', user: '', from: '' };
const encryptions = [
  { value: 'tls', label: 'TLS' },
  { value: 'starttls', label: 'STARTTLS' },
  { value: 'none', label: 'None (private networks)' },
] as const;

function ChannelForm({ known }: { readonly known: ReportChannelsView }) {
  const [server, setServer] = useState(known.smtp ?? newServer);
  const [allowPrivate, setAllowPrivate] = useState(known.allowPrivate);
  const [secrets, setSecrets] = useState({ password: '', slackWebhook: '', teamsWebhook: '' });
  const save = useAction('reports.setChannels', ['reports.channels']);
  const test = useAction('reports.test');
  const change = (changes: Partial<Server>): void => setServer((old) => ({ ...old, ...changes }));
  const submit = (): void => {
    const entered = Object.fromEntries(Object.entries(secrets).filter(([, secret]) => secret.trim() !== ''));
    save.mutate({ smtp: server.host.trim() === '' ? null : server, allowPrivate, ...entered });
  };
  const error = save.error ?? test.error;
  const secret = (name: keyof typeof secrets, label: string, isSet: boolean) => (
    <TextField
      label={label}
      className="w-72"
      type="password"
      autoComplete="off"
      placeholder={isSet ? 'Set; enter to replace' : 'none'}
      value={secrets[name]}
      onChange={(value) => setSecrets((old) => ({ ...old, [name]: value }))}
    />
  );
  return (
    <section aria-labelledby="report-channels" className="flex flex-col gap-3">
      <h3 id="report-channels" className="font-semibold">
        Report channels
      </h3>
      <form
        aria-label="Report channels"
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <ServerFields server={server} onChange={change} />
        <div className="flex flex-wrap items-start gap-3">
          {secret('password', 'Mail password', known.hasPassword)}
          {secret('slackWebhook', 'Slack webhook', known.hasSlack)}
          {secret('teamsWebhook', 'Teams webhook', known.hasTeams)}
        </div>
        <Check
          label="Allow this computer and private networks for reports"
          checked={allowPrivate}
          onChange={setAllowPrivate}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit">Save channels</Button>
          {known.smtp === null ? null : (
            <Button onClick={() => test.mutate({ channel: 'email', to: [known.smtp?.from ?? ''] })}>
              Send test email
            </Button>
          )}
          {known.hasSlack ? (
            <Button onClick={() => test.mutate({ channel: 'slack' })}>Send test to Slack</Button>
          ) : null}
          {known.hasTeams ? (
            <Button onClick={() => test.mutate({ channel: 'teams' })}>Send test to Teams</Button>
          ) : null}
        </div>
      </form>
      {test.data ? (
        <p role="status" className="text-ink-2 text-table">
          {test.data.problem === null ? 'Test message sent.' : `Test message not sent: ${test.data.problem}.`}
        </p>
      ) : null}
      {error ? <ErrorNotice error={error} /> : null}
    </section>
  );
}

type ServerFieldsProps = { readonly server: Server; readonly onChange: (changes: Partial<Server>) => void };

function ServerFields({ server, onChange }: ServerFieldsProps) {
  const texts = [
    ['host', 'Mail server', 'mail.example.org'],
    ['user', 'Mail user', 'none'],
    ['from', 'Sender', 'reports@example.org'],
  ] as const;
  return (
    <div className="flex flex-wrap items-start gap-3">
      {texts.map(([name, label, placeholder]) => (
        <TextField
          key={name}
          label={label}
          className="w-52"
          placeholder={placeholder}
          value={server[name]}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
      <TextField
        label="Port"
        className="w-20"
        type="number"
        min={1}
        max={65_535}
        value={server.port}
        onChange={(value) => onChange({ port: Number(value) })}
      />
      <Choice
        className="w-44"
        label="Encryption"
        value={server.encryption}
        choices={encryptions}
        onChange={(encryption) => onChange({ encryption })}
      />
    </div>
  );
}
