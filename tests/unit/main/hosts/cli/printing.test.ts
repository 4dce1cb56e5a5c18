import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { answersAsMarkdown, answersAsTable } from '#main/hosts/cli/answerDocument.ts';
import { type AnswerLine, answerLine } from '#main/hosts/cli/answerLine.ts';
import { explainFailure } from '#main/hosts/cli/exitCodes.ts';
import { shellWord } from '#main/hosts/cli/print.ts';
import { createProgressLine } from '#main/hosts/cli/progressLine.ts';
import { fitted, textTable } from '#main/hosts/cli/textTable.ts';
import { printable } from '#main/hosts/common/visibleText.ts';
import { AppError } from '#shared/model/appError.ts';
import type { ObservationView } from '#shared/model/observation.ts';
import type { CellView, RunSummary } from '#shared/model/run.ts';
import { silentTerminal } from '#tests/support/cli/terminals.ts';

const run = { id: 'run1', engine: 'assistant-a', question: 'Which locks?' } as RunSummary;
const cell: CellView = {
  id: 'run1.0',
  ordinal: 0,
  market: { country: 'US', state: 'CA' },
  marketKey: 'US:CA',
  sample: 0,
  state: 'completed',
  observationId: 'obs1',
  surface: null,
  error: null,
  startedAtMs: 1,
  finishedAtMs: 2,
  creditsCharged: 5,
  attempts: 1,
};
const observation = {
  id: 'obs1',
  text: 'Foldmaster.',
  sources: [
    {
      position: 1,
      url: 'https://a.example/',
      label: 'A [1]',
      description: 'x',
      domain: 'a.example',
      redirectLink: null,
    },
  ],
  creditsCharged: 5,
  latencyMs: 812,
  requestId: 'req-1',
  cost: null,
  costCurrency: null,
  costSource: null,
} as unknown as ObservationView;

const fields = [
  'id',
  'runId',
  'engine',
  'country',
  'state',
  'status',
  'text',
  'sources',
  'creditsCharged',
  'latencyMs',
  'requestId',
  'error',
];

describe('a line of JSON', () => {
  it('has exactly the published fields', () => {
    expect(answerLine(run, cell, observation)).toEqual({
      id: 'obs1',
      runId: 'run1',
      engine: 'assistant-a',
      country: 'US',
      state: 'CA',
      status: 'completed',
      text: 'Foldmaster.',
      sources: [{ position: 1, url: 'https://a.example/', label: 'A [1]' }],
      creditsCharged: 5,
      latencyMs: 812,
      requestId: 'req-1',
      error: null,
    });
  });

  it('says what the provider charged, where that is known', () => {
    const priced = { ...observation, cost: 0.004, costCurrency: 'USD', costSource: 'stated' as const };
    const line = answerLine(run, cell, priced);
    expect(line.cost).toEqual({ amount: 0.004, currency: 'USD', source: 'stated' });
    expect(answersAsTable([line], 200)).toMatch(/CREDITS {2}COST .*\n.* 0\.004 USD /);
  });

  it.each(['failed', 'cancelled', 'unknown', 'planned', 'running'] as const)(
    'never shows a cell that is %s as an empty answer',
    (state) => {
      const error = state === 'failed' ? { code: 'EXTERNAL', message: 'No.', requestId: 'req-2' } : null;
      const line = answerLine(run, { ...cell, state, error, observationId: null }, null);
      expect(Object.keys(line)).toEqual(fields);
      expect(line).toMatchObject({ id: 'run1.0', status: 'failed', text: null, sources: [] });
      expect(line.error).toEqual({
        code: expect.stringMatching(/^[A-Z_]+$/),
        message: expect.stringMatching(/\.$/),
      });
      expect(line.requestId).toBe(state === 'failed' ? 'req-2' : null);
    },
  );
});

