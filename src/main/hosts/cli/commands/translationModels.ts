import { languageName } from '#shared/geo/languages.ts';
import type {
  ModelDirection,
  ModelDownload,
  OfferedModel,
  TranslationModels,
} from '#shared/model/translationModels.ts';
import type { CommandContext, Declare } from '../context.ts';
import { exitCode, UsageError } from '../exitCodes.ts';
import { acting, groupOf, leaf, tableOrJson } from '../flags.ts';
import { bytesLabel, lines, print } from '../print.ts';
import { fitted } from '../textTable.ts';

type Stored = TranslationModels['stored'][number];

const list: Declare = (group, { withCore }) =>
  leaf(group, 'list', 'List stored translation models, and with --available those at the address')
    .option(
      '--available',
      'Also read the list at the address: size, licence and SHA-256 of each model',
      false,
    )
    .option('--address <url>', 'Address of the list; kept as a setting')
    .addOption(tableOrJson())
    .action(
      withCore(async (context, { available, address }, command) => {
        const format = formatOf(command);
        await keepAddress(context, address);
        const { stored } = await context.call('translationModels.state', {});
        const offered =
          available || address !== undefined
            ? await context.call('translationModels.offered', {}, context.interrupted)
            : null;
        return print(context, format, { stored, offered }, () =>
          lines([
            ...(stored.length === 0 ? ['No translation models are stored.'] : stored.map(storedLine)),
            ...(offered === null
              ? []
              : ['', `At ${offered.address} (${offered.licence}):`, ...offered.models.flatMap(offeredLines)]),
          ]),
        );
      }),
    );

const download: Declare = (group, { withCore }) =>
  leaf(group, 'download', 'Download a translation model, or continue a download that was cut')
    .argument('<direction>', 'Such as de-en')
    .option('--address <url>', 'Address of the list; kept as a setting')
    .addOption(tableOrJson())
    .action(
      withCore(async (context, named, { address }, command) => {
        const format = formatOf(command);
        const direction = directionOf(named);
        await keepAddress(context, address);
        const { licence, models } = await context.call('translationModels.offered', {}, context.interrupted);
        const model = models.find((each) => isSame(each, direction));
        if (model === undefined)
          throw new UsageError(
            `There is no model ${named} at the address. It has: ${models.map(nameOf).join(', ') || 'none'}.`,
          );
        context.terminal.stderr(`${directionLabel(model)}: ${bytesLabel(model.bytes)}, ${licence}.\n`);
        const ended = await downloaded(context, direction);
        print(context, format, ended, () => `${endedText(ended)}\n`);
        if (ended.state === 'completed') return exitCode.everyAnswer;
        return ended.state === 'failed' ? exitCode.someFailed : exitCode.unfinished;
      }),
    );

const remove: Declare = (group, { withCore }) =>
  acting(group, 'remove', 'Remove a downloaded translation model')
    .argument('<direction>', 'Such as de-en')
    .action(
      withCore(async (context, named, _options, command) => {
        const format = formatOf(command);
        const direction = directionOf(named);
        const { stored } = await context.call('translationModels.state', {});
        if (!stored.some((each) => isSame(each, direction)))
          throw new UsageError(
            `No model ${named} is stored. Stored: ${stored.map(nameOf).join(', ') || 'none'}.`,
          );
        await context.call('translationModels.remove', direction);
        return print(context, format, { ...direction, removed: true }, () => `${named} removed.\n`);
      }),
    );

async function downloaded(context: CommandContext, direction: ModelDirection): Promise<ModelDownload> {
  const { call, subscribe, terminal, interrupted } = context;
  let changed = Promise.withResolvers<void>();
  const unsubscribe = subscribe((event) => {
    if (event.name === 'translationModels.changed') changed.resolve();
  });
  interrupted.addEventListener(
    'abort',
    () => void call('translationModels.cancel', direction).catch(() => {}),
    {
      once: true,
    },
  );
  try {
    await call('translationModels.download', direction);
    for (;;) {
      const { downloads } = await call('translationModels.state', {});
      const job = downloads.find((each) => isSame(each, direction));
      if (job !== undefined && job.state !== 'running') return job;
      const line = `${bytesLabel(job?.received ?? 0)} of ${bytesLabel(job?.total ?? 0)} · Ctrl+C stops`;
      terminal.liveLine(fitted(line, terminal.columns() - 1));
      await changed.promise;
      changed = Promise.withResolvers<void>();
    }
  } finally {
    unsubscribe();
    terminal.liveLine('');
  }
}

async function keepAddress({ call }: CommandContext, address: string | undefined): Promise<void> {
  if (address === undefined) return;
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? ''))
    throw new UsageError(
      `Use --address with an address such as https://models.example/records, not "${address}".`,
    );
  const { translation } = await call('settings.get', {});
  await call('settings.update', {
    translation: { ...translation, models: { ...translation.models, address } },
  });
}

function directionOf(text: string): ModelDirection {
  const [, from, to] = /^([a-z]{2,3})-([a-z]{2,3})$/.exec(text.trim().toLowerCase()) ?? [];
  if (from === undefined || to === undefined)
    throw new UsageError(`Name the direction as two languages, such as de-en, not "${text}".`);
  return { from, to };
}

const isSame = (one: ModelDirection, other: ModelDirection): boolean =>
  one.from === other.from && one.to === other.to;
const nameOf = ({ from, to }: ModelDirection): string => `${from}-${to}`;
const directionLabel = ({ from, to }: ModelDirection): string =>
  `${languageName(from, 'en')} to ${languageName(to, 'en')}`;
const storedLine = (model: Stored): string =>
  `${nameOf(model)}  ${directionLabel(model)}, ${bytesLabel(model.bytes)}`;
const offeredLines = (model: OfferedModel): readonly string[] => [
  `${nameOf(model)}  ${directionLabel(model)}, version ${model.version}, ${bytesLabel(model.bytes)}`,
  ...model.files.map(({ name, bytes, sha256 }) => `  ${name}, ${bytesLabel(bytes)}, ${sha256}`),
];

function endedText({ state, reason, total, ...direction }: ModelDownload): string {
  if (state === 'completed') return `${directionLabel(direction)} stored, ${bytesLabel(total)} received.`;
  return reason ?? 'Cancelled. What was received is kept: download it again to continue.';
}

/** Commander gives an option that `translate` has too to `translate`. */
const formatOf = (command: { readonly optsWithGlobals: () => unknown }): 'table' | 'json' =>
  (command.optsWithGlobals() as { readonly format?: string }).format === 'json' ? 'json' : 'table';

/** Models of the translator on this computer. */
export const translationModels: Declare = (command, actions) => {
  const about = 'List, download and remove the translation models on this computer';
  groupOf(list, download, remove)(command.command('models').description(about), actions);
};
