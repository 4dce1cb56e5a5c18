import { Command, Help } from 'commander';
import { describe, expect, it } from 'vitest';
import { commandFiles } from '#main/hosts/cli/commandFiles.ts';
import type { Runtime } from '#main/hosts/cli/context.ts';
import { endingBy } from '#main/hosts/cli/ending.ts';
import { runProgram } from '#main/hosts/cli/program.ts';
import { AppError } from '#shared/model/appError.ts';
import { keepingTerminal, silentTerminal } from '#tests/support/cli/terminals.ts';

type Seen = { readonly command: string; readonly data: string | undefined; readonly options?: unknown };

async function run(args: string[], withCore: Runtime['withCore'] = async () => 0) {
  const seen: Seen[] = [];
  const { written, terminal } = keepingTerminal();
  const code = await runProgram(args, {
    version: '1.2.3',
    terminal,
    withCore: (data, key, command) => {
      seen.push({ command: key, data });
      return withCore(data, key, command);
    },
    withHistory: async (data) => {
      seen.push({ command: 'history', data });
      return 0;
    },
    serve: async (data, options) => {
      seen.push({ command: 'serve', data, options });
      return 0;
    },
    withHistoryFile: async (data, use) => {
      seen.push({ command: `history file ${use}`, data });
      return 0;
    },
    withOperator: async (data, store, command) => {
      seen.push({ command: 'service', data, options: store });
      return command({ call: async () => [], terminal } as never);
    },
    moveService: async (data, options) => {
      seen.push({ command: 'move', data, options });
      return 0;
    },
    web: async (data, options) => {
      seen.push({ command: 'web', data, options });
      return 0;
    },
    mcp: async (data, options) => {
      seen.push({ command: 'mcp', data, options });
      return 0;
    },
    examination: async () => {
      throw new Error('Nothing is examined here.');
    },
  });
  return { code, seen, ...written };
}

/** What the core says to a command that asks for it before it does its work. */
const replies: Readonly<Record<string, unknown>> = {
  'plans.save': { name: 'x', version: 1, cells: 1, created: true },
  'brands.get': { version: 0, brands: [], decisions: [] },
  'monitors.list': { monitors: [{ id: 'm', name: 'x', schedule: {}, nextTimesMs: [] }] },
  'monitors.edit': { name: 'x', schedule: {}, nextTimesMs: [] },
  'connections.list': { connections: [{ id: 'c', name: 'c', selected: true, key: { kind: 'internal' } }] },
};

