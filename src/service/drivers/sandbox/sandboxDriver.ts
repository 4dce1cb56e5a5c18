import type { Engine } from '#shared/interface/engines.ts';
import type { Driver, DriverJob, DriverOutcome, Provenance, ResultPage } from '../driver.ts';
import { type AskedCell, askedCell } from './askedCell.ts';
import { sandboxCapabilities } from './capabilities.ts';
import { type AnsweredCell, answerCell } from './cell.ts';
import type { Market } from './market.ts';
import { createRedirectLinks, type RedirectLinks } from './redirectLinks.ts';
import { fraction, hashOf } from './seed.ts';
import { assistantAResult, servesLegacy } from './shapes/assistantA.ts';
import {
  assistantBResult,
  assistantCResult,
  assistantDResult,
  assistantEResult,
} from './shapes/assistants.ts';
import { newsResult } from './shapes/news.ts';
import { searchResult } from './shapes/search.ts';
import { searchAiResult } from './shapes/searchAi.ts';

export type SandboxSettings = {
  /** Host of its search pages and redirect links, without "www.". */
  readonly searchHost?: string;
  /** Milliseconds every answer takes unless a directive says otherwise; absent means 400 to 2,500 by hash. */
  readonly latencyMs?: number;
};

const shortestLatencyMs = 400;
const maxLatencyMs = 2_500;
/** Answers of one question in one market on one day differ in this many ways, which lets equal ones be kept. */
const variants = 24;
const keptAnswers = 400;
const dayMs = 86_400_000;

type Answer = Extract<DriverOutcome, { kind: 'answer' }>;

/**
 * The driver that needs nothing: invented but believable answers for all eight engines, the same for the same
 * engine, question, market and day, with a little variation between jobs.
 */
