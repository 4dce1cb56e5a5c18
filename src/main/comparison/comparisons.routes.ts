import type { PdfPrinter } from '#main/ports.ts';
import { AppError } from '#shared/model/appError.ts';
import type { Handlers } from '../bridge/router.ts';
import type { AnswersComparison } from './answersComparison.ts';
import type { RunComparison } from './runComparison.ts';

export function comparisonHandlers(
  comparison: RunComparison,
  answers: AnswersComparison,
  printer: PdfPrinter | undefined,
) {
  return {
    'comparisons.get': (input, { signal }) => comparison.compare(input, signal),
    'comparisons.parts': (input, { signal }) => comparison.parts(input, signal),
    'comparisons.ofAnswers': (input, { signal }) => answers.parts(input, signal),
    'comparisons.pdf': async ({ html }) => {
      if (printer === undefined)
        throw new AppError(
          'INVALID_INPUT',
          'PDF export needs the desktop app. In the browser, use Print and save as PDF.',
        );
      return { base64: Buffer.from(await printer.pdfOf(html)).toString('base64') };
    },
  } satisfies Partial<Handlers>;
}
