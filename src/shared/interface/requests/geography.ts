import { isCountryCode } from '../../geo/countryCodes.ts';
import { isUsState } from '../../geo/states.ts';
import { isAvailable } from '../availability.ts';
import type { Engine } from '../engines.ts';
import type { FieldIssue } from '../errors.ts';

/** Checks a country of an assistant: upper case, known, open to this engine; and the state that goes with it. */
export function assistantGeographyIssues(
  engine: Engine,
  body: { readonly country?: string; readonly state?: string },
): FieldIssue[] {
  const issues: FieldIssue[] = [];
  if (body.country !== undefined) pushDefined(issues, countryIssue(engine, 'country', body.country));
  if (body.state !== undefined) {
    if (body.country !== 'US') {
      issues.push({
        field: 'state',
        message: 'state works only with country US: remove it or set country to US',
      });
    } else if (!isUsState(body.state)) {
      const upper = body.state.trim().toUpperCase();
      const fix = isUsState(upper) ? `write "${upper}"` : 'see GET /v1/states?country=US';
      issues.push({ field: 'state', message: `state "${shown(body.state)}" is not a US state code: ${fix}` });
    }
  }
  return issues;
}

/**
 * Checks `country` and `gl` of the search family, which take either letter case and must agree.
 * @param required false where an absent country means an untargeted request
 */
export function searchGeographyIssues(
  engine: Engine,
  body: { readonly country?: string; readonly gl?: string },
  required: boolean,
): FieldIssue[] {
  const issues: FieldIssue[] = [];
  const country = body.country?.toUpperCase();
  const gl = body.gl?.toUpperCase();
  if (country !== undefined) pushDefined(issues, countryIssue(engine, 'country', country));
  if (gl !== undefined) pushDefined(issues, countryIssue(engine, 'gl', gl));
  if (issues.length === 0 && country !== undefined && gl !== undefined && country !== gl)
    issues.push({ field: 'gl', message: 'gl and country name different countries: send one of them' });
  if (required && country === undefined && gl === undefined)
    issues.push({ field: 'gl', message: 'gl or country is required: a two-letter country code such as DE' });
  return issues;
}

/** Both fields in normal form: country in upper case, gl in lower case, each filled from the other. */
export function normalizeGeography(body: { readonly country?: string; readonly gl?: string }): {
  readonly country?: string;
  readonly gl?: string;
} {
  const code = body.country ?? body.gl;
  return code === undefined ? {} : { country: code.toUpperCase(), gl: code.toLowerCase() };
}

export function countryIssue(engine: Engine, field: string, code: string): FieldIssue | undefined {
  if (code === '') return { field, message: `${field} must not be empty: send a two-letter country code` };
  if (!isCountryCode(code)) {
    const upper = code.toUpperCase();
    const fix = isCountryCode(upper)
      ? `write it in upper case, "${upper}"`
      : 'use a two-letter code from GET /v1/countries';
    return { field, message: `${field} "${shown(code)}" is not a supported country code: ${fix}` };
  }
  if (!isAvailable(engine, code)) {
    return {
      field,
      message: `${field} "${code}" is not available on ${engine}: see GET /v1/countries?model=${engine}`,
    };
  }
  return undefined;
}

function shown(value: string): string {
  const characters = [...value.slice(0, 50).toWellFormed()];
  return characters.length > 20 ? `${characters.slice(0, 20).join('')}…` : value.toWellFormed();
}

function pushDefined(issues: FieldIssue[], issue: FieldIssue | undefined): void {
  if (issue !== undefined) issues.push(issue);
}
