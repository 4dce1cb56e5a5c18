import { safeParse } from '#shared/interface/safeParse.ts';
import {
  evidenceVersion,
  headChain,
  headSchema,
  lineText,
  recordChain,
  recordSchema,
  sealSchema,
  sha256,
} from './evidenceFile.ts';

export type EvidenceVerdict = {
  readonly intact: boolean;
  readonly observations: number;
  /** Value to compare with a stored copy; null if the file has no readable seal. */
  readonly seal: string | null;
  /** One sentence per finding, in file order, with the line and what was altered. */
  readonly findings: readonly string[];
};

const plural: ReadonlySet<string> = new Set(['facts', 'response headers']);

/** Verifies an evidence file line by line, offline; never throws because of the file's content. */
export async function verifyEvidence(
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<EvidenceVerdict> {
  const findings: string[] = [];
  let chain: string | null = null;
  let announced: number | null = null;
  let observations = 0;
  let seal: string | null = null;
  let number = 0;
  const refuseOther = (of: string, line: string, written: Parameters<typeof lineText>[0]): void => {
    if (lineText(written) !== line)
      findings.push(`${of}: it contains data that no hash covers, or was rewritten.`);
  };
  let known = 0;

  for await (const line of lines) {
    if (line.trim() === '') continue;
    number += 1;
    const value = parse(line);
    if (number === 1) {
      const head = safeParse(headSchema, value);
      if (!head.success) {
        findings.push(
          'Line 1 is not the header of an evidence file: this is another kind of file, or its header was altered.',
        );
        continue;
      }
      if (head.data.version > evidenceVersion) {
        findings.push(
          `The file has version ${head.data.version}; this program reads up to ${evidenceVersion}. Update Parallax.`,
        );
        return { intact: false, observations, seal, findings };
      }
      known += 1;
      if (headChain(head.data) !== head.data.chain) findings.push('The header was altered.');
      refuseOther('The header', line, head.data);
      chain = head.data.chain;
      announced = head.data.observations;
      continue;
    }
    if (seal !== null) {
      findings.push(`Line ${number} was added after the seal.`);
      continue;
    }
    const sealed = safeParse(sealSchema, value);
    if (sealed.success) {
      known += 1;
      seal = sealed.data.chain;
      refuseOther('The seal', line, sealed.data);
      if (sealed.data.observations !== observations)
        findings.push(
          `The seal counts ${sealed.data.observations} answers; the file contains ${observations}.`,
        );
      if (seal !== chain)
        findings.push('The seal does not match the last answer: the end of the file was altered.');
      continue;
    }
    const record = safeParse(recordSchema, value);
    if (!record.success) {
      findings.push(`Line ${number} is not a valid answer record: it was altered or cut off.`);
      chain = null;
      continue;
    }
    known += 1;
    observations += 1;
    const { data } = record;
    refuseOther(`Answer ${data.ordinal} (${data.id})`, line, data);
    for (const part of data.parts) {
      if (sha256(part.content) !== part.sha256)
        findings.push(
          `Answer ${data.ordinal} (${data.id}): the ${part.name} ${plural.has(part.name) ? 'were' : 'was'} altered.`,
        );
    }
    if (recordChain(data) !== data.chain)
      findings.push(
        `Answer ${data.ordinal} (${data.id}): its list of parts, its number or its hashes were altered.`,
      );
    if (chain !== null && data.previous !== chain)
      findings.push(
        `Answer ${data.ordinal} (${data.id}) does not follow the line before it: lines were removed, added or moved.`,
      );
    chain = data.chain;
  }

  // Otherwise every line would be a finding, without further information.
  if (number > 0 && known === 0)
    return {
      intact: false,
      observations,
      seal,
      findings: ['This is not an evidence file: neither line 1 nor any other line belongs to one.'],
    };
  if (number === 0) findings.push('The file is empty.');
  else if (seal === null) findings.push('The seal is missing: the file was cut off.');
  else if (announced !== null && announced !== observations)
    findings.push(`The header announces ${announced} answers; the file contains ${observations}.`);
  return { intact: findings.length === 0, observations, seal, findings };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