export function createSandboxDriver(settings: SandboxSettings = {}): Driver {
  const links = createRedirectLinks(settings.searchHost);
  const kept = new Map<string, Answer>();

  const answerOf = async (job: DriverJob, asked: AskedCell): Promise<Answer> => {
    const variant = job.jobId === '' ? '' : String(hashOf(job.jobId) % variants);
    const day = Math.floor(job.nowMs / dayMs);
    const key = `${job.engine} ${day} ${variant} ${JSON.stringify(job.request)}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    // The same object every time: whoever writes it out can tell and does so once. Nobody may change it.
    const answer = Object.freeze(await makeAnswer(job, asked, variant, links));
    Object.freeze(answer.result);
    if (kept.size >= keptAnswers) kept.delete(kept.keys().next().value ?? '');
    kept.set(key, answer);
    return answer;
  };

  return {
    id: 'sandbox',
    displayName: 'Sandbox',
    service: 'sandbox',
    capabilities: sandboxCapabilities,
    readiness: () => ({ ready: true }),
    redirects: links.source,
    answer: async (job): Promise<DriverOutcome> => {
      job.signal.throwIfAborted();
      const asked = askedCell(job);
      const { directives } = asked;
      if (directives.outcome === 'hang') await waitFor(Number.POSITIVE_INFINITY, job.signal);
      const latency = directives.latencyMs ?? settings.latencyMs ?? usualLatency(job.engine, asked);
      if (latency > 0) await waitFor(latency, job.signal);
      if (job.attempt <= directives.errors) {
        return {
          kind: 'retry',
          cause: 'trouble',
          reason: `the sandbox was told to fail its first ${directives.errors} attempts`,
        };
      }
      if (directives.outcome === 'fatal') {
        return { kind: 'fatal', reason: 'rejected', message: 'The sandbox was set to fail permanently.' };
      }
      return answerOf(job, asked);
    },
  };
}

function usualLatency(engine: Engine, { question, country, state }: AskedCell): number {
  const share = fraction(hashOf('latency', engine, question, country ?? '', state ?? ''));
  return Math.round(shortestLatencyMs + share * (maxLatencyMs - shortestLatencyMs));
}

async function makeAnswer(
  job: DriverJob,
  asked: AskedCell,
  variant: string,
  links: RedirectLinks,
): Promise<Answer> {
  const { question, country, state, language, narrowing, directives, searched } = asked;
  const { engine, nowMs } = job;
  const cell = await answerCell(
    { engine, question, country, state, language, narrowing, nowMs, nonce: variant },
    { directives, searched },
  );
  const result: Record<string, unknown> = { ...resultOf(job, asked, cell, links) };
  return {
    kind: 'answer',
    result,
    provenance: provenanceOf(job, asked, cell),
    ...(asked.html ? { pages: await pagesOf(asked, cell, result) } : {}),
    rawExchange: { sandbox: { question, directives, variant, oddity: cell.oddity } },
  };
}

function resultOf(job: DriverJob, asked: AskedCell, cell: AnsweredCell, links: RedirectLinks): object {
  switch (job.engine) {
    case 'assistant-a':
      return assistantAResult(cell, job.request);
    case 'assistant-b':
      return assistantBResult(cell, job.request);
    case 'assistant-c':
      return assistantCResult(cell, job.request);
    case 'assistant-d':
      return assistantDResult(cell, job.request);
    case 'assistant-e':
      return assistantEResult(cell, job.request);
    case 'search-ai':
      return searchAiResult(cell, job.request, links);
    case 'search/news':
      return newsResult(cell, job.request, links);
    case 'search':
      return asked.target === undefined ? {} : searchResult(cell, job.request, asked.target, links);
  }
}

function provenanceOf(job: DriverJob, asked: AskedCell, cell: AnsweredCell): Provenance {
  const legacy = job.engine === 'assistant-a' && servesLegacy(cell, job.request);
  return {
    driver: 'sandbox',
    country:
      asked.country === undefined
        ? { requested: null, honoured: 'not-requested' }
        : {
            requested: asked.country,
            honoured: 'parameter',
            applied: asked.state === undefined ? asked.country : `${asked.country}:${asked.state}`,
          },
    searched: asked.searched,
    servedShape: legacy ? 'legacy' : 'default',
    ...(job.engine === 'assistant-a' ? { entityExtraction: 'engine' as const } : {}),
  };
}

async function pagesOf(
  asked: AskedCell,
  cell: AnsweredCell,
  result: Record<string, unknown>,
): Promise<ResultPage[]> {
  const rows = result.organicResults ?? result.newsResults;
  if (Array.isArray(rows)) return searchPages(cell.scene.market, asked.question, rows, asked.pages);
  // What reads Markdown is sixty packages, which a start without such a page does without.
  const { markdownPage } = await import('../markdownPage.ts');
  return [
    {
      html: markdownPage({
        title: asked.question.slice(0, 200).toWellFormed(),
        markdown: cell.answer.markdown,
        sources: cell.pages.map((page) => ({ url: page.url, label: page.title })),
        provider: 'the sandbox',
      }),
    },
  ];
}

const maxTimerMs = 2 ** 31 - 1;

/** Waits, at most for good (Infinity); throws the signal's reason, an AbortError, as soon as it aborts. */
function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => {
        signal.removeEventListener('abort', stop);
        resolve();
      },
      Math.min(ms, maxTimerMs),
    );
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

type ResultRow = {
  readonly title: string;
  readonly link: string;
  readonly snippet?: string;
  readonly page?: number;
};

/** One page of HTML per page of results, plain and without scripts. */
function searchPages(market: Market, query: string, rows: readonly ResultRow[], pages: number): ResultPage[] {
  return Array.from({ length: pages }, (_, index) => ({
    html: pageOf(
      market,
      query,
      rows.filter((row) => (row.page ?? 1) === index + 1),
      index + 1,
    ),
  }));
}

function pageOf(market: Market, query: string, rows: readonly ResultRow[], page: number): string {
  const items = rows
    .map(
      (row) =>
        `<li><a href="${escaped(row.link)}" rel="noopener noreferrer">${escaped(row.title)}</a><p>${escaped(row.snippet ?? '')}</p></li>`,
    )
    .join('\n');
  return `<!doctype html>
<html lang="${market.language}" dir="auto">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(query)} – ${page}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}li{margin:0 0 1rem}p{margin:.2rem 0}footer{color:#55555f;font-size:.85rem}</style>
</head>
<body>
<h1 dir="auto">${escaped(query)}</h1>
<ol start="${(page - 1) * 10 + 1}">
${items}
</ol>
<footer>Sandbox result page ${page}: invented results on reserved example domains.</footer>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
