import { expect, it } from 'vitest';
import { openStreamLog } from '#platform/log.ts';

it('a field that JSON cannot hold does not stop the program, and the rest of the line is kept', () => {
  const lines: string[] = [];
  const log = openStreamLog({ write: (line) => lines.push(line) });
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  log('warn', 'It failed', { circle, count: 2n, code: 'EIO' });
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ message: 'It failed', code: 'EIO' });
});
