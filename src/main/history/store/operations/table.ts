import type { Database } from 'better-sqlite3';
import { withLazyStatements } from '#platform/sqlite/lazyStatements.ts';
import { createFileOperations } from '../../maintenance/fileOperations.ts';
import { createRetentionOperations } from '../../maintenance/retentionOperations.ts';
import { createRetentionPreview } from '../../maintenance/retentionPreview.ts';
import { createSearchIndexOperations } from '../../search/indexOperations.ts';
import { createSavedSearchOperations } from '../../search/savedSearches.ts';
import { createSearchOperations } from '../../search/searchOperations.ts';
import { createAnnotationOperations } from '../../trends/annotationOperations.ts';
import { createGapOperations } from '../../trends/gapOperations.ts';
import { createQuestionOperations } from '../../trends/questionOperations.ts';
import { createRollupOperations } from '../../trends/rollupOperations.ts';
import { createSeriesOperations } from '../../trends/seriesOperations.ts';
import { createSourceOperations } from '../../trends/sourceOperations.ts';
import { createTrendData, createTrendOperations } from '../../trends/trendOperations.ts';
import type { SessionLocks } from '../sessionLocks.ts';
import { createAlertOperations } from './alerts.ts';
import { createAssistantSpendingOperations } from './assistantSpending.ts';
import { createBrandRuleOperations, createBrandRuleReader } from './brandRules.ts';
import { createCeilingOperations } from './ceilings.ts';
import { createCellOperations } from './cells.ts';
import { createCellTaskOperations } from './cellTasks.ts';
import { createChargeOperations } from './charges.ts';
import { createClaimOperations } from './claims.ts';
import { createColumnRecomputationOperations } from './columnRecomputation.ts';
import { createConnectionOperations } from './connections.ts';
import { createDimensions } from './dimensions.ts';
import { createExportOperations } from './exports.ts';
import { createImportOperations } from './imports.ts';
import { createModelRequestOperations } from './modelRequests.ts';
import { createModelVerdictOperations } from './modelVerdicts.ts';
import { createMonitorOperations } from './monitors.ts';
import { createMonitorTranslationOperations } from './monitorTranslations.ts';
import { createNoteOperations } from './notes.ts';
import { createObservationOperations } from './observations.ts';
import { createObservationWriter } from './observationWriter.ts';
import { createPayloadStore } from './payloads.ts';
import { createPlanOperations } from './plans.ts';
import { createProjectOperations } from './projects.ts';
import { createQuestionTags } from './questionTags.ts';
import { createQueueOperations } from './queues.ts';
import { createRecomputationOperations } from './recomputation.ts';
import { createRedirectOperations } from './redirects.ts';
import { createReportOperations } from './reports.ts';
import { createRowIdCache, type RowIdCache } from './rowIdCache.ts';
import { createRunBudgets } from './runBudgets.ts';
import { createRunCreationOperations } from './runCreation.ts';
import { createRunGridOperations } from './runGrid.ts';
import { createRunPrices } from './runPrices.ts';
import { createRunOperations } from './runs.ts';
import { createRunViewOperations } from './runViews.ts';
import { createSampleOperations } from './samples.ts';
import { createSessionOperations } from './sessions.ts';
import { createTranslationOperations } from './translations.ts';
import { createTrashOperations } from './trash.ts';

/** Every operation of the history by name. Each runs in one transaction. */
export function createOperations(
  connection: Database,
  context: { readonly file: string; readonly locks: SessionLocks; readonly rowIds?: RowIdCache },
) {
  const db = withLazyStatements(connection);
  const rowIds = context.rowIds ?? createRowIdCache(db);
  const dimensions = createDimensions(db, rowIds);
  const payloads = createPayloadStore(db);
  const writer = createObservationWriter(db, dimensions, payloads, rowIds);
  const budgets = createRunBudgets(db);
  const prices = createRunPrices(db, budgets);
  const brandRules = createBrandRuleReader(db);
  const tags = createQuestionTags(db, brandRules);
  const trendData = createTrendData(db);
  const runCreation = createRunCreationOperations(db, dimensions, tags);
  return {
    ...createSessionOperations(db, context.locks),
    ...createConnectionOperations(db),
    ...createProjectOperations(db, tags),
    ...createBrandRuleOperations(db, brandRules, tags.again),
    ...createRecomputationOperations(db),
    ...createColumnRecomputationOperations(db, dimensions, payloads),
    ...createRedirectOperations(db, dimensions),
    ...runCreation,
    ...createRunOperations(db),
    ...createRunViewOperations(db),
    ...createRunGridOperations(db),
    ...createPlanOperations(db),
    ...createMonitorOperations(db, runCreation),
    ...createMonitorTranslationOperations(db),
    ...createAlertOperations(db),
    ...createReportOperations(db),
    ...createCeilingOperations(db, budgets),
    ...createAssistantSpendingOperations(db),
    ...createChargeOperations(db),
    ...createQueueOperations(db),
    ...createCellOperations(db, writer, prices),
    ...createCellTaskOperations(db, budgets, prices),
    ...createObservationOperations(db, payloads),
    ...createNoteOperations(db),
    ...createSampleOperations(db, payloads),
    ...createSeriesOperations(db),
    ...createExportOperations(db, payloads),
    ...createImportOperations(db, dimensions, payloads, writer, tags),
    ...createSavedSearchOperations(db),
    ...createSearchOperations(db, payloads),
    ...createSearchIndexOperations(db, payloads),
    ...createAnnotationOperations(db),
    ...createClaimOperations(db),
    ...createModelVerdictOperations(db),
    ...createModelRequestOperations(db),
    ...createTranslationOperations(db),
    ...createTrashOperations(db, payloads),
    ...createTrendOperations(db, trendData),
    ...createQuestionOperations(db, trendData, tags),
    ...createSourceOperations(db, trendData),
    ...createRollupOperations(db),
    ...createGapOperations(db, trendData, payloads),
    ...createRetentionOperations(db),
    ...createRetentionPreview(db),
    ...createFileOperations(db, context.file, payloads),
  };
}

export type Operations = ReturnType<typeof createOperations>;
export type OperationName = keyof Operations;
export type OperationInput<N extends OperationName> = Parameters<Operations[N]['run']>[0];
export type OperationOutput<N extends OperationName> = ReturnType<Operations[N]['run']>;
