// Replays payloads of providers through their drivers and holds the text of each answer against what a person reads.
//   npm run payloads                          those in the drivers' folders
//   npm run payloads -- --folder FOLDER       your own: files DRIVER.jsonl or DRIVER-anything.jsonl, not committed
//   npm run payloads -- --seed 7 --cuts 20    another seed, and how often each body arrives in other pieces
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { driverCatalogue } from '../src/service/drivers/catalogue.ts';
import type { DriverDefinition } from '../src/service/drivers/driverDefinition.ts';
import { seededRandom } from '../src/shared/figures/statistics/permutations.ts';
import { type Engine, questionField } from '../src/shared/interface/engines.ts';
import { driverJob } from '../tests/support/providers/driverJob.ts';
import { driverFile, linesOf } from '../tests/support/providers/recordedDrivers.ts';

type Part = { readonly status?: number; readonly body?: unknown; readonly sse?: readonly unknown[] };

/** One answer of a provider, in one or several responses: the text that a person reads in it, or why it is none. */
type Payload = Part & {
  readonly id: string;
  readonly engine: Engine;
  readonly text?: string;
  /** What the error says: the reason of a final failure, or the cause of an attempt to repeat. */
  readonly fails?: string;
  /** Milliseconds that the error asks to wait. */
  readonly afterMs?: number;
  readonly include?: Readonly<Record<string, unknown>>;
  readonly settings?: Readonly<Record<string, string>>;
  /** Several responses, in the order of the requests; the last is repeated. */
  readonly replies?: readonly Part[];
  /** Where the marks stand: their sentences up to them, in order. */
  readonly marksAfter?: readonly string[];
};

type Replayed = { readonly driver: string; readonly id: string; readonly problem: string | null };

/** The payloads in the driver's folder: `payloads.jsonl`, and the recordings with a text. */
export function payloadsOf(driver: string): readonly Payload[] {
  const lines = ['payloads.jsonl', 'fixtures.jsonl'].flatMap((name) => {
    const file = driverFile(driver, name);
    return existsSync(file) ? linesOf<Partial<Payload>>(file) : [];
  });
  return lines.filter(
    (one): one is Payload => one.engine !== undefined && (one.text ?? one.fails) !== undefined,
  );
}

/** Replays one payload whole, then `cuts` times in random pieces; the first problem ends it. */
export async function replay(
  definition: DriverDefinition,
  payload: Payload,
  { seed, cuts }: { readonly seed: number; readonly cuts: number },
): Promise<Replayed> {
  const random = seededRandom(seed);
  for (let round = 0; round <= cuts; round += 1) {
    const problem = await problemOf(definition, payload, round === 0 ? null : random);
    if (problem !== null) return { driver: definition.id, id: payload.id, problem };
  }
  return { driver: definition.id, id: payload.id, problem: null };
}

async function problemOf(
  definition: DriverDefinition,
  payload: Payload,
  random: (() => number) | null,
): Promise<string | null> {
  const replies = payload.replies ?? [payload];
  let asked = 0;
  const answer = async (): Promise<Response> => {
    const reply = replies[Math.min(asked, replies.length - 1)] ?? {};
    asked += 1;
    return responseOf(reply, random);
  };
  const driver = definition.create({
    key: 'not-a-key',
    settings: { model: 'a-model', ...payload.settings },
    fetch: answer,
  });
  const { engine } = payload;
  const body = { [questionField(engine)]: 'Which shoes?', country: 'DE', include: payload.include };
  const outcome = await driver.answer(driverJob(engine, body));
  if (payload.fails !== undefined) {
    const said = outcome.kind === 'fatal' ? outcome.reason : outcome.kind === 'retry' ? outcome.cause : '';
    const afterMs = outcome.kind === 'retry' ? outcome.retryAfterMs : undefined;
    if (said === payload.fails && afterMs === payload.afterMs) return null;
    return `expected ${payload.fails} ${payload.afterMs ?? ''}\n     got      ${JSON.stringify(outcome)}`;
  }
  if (outcome.kind !== 'answer') return JSON.stringify(outcome);
  const { aioverview } = outcome.result as { aioverview?: { text?: string } };
  const text = String(outcome.result.text ?? aioverview?.text ?? '');
  if (text !== payload.text)
    return `expected ${JSON.stringify(payload.text)}\n     got      ${JSON.stringify(text)}`;
  const pills = (outcome.result.citationPills ?? []) as readonly { start?: number; end?: number }[];
  const places = pills.flatMap(({ start, end }) => (start === undefined || start !== end ? [] : [start]));
  const wanted = payload.marksAfter?.map((words) => text.indexOf(words) + words.length);
  if (wanted === undefined || JSON.stringify(wanted) === JSON.stringify(places)) return null;
  return `marks stand at ${places.join(', ')} instead of ${wanted.join(', ')}`;
}

function responseOf({ status = 200, body, sse }: Part, random: (() => number) | null): Response {
  const text =
    sse === undefined
      ? JSON.stringify(body)
      : sse
          .map((event) => {
            const type = typeof event === 'object' && event !== null && 'type' in event ? event.type : null;
            const named =
              typeof type === 'string' && !('choices' in (event as object)) ? `event: ${type}\n` : '';
            return `${named}data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`;
          })
          .join('');
  const headers = { 'content-type': sse === undefined ? 'application/json' : 'text/event-stream' };
  const bytes = new TextEncoder().encode(text);
  if (random === null) return new Response(bytes, { status, headers });
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (let at = 0; at < bytes.length; ) {
        const length = 1 + Math.floor(random() * 60);
        controller.enqueue(bytes.slice(at, at + length));
        at += length;
      }
      controller.close();
    },
  });
  return new Response(stream, { status, headers });
}

/** The driver with the longest id: `openai-compatible-1.jsonl` is not of `openai`. */
function driverNamedBy(file: string): string | undefined {
  const ids = driverCatalogue.map(({ id }) => id).filter((id) => /^[-.]/.test(file.split(id)[1] ?? ''));
  return ids.filter((id) => file.startsWith(id)).sort((a, b) => b.length - a.length)[0];
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      folder: { type: 'string' },
      seed: { type: 'string', default: '1' },
      cuts: { type: 'string', default: '5' },
    },
  });
  const given =
    values.folder === undefined ? null : readdirSync(values.folder).filter((name) => name.endsWith('.jsonl'));
  let [right, all] = [0, 0];
  for (const definition of driverCatalogue) {
    const payloads =
      given === null
        ? payloadsOf(definition.id)
        : given
            .filter((name) => driverNamedBy(name) === definition.id)
            .flatMap((name) => linesOf<Payload>(join(values.folder ?? '', name)));
    let here = 0;
    for (const payload of payloads) {
      const { id, problem } = await replay(definition, payload, {
        seed: Number(values.seed),
        cuts: Number(values.cuts),
      });
      if (problem === null) here += 1;
      else console.log(`${definition.id} ${id}\n     ${problem}`);
    }
    if (payloads.length > 0) console.log(`${definition.id}: ${here} of ${payloads.length}`);
    right += here;
    all += payloads.length;
  }
  console.log(
    `${right} of ${all} payloads, each whole and in ${values.cuts} random cuts (seed ${values.seed})`,
  );
  if (right < all) process.exitCode = 1;
}

if (import.meta.main) await main();
