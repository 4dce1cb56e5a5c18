import type { WindowServer } from '#main/hosts/node/windowServer.ts';

/** A session with the window's server, as a page gets it by a link: the headers of its calls. */
export async function openSession(server: WindowServer): Promise<{ Authorization: string; Cookie: string }> {
  const origin = `http://127.0.0.1:${server.port}`;
  const code = new URL(server.newLink()).hash.replace('#open=', '');
  const response = await fetch(`${origin}/bridge/session`, {
    method: 'POST',
    headers: { Origin: origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  const { key } = (await response.json()) as { readonly key: string };
  const [cookie = ''] = response.headers.getSetCookie();
  return { Authorization: `Bearer ${key}`, Cookie: cookie.split(';', 1)[0] ?? '' };
}
