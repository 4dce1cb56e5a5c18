import { writeFile } from 'node:fs/promises';
import type { RouteOutput, RouteParsedInput } from '#shared/bridge/routeTable.ts';
import type { ReportDocument } from '#shared/documents/reportDocument.ts';
import { type ReportSlice, runReport } from '#shared/documents/runReport.ts';
import { runReportHtml } from '#shared/documents/runReportHtml.ts';
import { engineNameAt } from '#shared/interface/deployments.ts';
import { isEngine } from '#shared/interface/engines.ts';
import { AppError, invalidInput } from '#shared/model/appError.ts';
import { compareInputSchema } from '#shared/model/comparison/request.ts';
import { type ReportSettings, reportSettingsSchema } from '#shared/model/report.ts';
import type { RunDetail } from '#shared/model/run.ts';
import type { RunComparison } from '../comparison/runComparison.ts';
import type { CoreParts } from '../coreParts.ts';
import type { Downloads } from '../exports/downloads.ts';
import type { PdfPrinter } from '../ports.ts';
import { slidesOf } from './slides.ts';

type Request = RouteParsedInput<'reports.make'>;

export type MadeReport = {
  readonly name: string;
  readonly title: string;
  /** The verdict in a few sentences. */
  readonly summary: string;
  readonly bytes: Uint8Array;
};

export type Reports = ReturnType<typeof createReports>;

/** Maximum number of question and engine pairs in one report: each is a comparison. */
const maxSlices = 200;

type ReportDeps = Pick<CoreParts, 'history' | 'clock'> & {
  readonly comparison: Pick<RunComparison, 'compare'>;
  readonly printer: PdfPrinter | undefined;
  readonly files: Pick<Downloads, 'make'>;
  readonly version: string;
};

/** The question and engine pairs of a report, each with its comparison. */
function createSlices({ history, comparison }: Pick<ReportDeps, 'history' | 'comparison'>) {
  /** Display names of the engines on the connection of the run. */
  const engineNames = async (connectionId: string): Promise<(engine: string) => string> => {
    const connections = await history.call('connections.list', {});
    const connection = connections.find(({ id }) => id === connectionId);
    return (engine) => (isEngine(engine) ? engineNameAt(connection, engine) : engine);
  };

  return async (
    { runId, question, engine }: Pick<Request, 'runId' | 'question' | 'engine'>,
    { run }: RunDetail,
    signal?: AbortSignal,
  ): Promise<readonly ReportSlice[]> => {
    const nameOf = await engineNames(run.connectionId);
    const questions =
      question === undefined ? Array.from({ length: run.plan?.questions ?? 1 }, (_, at) => at) : [question];
    const engines = run.plan?.engines ?? [run.engine];
    const asked = engine === undefined ? engines : engines.filter((each) => each === engine);
    if (asked.length === 0) throw invalidInput('engine', `The run asked ${engines.join(', ')}.`);
    if (questions.length * asked.length > maxSlices)
      throw invalidInput(
        'question',
        `The report would hold more than ${maxSlices} questions at engines. Choose one.`,
      );
    const slices: ReportSlice[] = [];
    for (const at of questions)
      for (const each of asked) {
        const slice = { runId, question: at, engine: each };
        const detail = await history.call('runs.get', slice);
        slices.push({
          question: detail.run.question,
          engine: nameOf(each),
          comparison: await comparison.compare(compareInputSchema.parse(slice), signal),
        });
      }
    return slices;
  };
}

/** Reports of runs as pages, slides or an HTML file. */
export function createReports(deps: ReportDeps) {
  const { history, clock } = deps;

  const slicesOf = createSlices(deps);
  const written = async (report: ReportDocument, format: Request['format']): Promise<Uint8Array> => {
    if (format === 'pptx') return slidesOf(report);
    const html = runReportHtml(report);
    if (format === 'html') return Buffer.from(html);
    if (deps.printer !== undefined) return deps.printer.pdfOf(html);
    throw new AppError(
      'INVALID_INPUT',
      'This program cannot print PDF. Export the report as HTML and print it.',
    );
  };

  const settingsOf = async (project: string): Promise<ReportSettings> =>
    reportSettingsSchema.parse((await history.call('projects.get', { project })).defaults.report ?? {});

  /** @throws AppError NOT_FOUND for an unknown run, INVALID_INPUT */
  const write = async (request: Request, signal?: AbortSignal): Promise<MadeReport> => {
    const { runId, format, settings } = request;
    const detail = await history.call('runs.get', { runId, question: request.question });
    const { run } = detail;
    const slices = await slicesOf(request, detail, signal);
    const name = slices.length > 1 ? (run.plan?.name ?? run.question) : run.question;
    const facts = {
      name,
      askedAt: new Date(run.createdAtMs).toISOString(),
      writtenAt: new Date(clock.now()).toISOString(),
      runId,
      program: `Parallax ${deps.version}`,
      slices,
    };
    if (signal?.aborted) throw new AppError('CANCELLED', 'The report was cancelled. No file was written.');
    const chosen = { ...(await settingsOf(run.projectId)), ...given(settings) };
    const report = runReport(facts, chosen);
    if (report.sections.length === 0)
      throw invalidInput('settings', 'None of the chosen sections has data in this run.');
    return {
      name: `${fileName(report.title)}-${facts.askedAt.slice(0, 10)}.${format}`,
      title: report.title,
      summary: verdictOf(runReport(facts, { ...chosen, sections: ['summary'] })),
      bytes: await written(report, format),
    };
  };

  return {
    write,
    settings: ({ projectId }: RouteParsedInput<'reports.settings'>) => settingsOf(projectId),
    /** @throws AppError NOT_FOUND */
    async setSettings({ projectId, settings }: RouteParsedInput<'reports.setSettings'>) {
      const { defaults } = await history.call('projects.get', { project: projectId });
      await history.call('projects.setDefaults', {
        project: projectId,
        defaults: { ...defaults, report: settings },
      });
      return settings;
    },
    async make(
      request: Request,
      { signal }: { readonly signal: AbortSignal },
    ): Promise<RouteOutput<'reports.make'>> {
      const { name, bytes } = await write(request, signal);
      const { fileId } = await deps.files.make(`.${request.format}`, (file) =>
        writeFile(file, bytes, { mode: 0o600 }),
      );
      return { fileId, name, bytes: bytes.length };
    },
  };
}

/** The first sentences of the summary page. */
const verdictOf = ({ sections }: ReportDocument): string =>
  (sections[0]?.blocks ?? [])
    .flatMap((block) => (block.kind === 'lead' || block.kind === 'text' ? [block.text] : []))
    .join('\n');

/** Overrides for this report only; the rest comes from the project. */
const given = <T extends object>(settings: T): Partial<ReportSettings> =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));

/** A title as a file name for every system: letters and digits of any script, at most 60 characters. */
function fileName(title: string): string {
  const name = title
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return name === '' ? 'report' : name.toLowerCase();
}
