/** What kind of thing a question is about; decides which aspects an answer weighs. */
export type TopicClass = 'product' | 'software' | 'money' | 'place';

/** Topics with aspects of their own are judged by those. */
export type AspectSet = TopicClass | 'lock' | 'shoe';

export type KnownTopic = {
  readonly slug: string;
  readonly kind: TopicClass;
  /** Price of a middling offer in US dollars. */
  readonly price: number;
  readonly pattern: RegExp;
  readonly aspects: AspectSet;
};

function known(
  slug: string,
  kind: TopicClass,
  price: number,
  pattern: RegExp,
  aspects: AspectSet = kind,
): KnownTopic {
  return { slug, kind, price, pattern, aspects };
}

/** Order matters twice: the first match wins, and every language names the topics in this order. */
export const knownTopics: readonly KnownTopic[] = [
  known(
    'folding-bike-locks',
    'product',
    85,
    /folding (?:bike |bicycle )?lock|folding bike lock|faltschl|antivols? pliant|candados? plegable|vouwslot|折りたたみ.*(?:ロック|鍵)/i,
    'lock',
  ),
  known(
    'bike-locks',
    'product',
    60,
    /(?:bike|bicycle|cycle)[- ]locks?|fahrradschl|antivols?|candados? (?:de|para) bici|lucchetti?.*bici|cadeados?|fietsslot|cykellås|zapięci.*rower|bisiklet kilid|自転車.*(?:鍵|ロック)|자전거 자물쇠|自行车锁|自行車鎖/i,
    'lock',
  ),
  known(
    'e-bikes',
    'product',
    2400,
    /e-?bikes?\b|electric (?:bike|bicycle)|pedelec|elektrofahrr|vélos? électrique|bicicletas? eléctrica|bici elettric|elcykel|rower.* elektryczn|電動自転車|전기 ?자전거/i,
  ),
  known(
    'running-shoes',
    'product',
    130,
    /running shoes?|trainers|sneakers?|laufschuh|chaussures? de (?:running|course)|zapatillas?|scarpe da (?:corsa|running)|tênis de corrida|hardloopschoen|löparskor|buty do biegania|ランニングシューズ|러닝화|跑鞋/i,
    'shoe',
  ),
  known(
    'headphones',
    'product',
    190,
    /headphones?|earbuds?|earphones?|kopfhörer|casques?|écouteurs|auriculares|cuffie|fones? de ouvido|koptelefoon|hörlurar|słuchawki|kulaklık|ヘッドホン|イヤホン|헤드폰|이어폰|耳机|耳機/i,
  ),
  known(
    'laptops',
    'product',
    1150,
    /laptops?|notebooks?\b|ordinateurs? portable|portátil|portatil|ノートパソコン|노트북|笔记本电脑|筆電/i,
  ),
  known(
    'smartphones',
    'product',
    720,
    /smartphones?|mobile phones?\b(?! plan)|cell ?phones?|handys?\b|téléphones?|スマホ|スマートフォン|스마트폰|手机|手機/i,
  ),
  known(
    'coffee-machines',
    'product',
    420,
    /coffee|espresso|kaffee|machines? à café|cafetera|macchin.*caffè|cafeteira|koffie|ekspres do kawy|kahve|コーヒー|커피|咖啡/i,
  ),
  known(
    'robot-vacuums',
    'product',
    480,
    /robot(?:ic)? vacuum|vacuum|saugroboter|staubsauger|aspirateur|aspirador|aspirapolvere|stofzuig|dammsug|odkurzacz|süpürge|掃除機|로봇 ?청소기|扫地机/i,
  ),
  known(
    'mattresses',
    'product',
    780,
    /mattress|matratze|matelas|colchón|colchones|colchão|materass|matras|madrass|materac|yatak|マットレス|매트리스|床垫|床墊/i,
  ),
  known(
    'electric-cars',
    'product',
    39000,
    /electric (?:car|vehicle)|\bevs?\b|elektroauto|e-auto|voitures? électrique|coches? eléctrico|auto elettric|carros? elétrico|elbil|samochod.*elektryczn|電気自動車|전기차|电动汽车|電動車/i,
  ),
  known(
    'skincare-products',
    'product',
    32,
    /skin ?care|moisturi[sz]er|sunscreen|hautpflege|sonnencreme|soins? (?:de|du) (?:la peau|visage)|crema|cuidado (?:de la|da) pe?i?e?l|hudvård|スキンケア|화장품|护肤|護膚/i,
  ),
  known('crm-systems', 'software', 45, /\bcrm\b/i),
  known(
    'project-management-tools',
    'software',
    14,
    /project management|task manage|kanban|projektmanagement|gestion de projets?|gestión de proyectos|gestão de projetos|プロジェクト管理|项目管理/i,
  ),
  known('vpn-services', 'software', 7, /\bvpns?\b/i),
  known('web-hosting', 'software', 9, /hosting|hébergeur|レンタルサーバー/i),
  known('seo-tools', 'software', 110, /\bseo\b|keyword tool|rank track/i),
  known(
    'online-banks',
    'money',
    6,
    /online bank|bank account|\bbanks?\b|girokonto|banques?|bancos?|banche|bankkonto|銀行|은행|银行/i,
  ),
  known(
    'credit-cards',
    'money',
    80,
    /credit cards?|kreditkarte|cartes? (?:de crédit|bancaire)|tarjetas? de crédito|cart[ae] di credito|cartões? de crédito|creditcard|クレジットカード|신용카드|信用卡/i,
  ),
  known(
    'insurance',
    'money',
    340,
    /insurance|versicherung|assurances?|seguros?|assicurazion|verzekering|försäkring|ubezpiecz|sigorta|保険|보험|保险/i,
  ),
  known('streaming-services', 'software', 13, /streaming|動画配信/i),
  known('hotels', 'place', 165, /hotels?|hôtels?|hoteles|where to stay|unterkunft|ホテル|호텔|酒店|飯店/i),
  known(
    'restaurants',
    'place',
    42,
    /restaurants?|ristoranti|restaurantes?|where to eat|レストラン|맛집|餐厅|餐廳/i,
  ),
  known(
    'language-apps',
    'software',
    11,
    /(?:language|learn).*(?:app|course)|learn (?:english|spanish|german|french)|sprach(?:lern)?-?app|語学アプリ/i,
  ),
  known(
    'pet-food',
    'product',
    48,
    /(?:dog|cat|pet) food|hundefutter|katzenfutter|croquettes|ドッグフード|狗粮/i,
  ),
  known(
    'strollers',
    'product',
    520,
    /strollers?|prams?\b|pushchair|kinderwagen|poussettes?|ベビーカー|유모차|婴儿车/i,
  ),
  known('solar-panels', 'product', 7200, /solar|photovoltai|photovoltaï|太陽光|태양광|太阳能/i),
  known(
    'mobile-plans',
    'money',
    24,
    /(?:mobile|phone|sim|data)[- ](?:phone )?plans?|handytarif|forfaits? mobile|格安SIM|요금제/i,
  ),
  known(
    'backpacks',
    'product',
    110,
    /backpacks?|rucksack|rucksäcke|sacs? à dos|mochilas?|zain[oi]|rugzak|ryggsäck|plecak|リュック|백팩|背包/i,
  ),
];
