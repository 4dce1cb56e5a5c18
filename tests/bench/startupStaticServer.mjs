// The baseline of the start-up bench: a bare node:http server with one page, which prints its address when it listens.
import { createServer } from 'node:http';

const page = `<!doctype html><html lang="en"><title>Static</title><textarea aria-label="Question" autofocus></textarea></html>`;
const server = createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
  response.end(page);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/`));
