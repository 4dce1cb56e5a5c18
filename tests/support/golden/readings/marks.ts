/** Citation marks: the words of the blocks joined by " / ", then the labels of the marks in braces. */
import { parseAnswer } from '#shared/text/markdown/blocks.ts';
import { linesOf, type ReadingSet } from './readingSet.ts';

const cases = linesOf(`
Vellimo[1](https://news.example/a) is best. => Vellimo is best. {1}
It costs $29[1](https://news.example/a) a month. => It costs $29 a month. {1}
Rated 4.5[2](https://r.example/x), the best. => Rated 4.5, the best. {2}
Vellimo[news.example](https://news.example/a) => Vellimo {news.example}
Vellimo<sup>1</sup> wins. => Vellimo wins. {1}
Vellimo<sup>[1](https://a.example/b)</sup> wins. => Vellimo wins. {1}
Vellimo¹ and Kuvo² differ. => Vellimo and Kuvo differ. {1,2}
A room of 25 m² and 10³ litres. => A room of 25 m² and 10³ litres. {}
The price is $29¹. => The price is $29. {1}
Up to 30%² off. => Up to 30% off. {2}
Abus is the safest lock\\ue200cite\\ue202turn0search0\\ue202turn1search3\\ue201. Kryptonite => Abus is the safest lock. Kryptonite {}
Abus is the safest lockciteturn0search0turn1search3. => Abus is the safest lock. {}
Kryptonite is lighter:contentReference[oaicite:0]{index=0} => Kryptonite is lighter {}
Kryptonite is lighter【4:0†source】. => Kryptonite is lighter. {}
日本の【おすすめ】は3つです。 => 日本の【おすすめ】は3つです。 {}
The lock is strong[^1].\\n\\n[^1]: https://a.example/x => The lock is strong. {1}
The lock is strong [1][2]. => The lock is strong. {1,2}
Strong [1], light [2, 3] and cheap [4–6]. => Strong, light and cheap. {1,2, 3,4–6}
The best lock ([bikes.example](https://www.bikes.example/best?utm_source=openai)). => The best lock. {bikes.example}
Best ([bikes.example](https://bikes.example/a), [locks.example](https://locks.example/b)). => Best. {bikes.example,locks.example}
I would buy the [Alpina Trail 3](https://shop.example/a) or the [Nordlauf Breeze](https://shop.example/b). => I would buy the Alpina Trail 3 or the Nordlauf Breeze. {}
Book at [booking.com](https://www.booking.com) today. => Book at booking.com today. {}
We like [Booking.com](https://www.booking.com/city/lisbon) most. => We like Booking.com most. {}
- [reuters.com](https://reuters.com/a) => reuters.com {}
**Vellimo**[1](https://a.example/b) costs less. => Vellimo costs less. {1}
**"Vellimo"**[1](https://a.example/b) costs less. => "Vellimo" costs less. {1}
Vellimo [[1]](https://a.example/b) costs less. => Vellimo costs less. {1}
Use \`list[1]\` or \`\`\`a[2]\`\`\` here. => Use list[1] or a[2] here. {}
| Plan | Price |\\n|---|---|\\n| Team[1](https://a.example) | $9 [2](https://a.example/b) | => Plan | Price / Team | $9 {1,2}
The plan is [cheap](https://a.example/x). => The plan is cheap. {}
Best plan: \\ue200entity\\ue202["company","Vellimo","plan"]\\ue201, says \\ue200url\\ue202the review\\ue202turn0search1\\ue201. => Best plan: Vellimo, says the review. {}
[cite_start]Vellimo is best[cite: 1, 3]. => Vellimo is best. {}
Vellimo is best[citation:3]. => Vellimo is best. {}
Der Testsieger kostet 79 €[1](https://a.example/x). => Der Testsieger kostet 79 €. {1}
Der Testsieger\\u00b9 kostet 79 € => Der Testsieger kostet 79 € {1}
Vellimo[^1] and Kuvo[^2].\\n\\n[^1]: https://a.example\\n[^2]: https://b.example => Vellimo and Kuvo. {1,2}
Vellimo ([a.example](https://a.example/x), [b.example](https://b.example/y)) is best. => Vellimo is best. {a.example,b.example}
Vellimo ([A Example][1]) is best.\\n\\n[1]: https://a.example/x "A Example" => Vellimo is best. {A Example}
Vellimo costs $29/mo.[1](https://a.example)[2](https://b.example) => Vellimo costs $29/mo. {1,2}
Vellimo costs $29<sup>[[1](https://a.example)]</sup> => Vellimo costs $29 {1}
Vellimo costs $29.¹ ² => Vellimo costs $29. {1,2}
Vellimo 【1†source】【2†source】 => Vellimo {}
Vellimo\\u3010\\u0031\\u003a\\u0030\\u2020source\\u3011 wins => Vellimo wins {}
Vellimo. [Source](https://a.example/x) => Vellimo. {Source}
Vellimo ([source](https://a.example/x)). => Vellimo. {source}
Vellimo (Source: [a.example](https://a.example/x)). => Vellimo. {a.example}
See [Vellimo.com](https://www.vellimo.com/?utm_source=chatgpt.com). => See Vellimo.com. {}
Version 2[1](https://a.example) is out. => Version 2 is out. {1}
In 2026[1](https://a.example), sales rose 10%[2](https://b.example). => In 2026, sales rose 10%. {1,2}
"Great lock"[1](https://a.example) => "Great lock" {1}
Great lock (4.5/5)[1](https://a.example) => Great lock (4.5/5) {1}
Vellimo:contentReference[oaicite:3]{index=3} and Kuvo:contentReference[oaicite:4]{index=4}. => Vellimo and Kuvo. {}
Vellimo[oai_citation:0‡a.example](https://a.example/x) wins. => Vellimo wins. {a.example}
Vellimo [oai_citation:1‡A Example](https://a.example/x). => Vellimo. {A Example}
x² + y² = z² => x² + y² = z² {}
H₂O and CO₂ => H₂O and CO₂ {}
Vellimo™ and Kuvo® => Vellimo™ and Kuvo® {}
Chapter [1] begins => Chapter begins {1}
Vellimo is best.[1][2][3]\\n\\nKuvo is next. => Vellimo is best. / Kuvo is next. {1,2,3}
Vellimo is best <a href="https://a.example">1</a>. => Vellimo is best. {1}
Vellimo is best [🔗](https://a.example). => Vellimo is best. {🔗}
Vellimo is best [↗](https://a.example). => Vellimo is best. {↗}
Here is the [link](https://a.example). => Here is the link. {}
Vellimo ([Cycling Weekly][2], [Bike Test][3]) wins.\\n\\n[2]: https://cyclingweekly.example/x\\n[3]: https://biketest.example/y "Test" => Vellimo wins. {Cycling Weekly,Bike Test}
The [Alpina Trail][1] is best.\\n\\n[1]: https://shop.example/a => The Alpina Trail is best. {}
Vellimo ([Cycling Weekly](https://www.cyclingweekly.example/x)). => Vellimo. {Cycling Weekly}
Vellimo (Quelle: [Radtest](https://radtest.example/x)). => Vellimo. {Radtest}
ベストはVellimo（出典：[例](https://a.example/x)）。 => ベストはVellimo。 {例}
[Alpina][1] costs $29. => [Alpina] costs $29. {1}
The [Alpina Trail 3][1] is best ([Bike Test 2026][1]).\\n\\n[1]: https://shop.example/a => The Alpina Trail 3 is best. {Bike Test 2026}
Vellimo [1, 2](https://a.example/b) leads. => Vellimo leads. {1, 2}
Vellimo^[1]^ leads. => Vellimo leads. {1}
Vellimo is rated 4.7/5[12](https://a.example/x)[13](https://b.example/x). => Vellimo is rated 4.7/5. {12,13}
The top pick is **Vellimo**⁽¹⁾. => The top pick is Vellimo. {1}
Vellimo leads [source 1](https://a.example). => Vellimo leads. {source 1}
Vellimo leads \\[1\\]. => Vellimo leads. {1}
Vellimo's[1](https://a.example) price fell. => Vellimo's price fell. {1}
ビーリモ[3](https://a.example/x)が1位です。 => ビーリモが1位です。 {3}
\\ue200cite\\ue202turn0news3\\ue201Vellimo leads. => Vellimo leads. {}
Vellimo leads [[source]](https://a.example). => Vellimo leads. {source}
Das Vellimo kostet 29 €[^2^] im Monat. => Das Vellimo kostet 29 € im Monat. {2}
Vellimo⁽¹⁾ ist gut. => Vellimo ist gut. {1}
Kuvo wiegt 2,3 kg¹² und hält lange. => Kuvo wiegt 2,3 kg und hält lange. {12}
ベリモ[1](https://a.example/x)は軽い。 => ベリモは軽い。 {1}
ベリモ【1】は軽い。 => ベリモは軽い。 {}
Vellimo⟦1⟧ wins. => Vellimo wins. {1}
فيليمو[1](https://a.example/x) أفضل. => فيليمو أفضل. {1}
Vellimo[١](https://a.example/x) أفضل. => Vellimo أفضل. {١}
Le Vellimo coûte 29 €[1][2] par mois. => Le Vellimo coûte 29 € par mois. {1,2}
Vellimo<sup>[a](https://a.example)</sup> wins. => Vellimo wins. {a}
Vellimo[Wikipedia](https://en.wikipedia.org/wiki/Vellimo) => Vellimo {Wikipedia}
Vellimo[+2](https://a.example/x) wins. => Vellimo wins. {+2}
Vellimo [wikipedia.org+1](https://a.example/x) wins. => Vellimo wins. {wikipedia.org+1}
Vellimo [a.example +2](https://a.example/x). => Vellimo. {a.example +2}
Vellimo is best (see [1], [2]). => Vellimo is best. {1,2}
Vellimo is best[1,2]. => Vellimo is best. {1,2}
Vellimo is best[1-3]. => Vellimo is best. {1-3}
Vellimo is best[[1], [2]]. => Vellimo is best. {1,2}
Vellimo is best (1)(2). => Vellimo is best (1)(2). {}
The room holds 4[1] people[2]. => The room holds 4 people. {1,2}
Vellimo is best 【source】. => Vellimo is best. {}
Vellimo is best【12†L3-L9】. => Vellimo is best. {}
Vellimo is best【7:1†report.pdf】. => Vellimo is best. {}
Vellimo is best\\ue200cite\\ue202turn2news4\\ue201\\ue200cite\\ue202turn3view0\\ue201 => Vellimo is best {}
Vellimo is best\\ue200navlist\\ue202Latest\\ue202turn0news1\\ue201. => Vellimo is best. {}
Vellimo is best [web:3][web:12]. => Vellimo is best. {}
Vellimo is best [source: 2]. => Vellimo is best. {}
Vellimo is best <ref>1</ref>. => Vellimo is best. {}
Vellimo is best[^note]. => Vellimo is best. {note}
**Vellimo[1](https://a.example)** is best. => Vellimo is best. {1}
*Vellimo*[2](https://a.example), 4.5/5[3](https://b.example) => Vellimo, 4.5/5 {2,3}
| Vellimo[1](https://a.example) | $29[2](https://b.example) |\\n|---|---|\\n| Kuvo | 4.5[3] | => Vellimo | $29 / Kuvo | 4.5 {1,2,3}
1. Vellimo[1](https://a.example): $29\\n2. Kuvo[2](https://b.example): $31 => Vellimo: $29 / Kuvo: $31 {1,2}
### Vellimo [1](https://a.example)\\n\\nLight. => Vellimo / Light. {1}
Water is H₂O and CO₂. => Water is H₂O and CO₂. {}
About 5×10⁶ units and 10 m³. => About 5×10⁶ units and 10 m³. {}
The 1ª edition and 2º place. => The 1ª edition and 2º place. {}
Vellimo™ and Kuvo® win. => Vellimo™ and Kuvo® win. {}
Press [Enter] and choose [2] items => Press [Enter] and choose items {2}
Kuvo costs $29[^1_2]. => Kuvo costs $29. {1_2}
Kuvo is best ([Source: a.example](https://a.example/x)). => Kuvo is best. {Source: a.example}
Kuvo is best ([PCMag](https://www.pcmag.com/x), [TechRadar](https://www.techradar.com/y)). => Kuvo is best. {PCMag,TechRadar}
Kuvo ([PCMag](https://www.pcmag.com/x); [Kuvo Pro](https://shop.example/y)) => Kuvo (Kuvo Pro) {PCMag}
`);

