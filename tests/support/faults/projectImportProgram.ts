import { importProject } from '#main/history/projectFiles/importProject.ts';

const [file = '', from = ''] = process.argv.slice(2);
process.send?.('begun');
importProject(file, from, 1_790_000_000_000);
process.send?.('done');
