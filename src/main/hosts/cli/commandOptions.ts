/**
 * What every command has in addition to its own options: `--json`, and the former names of flags and commands.
 */
import { type CommandUnknownOpts, Help, InvalidArgumentError, Option } from 'commander';

/** Former long flags with their current names. They still work but are not shown in the help. */
const formerFlags: Readonly<Record<string, string>> = {
  '--all-changes': '--even-noise',
  '--corrections': '--decisions',
  '--credit-limit': '--ceiling',
  '--exclude': '--off',
  '--no-credit-limit': '--no-ceiling',
  '--random-delay': '--jitter',
  '--repeats': '--samples',
  '--skip-rejected': '--skip-refused',
};

/**
 * The help shows a command only by its name: its alias is the former name. A command whose file is not loaded is shown
 * as `usages` has it.
 */
export const helpWith = (usages: readonly string[]): Partial<Help> => ({
  subcommandTerm: (command) =>
    (command.parent?.parent === null && usages.find((usage) => usage.split(' ', 1)[0] === command.name())) ||
    nameAlone(command, Help.prototype.subcommandTerm(command)),
  commandUsage: (command) => nameAlone(command, Help.prototype.commandUsage(command)),
});

const nameAlone = (command: CommandUnknownOpts, term: string): string =>
  term.replace(`${command.name()}|${command.alias()}`, command.name());

/**
 * Adds to every command with a format its short form, former names to flags, and to errors where the help is.
 * @param path the words that call the command
 */
export function completeOptions(command: CommandUnknownOpts, path: string): void {
  for (const option of [...command.options]) {
    const former = formerFlags[option.long ?? ''];
    if (former !== undefined) command.addOption(formerOption(option, former));
    if (option.long === '--format' && option.argChoices?.includes('json')) addJsonForm(command, option);
  }
  const says = command.commands.length > 0 ? 'lists its commands' : 'shows its options';
  command.showHelpAfterError(`(${path} --help ${says})`);
  for (const each of command.commands) completeOptions(each, `${path} ${each.name()}`);
}

function formerOption(option: Option, former: string): Option {
  const flags = option.flags.replace(option.long ?? '', former);
  const also = new Option(flags).hideHelp();
  if (option.parseArg !== undefined) also.argParser(option.parseArg);
  return writingTo(option.attributeName(), also);
}

/** @throws InvalidArgumentError, when parsed, for `--json` with another format */
function addJsonForm(command: CommandUnknownOpts, format: Option): void {
  const choose = format.parseArg;
  const once = (name: string): string => {
    const chosen = command.getOptionValueSource('format') === 'cli' ? command.getOptionValue('format') : name;
    if (chosen === name) return name;
    throw new InvalidArgumentError('Use either --format or --json.');
  };
  format.argParser((name: string, previous: unknown) => {
    choose?.(name, previous);
    return once(name);
  });
  command.addOption(
    writingTo('format', new Option('--json', 'Short for --format json').preset('json').argParser(once)),
  );
}

/** The option under its own flag, its value under the name of another. */
export const writingTo = <Name extends string>(attribute: Name, option: Option<string>) =>
  Object.assign(option, { attributeName: () => attribute }) as unknown as Option<`--${Name} <value>`>;
