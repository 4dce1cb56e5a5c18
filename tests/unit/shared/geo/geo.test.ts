import { describe, expect, it } from 'vitest';
import { countries, countryName, findCountry, mainLanguage } from '#shared/geo/countries.ts';
import { countryCodes } from '#shared/geo/countryCodes.ts';
import { baseLanguage, scriptOf, textDirection } from '#shared/geo/languages.ts';
import { marketPresets } from '#shared/geo/presets.ts';
import { usStates } from '#shared/geo/states.ts';
import { decodeUule, splitLocation } from '#shared/geo/uule.ts';
import { availableCountries } from '#shared/interface/availability.ts';
import { countryModels } from '#shared/interface/engines.ts';
import { encodeUule } from '#tests/support/encodeUule.ts';

describe('the country list', () => {
  it('has exactly the 250 codes, each with a name, a zone, a point, a currency and languages', () => {
    expect(countryCodes).toHaveLength(250);
    expect(new Set(countryCodes).size).toBe(250);
    expect(countries).toHaveLength(250);
    for (const country of countries) {
      expect(countryName(country.code, 'en')).not.toBe(country.code);
      expect(() => new Intl.DateTimeFormat('en', { timeZone: country.timeZone })).not.toThrow();
      expect(Math.abs(country.latitude)).toBeLessThanOrEqual(90);
      expect(Math.abs(country.longitude)).toBeLessThanOrEqual(180);
      expect(country.currency).toMatch(/^[A-Z]{3}$/);
      expect(country.languages.map((tag) => Intl.getCanonicalLocales(tag)[0])).toEqual(country.languages);
    }
  });

  it('leaves per engine the number of countries that engine is open to', () => {
    const counts = countryModels.map((model) => availableCountries(model).length);
    expect(counts).toEqual([244, 247, 245, 245, 249, 250, 250, 246, 231]);
  });

  it('serves searches in the language people get there', () => {
    const expected = {
      CH: 'de',
      BE: 'nl',
      IN: 'en',
      BR: 'pt-BR',
      TW: 'zh-TW',
      IL: 'he',
      KZ: 'ru',
      NO: 'no',
      XK: 'sq',
    };
    for (const [code, language] of Object.entries(expected)) expect(mainLanguage(code)).toBe(language);
  });

  it('knows zones, domains and names in other languages', () => {
    expect(findCountry('US')?.timeZone).toBe('America/New_York');
    expect(findCountry('AU')?.timeZone).toBe('Australia/Sydney');
    expect(findCountry('GB')?.topLevelDomain).toBe('uk');
    expect(findCountry('XK')?.topLevelDomain).toBeUndefined();
    expect(countryName('DE', 'ja')).toBe('ドイツ');
  });

  it('has 51 states ordered by name', () => {
    const names = usStates.map((state) => state.name);
    expect(names).toHaveLength(51);
    expect([...names].sort((a, b) => a.localeCompare(b, 'en'))).toEqual(names);
  });

  it('has presets of known countries only, each country once', () => {
    for (const preset of marketPresets) {
      expect(new Set(preset.countries).size).toBe(preset.countries.length);
      for (const code of preset.countries) expect(countryCodes).toContain(code);
    }
  });
});

describe('languages', () => {
  it('know their direction and script', () => {
    for (const tag of ['ar', 'he', 'fa', 'ur', 'dv']) expect(textDirection(tag)).toBe('rtl');
    for (const tag of ['en', 'ja', 'tr', 'not a tag']) expect(textDirection(tag)).toBe('ltr');
    expect([scriptOf('ja'), scriptOf('zh-TW'), scriptOf('zh-CN'), scriptOf('sr')]).toEqual([
      'Jpan',
      'Hant',
      'Hans',
      'Cyrl',
    ]);
  });

  it('are read without region and script', () => {
    expect(baseLanguage('PT-br')).toBe('pt');
  });
});

describe('uule', () => {
  it('round-trips names of every length and script', () => {
    for (const name of ['Munich,Bavaria,Germany', 'München', '東京都', 'x'.repeat(64), 'y'.repeat(300)]) {
      expect(decodeUule(encodeUule(name))).toEqual({ kind: 'name', name });
    }
    expect(encodeUule('Munich,Bavaria,Germany')).toMatch(/^w\+CAIQICI/);
  });

  it('reads unpadded and URL-safe values, points, and nothing else', () => {
    expect(decodeUule(encodeUule('München').replaceAll('=', ''))).toEqual({ kind: 'name', name: 'München' });
    const point = `a+${btoa('role:1 latlng{latitude_e7:481351253 longitude_e7:-115819806} radius:-1')}`;
    expect(decodeUule(point)).toEqual({ kind: 'point', latitude: 48.1351253, longitude: -11.5819806 });
    for (const junk of ['', 'w+', 'w+%%%', 'w+CAIQICJ', 'zz']) expect(decodeUule(junk)).toBeUndefined();
  });

  it('splits canonical locations', () => {
    expect(splitLocation('Graz, Styria ,Austria')).toEqual({
      city: 'Graz',
      region: 'Styria',
      country: 'Austria',
    });
    expect(splitLocation('Monaco,Monaco')).toEqual({ city: 'Monaco', country: 'Monaco' });
    expect(splitLocation('Graz')).toBeUndefined();
  });
});
