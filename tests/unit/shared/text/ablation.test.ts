import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parts, textFolder } from '#tests/support/golden/ablation.ts';

describe('parts of the text analysis that can be switched off', () => {
  it.each(parts)('$name is in its file once', ({ file, find, put }) => {
    const source = readFileSync(new URL(file, textFolder), 'utf8');
    expect(source.split(find).length - 1).toBe(1);
    expect(put).not.toBe(find);
  });

  it('have one name each', () => {
    expect(new Set(parts.map(({ name }) => name)).size).toBe(parts.length);
  });
});
