/** The language of one sentence each; "und" where the text does not say it. */
import { identifyLanguage } from '#shared/text/words/language.ts';
import { linesOf, type ReadingSet } from './readingSet.ts';

const cases = linesOf(`
The best lock for most riders in the city is the one that is heavy and strong. => en
Das beste Schloss für die meisten Fahrer in der Stadt ist schwer und stabil. => de
Le meilleur antivol pour la plupart des cyclistes est lourd et solide. => fr
El mejor candado para la mayoría de los ciclistas es pesado y resistente. => es
Il miglior lucchetto per la maggior parte dei ciclisti è pesante e robusto. => it
O melhor cadeado para a maioria dos ciclistas é pesado e resistente. => pt
Het beste slot voor de meeste fietsers is zwaar en stevig. => nl
Det bästa låset för de flesta cyklister är tungt och starkt. => sv
Den bedste lås til de fleste cyklister er tung og stærk, og den koster ikke meget. => da
Den beste låsen for de fleste syklister er tung og sterk, og den koster ikke så mye. => no
Paras lukko useimmille pyöräilijöille on raskas ja vahva. => fi
Besti lásinn fyrir flesta hjólreiðamenn er þungur og sterkur. => is
Najlepszy zamek dla większości rowerzystów jest ciężki i mocny. => pl
Nejlepší zámek pro většinu cyklistů je těžký a pevný. => cs
Najlepší zámok pre väčšinu cyklistov je ťažký a pevný. => sk
A legtöbb kerékpáros számára a legjobb zár nehéz és erős. => hu
Cea mai bună încuietoare pentru majoritatea bicicliștilor este grea și rezistentă. => ro
Najbolja brava za većinu biciklista teška je i čvrsta, a nije skupa. => hr
Najboljša ključavnica za večino kolesarjev je težka in močna. => sl
Geriausia spyna daugumai dviratininkų yra sunki ir tvirta. => lt
Labākā slēdzene lielākajai daļai riteņbraucēju ir smaga un izturīga. => lv
Enamiku jalgratturite jaoks on parim lukk raske ja tugev. => et
Bravoja më e mirë për shumicën e çiklistëve është e rëndë dhe e fortë. => sq
Çoğu bisikletçi için en iyi kilit ağır ve sağlam olandır. => tr
Velosipedçilərin çoxu üçün ən yaxşı kilid ağır və möhkəmdir. => az
Gembok terbaik untuk sebagian besar pesepeda adalah yang berat dan kuat. => id
Mangga terbaik bagi kebanyakan penunggang basikal ialah yang berat dan kukuh. => ms
Ang pinakamahusay na kandado para sa karamihan ng mga siklista ay mabigat at matibay. => tl
Ổ khóa tốt nhất cho hầu hết người đi xe đạp là loại nặng và chắc chắn. => vi
Kufuli bora kwa waendesha baiskeli wengi ni nzito na imara. => sw
Die beste slot vir die meeste fietsryers is swaar en sterk. => af
El millor cadenat per a la majoria de ciclistes és pesat i resistent. => ca
Txirrindulari gehienentzat sarrailarik onena astuna eta sendoa da. => eu
O mellor cadeado para a maioría dos ciclistas é pesado e resistente, segundo as probas. => gl
Y clo gorau i'r rhan fwyaf o feicwyr yw'r un trwm a chryf. => cy
Лучший замок для большинства велосипедистов тяжёлый и прочный. => ru
Найкращий замок для більшості велосипедистів важкий і міцний. => uk
Най-добрата ключалка за повечето велосипедисти е тежка и здрава. => bg
Најбоља брава за већину бициклиста је тешка и чврста. => sr
Најдобрата брава за повеќето велосипедисти е тешка и цврста. => mk
أفضل قفل لمعظم راكبي الدراجات هو الثقيل والقوي. => ar
بهترین قفل برای بیشتر دوچرخه‌سواران سنگین و محکم است. => fa
Many people think that this phone is worth its price. => en
Viele Leute finden, dass dieses Telefon seinen Preis wert ist. => de
Beaucoup de gens pensent que ce téléphone vaut son prix. => fr
Mucha gente piensa que este teléfono vale lo que cuesta. => es
Molte persone pensano che questo telefono valga il suo prezzo. => it
Muita gente acha que este telefone não vale o que custa. => pt
Veel mensen vinden dat deze telefoon zijn prijs waard is. => nl
Många tycker att den här telefonen är värd sitt pris. => sv
Monet ihmiset ajattelevat, että tämä puhelin on hintansa arvoinen. => fi
Margir telja að þessi sími sé ekki þess virði. => is
Wiele osób uważa, że ten telefon jest wart swojej ceny. => pl
Mnoho lidí si myslí, že tento telefon stojí za svou cenu. => cs
Veľa ľudí si myslí, že tento telefón stojí za svoju cenu. => sk
Sokan úgy gondolják, hogy ez a telefon megéri az árát. => hu
Mulți oameni cred că acest telefon își merită prețul. => ro
Mnogi ljudi misle da ovaj telefon vrijedi svoje cijene. => hr
Veliko ljudi misli, da je ta telefon vreden svoje cene. => sl
Daug žmonių mano, kad šis telefonas yra vertas savo kainos. => lt
Daudzi cilvēki domā, ka šis telefons ir savas cenas vērts. => lv
Paljud inimesed arvavad, et see telefon on oma hinda väärt. => et
Shumë njerëz mendojnë se ky telefon e vlen çmimin e tij. => sq
Birçok kişi bu telefonun fiyatına değdiğini düşünüyor ve çok memnun. => tr
Bir çox insanlar düşünür ki, bu telefon qiymətinə dəyər. => az
Banyak orang berpikir bahwa ponsel ini tidak sepadan dengan harganya. => id
Ramai orang berpendapat bahawa telefon ini tidak berbaloi dengan harganya kerana mahal. => ms
Maraming tao ang nag-iisip na sulit ang presyo ng teleponong ito. => tl
Nhiều người nghĩ rằng chiếc điện thoại này xứng đáng với giá tiền. => vi
Watu wengi wanafikiri kwamba simu hii ina thamani ya bei yake. => sw
Baie mense dink dat hierdie foon sy prys werd is. => af
Molta gent pensa que aquest telèfon val el que costa. => ca
Jende askok uste du telefono honek bere prezioa merezi duela. => eu
Moita xente pensa que este teléfono non vale o que custa. => gl
Mae llawer o bobl yn meddwl bod y ffôn hwn yn werth ei bris. => cy
Многие люди считают, что этот телефон стоит своих денег. => ru
Багато людей вважають, що цей телефон вартий своєї ціни. => uk
Много хора смятат, че този телефон си струва парите. => bg
Многи људи мисле да овај телефон вреди своје цене. => sr
Многу луѓе мислат дека овој телефон ја вреди својата цена. => mk
يعتقد كثير من الناس أن هذا الهاتف يستحق ثمنه. => ar
بسیاری از مردم فکر می‌کنند این گوشی به قیمتش می‌ارزد. => fa
`);

