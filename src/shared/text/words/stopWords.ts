/**
 * The most common short words of each language, chosen to distinguish similar languages (Danish and Norwegian,
 * Spanish and Portuguese). Word-by-word comparison of queries ignores them.
 */
const lists: Readonly<Record<string, string>> = {
  en: 'the of and to in is you that it for on are with as this be at from have or by not but what all were when we your can there an which their if will about how them these so some would with most best than who only do does did how why where my i me should',
  de: 'der die das und ist nicht ein eine einen einem einer eines zu den dem des von mit auf für im sich auch es an werden aus bei nach wird oder als wie wenn sind hat noch nur über um am sie ich man sehr durch mehr kann zum zur beim gegen',
  fr: 'le la les des et est un une du de en que qui dans pour pas sur au avec ce il sont plus par ou cette vous nous ne se mais comme aux être son sa ses leur très aussi fait sans entre votre ces si même',
  es: 'el la los las de y que en un una es por con para del se al lo su más como pero sus este esta también son entre cuando muy sin sobre hay ser está si ya desde todo nos hasta donde una estos mejor',
  pt: 'o os as de e que em um uma é por com para do da dos das no na nos nas se mais como mas ao aos também são entre quando muito sem sobre ser está seu sua pelo pela não ou já você esta este até melhor',
  it: 'il lo la gli le di e che in un una è per con del della dei delle nel nella si al alla più come ma anche sono tra non su questo questa da dal dalla ai alle molto se o essere ha degli sul sulla quando',
  nl: 'de het een en van is in op te dat die voor met zijn niet aan er om ook als maar bij uit wordt naar deze dan nog door worden over je tot of meer kan hebben ze zeer heeft geen wel goed hun u',
  pl: 'i w na z do się że to jest nie o jak po za od przez dla oraz są ale tak który która które czy lub może być bardzo tylko już także przy ze pod ich jego gdy co bez najlepsze',
  sv: 'och i att det som en på är av för med den till inte har de om ett men var sig så från kan när eller vi du ska även mycket bara bra alla där efter under mot utan måste också mer över',
  da: 'og i at det som en på er af for med den til ikke har de om et men var sig så fra kan når eller vi du skal også meget kun god alle der efter under mod uden mere over hvis af denne bliver',
  no: 'og i å det som en på er av for med den til ikke har de om et men var seg så fra kan når eller vi du skal også mye bare god alle der etter under mot uten mer over hvis denne blir ikke etter',
  fi: 'ja on ei että se hän oli joka mutta myös kun niin ovat tai kuin sen ne voi jos mitä vain nyt jo sekä hyvin tämä ole ovat mukaan ennen kanssa enemmän paras siitä tämän niitä sitä joten kaikki',
  cs: 'a v na se je že s z do i o jako pro to ale by po za jsou které který od ve při tak nebo být si jeho může také podle až jen velmi této není ze mezi než pokud nejlepší',
  sk: 'a v na sa je že s z do aj o ako pre to ale by po za sú ktoré ktorý od vo pri tak alebo byť si jeho môže tiež podľa až len veľmi tejto nie je zo medzi než ak najlepšie',
  hu: 'a az és hogy nem is egy ez van de meg csak már még vagy mint ha el volt ki kell lehet nagyon akkor ami minden pedig olyan szerint közül után alatt jó több legjobb sem azt ezt között',
  ro: 'și de la în a o pe cu că este un nu care din sau se mai pentru sunt ca fi cele cea dar prin după foarte acest această ale lui dacă fost între fără cel au poate toate bun',
  tr: 've bir bu da de için ile çok daha en olarak gibi kadar olan var ne o ki ama veya ise göre sonra her değil en iyi hem şey bunu şu ya mi olduğu arasında üzerinde kullanım iyi olabilir',
  id: 'yang dan di dengan untuk pada ini dari adalah tidak itu ke dalam akan juga atau bisa lebih karena oleh anda dapat ada sebagai seperti sudah saat jika namun banyak paling sangat terbaik harga mereka',
  vi: 'và của là có trong cho các được với một không người này những khi để đến từ hay cũng nhiều nhất như thì bạn tốt ra vào về trên phải rất hơn nên đã sẽ tại loại',
  hr: 'i u je na se da za od s su kao ali ili što nije bi po iz koji koja koje do ako samo još vrlo može biti kod više kako najbolji sve te ovaj ova',
  ca: 'el la els les de i que en un una és per amb del al se com més però també són o no aquest aquesta ser entre quan molt sense sobre seu seva fins dels pel millor hi ha',
  ru: 'и в не на что с по это как для но из к у за от так же или если есть только при более до также чтобы уже может бы его они все который которые где очень можно лучше',
  uk: 'і в не на що з по це як для але із до у за від так же або якщо є тільки при більш також щоб вже може би його вони всі який які де дуже можна та краще й',
  bg: 'и в не на че с по това как за но от до или ако е само при също може да се са които който много най още което са ще има',
  sr: 'и у је на се да за од с су као али или што није би по из који која које до ако само још врло може бити код више како све',
  ar: 'في من على إلى أن هذا هذه التي الذي مع عن كان ما لا هو هي أو كما قد بين بعد قبل حتى كل أكثر أفضل ثم لم إذا عند غير يمكن ذلك',
  fa: 'در از به که این را با است برای آن های می یک تا بر هم شود کرد خود دارد یا بهترین نیز اما اگر باید است کنید',
  ur: 'کے میں کی ہے اور سے کا کو پر یہ ہیں نے کہ جو اس بھی نہیں ایک تو کر کیا بہترین',
  hi: 'के में की है और से का को पर यह हैं ने कि जो इस भी नहीं एक तो कर के लिए सबसे या अच्छा आप हो था',
  mr: 'आहे आणि या च्या मध्ये ते ही हे नाही एक तर साठी आहेत पण किंवा सर्वात',
};

