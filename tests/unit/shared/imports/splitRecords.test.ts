import { describe, expect, it } from 'vitest';
import { splitFile, splitRecords } from '#shared/imports/splitRecords.ts';

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

  const german = '{"text":"Das beste Schloss für Räder ist das größte, sagen die Prüfer."}';
  it.each([
    ['UTF-16, as PowerShell writes it', Buffer.from(`\uFEFF${german}\r\n`, 'utf16le')],
    ['UTF-16 from the other end', Buffer.from(`\uFEFF${german}`, 'utf16le').swap16()],
    ['Windows-1252', Buffer.from(german, 'latin1')],
  ])('reads the letters of a file in %s', (_, bytes) => {
    expect(splitFile(bytes)).toEqual({ ok: true, records: [{ place: '', text: german }] });
  });

  it.each([
    ['a workbook', Buffer.from('PK\u0003\u0004 questions', 'latin1')],
    ['a list of questions', Buffer.from('Which lock is best?\nIs it safe?')],
  ])('says of %s where lists are added', (_, bytes) => {
    expect(splitFile(bytes)).toMatchObject({ ok: false, message: expect.stringContaining('under Plans') });
  });
});