const heldOut = linesOf(`
Le meilleur vélo est le Kalmar[3](https://velo.example/test). => Le meilleur vélo est le Kalmar. {3}
Kalmar[velo.example](https://www.velo.example/test), Velonia et Stadtrad. => Kalmar, Velonia et Stadtrad. {velo.example}
Kalmar ([velo](https://velo.example/test)) gewinnt. => Kalmar gewinnt. {velo}
Das Kalmar² kostet 1.299 €³. => Das Kalmar kostet 1.299 €. {2,3}
Fläche: 120 cm², Volumen: 3 m³. => Fläche: 120 cm², Volumen: 3 m³. {}
E = mc² is famous. => E = mc² is famous. {}
おすすめはカンベラ[1](https://a.example/x)です。 => おすすめはカンベラです。 {1}
おすすめはカンベラ¹です。 => おすすめはカンベラです。 {1}
价格是¥299【1】。 => 价格是¥299。 {}
【重要】请注意。 => 【重要】请注意。 {}
أفضل قفل هو Kuvo[2](https://a.example/x). => أفضل قفل هو Kuvo. {2}
The Kuvo is light. [bikes.example](https://bikes.example/kuvo) [locks.example](https://locks.example/k) => The Kuvo is light. {bikes.example,locks.example}
The Kuvo is light.[bikes.example+2](https://bikes.example/kuvo) => The Kuvo is light. {bikes.example+2}
See [the full test](https://bikes.example/kuvo) for more [2](https://b.example). => See the full test for more. {2}
Kuvo<sup>2, 3</sup> and Abra<sup>4</sup>. => Kuvo and Abra. {2, 3,4}
10<sup>3</sup> m<sup>2</sup> => 10³ m² {}
1. **Kuvo** [1](https://a.example)\\n2. **Abra** [2](https://a.example/b) => Kuvo / Abra {1,2}
- Kuvo: 4.5[1](https://a.example) of 5\\n- Abra: 4.2[2](https://a.example) of 5 => Kuvo: 4.5 of 5 / Abra: 4.2 of 5 {1,2}
The best is Kuvo \\ue200cite\\ue202turn2view0\\ue201and Abra. => The best is Kuvo and Abra. {}
Kuvo【12†L3-L9】 is best【3†source】. => Kuvo is best. {}
Kuvo is best [1] (see also [2]). => Kuvo is best. {1,2}
[1] Bike test 2026\\n\\n[2] Lock test => Bike test 2026 / Lock test {1,2}
Kuvo is best[1].\\n\\n[1]: https://a.example/x "Test" => Kuvo is best. {1}
_Kuvo_[1](https://a.example) **Abra**[2](https://b.example) => Kuvo Abra {1,2}
Visit [acme.com](https://acme.com/) to order. => Visit acme.com to order. {}
Read [the test on bikes.example](https://bikes.example/x). => Read the test on bikes.example. {}
In [2024](https://a.example/2024) it won. => In 2024 it won. {}
Kuvo[^2^][^3^] wins. => Kuvo wins. {2,3}
Kuvo wins<grok:render card_id="a1" type="render_inline_citation"><argument name="citation_id">3</argument></grok:render>. => Kuvo wins. {}
Kuvo kostar 1 299 kr[1](https://a.example/x)[2](https://b.example/y). => Kuvo kostar 1 299 kr. {1,2}
Vellimo<sup><a href="https://a.example/x">3</a></sup> leads. => Vellimo leads. {3}
Vellimo costs €49,90[4](https://a.example/x). => Vellimo costs €49,90. {4}
The top pick is Vellimo.[heise.de](https://www.heise.de/x) => The top pick is Vellimo. {heise.de}
Vellimo【13:2†kuvo.pdf】 leads. => Vellimo leads. {}
Vellimo leads ([1](https://a.example), [2](https://b.example)). => Vellimo leads. {1,2}
The area is 40 km² and 12 ft³. => The area is 40 km² and 12 ft³. {}
Vellimo¹² leads. => Vellimo leads. {12}
أفضل خيار هو فيليمو[1](https://a.example). => أفضل خيار هو فيليمو. {1}
Vellimo leads.[^12^] => Vellimo leads. {12}
Call (212)[1](https://a.example) now. => Call (212) now. {1}
`);

export const marks: ReadingSet = {
  name: 'citation marks',
  read: (input) => {
    const { blocks } = parseAnswer('', input);
    const labels = blocks.flatMap((block) =>
      block.marks.map(({ label }) => label).filter((label) => label !== ''),
    );
    return `${blocks.map(({ text }) => text).join(' / ')} {${labels.join(',')}}`;
  },
  cases,
  heldOut,
};
