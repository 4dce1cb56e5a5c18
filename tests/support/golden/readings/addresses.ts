/** Addresses of sources: the page, and its domain in braces where it is not the host of the page. */
import { urlIdentity } from '#shared/text/addresses/urls.ts';
import { linesOf, type ReadingSet } from './readingSet.ts';

const cases = linesOf(`
https://www.google.nl/url?q=https://www.rd.nl/artikel/1&sa=U&ved=2ah&usg=AOv => rd.nl/artikel/1
https://www.google.com/amp/s/www.rd.nl/artikel/2 => rd.nl/artikel/2
https://www-rd-nl.cdn.ampproject.org/c/s/www.rd.nl/artikel/2 => rd.nl/artikel/2
https://www.rd.nl/artikel/2?gad_source=1&gclid=a => rd.nl/artikel/2
https://youtu.be/dQw4w9WgXcQ => youtube.com/watch?v=dQw4w9WgXcQ
https://youtu.be/dQw4w9WgXcQ?si=abc&t=12 => youtube.com/watch?v=dQw4w9WgXcQ
https://www.youtube.com/watch?v=dQw4w9WgXcQ&utm_source=chatgpt.com => youtube.com/watch?v=dQw4w9WgXcQ
https://m.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ => youtube.com/watch?v=dQw4w9WgXcQ
https://www.rd.nl/artikel/3?utm_source=chatgpt.com&amp;utm_medium=x => rd.nl/artikel/3
https://www-example-com.translate.goog/page?_x_tr_sl=de&_x_tr_tl=en => example.com/page
https://my--shop-example-com.translate.goog/a?id=2&_x_tr_sl=de => my-shop.example.com/a?id=2 {example.com}
https://out.reddit.com/t3_x?url=https%3A%2F%2Flab.de%2Ftest&token=1 => lab.de/test
https://l.facebook.com/l.php?u=https%3A%2F%2Flab.de%2Ftest%3Ffbclid%3D1&h=AT => lab.de/test
https://duckduckgo.com/l/?uddg=https%3A%2F%2Flab.de%2Ftest&rut=1 => lab.de/test
https://www.bing.com/ck/a?!&&p=1&u=a1aHR0cHM6Ly9sYWIuZGUvdGVzdA&ntb=1 => lab.de/test
https://en.m.wikipedia.org/wiki/Lock => en.wikipedia.org/wiki/Lock {wikipedia.org}
https://m.lab.de/test => lab.de/test
https://amp.lab.de/test => lab.de/test
https://lab.de/test/amp => lab.de/test
https://lab.de/test/amp/ => lab.de/test
https://lab.de/test?amp=1 => lab.de/test
https://lab.de/test.amp.html => lab.de/test.html
https://m.me/acme => m.me/acme
https://www.mobile.de/auto => mobile.de/auto
https://lab.de/t?igsh=1&mibextid=2&_hsfp=3&epik=4&gad_campaignid=5&ref=chatgpt.com => lab.de/t
https://lab.de/t?ref=42&source=perplexity => lab.de/t?ref=42
https://lab.de/t#:~:text=strong%20lock => lab.de/t
https://www.xn--mller-kva.de/a => müller.de/a
https://müller.de/a => müller.de/a
https://vertexaisearch.cloud.google.com/grounding-api-redirect/AbC => vertexaisearch.cloud.google.com/grounding-api-redirect/AbC {unknown source}
https://bit.ly/3xyz => bit.ly/3xyz {unknown source}
https://t.co/abc => t.co/abc {unknown source}
https://www.google.com/url?sa=t => google.com/url {unknown source}
https://tools.example/check?url=https%3A%2F%2Flab.de => tools.example/check?url=https%3A%2F%2Flab.de
https://open.spotify.com/track/1?si=9 => open.spotify.com/track/1 {spotify.com}
https://lab.de/find?q=locks&page=2 => lab.de/find?page=2&q=locks
https://www.google.com.br/url?q=https://loja.exemplo.com.br/p&sa=U => loja.exemplo.com.br/p {exemplo.com.br}
https://google.com/url?esrc=s&q=&rct=j&url=https://lab.de/x => lab.de/x
https://www.google.com/search?q=locks => google.com/search?q=locks
https://news.google.com/rss/articles/CBMiX => news.google.com/rss/articles/CBMiX {unknown source}
https://lab.de/x/?amp => lab.de/x
https://lab.de/amp/x => lab.de/amp/x
https://lab.de/x?outputType=amp => lab.de/x
https://mobile.lab.de/x => lab.de/x
https://www.lab.de:443/x/ => lab.de/x
http://lab.de/x => lab.de/x
https://LAB.de/X => lab.de/X
https://lab.de/x?utm_source=perplexity&utm_campaign=a => lab.de/x
https://lab.de/x?utm_source=copilot.com => lab.de/x
https://lab.de/x?utm_source=gemini => lab.de/x
https://lab.de/x?fbclid=1&dclid=2&wbraid=3&yclid=4 => lab.de/x
https://lab.de/x?mc_cid=1&mc_eid=2 => lab.de/x
https://lab.de/x?_ga=1&_gl=2 => lab.de/x
https://lab.de/x?ref=producthunt => lab.de/x?ref=producthunt
https://lab.de/x?spm=a2g0o => lab.de/x
https://lab.de/x?twclid=1&ScCid=2 => lab.de/x
https://x.com/acme/status/1?s=46&t=abc => x.com/acme/status/1
https://twitter.com/acme/status/1 => x.com/acme/status/1
https://www.tiktok.com/@acme/video/1?_r=1&_t=2 => tiktok.com/@acme/video/1
https://www.instagram.com/p/abc/?igshid=1 => instagram.com/p/abc
https://youtube.com/shorts/dQw4w9WgXcQ?si=1 => youtube.com/watch?v=dQw4w9WgXcQ
https://www.youtube.com/embed/dQw4w9WgXcQ?start=10 => youtube.com/watch?v=dQw4w9WgXcQ
https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PL1&index=2&pp=yg => youtube.com/watch?v=dQw4w9WgXcQ
https://music.youtube.com/watch?v=dQw4w9WgXcQ => music.youtube.com/watch?v=dQw4w9WgXcQ {youtube.com}
https://np.reddit.com/r/locks/comments/1/title/ => reddit.com/r/locks/comments/1/title
https://www.reddit.com/r/locks/comments/1/?share_id=a&utm_name=b => reddit.com/r/locks/comments/1
https://fr.wikipedia.org/wiki/Antivol#Histoire => fr.wikipedia.org/wiki/Antivol {wikipedia.org}
https://www.amazon.com/Some-Lock/dp/B01ABCDEFG/ref=sr_1_1?keywords=lock&qid=1&sr=8-1 => amazon.com/dp/B01ABCDEFG
https://www.amazon.co.uk/gp/product/B01ABCDEFG?psc=1 => amazon.co.uk/dp/B01ABCDEFG
https://tinyurl.com/abc => tinyurl.com/abc {unknown source}
https://goo.gl/abc => goo.gl/abc {unknown source}
https://www.msn.com/en-us/news/x/ar-AA1?ocid=1&cvid=2 => msn.com/en-us/news/x/ar-AA1
https://lab.de/x#section-2 => lab.de/x
https://lab.de/#/product/1 => lab.de#/product/1 {lab.de}
https://www.linkedin.com/safety/go?url=https%3A%2F%2Flab.de%2Fx&trk=f => lab.de/x
https://steamcommunity.com/linkfilter/?u=https%3A%2F%2Flab.de%2Fx => lab.de/x
https://href.li/?https://lab.de/x => lab.de/x
https://lab-de.translate.goog/x?_x_tr_sl=auto&_x_tr_tl=en&_x_tr_hl=en&_x_tr_pto=wapp => lab.de/x
https://consent.google.com/m?continue=https://lab.de/x&gl=DE => lab.de/x
https://t.umblr.com/redirect?z=https%3A%2F%2Flab.de%2Fx&t=1 => lab.de/x
https://www.awin1.com/cread.php?awinmid=1&ued=https%3A%2F%2Flab.de%2Fx => lab.de/x
https://click.linksynergy.com/deeplink?id=1&mid=2&murl=https%3A%2F%2Flab.de%2Fx => lab.de/x
https://go.skimresources.com/?id=1&url=https%3A%2F%2Flab.de%2Fx => lab.de/x
https://www.google.com/url?rct=j&sa=t&url=https://www.heise.de/tests/x-1.html&ct=ga&cd=C&usg=A => heise.de/tests/x-1.html
https://www-bbc-com.cdn.ampproject.org/v/s/www.bbc.com/news/tech-1.amp?amp_gsa=1&amp_js_v=a9&usqp=mq331 => bbc.com/news/tech-1
https://amp-welt-de.cdn.ampproject.org/c/s/amp.welt.de/a/b => welt.de/a/b
https://m.heise.de/tests/x => heise.de/tests/x
https://touch.lab.de/x => lab.de/x
https://www.xn--bcher-kva.example.de/regal?utm_source=chatgpt.com => bücher.example.de/regal {example.de}
https://xn--e1afmkfd.xn--p1ai/x => пример.рф/x
https://lab.de/x?utm_source=grok.com => lab.de/x
https://lab.de/x?ref=perplexity.ai => lab.de/x
https://lab.de/x?gclid=1&gad_source=1&gad_campaignid=2&gbraid=3#top => lab.de/x
https://lab.de/x?mtm_campaign=a&pk_kwd=b => lab.de/x
https://lab.de/x?sc_campaign=1&sc_channel=2 => lab.de/x
https://www.nytimes.com/x.html?smid=nytcore&unlocked_article_code=1 => nytimes.com/x.html
https://www.amazon.com/dp/B0ABCDEF12?ascsubtag=1&pd_rd_w=2&pf_rd_p=3&crid=4&sprefix=5&dib=6 => amazon.com/dp/B0ABCDEF12
https://www.walmart.com/ip/Lock/123?wmlspartner=1&athbdg=2 => walmart.com/ip/Lock/123
https://www.aliexpress.com/item/1005.html?spm=1&algo_pvid=2&gatewayAdapt=glo2deu => aliexpress.com/item/1005.html
https://maps.google.com/?cid=123 => maps.google.com?cid=123 {google.com}
https://l.wl.co/l?u=https%3A%2F%2Flab.de%2Fx => lab.de/x
https://www.pinterest.com/offsite/?token=1&url=https%3A%2F%2Flab.de%2Fx => lab.de/x
https://ok.ru/dk?st.cmd=outLinkWarning&st.rfn=https%3A%2F%2Flab.de%2Fx => lab.de/x
https://link.medium.com/abc => link.medium.com/abc {unknown source}
https://urldefense.com/v3/__https://lab.de/x__;!!abc => lab.de/x
https://archive.ph/AbCd1 => archive.ph/AbCd1 {unknown source}
https://r.jina.ai/https://lab.de/x => lab.de/x
https://bit.ly/4x => bit.ly/4x {unknown source}
https://youtube.app.goo.gl/x => youtube.app.goo.gl/x {unknown source}
https://g.co/kgs/abc => g.co/kgs/abc {unknown source}
https://www.perplexity.ai/redirect?url=https%3A%2F%2Flab.de%2Fx => lab.de/x
https://m.youtube.com/shorts/dQw4w9WgXcQ?feature=share => youtube.com/watch?v=dQw4w9WgXcQ
https://www.youtube.com/attribution_link?u=%2Fwatch%3Fv%3DdQw4w9WgXcQ => youtube.com/watch?v=dQw4w9WgXcQ
https://nitter.net/a/status/1 => nitter.net/a/status/1
https://en.wikipedia.org/wiki/Lock_(security_device)?wprov=sfla1 => en.wikipedia.org/wiki/Lock_(security_device) {wikipedia.org}
https://www.google.com/url?q=https%3A%2F%2Fshop.kuvo.com%2Fp%2F1%3Futm_source%3Dchatgpt.com&sa=D => shop.kuvo.com/p/1 {kuvo.com}
https://www.tripadvisor.com/ShowUrl?url=https%3A%2F%2Flab.de => tripadvisor.com/ShowUrl?url=https%3A%2F%2Flab.de
https://www.youtube.com/v/dQw4w9WgXcQ => youtube.com/watch?v=dQw4w9WgXcQ
https://ja.m.wikipedia.org/wiki/%E9%8D%B5 => ja.wikipedia.org/wiki/%E9%8D%B5 {wikipedia.org}
https://lab.de/x&utm_source=chatgpt.com => lab.de/x
https://lab.de/x?ref=claude.ai => lab.de/x
https://lab.de/x?cmpid=1 => lab.de/x
https://lab.de/index.html => lab.de/index.html
https://lab.de/x/amp?utm_source=a => lab.de/x
https://buff.ly/abc => buff.ly/abc {unknown source}
https://is.gd/abc => is.gd/abc {unknown source}
https://web.archive.org/web/2026/https://lab.de/x => lab.de/x
https://www.google.com/aclk?sa=l&adurl=https://lab.de/x => lab.de/x
https://www.xn--strae-oqa.de/ => straße.de
https://de.wikipedia.org/wiki/München => de.wikipedia.org/wiki/M%C3%BCnchen {wikipedia.org}
https://lab.de/x&utm_source=chatgpt.com&utm_medium=x => lab.de/x
https://www.googleadservices.com/pagead/aclk?sa=L&adurl=https%3A%2F%2Flab.de%2Fx => lab.de/x
https://lab.de/100%25 => lab.de/100%25
https://www.google.co.jp/url?sa=t&url=https%3A%2F%2Flab.jp%2Fa&ved=x => lab.jp/a
https://www.google.com/imgres?imgurl=https://x.de/a.jpg&imgrefurl=https://lab.de/test => lab.de/test
https://lm.facebook.com/l.php?u=https%3A%2F%2Flab.de%2Ft => lab.de/t
https://l.instagram.com/?u=https%3A%2F%2Flab.de%2Ft&e=AT => lab.de/t
https://www.linkedin.com/redir/redirect?url=https%3A%2F%2Flab%2Ede%2Ft => lab.de/t
https://steamcommunity.com/linkfilter/?u=https%3A%2F%2Flab.de%2Ft => lab.de/t
https://vk.com/away.php?to=https%3A%2F%2Flab.de%2Ft => lab.de/t
https://r.search.yahoo.com/_ylt=A/RV=2/RE=1/RO=10/RU=https%3a%2f%2flab.de%2ft/RK=2/RS=x => lab.de/t
https://link.zhihu.com/?target=https%3A//lab.cn/t => lab.cn/t
https://www.baidu.com/link?url=AbCdEf => baidu.com/link?url=AbCdEf {unknown source}
https://yandex.ru/clck/jsredir?url=https%3A%2F%2Flab.ru%2Ft => lab.ru/t
https://www.youtube.com/redirect?q=https%3A%2F%2Flab.de%2Ft&v=x => lab.de/t
https://www.youtube.com/shorts/dQw4w9WgXcQ => youtube.com/watch?v=dQw4w9WgXcQ
https://www.youtube.com/embed/dQw4w9WgXcQ?rel=0 => youtube.com/watch?v=dQw4w9WgXcQ
https://www.youtube.com/live/dQw4w9WgXcQ?si=x => youtube.com/watch?v=dQw4w9WgXcQ
https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ => youtube.com/watch?v=dQw4w9WgXcQ
https://lab-de.translate.goog/t?_x_tr_sl=de&_x_tr_tl=en&_x_tr_hl=en => lab.de/t
https://translate.google.com/translate?sl=de&tl=en&u=https://lab.de/t => lab.de/t
https://old.reddit.com/r/bikes/comments/1/x => reddit.com/r/bikes/comments/1/x
https://www.reddit.com/r/bikes/comments/1/x/?share_id=abc&utm_source=share => reddit.com/r/bikes/comments/1/x
https://lab.de/t?srsltid=AfmBOo => lab.de/t
https://lab.de/t?gbraid=1&msclkid=2&ttclid=3&twclid=4&li_fat_id=5 => lab.de/t
https://lab.de/t?utm_source=chatgpt.com#:~:text=a,b => lab.de/t
https://lab.de/t?utm_source=grok => lab.de/t
https://lab.de/t?source=chatgpt.com => lab.de/t
https://lab.de/t?ref=perplexity => lab.de/t
https://lab.de/t?sca_ref=1 => lab.de/t
https://lab.de/t?s_kwcid=AL!1 => lab.de/t
https://lab.de/t?_hsenc=1&hsCtaTracking=2 => lab.de/t
https://lab.de/t?amp_js_v=a6&usqp=mq331 => lab.de/t
https://de.m.wikipedia.org/wiki/Schloss#Typen => de.wikipedia.org/wiki/Schloss {wikipedia.org}
https://touch.lab.de/t => lab.de/t
https://xn--e1afmkfd.xn--p1ai/a => пример.рф/a
https://www.BÜCHER.example/a => bücher.example/a
https://tinyurl.com/abc => tinyurl.com/abc {unknown source}
https://lnkd.in/abc => lnkd.in/abc {unknown source}
https://amzn.to/3xYz => amzn.to/3xYz {unknown source}
https://goo.gl/maps/x => goo.gl/maps/x {unknown source}
https://youtu.be/dQw4w9WgXcQ&feature=x => youtube.com/watch?v=dQw4w9WgXcQ
https://web.archive.org/web/20260101000000/https://lab.de/t => lab.de/t
https://app.lab.de/#/pricing?utm_source=x => app.lab.de#/pricing {lab.de}
https://www.welt.de/a/b.html?isAmp=true => welt.de/a/b.html
https://www.youtube.com/channel/UCx?sub_confirmation=1 => youtube.com/channel/UCx
https://www.facebook.com/acme?mibextid=x&locale=de_DE => facebook.com/acme
https://web.facebook.com/acme => facebook.com/acme
https://de-de.facebook.com/acme => facebook.com/acme
https://de.linkedin.com/company/acme => linkedin.com/company/acme
https://smile.amazon.com/dp/B01ABCDEFG => amazon.com/dp/B01ABCDEFG
https://www.ebay.com/itm/Some-Title/123456789012?hash=item1&_trkparms=2 => ebay.com/itm/123456789012
https://apps.apple.com/us/app/acme/id123?mt=8&at=x&ct=y => apps.apple.com/us/app/acme/id123 {apple.com}
https://play.google.com/store/apps/details?id=com.acme&hl=en&gl=US&pli=1 => play.google.com/store/apps/details?id=com.acme {google.com}
https://www.booking.com/hotel/de/x.html?aid=1&label=y&sid=z => booking.com/hotel/de/x.html
https://www.booking.com/hotel/de/x.de.html?aid=304142 => booking.com/hotel/de/x.de.html
https://lab.de/t?gad=1&_gac=2 => lab.de/t
https://lab.de/t?PHPSESSID=abc => lab.de/t
https://lab.de/t;jsessionid=ABC123 => lab.de/t
https://lab.de/t?__twitter_impression=true => lab.de/t
https://lab.de/t?output=amp => lab.de/t
https://docs.google.com/document/d/1/edit?usp=sharing => docs.google.com/document/d/1/edit {google.com}
https://www.anrdoezrs.net/links/1/type/dlg/https://lab.de/x => lab.de/x
https://track.adtraction.com/t/t?a=1&url=https%3A%2F%2Flab.de%2Fx => lab.de/x
https://www.shareasale.com/r.cfm?b=1&u=2&m=3&urllink=lab.de%2Fx => lab.de/x
https://prf.hn/click/camref:1/destination:https%3A%2F%2Flab.de%2Fx => lab.de/x
https://lab.pxf.io/c/1/2/3?u=https%3A%2F%2Flab.de%2Fx => lab.de/x
https://proxy.duckduckgo.com/iu/?u=https%3A%2F%2Flab.de%2Fx.png => lab.de/x.png
https://t.me/iv?url=https%3A%2F%2Flab.de%2Fx&rhash=1 => lab.de/x
https://yandex.com/turbo/lab.ru/s/x => lab.ru/x
https://lab-ru.turbopages.org/lab.ru/s/x => lab.ru/x
https://blog.naver.com/PostView.naver?blogId=acme&logNo=123 => blog.naver.com/acme/123 {naver.com}
https://www.theguardian.com/x?CMP=twt_gu => theguardian.com/x
`);

