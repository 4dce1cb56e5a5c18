// The service in a process of its own, its drivers watched from inside.
// Arguments: ServiceOptions as JSON; "watched" to count the time engines are at work, "held" to let no engine answer
// before the line "go". Prints {"port","apiKey"} when ready. Each other line on stdin asks for the figures so far,
// answered with {"busyMs","answers","peakRssMb","cpuMs"} and counted afresh; "end" stops it.
import { createInterface } from 'node:readline';
import { driverCatalogue } from '#service/drivers/catalogue.ts';
import type { DriverDefinition } from '#service/drivers/driverDefinition.ts';
import { sandboxDefinition } from '#service/drivers/sandbox/sandboxDefinition.ts';
import { startService } from '#service/server.ts';
import type { ServiceOptions } from '#shared/interface/operator/control.ts';

export type Figures = {
  /** Sum over all drivers' calls of the time each took. */
  readonly busyMs: number;
  readonly answers: number;
  readonly peakRssMb: number;
  readonly cpuMs: number;
};

let busyMs = 0;
let answers = 0;

/** Counts how long attempts run; an attempt under way at the end of a measurement counts up to then. */
const underway = new Map<symbol, number>();
const watched: DriverDefinition = {
  ...sandboxDefinition,
  create: (options) => {
    const driver = sandboxDefinition.create(options);
    return {
      ...driver,
      answer: async (job) => {
        const call = Symbol('call');
        underway.set(call, performance.now());
        try {
          return await driver.answer(job);
        } finally {
          busyMs += performance.now() - (underway.get(call) ?? 0);
          underway.delete(call);
          answers += 1;
        }
      },
    };
  },
};

/** No engine answers before the gate opens: a queue fills up behind those that wait. */
const gate = Promise.withResolvers<void>();
const held: DriverDefinition = {
  ...sandboxDefinition,
  create: (options) => {
    const driver = sandboxDefinition.create(options);
    return { ...driver, answer: (job) => gate.promise.then(() => driver.answer(job)) };
  },
};

const mode = process.argv[3];
const service = await startService(JSON.parse(process.argv[2] ?? '{}') as ServiceOptions, {
  drivers: mode === 'watched' ? [watched, ...driverCatalogue] : [mode === 'held' ? held : sandboxDefinition],
});
process.stdout.write(
  `${JSON.stringify({ port: Number(new URL(service.baseUrl).port), apiKey: service.apiKey })}\n`,
);

createInterface({ input: process.stdin }).on('line', (line) => {
  if (line === 'go') {
    gate.resolve();
    return;
  }
  if (line === 'end') {
    service.stop(1_000).then(() => process.exit());
    return;
  }
  const now = performance.now();
  for (const [call, since] of underway) {
    busyMs += now - since;
    underway.set(call, now);
  }
  const { user, system } = process.cpuUsage();
  const figures: Figures = {
    busyMs,
    answers,
    peakRssMb: process.resourceUsage().maxRSS / 1_024,
    cpuMs: (user + system) / 1_000,
  };
  busyMs = 0;
  answers = 0;
  process.stdout.write(`${JSON.stringify(figures)}\n`);
});
