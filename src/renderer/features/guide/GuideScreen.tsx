import { type ReactNode, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { ExternalLink } from '../../ui/ExternalLink.tsx';
import { scrolledByKeyboard } from '../../ui/Markdown.tsx';
import { NavigationList, ScreenLink } from '../../ui/NavigationList.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { formatAddress } from '../../window/address.ts';

/** The page that an address without a name opens; its links are the list of pages. */
const contentsPage = 'contents';
const whatsNewPage = 'whats-new';

/** Shipped with the program, so that they are those of its version and need no network. Each is read when it is opened. */
const loaders: Readonly<Record<string, () => Promise<string>>> = {
  ...Object.fromEntries(
    Object.entries(
      import.meta.glob<string>(['../../../../docs/guide/*.md', '!**/screens.md'], {
        query: '?raw',
        import: 'default',
      }),
    ).map(([path, load]) => [pageOfFile(path), load]),
  ),
  [whatsNewPage]: () => import('../../../../CHANGELOG.md?raw').then((file) => file.default),
};

type GuideScreenProps = {
  /** Name of the page; unknown ones open the contents. */
  readonly page: string;
  /** ID of the section to scroll to. */
  readonly section: string;
};

/** The user guide and the changelog of this version. */
export function GuideScreen({ page, section }: GuideScreenProps) {
  const shown = loaders[page] === undefined ? contentsPage : page;
  const contents = usePage(contentsPage);
  const text = usePage(shown);
  // Before a kept position is looked for, which holds: an effect after the paint would scroll back from it.
  useLayoutEffect(() => {
    if (text.data === null) return;
    const target = document.getElementById(section === '' ? topId : headingId(section));
    target?.scrollIntoView();
  }, [text, section]);
  const components = useMemo(() => componentsOf(shown), [shown]);
  const link = (name: string, title: string) => (
    <ScreenLink
      key={name}
      href={formatAddress({ name: 'guide', page: name })}
      current={name === shown}
      name={title}
      facts={[]}
    />
  );
  return (
    <div className="flex min-h-0 flex-1">
      <NavigationList title="Guide" label="Pages of the guide">
        {link(contentsPage, 'Contents')}
        {pagesIn(contents.data ?? '').map(({ name, title }) => link(name, title))}
        {link(whatsNewPage, 'What’s new')}
      </NavigationList>
      <section
        aria-label="Guide"
        className="min-w-0 flex-1 overflow-y-auto px-8 py-4"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long page is scrolled by keyboard
        tabIndex={0}
      >
        <div id={topId} />
        {text.problem === null ? null : <ErrorNotice error={text.problem} />}
        <div className="prose max-w-3xl">
          <ReactMarkdown remarkPlugins={remarkPlugins} components={components} skipHtml>
            {text.data ?? ''}
          </ReactMarkdown>
        </div>
      </section>
    </div>
  );
}

const remarkPlugins = [remarkGfm];
const topId = 'guide-top';
const headingId = (section: string): string => `guide-${section}`;

type Page = { readonly data: string | null; readonly problem: Error | null };
const unread: Page = { data: null, problem: null };

function usePage(name: string): Page {
  const [page, setPage] = useState<Page & { readonly of: string }>({ ...unread, of: name });
  useEffect(() => {
    let wanted = true;
    const show = (read: Page): void => {
      if (wanted) setPage({ ...read, of: name });
    };
    loaders[name]?.().then(
      (data) => show({ data, problem: null }),
      (problem: Error) => show({ data: null, problem }),
    );
    return () => {
      wanted = false;
    };
  }, [name]);
  return page.of === name ? page : unread;
}

/** The page of a file of `docs/guide`. */
function pageOfFile(path: string): string {
  const name = path.replace(/^.*\//, '').replace(/\.md$/, '');
  return name === 'README' ? contentsPage : name;
}

/** The pages that the contents link to, in their order. */
export function pagesIn(contents: string): readonly { readonly name: string; readonly title: string }[] {
  return [...contents.matchAll(/^\d+\. .*(?:\n {2,}.*)*/gm)]
    .flatMap(([line]) => [...line.matchAll(/\[([^\]]+)\]\(([a-z-]+)\.md\)/g)])
    .map(([, title = '', name = '']) => ({ name, title: title.replace(/\s+/g, ' ') }))
    .filter(({ name }) => loaders[name] !== undefined)
    .map(({ name, title }) => ({ name, title: title.charAt(0).toUpperCase() + title.slice(1) }));
}

/** Where a link of a page leads inside the window; null outside it, and to what is not part of the program. */
export function addressOfLink(page: string, href: string): string | null {
  const [, file = '', section = ''] = /^([\w-]*(?:\.md)?)(?:#(.+))?$/.exec(href) ?? [];
  if (file === '' && section === '') return null;
  const target = file === '' ? page : pageOfFile(file);
  return loaders[target] === undefined ? null : formatAddress({ name: 'guide', page: target }, { section });
}

/** As GitHub writes it, so that the same links work there. */
const sectionOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

function textOf(children: ReactNode): string {
  if (typeof children === 'string') return children;
  if (Array.isArray(children)) return children.map(textOf).join('');
  return typeof children === 'object' && children !== null && 'props' in children
    ? textOf((children.props as { readonly children?: ReactNode }).children)
    : '';
}

/** The heading of the list is the first of the screen. */
const heading =
  (Tag: 'h2' | 'h3' | 'h4', level: number): Components['h1'] =>
  ({ children }) => (
    <Tag id={headingId(sectionOf(textOf(children)))} className={`level-${level}`}>
      {children}
    </Tag>
  );

const componentsOf = (page: string): Components => ({
  h1: heading('h2', 1),
  h2: heading('h3', 2),
  h3: heading('h4', 3),
  // The pictures of the guide show this window.
  img: () => null,
  a: ({ href = '', children }) => {
    const address = addressOfLink(page, href);
    return address === null ? (
      <ExternalLink href={href}>{children}</ExternalLink>
    ) : (
      <a href={address}>{children}</a>
    );
  },
  ...scrolledByKeyboard,
});
