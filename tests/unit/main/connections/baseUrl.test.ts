import { describe, expect, it } from 'vitest';
import { normalizeBaseUrl } from '#main/connections/baseUrl.ts';

describe('the address of a deployment', () => {
  it.each([
    ['https://api.example.com/', 'https://api.example.com'],
    [' https://api.example.com/v1 ', 'https://api.example.com'],
    ['https://example.com/monitoring/v1/', 'https://example.com/monitoring'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://localhost:9', 'http://localhost:9'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
    ['https://192.168.1.20:8080', 'https://192.168.1.20:8080'],
  ])('%s is kept as %s', (given, kept) => {
    expect(normalizeBaseUrl(given)).toBe(kept);
  });

  it.each([
    ['', /complete/],
    ['api.example.com', /complete/],
    ['ftp://api.example.com', /complete/],
    ['https://me:secret@api.example.com', /name or password/],
    ['https://api.example.com/?key=1', /contain "\?"/],
    ['http://api.example.com', /https:\/\//],
    ['http://127.evil.com', /https:\/\//],
    ['http://localhost.evil.com', /https:\/\//],
    ['http://192.168.1.20:8080', /https:\/\//],
    ['http://monitor.internal', /https:\/\//],
  ])('%j is refused with the way out', (given, message) => {
    expect(() => normalizeBaseUrl(given)).toThrow(message);
  });
});
