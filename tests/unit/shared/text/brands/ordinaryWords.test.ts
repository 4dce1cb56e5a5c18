import { expect, it } from 'vitest';
import { languagesWithoutForms } from '#shared/text/brands/inflections.ts';
import { isOneWord, isOrdinaryWord, lowerCaseUses } from '#shared/text/brands/ordinaryWords.ts';

it('knows names that are ordinary words, and names that are not', () => {
  expect(
    ['Apple', 'Target', 'Monday', 'X', 'ON', 'Orange', 'Stern', 'Mango'].filter(isOrdinaryWord),
  ).toHaveLength(8);
  expect(['Foldmaster', 'Miele', 'IKEA', 'Best Buy', '小米', 'A.P.C.', '3M'].filter(isOrdinaryWord)).toEqual(
    [],
  );
  expect(['Best Buy', '小米', '3M', ''].filter(isOneWord)).toEqual([]);
});

it('counts uses in lower case as whole words outside addresses', () => {
  const text = 'An apple a day. Apple sells no apples; apple-pie, see apple.com/apple and @apple. (apple)';
  expect(lowerCaseUses(text, 'Apple')).toBe(4);
  expect(lowerCaseUses('Яблоко и яблоко', 'Яблоко')).toBe(1);
});

it('names languages whose forms are not found, beside another language only', () => {
  expect(languagesWithoutForms(['en', 'is', 'ka'])).toEqual(['is', 'ka']);
  expect(languagesWithoutForms(['is'])).toEqual([]);
  expect(languagesWithoutForms(['en', 'pl'])).toEqual([]);
});
