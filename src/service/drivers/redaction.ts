/** Stands where a key was. */
const mask = '[key removed]';

/** Shorter keys are placeholders of local servers ("none", "lm-studio") and would blank out ordinary words. */
const shortestSecret = 8;

/**
 * Replaces a key wherever a provider echoes it, so that no outcome, message or stored exchange can carry it.
 * Walks strings, lists and objects, member names included; anything else is returned as it is.
 */
export function withoutSecret<T>(value: T, secret: string | undefined): T {
  if (secret === undefined || secret.length < shortestSecret) return value;
  const forms = [...new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])];
  return cleaned(value, forms) as T;
}

function cleaned(value: unknown, forms: readonly string[]): unknown {
  if (typeof value === 'string') {
    return forms.reduce((text, form) => (text.includes(form) ? text.replaceAll(form, mask) : text), value);
  }
  if (Array.isArray(value)) return value.map((item) => cleaned(item, forms));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [cleaned(name, forms), cleaned(item, forms)]),
    );
  }
  return value;
}
