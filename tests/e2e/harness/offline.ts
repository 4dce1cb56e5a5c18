/** Environment of a program that cannot reach any other machine. */
export const offline: NodeJS.ProcessEnv = {
  NODE_OPTIONS: `--import ${new URL('../../support/offline.mjs', import.meta.url).href}`,
};
