import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** One text that a person may read, with where it is written. */
export type FoundText = { readonly file: string; readonly line: number; readonly text: string };

/** Stands for a value that is filled in while the program runs. */
export const filledIn = '…';

/**
 * The texts of a source file: JSX text, strings and templates. Left out is what only programs read: imports, types,
 * class names, and single words in lower case outside of JSX text, which are values and keys.
 */
export function textsOfSource(file: string, source = readFileSync(file, 'utf8')): readonly FoundText[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind);
  const found: FoundText[] = [];
  const add = (node: ts.Node, raw: string, isJsxText = false): void => {
    const text = raw.replace(/\s+/g, ' ').trim();
    if (!/\p{L}|≠/u.test(text)) return;
    if (!isJsxText && !/\s|^\p{Lu}|≠/u.test(text)) return;
    found.push({ file, line: parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1, text });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isJsxAttribute(node) && node.name.getText() === 'className') return;
    if (ts.isJsxText(node)) add(node, node.text, true);
    else if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) add(node, node.text);
    else if (ts.isTemplateExpression(node))
      add(node, node.head.text + node.templateSpans.map((span) => filledIn + span.literal.text).join(''));
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}

/** The names a source file declares, and those of its members. */
export function namesOfSource(file: string, source = readFileSync(file, 'utf8')): readonly FoundText[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind);
  const found: FoundText[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node))
      found.push({
        file,
        line: parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1,
        text: node.text,
      });
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}

/** The paragraphs of a page of Markdown and its bold words, without what stands in code spans, code blocks and addresses. */
export function textsOfPage(file: string, page = readFileSync(file, 'utf8')): readonly FoundText[] {
  const prose = page
    .replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ''))
    .replace(/`[^`\n]*`/g, '``')
    .replace(/\]\([^)\n]*\)/g, ']()');
  const found: FoundText[] = [];
  for (const [index, text] of prose.split('\n').entries()) {
    found.push({ file, line: index + 1, text: text.trim() });
    for (const [, bold = ''] of text.matchAll(/\*\*([^*]+)\*\*/g))
      found.push({ file, line: index + 1, text: bold });
  }
  // A phrase may be broken between two lines.
  const lines = prose.split('\n');
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    if (next !== undefined && next.trim() !== '' && line.trim() !== '')
      found.push({ file, line: index + 1, text: `${line.trim()} ${next.trim()}` });
  }
  return found.filter(({ text }) => text !== '');
}
