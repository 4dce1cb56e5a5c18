import { useMemo } from 'react';
import { countries, countryName } from '#shared/geo/countries.ts';
import { countryAliases } from '#shared/geo/countryAliases.ts';
import { type MarketPlace, marketId } from '#shared/geo/marketInput.ts';
import { usStates } from '#shared/geo/states.ts';
import { engines } from '#shared/interface/engines.ts';
import { useRoute } from '../bridge/BridgeContext.tsx';
import type { ComposerStore } from '../features/ask/composerStore.ts';
import { useEngineNames } from '../ui/engineNames.ts';
import type { SettingsSection } from '../window/address.ts';
import { useAllCommands } from '../window/commands.tsx';
import { navigation } from '../window/navigation.tsx';
import type { PaletteEntry } from './paletteSearch.ts';

const setting = (section: SettingsSection, title: string, words: string): PaletteEntry => ({
  id: `setting ${title}`,
  title,
  group: 'Settings',
  words: `setting option preference ${words}`,
  run: () => navigation.go({ name: 'settings', section }),
});

/** Every setting by name. The sections are commands. */
const settingEntries: readonly PaletteEntry[] = [
  setting(
    'engines',
    'Provider of an engine',
    'bind chatgpt openai gpt gemini claude anthropic perplexity grok xai brave',
  ),
  setting('engines', 'API key of a provider', 'chatgpt openai gemini claude perplexity secret token'),
  setting('engines', 'Display name of an engine', 'alias rename label chatgpt'),
  setting('engines', 'Persona', 'system prompt instruction'),
  setting('connections', 'Add connection', 'service account base url address'),
  setting('connections', 'Key of a connection', 'api token secret'),
  setting('projects', 'Add project', 'client customer new create'),
  setting('projects', 'Default engine, markets and repeats', 'project defaults'),
  setting('projects', 'Question tags', 'label branded'),
  setting('data', 'Backup and restore', 'copy save export'),
  setting('data', 'Move data folder', 'disk location path'),
  setting('data', 'Retention', 'delete old raw responses gdpr'),
  setting('data', 'Compact and check the history', 'size vacuum repair integrity'),
  setting('channels', 'Alert channels', 'webhook quiet hours notification'),
  setting('channels', 'Report channels', 'mail email smtp slack teams server'),
  setting('appearance', 'Notifications', 'notify alert message run ends'),
  setting('appearance', 'Keep running in the tray', 'background close monitors'),
  setting('about', 'Check this computer', 'doctor diagnostics network proxy'),
];

const aliasesByCountry = Map.groupBy(Object.keys(countryAliases), (alias) => countryAliases[alias] ?? '');

/** Countries and states, for asking questions or finding answers. */
function marketEntries(composer: ComposerStore): readonly PaletteEntry[] {
  const ask = (place: MarketPlace) => (): void => {
    composer.getState().addMarkets([place]);
    navigation.go({ name: 'ask' });
  };
  const inCountries = countries.flatMap(({ code, languages }): readonly PaletteEntry[] => {
    const name = countryName(code, 'en');
    const words = [
      code,
      countryName(code, 'de'),
      countryName(code, languages[0] ?? 'en'),
      ...(aliasesByCountry.get(code) ?? []),
    ].join(' ');
    return [
      { id: `ask ${code}`, title: `Ask in ${name}`, group: 'Markets', words, run: ask({ country: code }) },
      {
        id: `answers ${code}`,
        title: `Answers from ${name}`,
        group: 'Markets',
        words: `${words} history search`,
        run: () => navigation.go({ name: 'history' }, { q: `country:${code.toLowerCase()}` }),
      },
    ];
  });
  const inStates = usStates.map((state): PaletteEntry => {
    const place = { country: 'US', state: state.code };
    return {
      id: `ask ${marketId(place)}`,
      title: `Ask in ${state.name}`,
      group: 'Markets',
      words: `${state.code} us`,
      run: ask(place),
    };
  });
  return [...inCountries, ...inStates];
}

const none: readonly never[] = [];

/** All palette entries except the questions of the history, which are searched in the core. */
export function usePaletteEntries(composer: ComposerStore): readonly PaletteEntry[] {
  const commands = useAllCommands();
  const nameOf = useEngineNames();
  const brands = useRoute('brands.get', {}).data?.brands ?? none;
  const plans = useRoute('plans.list', {}).data?.plans ?? none;
  const monitors = useRoute('monitors.list', {}).data?.monitors ?? none;
  const bindings = useRoute('service.engines.list', {}, { staleMs: 60_000 }).data;
  const markets = useMemo(() => marketEntries(composer), [composer]);
  const ofProject = useMemo<readonly PaletteEntry[]>(
    () => [
      ...brands.flatMap(({ id, name, aliases, domains }): readonly PaletteEntry[] => {
        const words = ['brand', ...aliases.map(({ text }) => text), ...domains].join(' ');
        return [
          {
            id: `trend ${id}`,
            title: `Trends of ${name}`,
            group: 'Brands',
            words,
            run: () => navigation.go({ name: 'trends' }, { brand: id }),
          },
          {
            id: `brand ${id}`,
            title: `Aliases and domains of ${name}`,
            group: 'Brands',
            words: `${words} edit`,
            run: () => navigation.go({ name: 'brands' }),
          },
        ];
      }),
      ...plans.map(
        ({ id, name }): PaletteEntry => ({
          id: `plan ${id}`,
          title: name,
          group: 'Plans',
          words: 'plan',
          run: () => navigation.go({ name: 'plans' }, { plan: id }),
        }),
      ),
      ...monitors.map(
        ({ id, name }): PaletteEntry => ({
          id: `monitor ${id}`,
          title: name,
          group: 'Monitors',
          words: 'monitor schedule',
          run: () => navigation.go({ name: 'monitors' }, { monitor: id }),
        }),
      ),
    ],
    [brands, plans, monitors],
  );
  const ofEngines = useMemo(
    () =>
      engines.map((engine): PaletteEntry => {
        const binding = bindings?.find((each) => each.engine === engine);
        return {
          id: `engine ${engine}`,
          title: `Ask ${nameOf(engine)}`,
          group: 'Engines',
          words: `engine ${engine} ${binding?.answeredBy ?? ''} ${productNames[binding?.driver ?? ''] ?? ''}`,
          run: () => {
            composer.getState().setEngine(engine);
            navigation.go({ name: 'ask' });
          },
        };
      }),
    [bindings, nameOf, composer],
  );
  const doable = useMemo(() => commands.filter((command) => !command.keyOnly), [commands]);
  return useMemo(
    () => [...doable, ...ofProject, ...ofEngines, ...settingEntries, ...markets],
    [doable, ofProject, ofEngines, markets],
  );
}

/** Common product names of providers. */
const productNames: Readonly<Record<string, string>> = {
  openai: 'chatgpt gpt',
  anthropic: 'claude',
  gemini: 'google gemini',
  perplexity: 'sonar',
  xai: 'grok',
  serpapi: 'google',
  dataforseo: 'google bing',
};