const heldOut = linesOf(`
https://www.google.co.uk/url?sa=t&url=https%3A%2F%2Fshop.lab.co.uk%2Fa%3Fid%3D1&usg=x => shop.lab.co.uk/a?id=1 {lab.co.uk}
https://www.google.de/amp/lab.de/x => lab.de/x
https://lab-de.cdn.ampproject.org/v/s/lab.de/x?amp_js_v=0.1 => lab.de/x
https://l.instagram.com/?u=https%3A%2F%2Flab.de%2Fx&e=1 => lab.de/x
https://lm.facebook.com/l.php?u=https%3A%2F%2Flab.de%2Fx => lab.de/x
https://www.youtube.com/redirect?event=video&q=https%3A%2F%2Flab.de%2Fx => lab.de/x
https://vk.com/away.php?to=https%3A%2F%2Flab.de%2Fx => lab.de/x
https://www.linkedin.com/redir/redirect?url=https%3A%2F%2Flab.de%2Fx => lab.de/x
https://eur02.safelinks.protection.outlook.com/?url=https%3A%2F%2Flab.de%2Fx&data=1 => lab.de/x
https://r.search.yahoo.com/_ylt=A;_ylu=B/RV=2/RE=1/RO=10/RU=https%3a%2f%2flab.de%2fx/RK=2/RS=1 => lab.de/x
https://translate.google.com/translate?sl=de&u=https://lab.de/x => lab.de/x
https://www.google.com/imgres?imgurl=https%3A%2F%2Flab.de%2Fx.png&imgrefurl=https%3A%2F%2Flab.de%2Fx => lab.de/x
https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ => youtube.com/watch?v=dQw4w9WgXcQ
https://www.youtube.com/live/dQw4w9WgXcQ?feature=share => youtube.com/watch?v=dQw4w9WgXcQ
https://www.youtube.com/@acme => youtube.com/@acme
https://de.m.wikipedia.org/wiki/Schloss => de.wikipedia.org/wiki/Schloss {wikipedia.org}
https://mobile.twitter.com/acme/status/1?s=20 => x.com/acme/status/1
https://old.reddit.com/r/locks/comments/1 => reddit.com/r/locks/comments/1
https://lab.de/x?srsltid=Af&msclkid=2&ttclid=3&li_fat_id=4 => lab.de/x
https://lab.de/x?utm_source=openai&utm_medium=referral#reviews => lab.de/x
https://lab.de/x?hsa_acc=1&hsa_cam=2&gbraid=3 => lab.de/x
https://lab.de/x?via=perplexity.ai => lab.de/x
https://www.amazon.de/dp/B01?tag=a-21&th=1&psc=1 => amazon.de/dp/B01?th=1
https://xn--fiqs8s.example/a => 中国.example/a
https://amzn.to/3abc => amzn.to/3abc {unknown source}
https://lnkd.in/abc => lnkd.in/abc {unknown source}
https://maps.app.goo.gl/abc => maps.app.goo.gl/abc {unknown source}
https://www.bing.com/aclk?ld=1 => bing.com/aclk?ld=1 {unknown source}
https://www.google.fr/url?sa=i&url=https%3A%2F%2Fwww.lesnumeriques.com%2Fa.html&psig=1 => lesnumeriques.com/a.html
https://amp.theguardian.com/x/2026 => theguardian.com/x/2026
https://de.m.wikipedia.org/wiki/E-Bike?action=view => de.wikipedia.org/wiki/E-Bike?action=view {wikipedia.org}
https://www.heise.de/amp/tests/x => heise.de/tests/x
https://lab.de/m/x => lab.de/m/x
https://xn--80ak6aa92e.com/ => xn--80ak6aa92e.com
https://lab.de/x?utm_source=claude.ai&utm_medium=referral => lab.de/x
https://lab.de/x?source=chatgpt.com => lab.de/x
https://lab.de/x?referrer=chatgpt.com => lab.de/x
https://lab.de/x?srsltid=AfmB&variant=2 => lab.de/x?variant=2
https://lab.de/x?_hsenc=p2A&_hsmi=1&hsCtaTracking=a => lab.de/x
https://lab.de/x?ttclid=1&_ttp=2&sclid=3 => lab.de/x
https://www.amazon.fr/gp/aw/d/B0ABCDEF12/?linkCode=ll1&ref_=as_li => amazon.fr/dp/B0ABCDEF12
https://www.ebay.de/itm/123456?mkcid=1&mkrid=2&campid=3&toolid=4&_trksid=p5&hash=item6 => ebay.de/itm/123456
https://www.etsy.com/listing/1/lock?click_key=1&click_sum=2&ref=search => etsy.com/listing/1/lock
https://open.spotify.com/intl-de/track/1?si=2 => open.spotify.com/track/1 {spotify.com}
https://l.threads.com/?u=https%3A%2F%2Flab.de%2Fx&e=1 => lab.de/x
https://exit.sc/?url=https%3A%2F%2Flab.de%2Fx => lab.de/x
https://away.vk.com/away.php?to=https%3A%2F%2Flab.de%2Fx => lab.de/x
https://link.zhihu.com/?target=https%3A%2F%2Flab.de%2Fx => lab.de/x
https://link.springer.com/article/1 => link.springer.com/article/1 {springer.com}
https://web.archive.org/web/20260101000000/https://lab.de/x => lab.de/x
https://12ft.io/https://lab.de/x => lab.de/x
https://webcache.googleusercontent.com/search?q=cache:abc:https://lab.de/x+lock => lab.de/x
https://amzn.asia/d/1 => amzn.asia/d/1 {unknown source}
https://share.google/AbC => share.google/AbC {unknown source}
https://search.app/AbC => search.app/AbC {unknown source}
https://chatgpt.com/link?url=https%3A%2F%2Flab.de%2Fx => lab.de/x
https://www.youtube.com/watch?v=dQw4w9WgXcQ#t=30s => youtube.com/watch?v=dQw4w9WgXcQ
https://vxtwitter.com/a/status/1 => vxtwitter.com/a/status/1
https://pt.wikipedia.org/w/index.php?title=Cadeado&oldid=1 => pt.wikipedia.org/wiki/Cadeado {wikipedia.org}
https://www.bing.com/news/apiclick.aspx?ref=FexRss&aid=&url=https%3a%2f%2flab.de%2fx&c=1 => lab.de/x
https://slack-redir.net/link?url=https%3A%2F%2Flab.de%2Fx => lab.de/x
https://gaming.youtube.com/watch?v=dQw4w9WgXcQ => gaming.youtube.com/watch?v=dQw4w9WgXcQ {youtube.com}
https://lab.de/x?utm_source=chatgpt.com#:~:text=a => lab.de/x
https://lab.de/x?utm_id=1&utm_term=2&utm_content=3 => lab.de/x
https://lab.de/x?utm_source=deepseek => lab.de/x
https://lab.de/x?trk=public_post => lab.de/x
https://lab.de => lab.de
https://ow.ly/abc => ow.ly/abc {unknown source}
https://rb.gy/abc => rb.gy/abc {unknown source}
https://youtu.be/ => youtube.com
https://l.facebook.com/l.php?u=https%3A%2F%2Fyoutu.be%2FdQw4w9WgXcQ => youtube.com/watch?v=dQw4w9WgXcQ
https://sites.google.com/view/acme => sites.google.com/view/acme {google.com}
https://de.wikipedia.org/wiki/M%c3%bcnchen => de.wikipedia.org/wiki/M%C3%BCnchen {wikipedia.org}
https://lab.de/%7Eacme/x => lab.de/~acme/x
https://lab.de/a&b/x => lab.de/a&b/x
https://www.googleadservices.com/pagead/aclk?sa=L => googleadservices.com/pagead/aclk {unknown source}
`);

export const addresses: ReadingSet = {
  name: 'addresses of sources',
  read: (input) => {
    const identity = urlIdentity(input);
    if (identity === null) return 'none';
    const { normalized, domain } = identity;
    return normalized.split('/')[0] === domain ? normalized : `${normalized} {${domain}}`;
  },
  cases,
  heldOut,
};