describe('the command line', () => {
  it('finds the data folder wherever it stands', async () => {
    for (const args of [
      ['--data', '/d', 'queue'],
      ['queue', '--data', '/d'],
      ['connection', 'list', '--data', '/d'],
    ]) {
      expect((await run(args)).seen).toEqual([{ command: 'for-this-command', data: '/d' }]);
    }
    expect((await run(['history'])).seen).toEqual([{ command: 'history', data: undefined }]);
  });

  it('stores a key of the environment only where a connection is added', async () => {
    expect((await run(['connection', 'add', 'team', 'https://a.example'])).seen[0]?.command).toBe(
      'to-be-stored',
    );
    expect((await run(['connection', 'test', 'team'])).seen[0]?.command).toBe('for-this-command');
    expect((await run(['ask', 'x', '--countries', 'US'])).seen[0]?.command).toBe('for-this-command');
  });

  it('starts services on the port and plan that are named', async () => {
    expect((await run(['serve', '--port', '8080', '--data', '/d', '--plan', 'Enterprise 2K'])).seen).toEqual([
      {
        command: 'serve',
        data: '/d',
        options: { port: 8080, host: '127.0.0.1', plan: 'enterprise-2k', logTo: 'file' },
      },
    ]);
    for (const args of [
      ['web', '--open', 'a.parallax', '--no-open'],
      ['web', '--no-open', '--open', 'a.parallax'],
    ])
      expect((await run(args)).seen).toMatchObject([
        { command: 'web', options: { port: 0, open: false, file: 'a.parallax' } },
      ]);
    expect((await run(['web', '--no-open'])).seen).toEqual([
      { command: 'web', data: undefined, options: { port: 0, open: false } },
    ]);
  });

  it('reads --json as the short form of --format json', async () => {
    for (const flags of [['--json'], ['--format', 'json'], ['--json', '--format', 'json']])
      expect((await run(['service', 'keys', 'list', ...flags])).stdout).toBe('[]\n');
    expect((await run(['service', 'keys', 'list'])).stdout).toMatch(/^No keys yet\./);
  });

  const plan = ['plan', 'create', 'x', '--question', 'Q?', '--countries', 'DE,US'];
  const monitor = ['monitor', 'edit', 'x'];
  it.each<[former: string[], now: string[]]>([
    [
      [...plan, '--samples', '3', '--off', 'assistant-a=DE'],
      [...plan, '--repeats', '3', '--exclude', 'assistant-a=DE'],
    ],
    [
      ['alert', 'add', 'x', '--kind', 'outlier', '--even-noise'],
      ['alert', 'add', 'x', '--kind', 'outlier', '--all-changes'],
    ],
    [
      ['brands', 'list', '--decisions'],
      ['brands', 'list', '--corrections'],
    ],
    [
      [...monitor, '--jitter', '60', '--no-ceiling'],
      [...monitor, '--random-delay', '60', '--no-credit-limit'],
    ],
    [
      ['run', 'resume', 'r', '--ceiling', '5'],
      ['run', 'resume', 'r', '--credit-limit', '5'],
    ],
    [
      ['plan', 'remove', 'x'],
      ['plan', 'delete', 'x'],
    ],
    [
      ['monitor', 'remove', 'x'],
      ['monitor', 'delete', 'x'],
    ],
    [['replay'], ['recompute']],
    [
      ['plan', 'ceiling', '--day', '5'],
      ['plan', 'limits', '--day', '5'],
    ],
  ])('does by a former name what it does by the name of today: %j', async (former, now) => {
    const callsOf = async (args: string[]): Promise<readonly unknown[]> => {
      const calls: unknown[] = [];
      await run(args, async (_, __, command) => {
        const call = async (...asked: unknown[]): Promise<unknown> => {
          calls.push(asked);
          return replies[String(asked[0])] ?? {};
        };
        return command({ call, subscribe: () => () => {}, terminal: silentTerminal } as never);
      });
      return calls;
    };
    const calls = await callsOf(former);
    expect(calls).toEqual(await callsOf(now));
    expect(calls.length).toBeGreaterThan(0);
    const help = await run([...now.slice(0, 2), '--help']);
    for (const word of former.filter((each) => !now.includes(each))) expect(help.stdout).not.toContain(word);
  });

  it.each(commandFiles)('lists $usage in its help as its file declares it', async ({ usage, load }) => {
    const command = new Command(usage.split(' ', 1)[0]);
    const action = () => async () => {};
    const actions = {
      withCore: action,
      withCoreStoringKey: action,
      withHistory: action,
      withOperator: action,
    };
    (await load())(command, { ...actions, onHost: action, withHistoryFile: () => action, version: '' });
    expect(new Help().subcommandTerm(command)).toBe(usage);
  });

  it('prints help and version on stdout and exits with 0', async () => {
    expect(await run(['--version'])).toMatchObject({ code: 0, stdout: '1.2.3\n', stderr: '' });
    const help = await run(['--help']);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    for (const command of ['ask', 'history', 'show', 'serve', 'web', 'connection'])
      expect(help.stdout).toContain(command);
  });

  it.each<[args: string[], sentence: string]>([
    [[], 'Usage: parallax'],
    [['frob'], "unknown command 'frob'"],
    [['ask'], "missing required argument 'question'"],
    [['ask', 'x', '--format', 'xml'], "argument 'xml' is invalid"],
    [['ask', 'x', '--colour', 'red'], "unknown option '--colour'"],
    [['ask', 'x', '--colour', 'red'], '(parallax ask --help shows its options)'],
    [['service', 'keys', 'frob'], '(parallax service keys --help lists its commands)'],
    [['history', '--limit', 'many'], 'Use a whole number from 1 to 500.'],
    [['history', '--limit', '0'], 'Use a whole number from 1 to 500.'],
    [['show'], "missing required argument 'id'"],
    [['serve'], 'Set a port with --port'],
    [['serve', '--port', '0', '--retention-hours', '-1'], 'Use a number above 0'],
    [['service', 'plan', 'set', 'gold'], 'Use one of free, lite'],
    [['service', 'engines', 'bind', 'assistant-z', 'sandbox'], 'Allowed choices are'],
    [['serve', '--port', '70000'], 'Use a whole number from 0 to 65535.'],
    [['serve', '--port', '0', '--plan', 'gold'], 'Use one of free, lite'],
    [['data', 'move', ''], 'It is empty: enter a path.'],
    [['history', '--json', '--format', 'csv'], 'Use either --format or --json.'],
    [['history', '--format', 'csv', '--json'], 'Use either --format or --json.'],
    [['backup', ' '], 'It is empty: enter a path.'],
    [['evidence', '--out', ''], 'It is empty: enter a path.'],
    [
      ['connection', 'add', 'team'],
      'Enter the address of "team" after its name. Known services need none: cloro.',
    ],
  ])('says on stderr what is wrong with %j and exits with 2', async (args, sentence) => {
    const ended = await run(args);
    expect(ended).toMatchObject({ code: 2, stdout: '', seen: [] });
    expect(ended.stderr).toContain(sentence);
  });

  it.each<[code: AppError['code'], exit: number]>([
    ['INVALID_INPUT', 2],
    ['INVALID_KEY_FORMAT', 2],
    ['NOT_FOUND', 2],
    ['UNREACHABLE', 1],
    ['INSUFFICIENT_CREDITS', 1],
    ['HISTORY_LOCKED', 1],
    ['INTERNAL', 1],
  ])('exits after %s with %i and its one sentence', async (code, exit) => {
    const ended = await run(['queue'], async () => {
      throw new AppError(code, 'What happened, and the way out.');
    });
    expect(ended).toMatchObject({ code: exit, stdout: '', stderr: 'What happened, and the way out.\n' });
  });
});

