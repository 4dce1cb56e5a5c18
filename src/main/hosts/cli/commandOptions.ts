/**
 * What every command has in addition to its own options: `--json`, and the former names of flags and commands.
 */
import { type Command, Help, InvalidArgumentError, Option } from 'commander';

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

/** The help shows a command only by its name: its alias is the former name. */
export const helpWithoutFormerNames: Partial<Help> = {
  subcommandTerm: (command) => nameAlone(command, Help.prototype.subcommandTerm(command)),
  commandUsage: (command) => nameAlone(command, Help.prototype.commandUsage(command)),
};

const nameAlone = (command: Command, term: string): string =>
  term.replace(`${command.name()}|${command.alias()}`, command.name());

/** Adds the short form of the format, and the former names of its flags, to a command with complete options. */
export function completeOptions(command: Command): void {
  command.helpOption('-h, --help', 'Show help');
  if (command.commands.length > 0) command.helpCommand('help [command]', 'Show help for a command');
  for (const option of [...command.options]) {
    const former = formerFlags[option.long ?? ''];
    if (former !== undefined) command.addOption(formerOption(option, former));
    if (option.long === '--format' && option.argChoices?.includes('json')) addJsonForm(command, option);
  }
}

function formerOption(option: Option, former: string): Option {
  const flags = option.flags.replace(option.long ?? '', former);
  const also = new Option(flags).hideHelp();
  if (option.parseArg !== undefined) also.argParser(option.parseArg);
  return writingTo(option.attributeName(), also);
}

/** @throws InvalidArgumentError, when parsed, for `--json` with another format */
function addJsonForm(command: Command, format: Option): void {
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
const writingTo = (attribute: string, option: Option): Option =>
  Object.assign(option, { attributeName: () => attribute });