export const stopWords = wordSets(lists);

/**
 * Common short words of languages that are only told apart from those above, so that a text in them is not taken for
 * one of those. They are not ignored anywhere.
 */
const otherLists: Readonly<Record<string, string>> = {
  tr: 'gün içinde önce yıl kişi size sizin bunun',
  ca: 'dies les pots els dins mes nostra vostra podeu',
  fi: 'voit päivän päivää kuluessa tai sinun minun on vuoden jälkeen',
  it: 'entro dall dell nell all puoi può giorni',
  en: 'a its has had been was more our us get one two many people because should just also into than then',
  pt: 'maioria muito muita muitos pessoas este isto essa então pode tem foi',
  es: 'mayoría mucha muchos gente personas esto ese puede tiene fue',
  nl: 'beste meeste veel mensen dit hij zij ons wat wel moet',
  da: 'mange mennesker fordi hvad noget nogle meget bedste blev havde dig mig inden dage uden kunne selv',
  no: 'mange mennesker fordi hva noe noen at beste ble hadde mener deg meg innen dager uten kunne selv',
  sv: 'många människor därför vad något några bästa blev hade kan dig mig inom tillbaka dagar vill finns',
  cs: 'lidí tento tato mnoho většinu jsem nebo které proto aby když',
  sk: 'ľudí tento táto veľa väčšinu som alebo ktoré preto aby keď',
  hr: 'ljudi ovaj mnogi većinu nije najbolja jer ako zato tko gdje misle',
  sr: 'људи овај многи већину није најбоља јер ако зато ко где мисле',
  bg: 'хора този много повечето защото най че не това които',
  id: 'bahwa harganya sebagian besar bagi telah karena sangat tersebut orang bisa sepatu uang mobil mengembalikan ponsel karena',
  is: 'og að er í á sem það við til um en ekki fyrir hann var eða með af ég þetta eru þú frá hefur ef þeir best flestir besti hún sé verið mjög',
  sl: 'ta ljudi veliko večino ker zato kdo kje misli in je na se za da ki so pa ne po pri ali kot tudi bi od iz ni če še lahko samo zelo vse do najboljša najboljši bolj med kjer ga jih ter po dneh dni lahko svoje ali ob vas vam',
  lt: 'ir yra kad į iš su tai ne kaip ar bet už o dėl prie nuo jis ji buvo tik labai gali būti po per taip jei arba kuris kuri šis ši geriausia geriausias daugiau',
  lv: 'un ir ar no uz ka par kas tas ne bet vai arī pie lai pēc kā to būt tā ja jo ļoti var nav šis šī labākā labākais lielākā vairāk gan kurš līdz',
  et: 'ja on ei et see kui ka mis oma aga ta oli ning või kuid ma sa nii siis välja ole jaoks väga parim enamiku kes mida kõige rohkem selle saab pole nende',
  sq: 'dhe e të në për me një nga që është i nuk më si por ka do ose kjo ky janë edhe mund shumë mirë nëse duke ku tij sa kur deri',
  az: 'gün ərzində üzrə lazım və bir bu ilə üçün də da ki olan daha ən çox var olar kimi sonra o amma isə deyil bütün yaxşı hər onun əgər ya qədər edir',
  ms: 'bahawa harganya tersebut orang kebanyakannya yang dan di dengan untuk pada ini dari adalah tidak itu ke dalam akan juga atau boleh lebih kerana oleh anda dapat ada sebagai seperti ialah bagi kebanyakan terbaik telah mereka banyak sangat boleh kasut wang kereta memulangkan kerana tempoh',
  tl: 'ang ng sa na ay mga at para ito hindi may si ni kung mas nito siya ka ko po o din rin lang isang pinaka dahil karamihan ngunit kaya',
  sw: 'ya na wa kwa ni la za katika kama hii si cha vya hiyo huu hizi lakini au sana zaidi bora wengi kuwa yake kutoka pia hata ili baada kila unaweza ndani siku kwenye mtu watu ni pamoja baada',
  af: 'die en van is in dat nie vir met om te op het sy wat ek hy ons hulle jy ook as maar baie kan word deur sal meer meeste beste hierdie',
  eu: 'eta da ez du bat dira baina ere hau dute izan hori zuen egin den oso edo bere behar gehienentzat onena baino dago duten daude honek barruan egunen dezakezu ditzakezu baina gure zure duzu',
  gl: 'o a os as de e que en un unha é por para con do da dos das no na nos nas se máis como pero ou ao tamén son moi polo pola non mellor maioría segundo este esta ser entre cando podes nun nunha días che non ben',
  cy: 'y yr yn a i o ar ac am mae ei ond gan oedd fel bod hefyd neu nid wedi ydy yw sydd gyda rhan fwyaf gorau iawn hwn hon hyn eu',
  mk: 'луѓе овој многу мнозинството затоа што кој и во на не што се со по за но од до или ако е како да ќе би кој која многу може при само сите најдобрата најдобриот повеќето нејзе тоа овој оваа го ги им',
  be: 'і ў не на што з па гэта як для але са да ад так або калі ёсць толькі пры больш каб можа яго яны усе які дзе вельмі найлепшы',
};