describe('an interruption', () => {
  const interruption = () => {
    const ended: unknown[] = [];
    const waits: { readonly ms: number; readonly then: () => void }[] = [];
    const state = { signal: (_: NodeJS.Signals): void => {}, letGo: 0 };
    const ending = endingBy({
      listen: (handler) => {
        state.signal = handler;
      },
      after: (ms, then) => waits.push({ ms, then }),
      letGo: () => {
        state.letGo += 1;
      },
      end: (...how) => ended.push(how),
    });
    return { ending, waits, ended, state };
  };

  it('counts once if its signal arrives repeatedly, and is left to the system if it comes again later', () => {
    const { ending, waits, state } = interruption();
    expect([ending.interrupted.aborted, waits.length]).toEqual([false, 0]);
    state.signal('SIGINT');
    state.signal('SIGINT');
    expect([ending.interrupted.aborted, state.letGo]).toEqual([true, 0]);
    expect(waits.map(({ ms }) => ms)).toEqual([500, 4000]);
    waits[0]?.then();
    expect(state.letGo).toBe(1);
  });

  it('ends the process in time: by the signal, or with the code of what had to be done first', () => {
    const reading = interruption();
    reading.ending.within(900);
    reading.state.signal('SIGTERM');
    for (const { then } of reading.waits) then();
    expect(reading.ended).toEqual([['SIGTERM', null]]);

    const storing = interruption();
    storing.ending.before(() => 4);
    storing.state.signal('SIGTERM');
    storing.waits.at(-1)?.then();
    expect(storing.ended).toEqual([['SIGTERM', 4]]);
  });
});
