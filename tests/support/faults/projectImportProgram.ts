// Imports a project's file when it is told to, and says when it begins and when it is done.
import { importProject } from '#main/history/projectFiles/importProject.ts';

const [file = '', from = ''] = process.argv.slice(2);
process.once('message', () => {
  process.send?.('begun');
  importProject(file, from, 1_790_000_000_000);
  process.send?.('done');
});
process.send?.('ready');
