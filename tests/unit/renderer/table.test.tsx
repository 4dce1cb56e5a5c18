import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Table } from '#renderer/ui/Table.tsx';

it('renders the first rows and a button for the others, names rows for screen readers, and ends with its footer', () => {
  const drawn = renderToStaticMarkup(
    <Table
      label="Markets"
      columns={[
        { id: 'name', header: 'Market', rowHeader: true, cell: ({ name }) => name },
        { id: 'answers', header: 'Answers', cell: ({ answers }) => answers },
      ]}
      rows={Array.from({ length: 250 }, (_, at) => ({ name: `market ${at}`, answers: at }))}
      rowKey={({ name }) => name}
      empty="No markets."
      foot={{ name: 'Total', answers: 31_125 }}
      first={{ rows: 20, noun: 'market' }}
    />,
  );
  expect(drawn.match(/<th scope="row"[^>]*>market /g)).toHaveLength(20);
  expect(drawn).toContain('Show 200 of 250 markets');
  expect(drawn.slice(drawn.indexOf('<tfoot'))).toMatch(
    /<th scope="row"[^>]*>Total<\/th><td[^>]*>31125<\/td>/,
  );
});
