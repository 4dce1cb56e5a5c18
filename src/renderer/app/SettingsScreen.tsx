import { ConnectionsSection } from '../features/connections/ConnectionsSection.tsx';
import { DataSection } from '../features/data/DataSection.tsx';
import { EnginesSection } from '../features/engines/EnginesSection.tsx';
import { AlertChannels } from '../features/monitors/AlertChannels.tsx';
import { ReportChannels } from '../features/monitors/ReportChannels.tsx';
import { ProjectsSection } from '../features/projects/ProjectsSection.tsx';
import { AboutSection } from '../features/settings/AboutSection.tsx';
import { AnalysisModelSection } from '../features/settings/AnalysisModelSection.tsx';
import { AppearanceSection } from '../features/settings/AppearanceSection.tsx';
import { DesktopSection } from '../features/settings/DesktopSection.tsx';
import { DiagnosticsSection } from '../features/settings/DiagnosticsSection.tsx';
import type { SettingsAccess } from '../features/settings/settings.ts';
import { TranslationSection } from '../features/settings/TranslationSection.tsx';
import { UpdatesSection } from '../features/settings/UpdatesSection.tsx';
import { formatAddress, type SettingsSection } from '../window/address.ts';

const sections: readonly { readonly id: SettingsSection; readonly label: string }[] = [
  { id: 'engines', label: 'Engines' },
  { id: 'analysis-model', label: 'Analysis model' },
  { id: 'translation', label: 'Translation' },
  { id: 'connections', label: 'Connections' },
  { id: 'projects', label: 'Projects' },
  { id: 'data', label: 'Data' },
  { id: 'channels', label: 'Channels' },
  { id: 'appearance', label: 'Appearance' },
  { id: 'about', label: 'About' },
];

/** Settings of the current project that have their own screens. */
const projectLinks = [
  {
    href: formatAddress({ name: 'brands' }),
    label: 'Brands, competitors and source rules',
  },
  { href: formatAddress({ name: 'plans' }), label: 'Plans' },
  { href: formatAddress({ name: 'monitors' }), label: 'Monitors' },
  { href: formatAddress({ name: 'history' }), label: 'History' },
];

type SettingsScreenProps = {
  readonly section: SettingsSection;
  readonly settings: SettingsAccess;
  readonly onSaid: (message: string) => void;
};

export function SettingsScreen({ section, settings, onSaid }: SettingsScreenProps) {
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto md:flex-row">
      <div className="shrink-0 px-4 pt-3 md:w-44 md:pe-0">
        <h1 className="mb-2 font-semibold text-title">Settings</h1>
        <nav aria-label="Settings" className="flex flex-wrap gap-1 md:flex-col md:flex-nowrap">
          {sections.map(({ id, label }) => (
            <a
              key={id}
              href={formatAddress({ name: 'settings', section: id })}
              aria-current={id === section ? 'page' : undefined}
              className="whitespace-nowrap rounded-md px-2 py-1 text-ink-2 hover:bg-hover aria-[current=page]:bg-pressed aria-[current=page]:text-ink"
            >
              {label}
            </a>
          ))}
        </nav>
      </div>
      <div className="w-full max-w-3xl px-4 py-3 md:px-8">
        {section === 'engines' ? (
          <EnginesSection onSaid={onSaid} />
        ) : section === 'analysis-model' ? (
          <AnalysisModelSection onSaid={onSaid} />
        ) : section === 'translation' ? (
          <TranslationSection update={settings.update} onSaid={onSaid} />
        ) : section === 'connections' ? (
          <ConnectionsSection onSaid={onSaid} />
        ) : section === 'projects' ? (
          <ProjectsSection onSaid={onSaid} links={projectLinks} />
        ) : section === 'data' ? (
          <DataSection onSaid={onSaid} />
        ) : section === 'channels' ? (
          <section aria-labelledby="channels-title" className="flex flex-col gap-5">
            <h2 id="channels-title" className="font-semibold text-title">
              Channels
            </h2>
            <AlertChannels />
            <ReportChannels />
          </section>
        ) : section === 'appearance' ? (
          <>
            <AppearanceSection update={settings.update} />
            <DesktopSection update={settings.update} />
          </>
        ) : (
          <>
            <AboutSection />
            <UpdatesSection update={settings.update} />
            <DiagnosticsSection />
          </>
        )}
      </div>
    </div>
  );
}