export const otherWords: typeof stopWords = wordSets(otherLists);

function wordSets(written: typeof lists): Readonly<Record<string, ReadonlySet<string>>> {
  return Object.fromEntries(
    Object.entries(written).map(([code, words]) => [code, new Set(words.split(' '))]),
  );
}

/** Letters that (almost) only this language of its script uses. */
export const uniqueLetters: Readonly<Record<string, ReadonlySet<string>>> = {
  de: new Set('ß'),
  es: new Set('ñ¿¡'),
  pt: new Set('ãõ'),
  pl: new Set('łąęśźżń'),
  cs: new Set('řěů'),
  sk: new Set('ľĺŕô'),
  hu: new Set('őű'),
  ro: new Set('ășțţ'),
  tr: new Set('ğış'),
  vi: new Set('ạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹđươ'),
  da: new Set('æ'),
  no: new Set('æ'),
  is: new Set('ðþý'),
  lt: new Set('ėįų'),
  lv: new Set('āēīķļņģ'),
  az: new Set('ə'),
  uk: new Set('іїєґ'),
  ru: new Set('ыэё'),
  bg: new Set('ъ'),
  sr: new Set('ђћ'),
  mk: new Set('ѓќѕ'),
  be: new Set('ў'),
  fa: new Set('پچژگ'),
  ur: new Set('ٹڈڑںےہ'),
};
