/** Sentences with names as people write them, each as a line of an answer in its language. */
import type { BrandSet } from '../brandCases.ts';

/** `language | id=Name; id=Name | text with ⟦id:words⟧` */
const lines = `
en | mcd=McDonald's; wen=Wendy's; hm=H&M; bj=Ben & Jerry's | ⟦mcd:Mc Donald's⟧ and ⟦mcd:MCDONALDS⟧ beat ⟦wen:Wendys⟧.
en | bj=Ben & Jerry's | ⟦bj:Ben and Jerry's⟧, ⟦bj:Ben & Jerrys⟧ and ⟦bj:Ben & Jerry’s⟧ scoop; Ben and Jerry met Tom.
en | hm=H&M | ⟦hm:H & M⟧ and ⟦hm:H&M⟧'s sale, not HM Treasury.
en | att=AT&T; tmo=T-Mobile | ⟦att:AT&T⟧ or ⟦att:AT & T⟧; ⟦tmo:T Mobile⟧, ⟦tmo:TMobile⟧ and ⟦tmo:T‑Mobile⟧.
en | ikea=IKEA; seven=7-Eleven | ⟦ikea:Ikea⟧'s shelves; ⟦seven:7 Eleven⟧ and ⟦seven:7Eleven⟧, also ⟦seven:7‑Eleven⟧.
en | yt=YouTube; gh=GitHub; ob=OpenAI | ⟦yt:Youtube⟧, ⟦yt:You Tube⟧; ⟦gh:Github⟧, ⟦gh:Git Hub⟧; ⟦ob:Open AI⟧ is not openair.
en | zi=Zillow; rm=realtor.com | Zillow.com and ⟦rm:Realtor.com⟧; a realtor helps.
en | mo=monday.com | ⟦mo:Monday.com⟧ is software; on Monday we rest. ⟦mo:monday.com⟧ costs $9.
en | dy=Dyson | The ⟦dy:Dyson⟧ V15, ⟦dy:Dyson⟧'s and ⟦dy:DYSON⟧; Dysons are cleaners? Dysonian no.
en | cr=Crate & Barrel; bb=Bed Bath & Beyond | ⟦cr:Crate and Barrel⟧, ⟦cr:Crate&Barrel⟧; Bed, Bath & Beyond and ⟦bb:Bed Bath and Beyond⟧.
en | ll=L.L.Bean; ua=Under Armour | ⟦ll:LL Bean⟧, ⟦ll:L.L. Bean⟧, ⟦ll:LLBean⟧; ⟦ua:UnderArmour⟧.
en | tm=Trader Joe's; do=Domino's | ⟦tm:Trader Joes⟧ and ⟦do:Dominos⟧ pizza; Domino effect.
en | pg=P&G; jj=Johnson & Johnson | ⟦pg:P&G⟧, ⟦jj:Johnson and Johnson⟧, ⟦jj:Johnson&Johnson⟧; Johnson, Johnson and Co.
en | ho=Häagen-Dazs; ne=Nestlé | ⟦ho:Haagen Dazs⟧, ⟦ho:Häagen Dazs⟧, ⟦ne:Nestle⟧.
en | dj=DJI; g=GoPro | ⟦dj:DJI⟧ Mini 4, ⟦g:Go Pro⟧ Hero, ⟦g:GOPRO⟧; go pro today.
en | st=Star Wars; dp=Dr Pepper | ⟦dp:Dr. Pepper⟧ and ⟦dp:Dr Pepper⟧; Dr. Peppers no.
en | u=Uber; ue=Uber Eats | ⟦u:Uber⟧ and ⟦ue:Uber Eats⟧, ⟦ue:UberEats⟧.
en | bo=Booking.com; ex=Expedia | ⟦bo:Booking.com⟧, ⟦bo:booking.com⟧; your booking. ⟦ex:Expedia⟧/⟦bo:Booking.com⟧
en | he=Hermès; ch=Chloé | ⟦he:Hermes⟧ bags and ⟦ch:Chloe⟧.
en | aws=Amazon Web Services; am=Amazon | ⟦aws:Amazon Web Services⟧ belongs to ⟦am:Amazon⟧; the Amazonian forest; Amazons.
en | mcn=M&M's | ⟦mcn:M&Ms⟧, ⟦mcn:M&M’s⟧ and ⟦mcn:M & M's⟧.
en | te=Tesla | Teslas are fast: the ⟦te:Tesla⟧-owned store; Teslaquila no.
de | oe=Dr. Oetker; mue=Müller; sp=dm-drogerie markt | ⟦oe:Dr. Oetkers⟧ Pizza, ⟦mue:Mueller⟧ und ⟦mue:MÜLLER⟧; Müllerin nicht. ⟦sp:dm drogerie markt⟧
de | si=Siemens; bo=Bosch; mi=Miele | ⟦si:Siemens⟧' Geräte, ⟦bo:Boschs⟧ Neuheit und die ⟦mi:Miele⟧-Spülmaschine; Boschetto nein.
de | tch=Tchibo; al=ALDI SÜD | ⟦tch:Tchibos⟧ Kaffee; ⟦al:Aldi Süd⟧, ⟦al:ALDI Sued⟧, ⟦al:Aldi-Süd⟧.
de | jo=Jack & Jones; ab=ABUS | ⟦jo:Jack und Jones⟧, ⟦jo:Jack&Jones⟧; ⟦ab:Abus⟧-Schlösser, ⟦ab:ABUS⟧; Abusus.
fr | lo=L'Oréal; le=E.Leclerc; fn=Fnac | ⟦lo:L’Oréal⟧, ⟦lo:L'Oreal⟧; ⟦le:E. Leclerc⟧, ⟦le:E.Leclerc⟧; la ⟦fn:FNAC⟧ et d'⟦fn:Fnac⟧.
fr | de=Decathlon; re=Renault | chez ⟦de:Décathlon⟧, l'offre d'⟦re:Renault⟧ et qu'⟦de:Decathlon⟧; renaultiste non.
it | en=Enel; po=Poste Italiane | l'⟦en:Enel⟧, dell'⟦en:ENEL⟧ e ⟦po:Poste italiane⟧; poste italiano.
it | ba=Barilla; dg=Dolce & Gabbana | ⟦dg:Dolce e Gabbana⟧, ⟦dg:Dolce&Gabbana⟧, la ⟦ba:Barilla⟧; barillata no.
es | ec=El Corte Inglés; za=Zara | ⟦ec:El Corte Ingles⟧, ⟦ec:EL CORTE INGLÉS⟧, ⟦za:Zara⟧ y Zaragoza.
es | pb=Pull&Bear | ⟦pb:Pull & Bear⟧, ⟦pb:Pull and Bear⟧, ⟦pb:Pull y Bear⟧.
pt | mg=Magazine Luiza; na=Natura | a ⟦mg:Magazine Luiza⟧ e a ⟦na:Natura⟧; natural não.
nl | ah=Albert Heijn; bo=bol.com | bij ⟦ah:Albert Heijn⟧, de app van ⟦ah:Albert Heijn⟧, ⟦bo:Bol.com⟧.
sv | vo=Volvo; ik=IKEA; hm=H&M | ⟦vo:Volvos⟧ bilar, ⟦ik:Ikeas⟧ hyllor och ⟦hm:H&M⟧:s kläder.
fi | ki=Kesko; sk=S-market; no=Nokia | ⟦ki:Keskon⟧ ja ⟦no:Nokialta⟧, ⟦sk:S-marketissa⟧; keskonen ei.
fi | va=Valio; fa=Fazer | ⟦va:Valion⟧ maito, ⟦fa:Fazerin⟧ suklaa, ⟦fa:Fazeria⟧ ja ⟦va:Valiolla⟧.
pl | al=Allegro; or=Orlen; bi=Biedronka | na ⟦al:Allegro⟧, w ⟦bi:Biedronce⟧, z ⟦bi:Biedronki⟧, ⟦or:Orlenu⟧ i ⟦or:Orlenem⟧; biedroneczka nie.
pl | le=Lewiatan; ro=Rossmann | w ⟦ro:Rossmannie⟧, ⟦le:Lewiatanie⟧, ⟦ro:Rossmanna⟧.
cs | sk=Škoda; al=Alza; al2=Albert | od ⟦sk:Škody⟧, ve ⟦sk:Škodě⟧, na ⟦al:Alze⟧, v ⟦al2:Albertu⟧; škodlivý ne.
cs | ko=Kofola; ba=Baťa | ⟦ko:Kofolu⟧ a boty od Bati, ⟦ko:Kofoly⟧.
sk | te=Tesco; or=Orange | v ⟦te:Tescu⟧ a u Orangeu; oranžový nie.
ru | oz=Озон; wb=Wildberries; sb=Сбербанк | на ⟦oz:Озоне⟧, с ⟦oz:Озона⟧, в ⟦sb:Сбербанке⟧, на ⟦wb:Wildberries⟧; озоновый слой нет.
ru | pya=Пятёрочка; mag=Магнит | в ⟦pya:Пятерочке⟧, из ⟦pya:Пятёрочки⟧, в ⟦mag:Магните⟧; магнитный нет.
uk | ro=Розетка; pr=ПриватБанк | на ⟦ro:Розетці⟧, у ⟦ro:Розетки⟧, ⟦pr:ПриватБанку⟧; розеточний ні.
uk | no=Нова Пошта | ⟦no:Новою Поштою⟧, ⟦no:Нової Пошти⟧, ⟦no:Нова пошта⟧.
ru | tb=Т-Банк; al=Альфа-Банк | в ⟦al:Альфа-Банке⟧, ⟦al:Альфа-Банка⟧, ⟦tb:Т-Банком⟧.
hu | ot=OTP Bank; ma=Magyar Telekom; sp=Spar | az ⟦ot:OTP Banknál⟧, a ⟦sp:Sparban⟧, ⟦ma:Magyar Telekomtól⟧, ⟦sp:Spar⟧-nál.
lt | ma=Maxima; ri=Rimi | ⟦ma:Maximoje⟧, ⟦ma:Maximos⟧, iš ⟦ri:Rimi⟧; maksimalus ne.
lv | ri=Rimi; la=Latvijas Finieris | ⟦ri:Rimi⟧ veikalā.
et | se=Selver; ri=Rimi | ⟦se:Selveris⟧ ja ⟦se:Selverist⟧.
tr | ar=Arçelik; ve=Vestel; tr=Trendyol | ⟦ar:Arçelik⟧'in ürünü, ⟦ve:Vestel⟧'de, ⟦tr:Trendyol⟧’dan ve ⟦ar:Arçelik⟧.
tr | mi=Migros; sh=Şok | ⟦mi:Migrosta⟧ ve ⟦sh:ŞOK⟧'ta, ⟦sh:Şok⟧'un.
el | pu=Πλαίσιο; sk=Σκλαβενίτης | στο ⟦pu:Πλαίσιο⟧, του ⟦pu:Πλαισίου⟧, στον ⟦sk:Σκλαβενίτη⟧.
ro | em=eMAG; da=Dacia | la ⟦em:eMag⟧, ⟦da:Daciei⟧, ⟦em:eMAG⟧-ul; dacian nu.
bg | ka=Кауфланд | в ⟦ka:Кауфланд⟧, ⟦ka:Кауфланда⟧.
hr | ko=Konzum; po=Podravka | u ⟦ko:Konzumu⟧, od ⟦po:Podravke⟧, ⟦po:Podravku⟧.
sr | de=Делта; mx=Maxi | у ⟦de:Делти⟧, Maxija.
ja | so=ソニー; ya=ヤマダ電機; un=ユニクロ | ⟦so:ソニー⟧のカメラ、⟦so:ｿﾆｰ⟧、⟦ya:ヤマダ電機⟧で、⟦un:ユニクロ⟧と。
ko | ss=삼성; lg=LG; na=네이버 | ⟦ss:삼성⟧의, ⟦lg:LG⟧는 ⟦na:네이버⟧에서 삼성전자.
zh | hw=华为; xm=小米 | ⟦hw:华为⟧的手机，⟦xm:小米⟧15和華為。
ar | no=نون; ja=جرير | في ⟦no:نون⟧ وب⟦ja:جرير⟧ وال⟦ja:جرير⟧.
he | te=תנובה; sh=שטראוס | של ⟦te:תנובה⟧ וב⟦sh:שטראוס⟧.
hi | ta=टाटा; fl=फ्लिपकार्ट | ⟦ta:टाटा⟧ की कार, ⟦fl:फ्लिपकार्ट⟧ पर।
th | lz=ลาซาด้า | ที่⟦lz:ลาซาด้า⟧มีของ
vi | vi=VinFast; tgdd=Thế Giới Di Động | xe ⟦vi:Vinfast⟧ tại ⟦tgdd:Thế giới di động⟧.
id | to=Tokopedia; go=GoTo | di ⟦to:Tokopedia⟧, Tokopedianya? ⟦go:GoTo⟧ go to.
de | a=Deutsche Bahn; b=Deutsche Telekom; c=Österreichische Post | Die ⟦a:Deutsche Bahn⟧ und Kunden der ⟦a:Deutschen Bahn⟧, bei der ⟦b:Deutschen Telekom⟧ und der ⟦c:Österreichischen Post⟧; deutsche Bahnen.
en | a=Disney+; b=Paramount+; c=Canal+ | ⟦a:Disney+⟧, ⟦a:Disney Plus⟧, ⟦b:Paramount Plus⟧ and ⟦c:Canal Plus⟧; Disney plus Hulu costs more. ⟦a:Disney+⟧'s
en | a=Disney Plus | ⟦a:Disney+⟧ and ⟦a:Disney Plus⟧
en | a=1Password; b=7UP; c=3M | ⟦a:1Password⟧, ⟦a:1 Password⟧; ⟦b:7UP⟧, ⟦b:7 Up⟧, ⟦b:7up⟧; remember 1 password, 7 up
en | a=De'Longhi; b=D'Addario | ⟦a:De Longhi⟧, ⟦a:DeLonghi⟧, ⟦b:D Addario⟧, ⟦b:D’Addario⟧
ja | a=セブン-イレブン; b=コカ・コーラ; c=ザ・ノース・フェイス | ⟦a:セブンイレブン⟧、⟦a:セブン‐イレブン⟧、⟦b:コカコーラ⟧と⟦b:コカ・コーラ⟧、⟦c:ザノースフェイス⟧、⟦c:ザ・ノース・フェイス⟧、⟦c:ザ ノース フェイス⟧
ko | a=배달의 민족; b=현대 백화점 | ⟦a:배달의민족⟧은, ⟦a:배달의 민족⟧, ⟦b:현대백화점⟧에서
ru | a=Перекрёсток; b=Тикток; c=Ситилинк | в ⟦a:Перекрёстке⟧, из ⟦a:Перекрестка⟧, ⟦b:Тиктока⟧, в ⟦b:Тиктоке⟧, ⟦c:Ситилинка⟧
pl | a=IKEA; b=Media Expert; c=Kaufland | w sklepie ⟦a:Ikei⟧ i z ⟦a:Ikeą⟧, w ⟦c:Kauflandem⟧
sl | a=Mercator; b=Spar; c=Lidl | V ⟦a:Mercatorju⟧ je ceneje kot v ⟦b:Sparu⟧ ali ⟦c:Lidlu⟧, izdelki ⟦a:Mercatorja⟧.
sr | a=Maxi; b=Gigatron; c=Tehnomanija | U ⟦a:Maxiju⟧ i ⟦b:Gigatronu⟧ je jeftinije nego u ⟦c:Tehnomaniji⟧.
no | a=Elkjøp; b=Komplett; c=Rema 1000 | ⟦a:Elkjøps⟧ priser er lave, hos ⟦b:Komplett⟧ og ⟦c:Rema 1000⟧ er de høyere, skriver ⟦a:Elkjop⟧.
ru | a=Новая почта; b=Почта России | ⟦a:Новой почтой⟧, ⟦a:Новую почту⟧, ⟦b:Почте России⟧, ⟦b:Почтой России⟧
cs | a=Česká spořitelna | U ⟦a:České spořitelny⟧ nebo v ⟦a:České spořitelně⟧ máte účet zdarma, s ⟦a:Českou spořitelnou⟧ také.
`;

export const everydayNames: readonly BrandSet[] = lines
  .trim()
  .split('\n')
  .map((line) => {
    const [language = '', names = '', text = ''] = line.split(' | ');
    return {
      language,
      script: 'any',
      heldOut: false,
      names: Object.fromEntries(
        names.split('; ').map((pair) => {
          const [id = '', name = ''] = pair.split('=');
          return [id, [name]];
        }),
      ),
      cases: [['line', text]],
    };
  });
