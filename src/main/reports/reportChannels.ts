import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RouteParsedInput } from '#shared/bridge/routeTable.ts';
import { invalidInput } from '#shared/model/appError.ts';
import type { ReportChannelsView } from '#shared/model/scheduledReport.ts';
import { addressProblem } from '../alerts/webhook.ts';
import { makeFolder, writeWhole } from '../exports/writeWhole.ts';
import type { DueReportDelivery } from '../history/store/operations/reports.ts';
import type { SecretStore } from '../ports.ts';
import { keepBoundSecret, readBoundSecret } from '../secrets/boundSecret.ts';
import { passwordName, webhookNames } from '../secrets/secretNames.ts';
import type { AppSettings } from '../settings/settings.ts';
import { postMessage, sendMail, serverOrigin } from './reportPost.ts';

type ChannelDeps = {
  readonly settings: Pick<AppSettings, 'reportChannels' | 'setReportChannels'>;
  readonly secrets: SecretStore;
  /** Where a report is stored. */
  readonly fileOf: (id: string, format: string) => string;
};

/** Report channels: set, test and use them. */
export function createReportChannels(deps: ChannelDeps) {
  const { settings, secrets } = deps;
  const post = createPost(deps);
  const channels = async (): Promise<ReportChannelsView> => ({
    ...settings.reportChannels(),
    hasPassword: (await secrets.get(passwordName)) !== null,
    hasSlack: (await secrets.get(webhookNames.slack)) !== null,
    hasTeams: (await secrets.get(webhookNames.teams)) !== null,
  });

  return {
    /** @returns the error, or null */
    post,
    channels,
    /**
     * Absent members do not change.
     * @throws AppError INVALID_INPUT for an address that is not allowed
     */
    async setChannels(input: RouteParsedInput<'reports.setChannels'>): Promise<ReportChannelsView> {
      const { password, slackWebhook, teamsWebhook, ...changes } = input;
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      const next = { ...settings.reportChannels(), ...given };
      for (const [field, address] of Object.entries({ slackWebhook, teamsWebhook })) {
        const problem = address == null ? null : addressProblem(address, next.allowPrivate);
        if (problem !== null) throw invalidInput(field, problem);
      }
      if (password != null && next.smtp === null) throw invalidInput('smtp', 'Enter the mail server first.');
      settings.setReportChannels(next);
      if (password === null) await secrets.remove(passwordName);
      else if (password !== undefined && next.smtp !== null)
        await keepBoundSecret(secrets, passwordName, password, [serverOrigin(next.smtp)]);
      for (const [kind, address] of [
        ['slack', slackWebhook],
        ['teams', teamsWebhook],
      ] as const) {
        if (address === null) await secrets.remove(webhookNames[kind]);
        else if (address !== undefined) await secrets.set(webhookNames[kind], address);
      }
      return channels();
    },
    /** Sends a test message immediately. */
    async test(
      { channel, to }: RouteParsedInput<'reports.test'>,
      { signal }: { readonly signal: AbortSignal },
    ) {
      const problem = await post.test(channel, to, signal);
      return { problem };
    },
  };
}

/** The channels of a report; each returns its error, or null. */
function createPost({ settings, secrets, fileOf }: ChannelDeps) {
  const mail = async (message: Parameters<typeof sendMail>[3]): Promise<string | null> => {
    const { smtp, allowPrivate } = settings.reportChannels();
    if (smtp === null) return 'no mail server is set';
    const kept = smtp.user === '' ? null : await readBoundSecret(secrets, passwordName);
    if (kept !== null && !kept.addresses.includes(serverOrigin(smtp)))
      return 'the password was entered for another mail server: enter it again';
    return sendMail(smtp, kept?.secret ?? null, allowPrivate, message);
  };
  const webhook = async (
    kind: 'slack' | 'teams',
    text: string,
    signal: AbortSignal,
  ): Promise<string | null> => {
    const address = await secrets.get(webhookNames[kind]);
    if (address === null) return 'no webhook is set';
    return postMessage(kind, address, text, settings.reportChannels().allowPrivate, signal);
  };

  const send = async (delivery: DueReportDelivery, signal: AbortSignal): Promise<string | null> => {
    const { id, channel, schedule, name, title, summary } = delivery;
    const file = fileOf(id, schedule.format);
    if (channel === 'email')
      return mail({
        to: schedule.emails,
        subject: `${title}: report`,
        text: `${summary}\n\nThe report is attached.\n`,
        attachment: { name, bytes: await readFile(file) },
      });
    if (channel !== 'folder') return webhook(channel, `${title}\n${summary}`, signal);
    if (schedule.folder === null) return 'no folder is set';
    await makeFolder(schedule.folder);
    const target = join(schedule.folder, `${name.replace(/(\.\w+)$/, '')}-${id}.${schedule.format}`);
    await writeWhole(target, (draft) => copyFile(file, draft));
    return null;
  };
  const test = (channel: 'email' | 'slack' | 'teams', to: readonly string[], signal: AbortSignal) => {
    const text = 'This is a test message of Parallax. Reports arrive here.';
    return channel === 'email'
      ? mail({ to, subject: 'Test message of Parallax', text, attachment: null })
      : webhook(channel, text, signal);
  };
  return Object.assign(
    (delivery: DueReportDelivery, signal: AbortSignal): Promise<string | null> =>
      send(delivery, signal).catch((error: unknown) =>
        error instanceof Error ? error.message : String(error),
      ),
    { test },
  );
}
