import { lazyPart } from './lazyPart.tsx';

const loaders = {
  reading: () => import('./Reading.tsx'),
  picked: () => import('../features/read/PickedPlace.tsx'),
  answer: () => import('../features/read/observation/ObservationPlace.tsx'),
  throughTime: () => import('../features/read/through/ThroughTimePlace.tsx'),
  history: () => import('../features/history/HistoryPlace.tsx'),
  imports: () => import('../features/imports/ImportButton.tsx'),
  inspector: () => import('./Inspector.tsx'),
  palette: () => import('./CommandPalette.tsx'),
  trends: () => import('../features/trends/TrendsPlace.tsx'),
  monitors: () => import('../features/monitors/MonitorsPlace.tsx'),
  plans: () => import('../features/plans/PlansPlace.tsx'),
  queue: () => import('../features/queue/QueuePlace.tsx'),
  service: () => import('../features/service/ServicePlace.tsx'),
  settings: () => import('./SettingsPlace.tsx'),
  moveRun: () => import('../features/projects/MoveRun.tsx'),
};

// The first picture is the place to ask; everything else comes while somebody reads it.
export const Reading = lazyPart(() => loaders.reading().then((part) => part.Reading));
export const PickedPlace = lazyPart(() => loaders.picked().then((part) => part.PickedPlace));
export const ObservationPlace = lazyPart(() => loaders.answer().then((part) => part.ObservationPlace));
export const ThroughTimePlace = lazyPart(() => loaders.throughTime().then((part) => part.ThroughTimePlace));
export const MoveRun = lazyPart(() => loaders.moveRun().then((part) => part.MoveRun));
export const HistoryPlace = lazyPart(() => loaders.history().then((part) => part.HistoryPlace));
export const ImportButton = lazyPart(() => loaders.imports().then((part) => part.ImportButton));
export const Inspector = lazyPart(() => loaders.inspector().then((part) => part.Inspector));
export const CommandPalette = lazyPart(() => loaders.palette().then((part) => part.CommandPalette));
export const TrendsPlace = lazyPart(() => loaders.trends().then((part) => part.TrendsPlace));
export const MonitorsPlace = lazyPart(() => loaders.monitors().then((part) => part.MonitorsPlace));
export const PlansPlace = lazyPart(() => loaders.plans().then((part) => part.PlansPlace));
export const QueuePlace = lazyPart(() => loaders.queue().then((part) => part.QueuePlace));
export const ServicePlace = lazyPart(() => loaders.service().then((part) => part.ServicePlace));
export const SettingsPlace = lazyPart(() => loaders.settings().then((part) => part.SettingsPlace));

/** Loads every part before it is asked for, so that no place is ever waited for. */
export function loadAllParts(): void {
  // Who opens a part that could not be loaded is told so there.
  for (const load of Object.values(loaders)) load().catch(() => {});
}
