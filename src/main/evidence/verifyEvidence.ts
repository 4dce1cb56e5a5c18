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
  /** Value to compare with one that was kept elsewhere; null when the file has no readable seal. */
  readonly seal: string | null;
  /** One sentence per finding, in file order, naming the line and what was altered. */
  readonly findings: readonly string[];
};

const plural: ReadonlySet<string> = new Set(['facts', 'response headers']);

/** Checks an evidence file line by line, offline; never throws for what the file contains. */
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
      findings.push(`${of}: something stands there that no hash covers, or it was written otherwise.`);
  };
  let known = 0;

  for await (const line of lines) {
    if (line.trim() === '') continue;
    number += 1;
    const value = parse(line);
    if (number === 1) {
      const head = headSchema.safeParse(value);
      if (!head.success) {
        findings.push(
          'Line 1 is not the head of an evidence file; this is another kind of file or its head was altered.',
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
      if (headChain(head.data) !== head.data.chain) findings.push('The head was altered.');
      refuseOther('The head', line, head.data);
      chain = head.data.chain;
      announced = head.data.observations;
      continue;
    }
    if (seal !== null) {
      findings.push(`Line ${number} was added after the seal.`);
      continue;
    }
    const sealed = sealSchema.safeParse(value);
    if (sealed.success) {
      known += 1;
      seal = sealed.data.chain;
      refuseOther('The seal', line, sealed.data);
      if (sealed.data.observations !== observations)
        findings.push(
          `The seal counts ${sealed.data.observations} observations; the file holds ${observations}.`,
        );
      if (seal !== chain)
        findings.push('The seal does not fit the last observation: the end of the file was altered.');
      continue;
    }
    const record = recordSchema.safeParse(value);
    if (!record.success) {
      findings.push(`Line ${number} is not readable as an observation: it was altered or cut.`);
      chain = null;
      continue;
    }
    known += 1;
    observations += 1;
    const { data } = record;
    refuseOther(`Observation ${data.ordinal} (${data.id})`, line, data);
    for (const part of data.parts) {
      if (sha256(part.content) !== part.sha256)
        findings.push(
          `Observation ${data.ordinal} (${data.id}): the ${part.name} ${plural.has(part.name) ? 'were' : 'was'} altered.`,
        );
    }
    if (recordChain(data) !== data.chain)
      findings.push(
        `Observation ${data.ordinal} (${data.id}): its list of parts, its number or its hashes were altered.`,
      );
    if (chain !== null && data.previous !== chain)
      findings.push(
        `Observation ${data.ordinal} (${data.id}) does not follow the line before it: lines were removed, added or moved.`,
      );
    chain = data.chain;
  }

  // Every line of it would be a finding, and none of them says more.
  if (number > 0 && known === 0)
    return {
      intact: false,
      observations,
      seal,
      findings: [
        'Line 1 is not the head of an evidence file, and no other line is of one: this is another kind of file.',
      ],
    };
  if (number === 0) findings.push('The file is empty.');
  else if (seal === null) findings.push('The seal is missing: the file was cut short.');
  else if (announced !== null && announced !== observations)
    findings.push(`The head announces ${announced} observations; the file holds ${observations}.`);
  return { intact: findings.length === 0, observations, seal, findings };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
