/**
 * Whose page a source is: `listed addresses | URL of a page`. Expected is the listed address that the page belongs to,
 * its registrable domain in braces where it belongs to none.
 */
import { siteKey, sitesOf } from '#shared/text/addresses/sites.ts';
import { urlIdentity } from '#shared/text/addresses/urls.ts';
import { linesOf, type ReadingSet } from './readingSet.ts';

const cases = linesOf(`
acme.github.io | https://Acme.GitHub.IO./docs => acme.github.io
acme.github.io/tools | https://acme.github.io/tools/a => acme.github.io/tools
https://WWW.Acme.com/ | http://www.acme.com:8080/x => acme.com
shop.acme.com | https://acme.com/x => {acme.com}
acme.com | https://acme.com.evil.example => {evil.example}
acme.com | https://www-acme-com.translate.goog/de?_x_tr_sl=en => acme.com
acme.myshopify.com | https://other.myshopify.com/products/acme => {other.myshopify.com}
nba.com/kings | https://www.nba.com/kings-news => {nba.com}
music.apple.com | https://www.apple.com/music => {apple.com}
xn--mller-kva.de | https://müller.de => müller.de
youtube.com/@acme | https://m.youtube.com/@Acme/videos?si=1 => youtube.com/@acme
acme.co.uk | https://acme.co.uk. => acme.co.uk
amazon.de/stores/acme | https://www.amazon.de/stores/Acme/page/1?ref_=x => amazon.de/stores/acme
acme.com/de/, acme.com | https://acme.com/design => acme.com
acme.pages.dev | https://preview.acme.pages.dev/x => acme.pages.dev
acme.com:8443 | https://acme.com:8443/x => acme.com
//acme.com/ | https://acme.com/x => acme.com
acme.com/%C3%BCber-uns | https://acme.com/über-uns => acme.com/über-uns
.acme.com | https://shop.acme.com => acme.com
acme.com/blog/* | https://acme.com/blog/a => acme.com/blog
site:acme.com/shop | https://acme.com/shop/a => acme.com/shop
acme.com, | https://acme.com/a => acme.com
acme.com?utm_source=mail | https://acme.com/x => acme.com
acme.com//shop | https://acme.com/shop/x => acme.com/shop
www.acme.web.app | https://acme.web.app/x => acme.web.app
linkedin.com/company/acme | https://de.linkedin.com/company/acme/jobs => linkedin.com/company/acme
en.wikipedia.org/wiki/Acme | https://de.wikipedia.org/wiki/Acme => {wikipedia.org}
acme.com | https://l.facebook.com/l.php?u=https%3A%2F%2Fshop.acme.com%2Fx => acme.com
acme.s3.amazonaws.com | https://kuvo.s3.amazonaws.com/x => {kuvo.s3.amazonaws.com}
instagram.com/acme | https://www.instagram.com/acme/?hl=de => instagram.com/acme
x.com/acme | https://twitter.com/acme/status/1 => x.com/acme
acme.com/a.html | https://acme.com/a.html?x=1 => acme.com/a.html
`);

const heldOut = linesOf(`
acme.github.io | https://kuvo.github.io/acme => {kuvo.github.io}
acme.github.io/tools | https://acme.github.io/toolshed => {acme.github.io}
acme.com | https://shop.acme.com/x => acme.com
acme.com | https://notacme.com => {notacme.com}
acme.com | https://www.google.com/url?q=https://www.acme.com/a => acme.com
acme.myshopify.com | https://acme.myshopify.com/products/x => acme.myshopify.com
nba.com/kings | https://www.nba.com/Kings/roster => nba.com/kings
music.apple.com | https://music.apple.com/us/album/1 => music.apple.com
müller.de | https://www.xn--mller-kva.de/a => müller.de
MÜLLER.de | https://shop.müller.de/a => müller.de
youtube.com/@acme | https://www.youtube.com/@acmetools => {youtube.com}
acme.co.uk | https://acme.com => {acme.com}
acme.com, acme.com/de | https://acme.com/de/shop => acme.com/de
acme.com/index.html | https://acme.com/a => acme.com
acme.blogspot.com | https://acme.blogspot.com/2026/01/x.html?m=1 => acme.blogspot.com
acme.com:8443 | https://acme.com/x => acme.com
acme.com/über-uns | https://acme.com/%C3%BCber-uns/team => acme.com/über-uns
*.acme.com | https://shop.acme.com => acme.com
acme.com/* | https://acme.com/a => acme.com
https://*.acme.com/* | https://shop.acme.com/a => acme.com
sc-domain:acme.com | https://shop.acme.com => acme.com
m.acme.com | https://m.acme.com/x => acme.com
acme.com/#top | https://acme.com/x => acme.com
acme。com | https://acme.com/x => acme.com
medium.com/@acme | https://acme.medium.com/post => {medium.com}
en.wikipedia.org/wiki/Acme | https://en.m.wikipedia.org/wiki/Acme => en.wikipedia.org/wiki/acme
acme.com | https://web.archive.org/web/2026/https://acme.com/a => acme.com
acme.com | https://acme.com@evil.example/x => {evil.example}
acme.tokyo.jp | https://shop.acme.tokyo.jp/x => acme.tokyo.jp
instagram.com/acme | https://www.instagram.com/acme_fans => {instagram.com}
acme.com/shop | https://acme.com/en/shop => {acme.com}
`);

export const sites: ReadingSet = {
  name: 'sites of brands',
  read: (input) => {
    const [listed = '', page = ''] = input.split(' | ');
    const identity = urlIdentity(page);
    if (identity === null) return '?';
    const addresses = listed.split(/,\s+/);
    const site = sitesOf(addresses)(identity);
    return addresses.some((address) => siteKey(address) === site) ? site : `{${site}}`;
  },
  cases,
  heldOut,
};
