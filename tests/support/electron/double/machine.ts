import type { MachineFacts } from './channel.ts';

/** Names the variable with the machine that the program finds itself on, as JSON. */
export const machineVariable = 'ELECTRON_DOUBLE_MACHINE';

const usual: Required<MachineFacts> = {
  dark: false,
  displays: [{ x: 0, y: 0, width: 1920, height: 1080 }],
  paintsShownOnly: false,
  notificationsFail: null,
  proxy: 'DIRECT',
  startLink: null,
  netLog: null,
  ownDialogs: false,
};

/** What the double pretends of the machine; a test says what is different. */
export const machine: Required<MachineFacts> = {
  ...usual,
  ...(JSON.parse(process.env[machineVariable] ?? '{}') as MachineFacts),
};

/** Heap of all threads of one Electron together, MB: V8 there gives one cage to all of them. */
export const heapCageMb = 4096;
/** What is left to the main thread of it at least. */
export const mainHeapMb = 512;
