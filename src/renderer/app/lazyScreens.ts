import { lazyScreen } from './lazyScreen.tsx';

const loaders = {
  reading: () => import('./Reading.tsx'),
  answers: () => import('./AnswerScreens.tsx'),
  history: () => import('../features/history/HistoryScreen.tsx'),
  imports: () => import('../features/imports/ImportButton.tsx'),
  inspector: () => import('./Inspector.tsx'),
  palette: () => import('./CommandPalette.tsx'),
  overview: () => import('../features/trends/ProjectOverview.tsx'),
  questions: () => import('../features/questions/QuestionsScreen.tsx'),
  sources: () => import('../features/sources/SourcesScreen.tsx'),
  trends: () => import('../features/trends/TrendsScreen.tsx'),
  gaps: () => import('../features/gaps/GapsScreen.tsx'),
  monitors: () => import('../features/monitors/MonitorsScreen.tsx'),
  brands: () => import('./BrandsScreen.tsx'),
  detected: () => import('../features/brands/DetectedBrands.tsx'),
  plans: () => import('../features/plans/PlansScreen.tsx'),
  service: () => import('../features/service/ServiceScreen.tsx'),
  settings: () => import('./SettingsScreen.tsx'),
  guide: () => import('../features/guide/GuideScreen.tsx'),
  moveRun: () => import('../features/projects/MoveRun.tsx'),
};

// The Ask screen is part of the first load; the others are loaded afterwards.
export const Reading = lazyScreen(() => loaders.reading().then((part) => part.Reading));
export const SelectionScreen = lazyScreen(() => loaders.answers().then((part) => part.SelectionScreen));
export const FigureScreen = lazyScreen(() => loaders.answers().then((part) => part.FigureScreen));
export const ObservationScreen = lazyScreen(() => loaders.answers().then((part) => part.ObservationScreen));
export const ChangeHistoryScreen = lazyScreen(() =>
  loaders.answers().then((part) => part.ChangeHistoryScreen),
);
export const MoveRun = lazyScreen(() => loaders.moveRun().then((part) => part.MoveRun));
export const HistoryScreen = lazyScreen(() => loaders.history().then((part) => part.HistoryScreen));
export const ImportButton = lazyScreen(() => loaders.imports().then((part) => part.ImportButton));
export const Inspector = lazyScreen(() => loaders.inspector().then((part) => part.Inspector));
export const CommandPalette = lazyScreen(() => loaders.palette().then((part) => part.CommandPalette));
export const ProjectOverview = lazyScreen(() => loaders.overview().then((part) => part.ProjectOverview));
export const QuestionsScreen = lazyScreen(() => loaders.questions().then((part) => part.QuestionsScreen));
export const SourcesScreen = lazyScreen(() => loaders.sources().then((part) => part.SourcesScreen));
export const TrendsScreen = lazyScreen(() => loaders.trends().then((part) => part.TrendsScreen));
export const GapsScreen = lazyScreen(() => loaders.gaps().then((part) => part.GapsScreen));
export const MonitorsScreen = lazyScreen(() => loaders.monitors().then((part) => part.MonitorsScreen));
export const BrandsScreen = lazyScreen(() => loaders.brands().then((part) => part.BrandsScreen));
export const DetectedBrands = lazyScreen(() => loaders.detected().then((part) => part.DetectedBrands));
export const PlansScreen = lazyScreen(() => loaders.plans().then((part) => part.PlansScreen));
export const ServiceScreen = lazyScreen(() => loaders.service().then((part) => part.ServiceScreen));
export const SettingsScreen = lazyScreen(() => loaders.settings().then((part) => part.SettingsScreen));
export const GuideScreen = lazyScreen(() => loaders.guide().then((part) => part.GuideScreen));

/** Preloads all parts, so that no screen has to wait. */
export function loadAllScreens(): void {
  // A failed part reports its error when it is opened.
  for (const load of Object.values(loaders)) load().catch(() => {});
}
