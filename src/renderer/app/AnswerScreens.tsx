import type { ComponentProps } from 'react';
import { FigureScreen as Figure } from '../features/answers/FigureScreen.tsx';
import { ObservationScreen as Answer } from '../features/answers/ObservationScreen.tsx';
import { SelectionScreen as Selection } from '../features/answers/SelectionScreen.tsx';
import { ChangeHistoryScreen as ChangeHistory } from '../features/changes/ChangeHistoryScreen.tsx';
import { answersTabs, singleTabs } from './readTabs.ts';

/** The screens of answers without a run, with the tabs of the comparison. */
export const ObservationScreen = (props: Omit<ComponentProps<typeof Answer>, 'tabs'>) => (
  <Answer {...props} tabs={singleTabs} />
);
export const SelectionScreen = (props: Omit<ComponentProps<typeof Selection>, 'tabs'>) => (
  <Selection {...props} tabs={answersTabs} />
);
export const FigureScreen = (props: Omit<ComponentProps<typeof Figure>, 'tabs'>) => (
  <Figure {...props} tabs={answersTabs} />
);
export const ChangeHistoryScreen = (props: Omit<ComponentProps<typeof ChangeHistory>, 'tabs'>) => (
  <ChangeHistory {...props} tabs={answersTabs} />
);