describe('a document of answers', () => {
  const line = answerLine(run, cell, observation);
  const failed: AnswerLine = {
    ...line,
    status: 'failed',
    country: 'DE',
    state: null,
    text: null,
    error: { code: 'X', message: 'The engine failed.' },
  };

  it('has a part for each market, with its sources, and says why one is missing', () => {
    const text = answersAsMarkdown(run, [
      { line, markdown: '**Foldmaster.**\u001b[2J' },
      { line: failed, markdown: null },
    ]);
    expect(text).toBe(
      '# Which locks?\n\n## United States (US:CA)\n\n**Foldmaster.**[2J\n\n### Sources\n\n' +
        '1. [A \\[1\\]](<https://a.example/>)\n\n## Germany (DE)\n\n_No answer: The engine failed._\n',
    );
  });

  it('is a table on request', () => {
    expect(answersAsTable([line, failed], 200)).toBe(
      'MARKET  STATUS     CREDITS  SOURCES  ID    ANSWER\n' +
        'US:CA   completed  5        1        obs1  Foldmaster.\n' +
        'DE      failed     5        1        obs1  The engine failed.\n',
    );
  });
});

describe('text on a terminal', () => {
  it('is cut between characters', () => {
    expect(fitted('Fahrradschloss', 8)).toBe('Fahrrad…');
    expect(fitted('自転車の鍵', 6)).toBe('自転…');
    expect(fitted('short', 8)).toBe('short');
  });

  it('cannot steer the terminal', () => {
    expect(printable('a\u001b[31mb\u0007\u202ec\r\nd')).toBe('a[31mbc d');
    expect(printable('می\u200cخواهم')).toBe('می\u200cخواهم');
  });

  it('stands in columns whatever its script', () => {
    expect(
      textTable(
        ['A', 'B'],
        [
          ['日本', 'x'],
          ['👍🏽é', 'x'],
          ['1️⃣𠀀', 'x'],
          ['y', 'z'],
        ],
        80,
      ),
    ).toBe('A     B\n日本  x\n👍🏽é   x\n1️⃣𠀀  x\ny     z\n');
  });
});

describe('progress', () => {
  const counts = { total: 4, planned: 1, running: 1, completed: 1, failed: 1, cancelled: 0, unknown: 0 };
  const terminal = (live: boolean) => {
    const written: string[] = [];
    return {
      written,
      progress: createProgressLine({
        ...silentTerminal,
        live,
        liveLine: (text) => {
          if (live) written.push(`[${text}]`);
        },
        stdout: () => {
          throw new Error('progress is no output');
        },
        stderr: (text) => void written.push(text),
      }),
    };
  };

  it('is one line that is written over on a screen', () => {
    const { written, progress } = terminal(true);
    progress.show(counts, 12_300);
    progress.ended('US', 'completed', 1, 4);
    progress.clear();
    expect(written.join('')).toBe('[2 of 4 done · 1 failed · 1 running · 12 s · Ctrl+C cancels][]');
  });

  it('is a line for each market elsewhere', () => {
    const { written, progress } = terminal(false);
    progress.show(counts, 12_300);
    progress.ended('US', 'completed', 1, 4);
    progress.clear();
    expect(written.join('')).toBe('US completed (1 of 4)\n');
  });
});

describe('a suggested command', () => {
  it.runIf(process.platform !== 'win32')('has each name as one word, whatever signs it has', () => {
    const names = [
      'locks',
      'my locks',
      `O"Brien's & Söhne`,
      '$(id)',
      '`id`',
      '"; echo x; "',
      'a\\',
      '-x',
      "it's",
      '!1',
      '*',
    ];
    for (const name of names)
      expect(execFileSync('sh', ['-c', `printf %s ${shellWord(name)}`], { encoding: 'utf8' })).toBe(name);
  });

  it('lists what was not found', () => {
    const linesOf = (message: string) => explainFailure(new AppError('NOT_FOUND', message)).lines;
    expect(linesOf('No plan "x".')).toEqual(['No plan "x". List plans with "parallax plan list".']);
    expect(linesOf('No run x in the history. It may have been deleted.')[0]).toMatch(/"parallax history"\.$/);
  });
});
