import { createHash } from 'node:crypto';
import { z } from 'zod';

/**
 * An evidence file is JSON Lines: a header, one record per observation, a seal. Every part of a record
 * (request, response headers, payload as received, pages, facts) has its SHA-256. Every record has the chain
 * value of the previous one and its own, which covers its ordinal and all part hashes. The seal repeats the
 * last chain value and the count. Changing, removing, adding or reordering anything breaks an identifiable
 * hash.
 * The chain proves that a file is complete, not who wrote it: with a copy of the seal in another location (a
 * mail, a notary), its owner can prove that the file is the original.
 */
export const evidenceFormat = 'parallax-evidence';
export const evidenceVersion = 1;

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);

export const headSchema = z.object({
  type: z.literal('head'),
  format: z.literal(evidenceFormat),
  version: z.number().int(),
  program: z.string(),
  createdAt: z.string(),
  observations: z.number().int(),
  chain: sha256Schema,
});

export const recordSchema = z.object({
  type: z.literal('observation'),
  ordinal: z.number().int(),
  id: z.string(),
  parts: z.array(z.object({ name: z.string(), sha256: sha256Schema, content: z.string() })),
  previous: sha256Schema,
  chain: sha256Schema,
});

export const sealSchema = z.object({
  type: z.literal('seal'),
  observations: z.number().int(),
  chain: sha256Schema,
});

export type EvidenceHead = z.infer<typeof headSchema>;
export type EvidenceRecord = z.infer<typeof recordSchema>;
type EvidenceSeal = z.infer<typeof sealSchema>;

/** A line in its only valid form, without line end: anything that the hashes do not cover is rejected. */
export function lineText(line: EvidenceHead | EvidenceRecord | EvidenceSeal): string {
  if (line.type === 'head') {
    const { type, format, version, program, createdAt, observations, chain } = line;
    return JSON.stringify({ type, format, version, program, createdAt, observations, chain });
  }
  if (line.type === 'seal') {
    const { type, observations, chain } = line;
    return JSON.stringify({ type, observations, chain });
  }
  const { type, ordinal, id, previous, chain } = line;
  const parts = line.parts.map(({ name, sha256, content }) => ({ name, sha256, content }));
  return JSON.stringify({ type, ordinal, id, previous, parts, chain });
}

export function sha256(content: string): string {
  return createHash('sha256').update(content, 'utf8').digest('hex');
}

/** Chain value of the header: covers the data about the file. */
export function headChain(head: Omit<EvidenceHead, 'chain' | 'type'>): string {
  return sha256([head.format, head.version, head.program, head.createdAt, head.observations].join('\n'));
}

/** Chain value of a record: covers its position, its identity and the hash of every part. */
export function recordChain(record: Omit<EvidenceRecord, 'chain' | 'type'>): string {
  const parts = record.parts.map((part) => `${part.name} ${part.sha256}`);
  return sha256([record.previous, record.ordinal, record.id, ...parts].join('\n'));
}
