import type { StoredRecord } from '#shared/bridge/routes/exports.ts';
import type { EvidenceObservation } from '../../evidence/writeEvidence.ts';
import { evidenceLines } from '../../evidence/writeEvidence.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCode } from '../exitCodes.ts';
import { writeNewFile } from '../outputFile.ts';
import { jsonLine } from '../storedAnswers.ts';
import { storedRecords } from '../storedRecords.ts';
import { refuseUnknown } from './export.ts';

export type EvidenceOptions = {
  readonly ids: readonly string[];
  readonly out: string;
  readonly format: 'table' | 'json';
  readonly version: string;
};

/** Writes an evidence file: everything stored of one or many answers, with a chain of hashes over it. */
export async function evidence(context: CommandContext, options: EvidenceOptions): Promise<ExitCode> {
  const { call, terminal, clock } = context;
  await refuseUnknown(context, options.ids);
  const filter = { ids: [...options.ids] };
  const { answers } = await call('exports.count', { filter });
  let seal = '';
  const texts = async function* (): AsyncGenerator<string> {
    const observations = observationsOf(context, filter);
    const about = { program: `Parallax ${options.version}`, createdAtMs: clock.now(), count: answers };
    for await (const line of evidenceLines(observations, about)) {
      seal = line;
      yield `${line}\n`;
    }
  };
  await writeNewFile(options.out, texts());
  const { chain } = JSON.parse(seal) as { readonly chain: string };
  if (options.format === 'json') {
    terminal.stdout(jsonLine({ file: options.out, observations: answers, seal: chain }));
  } else {
    terminal.stdout(
      `${options.out}: ${answers} ${answers === 1 ? 'answer' : 'answers'}.\nSeal ${chain}\nKeep the seal somewhere else: it proves later that the file is this one.\n`,
    );
  }
  return exitCode.everyAnswer;
}

async function* observationsOf(
  context: CommandContext,
  filter: { readonly ids: string[] },
): AsyncGenerator<EvidenceObservation> {
  for await (const record of storedRecords(context, filter, true)) yield evidenceOf(record);
}

function evidenceOf(record: StoredRecord): EvidenceObservation {
  const { id, request, responseHeaders, payload, pages, text, sources, searchQueries, ...facts } = record;
  return {
    id,
    facts: { ...facts, receivedAt: new Date(record.receivedAtMs).toISOString() },
    request: { path: request.path, body: request.body },
    responseHeaders,
    payload,
    pages: pages.map(({ url, html }) => ({ name: url, html })),
  };
}