const heldOut = linesOf(`
This bag is light, and it fits under the seat of most airlines. => en
Diese Tasche ist leicht und passt bei den meisten Fluglinien unter den Sitz. => de
Ce sac est léger et se glisse sous le siège de la plupart des avions. => fr
Esta bolsa es ligera y cabe debajo del asiento de casi todos los aviones. => es
Esta mala é leve e cabe debaixo do assento na maioria dos aviões. => pt
Questa borsa è leggera e sta sotto il sedile della maggior parte degli aerei. => it
Deze tas is licht en past bij de meeste maatschappijen onder de stoel. => nl
Den här väskan är lätt och får plats under sätet hos de flesta flygbolag. => sv
Denne taske er let og kan være under sædet hos de fleste flyselskaber. => da
Denne vesken er lett og får plass under setet hos de fleste flyselskap. => no
Tämä laukku on kevyt ja mahtuu istuimen alle useimmissa koneissa. => fi
Ta torba jest lekka i mieści się pod fotelem w większości samolotów. => pl
Tato taška je lehká a vejde se pod sedadlo ve většině letadel. => cs
Ez a táska könnyű, és a legtöbb gépen elfér az ülés alatt. => hu
Această geantă este ușoară și încape sub scaun în majoritatea avioanelor. => ro
Šis krepšys yra lengvas ir telpa po sėdyne daugumoje lėktuvų. => lt
Šī soma ir viegla un lielākajā daļā lidmašīnu ietilpst zem sēdekļa. => lv
See kott on kerge ja mahub enamikus lennukites istme alla. => et
Ta torba je lahka in gre pod sedež v večini letal. => sl
Bu çanta hafif ve çoğu uçakta koltuğun altına sığıyor, bu da çok iyi. => tr
Tas ini ringan dan bisa masuk ke bawah kursi di banyak pesawat. => id
Mfuko huu ni mwepesi na unaingia chini ya kiti cha ndege nyingi. => sw
Эта сумка лёгкая и помещается под сиденье в большинстве самолётов. => ru
Ця сумка легка і поміщається під сидіння в більшості літаків. => uk
Тази чанта е лека и се побира под седалката в повечето самолети. => bg
Kuvo => und
Chromoly 4130, 28" => und
`);

export const languages: ReadingSet = {
  name: 'languages of a sentence',
  read: (input) => identifyLanguage(input).code,
  cases,
  heldOut,
};
