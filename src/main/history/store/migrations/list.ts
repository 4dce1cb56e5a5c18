import type { Migration } from '#platform/sqlite/migrate.ts';
import { first } from './0100First.ts';
import { provenance } from './0101Provenance.ts';
import { assistantSpending } from './0102AssistantSpending.ts';
import { removedCosts } from './0103RemovedCosts.ts';
import { scheduledReports } from './0104ScheduledReports.ts';
import { annotations } from './0105Annotations.ts';
import { wordings } from './0106Wordings.ts';
import { gaps } from './0107Gaps.ts';
import { claimCorrections } from './0108ClaimCorrections.ts';
import { deployments } from './0109Deployments.ts';
import { analysisModel } from './0110AnalysisModel.ts';
import { answerKinds } from './0111AnswerKinds.ts';
import { modelClaims } from './0112ModelClaims.ts';
import { translations } from './0113Translations.ts';
import { trash } from './0114Trash.ts';
import { searchSpellings } from './0115SearchSpellings.ts';
import { translationCosts } from './0116TranslationCosts.ts';
import { brandForms } from './0117BrandForms.ts';
import { modelVerdicts } from './0118ModelVerdicts.ts';
import { monitorTranslations } from './0119MonitorTranslations.ts';
import { searchTradeMarks } from './0120SearchTradeMarks.ts';
import { searchNames } from './0121SearchNames.ts';

/** All migrations, oldest first. Never edit a released one: add another with the next number. */
export const migrations: readonly Migration[] = [
  first,
  provenance,
  assistantSpending,
  removedCosts,
  scheduledReports,
  annotations,
  wordings,
  gaps,
  claimCorrections,
  deployments,
  analysisModel,
  answerKinds,
  modelClaims,
  translations,
  trash,
  searchSpellings,
  translationCosts,
  brandForms,
  modelVerdicts,
  monitorTranslations,
  searchTradeMarks,
  searchNames,
];

/** Hash of the tables and indexes that they make (`declarationsOf`); the test of foreign schemas says the new one. */
export const newestDeclarations = 'cf4d983e4a08d3a9cd4fab9150d81dbe83a1abdfbc1ede6437c49aeb36d0e303';
