import { describe, expect, it } from 'vitest';
import { splitRecords } from '#shared/imports/splitRecords.ts';

describe('splitting a file into results', () => {
  it('keeps a lone value as it stands', () => {
    const text = '{\n  "success": true,\n  "n": 1.0 }';
    expect(splitRecords(`\uFEFF${text}\n`)).toEqual({ ok: true, records: [{ place: '', text }] });
  });

  it('takes an array apart and numbers its entries', () => {
    expect(splitRecords('[{"a":1}, {"a":2}]')).toEqual({
      ok: true,
      records: [
        { place: 'entry 1', text: '{"a":1}' },
        { place: 'entry 2', text: '{"a":2}' },
      ],
    });
  });

  it('reads JSON Lines, keeps each line, and hands an unreadable one on', () => {
    expect(splitRecords('{"a": 1.50}\r\n\n{nope\n{"a":2}\n')).toEqual({
      ok: true,
      records: [
        { place: 'line 1', text: '{"a": 1.50}' },
        { place: 'line 3', text: '{nope' },
        { place: 'line 4', text: '{"a":2}' },
      ],
    });
  });

  it.each([
    ['', 'The file is empty.'],
    ['[]', 'The file contains an empty list.'],
  ])('says what is wrong with %j', (content, message) => {
    expect(splitRecords(content)).toEqual({ ok: false, message });
  });

  it('says that other files are not JSON', () => {
    expect(splitRecords('<html>\n<body>')).toMatchObject({ ok: false });
    expect(splitRecords('{broken')).toMatchObject({ ok: false });
    const evidence = '{"type":"head","format":"parallax-evidence","version":1}\n{"type":"seal"}';
    expect(splitRecords(evidence)).toMatchObject({ ok: false, evidence: true });
  });
});
