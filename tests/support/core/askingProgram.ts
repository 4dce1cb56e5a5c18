import { availableCountries } from '#shared/interface/availability.ts';
import { addConnection, createTestCore, testKey } from './testCore.ts';

/**
 * A program of its own, for a test to kill in the middle: asks from `count` countries, or goes on with the run it is
 * given. Prints one line when it began and ends when the run did.
 */
const [data = '', baseUrl = '', count = '50', runToResume = '', connection = ''] = process.argv.slice(2);
const { core } = await createTestCore({ paths: { data } });
await core.start();
const say = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`);

async function begin(): Promise<string> {
  const connectionId = await addConnection(core, baseUrl);
  const countries = availableCountries('assistant-a').slice(0, Number(count));
  const { runId } = await core.router.invoke('runs.start', {
    question: 'Q',
    engine: 'assistant-a',
    markets: countries.map((country) => ({ country })),
    connectionId,
  });
  say({ runId, connectionId });
  return runId;
}

async function goOn(): Promise<string> {
  await core.router.invoke('connections.setKey', { id: connection, key: testKey });
  const { resumed } = await core.router.invoke('runs.resume', { runId: runToResume });
  say({ resumed });
  return runToResume;
}

const runId = runToResume === '' ? await begin() : await goOn();
await core.use.runs.ended(runId);
await core.stop();
