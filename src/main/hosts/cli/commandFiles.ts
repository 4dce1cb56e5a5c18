import type { Declare } from './context.ts';

/** A command as the help of the program shows it, which is printed without its file. */
export type CommandFile = {
  /** Name, and as the file declares it: whether there are options, and the arguments. */
  readonly usage: string;
  readonly about: string;
  /** Former name: it still works but is not shown in the help. */
  readonly formerly?: string;
  readonly load: () => Promise<Declare>;
};

/** Every command, in the order of the help. */
export const commandFiles: readonly CommandFile[] = [
  {
    usage: 'ask [options] <question>',
    about: 'Ask a question in many countries',
    load: async () => (await import('./commands/ask.ts')).ask,
  },
  {
    usage: 'history [options]',
    about: 'List runs, or search answers',
    load: async () => (await import('./commands/history.ts')).history,
  },
  {
    usage: 'show [options] <id>',
    about: 'Print a stored answer, or all answers of a run',
    load: async () => (await import('./commands/show.ts')).show,
  },
  {
    usage: 'compare [options] <run>',
    about: 'Compare the markets of a run and test differences for significance',
    load: async () => (await import('./commands/compare.ts')).compare,
  },
  {
    usage: 'translate [options] [run]',
    about: 'Translate the answers of a run; the originals stay as they are',
    load: async () => (await import('./commands/translate.ts')).translate,
  },
  {
    usage: 'claims [options] <run>',
    about: 'List what the answers of a run say of brands, by aspect and tone, with quotes',
    load: async () => (await import('./commands/claims.ts')).claims,
  },
  {
    usage: 'model',
    about: 'Choose the model that analyses answers, with its monthly limit',
    load: async () => (await import('./commands/model.ts')).model,
  },
  {
    usage: 'overview [options] [run]',
    about:
      'Summarize a run: your brand by market, who leads, what differs and what to do next; without a run, what changed in the project',
    load: async () => (await import('./commands/overview.ts')).overview,
  },
  {
    usage: 'serve [options]',
    about: 'Run the service stand-alone; print {"baseUrl","apiKey"} when ready',
    load: async () => (await import('./commands/serve.ts')).serve,
  },
  {
    usage: 'import [options] <path>',
    about: 'Import results from a file or folder',
    load: async () => (await import('./commands/import.ts')).importResults,
  },
  {
    usage: 'export [options] [ids...]',
    about: 'Export answers as JSON Lines, CSV, Excel workbook or Parquet tables',
    load: async () => (await import('./commands/export.ts')).exportAnswers,
  },
  {
    usage: 'sql [options] <statement>',
    about: 'Query the history with SQL, read-only. Schema: docs/history-database.md',
    load: async () => (await import('./commands/sql.ts')).sql,
  },
  {
    usage: 'backup [options] <file>',
    about: 'Back up the history to a file and verify the backup; works while Parallax is open',
    load: async () => (await import('./commands/backup.ts')).backup,
  },
  {
    usage: 'restore [options] <file>',
    about: 'Restore the history from a backup; the current history is kept as a copy',
    load: async () => (await import('./commands/backup.ts')).restore,
  },
  {
    usage: 'evidence [options] [ids...]',
    about: 'Write an evidence file of runs or answers: all stored data with a hash chain',
    load: async () => (await import('./commands/evidence.ts')).evidence,
  },
  {
    usage: 'verify [options] <file>',
    about: 'Verify an evidence file offline and list what was altered',
    load: async () => (await import('./commands/evidence.ts')).verify,
  },
  {
    usage: 'data',
    about: 'Maintain stored data: size, check, repair, compact, move, retention',
    load: async () => (await import('./commands/data.ts')).data,
  },
  {
    usage: 'brands',
    about: 'Manage brands, aliases, domains and manual corrections',
    load: async () => (await import('./commands/brands.ts')).brands,
  },
  {
    usage: 'recompute [options]',
    about: 'Recompute brands in all stored answers with the latest rules; Ctrl+C stops, run again to resume',
    formerly: 'replay',
    load: async () => (await import('./commands/recompute.ts')).recompute,
  },
  {
    usage: 'redirects [options]',
    about: 'Resolve redirect links of sources to their final domain; costs no credits',
    load: async () => (await import('./commands/redirects.ts')).redirects,
  },
  {
    usage: 'project',
    about: 'Manage projects: separate brands, questions, plans and history',
    load: async () => (await import('./commands/project.ts')).project,
  },
  {
    usage: 'plan',
    about: 'Manage plans: saved questions, engines and markets',
    load: async () => (await import('./commands/plan.ts')).plan,
  },
  {
    usage: 'run',
    about: 'Run plans (exit code 0: all answered, 1: some failed, 3: stopped early)',
    load: async () => (await import('./commands/run.ts')).run,
  },
  {
    usage: 'queue [options]',
    about: 'Show or clear the queue of a service',
    load: async () => (await import('./commands/account.ts')).queue,
  },
  {
    usage: 'credits [options]',
    about: 'Show the balance and charges',
    load: async () => (await import('./commands/account.ts')).credits,
  },
  {
    usage: 'monitor',
    about: 'Schedule plans',
    load: async () => (await import('./commands/monitor.ts')).monitor,
  },
  {
    usage: 'alerts [options]',
    about: 'List alerts, newest first',
    load: async () => (await import('./commands/alert.ts')).alerts,
  },
  {
    usage: 'alert',
    about: 'Manage alert rules and channels',
    load: async () => (await import('./commands/alert.ts')).alert,
  },
  {
    usage: 'report [options] <run>',
    about: 'Write the report of a run: summary, charts, tables, answers and method',
    load: async () => (await import('./commands/report.ts')).report,
  },
  {
    usage: 'questions [options]',
    about: 'List every question of the project with its visibility, average position and missing markets',
    load: async () => (await import('./commands/projectLists.ts')).questions,
  },
  {
    usage: 'sources [options]',
    about: 'List the cited domains or pages of the project, and who is cited instead of you',
    load: async () => (await import('./commands/projectLists.ts')).sources,
  },
  {
    usage: 'gaps [options]',
    about: 'List where competitors are named or cited and you are not, widest reach first',
    load: async () => (await import('./commands/gaps.ts')).gaps,
  },
  {
    usage: 'trend [options] <metric>',
    about: 'Show a metric over time, such as visibility, share-of-voice or source-presence',
    load: async () => (await import('./commands/trend.ts')).trend,
  },
  {
    usage: 'trash',
    about: 'Manage deleted runs: list, restore, delete permanently',
    load: async () => (await import('./commands/trash.ts')).trash,
  },
  {
    usage: 'annotation',
    about: 'Manage annotations: dated notes on the trends of a project',
    load: async () => (await import('./commands/annotation.ts')).annotation,
  },
  {
    usage: 'service [options]',
    about: 'Manage a service: keys, tier, credits, engines',
    load: async () => (await import('./commands/service.ts')).service,
  },
  {
    usage: 'web [options]',
    about: 'Open Parallax in the browser',
    load: async () => (await import('./commands/web.ts')).web,
  },
  {
    usage: 'mcp [options]',
    about: 'Let an AI assistant read the history (MCP), over stdin and stdout or over HTTP',
    load: async () => (await import('./commands/mcp.ts')).mcp,
  },
  {
    usage: 'doctor [options]',
    about: 'Check the installation: access to files, history, keychain (exit code 1 if a problem is left)',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  {
    usage: 'connection',
    about: 'Manage connections to services',
    load: async () => (await import('./commands/connection.ts')).connection,
  },
];
