/** Brand mentions in the scripts of India, Thailand and their neighbours. */
import type { BrandSet } from '../brandCases.ts';

export const southAsian: readonly BrandSet[] = [
  {
    language: 'hi',
    script: 'Deva',
    names: { taa: ['ताला'], kam: ['कमल'], faz: ['फ़ौलाद'] },
    cases: [
      ['plain', 'सबसे अच्छा ⟦kam:कमल⟧ का ⟦taa:ताला⟧ है।'],
      ['inside word', 'तालाब, कमला और कमलेश ब्रांड नहीं हैं।'],
      ['normal form', '⟦faz:फ\u093cौलाद⟧ और ⟦faz:\u095eौलाद⟧ एक हैं।'],
      ['danda', 'खरीदें ⟦kam:कमल⟧। ⟦taa:ताला⟧॥'],
      ['joiner', '⟦kam:क\u200dमल⟧ और ⟦taa:ताला⟧-सेट।'],
    ],
  },
  {
    language: 'mr',
    script: 'Deva',
    names: { kul: ['कुलूप'] },
    cases: [['plain', '⟦kul:कुलूप⟧ हा ब्रँड आहे, कुलूपबंद नाही.']],
  },
  {
    language: 'bn',
    script: 'Beng',
    names: { tal: ['তালা'], fol: ['ফোল্ডমাস্টার'], sho: ['সোনা'] },
    cases: [
      ['plain', 'সেরা ⟦fol:ফোল্ডমাস্টার⟧ আর ⟦tal:তালা⟧।'],
      ['inside word', 'তালাক, সোনালি আর সোনালু ব্র্যান্ড নয়।'],
      ['suffix', '⟦fol:ফোল্ডমাস্টার⟧ের দাম কম।'],
      ['normal form', '⟦sho:স\u09c7\u09beনা⟧ ও ⟦fol:ফ\u09c7\u09beল্ডমাস্টার⟧।'],
    ],
  },
  {
    language: 'ta',
    script: 'Taml',
    names: { poo: ['பூட்டு'], kal: ['கல்'], fol: ['ஃபோல்ட்மாஸ்டர்'] },
    cases: [
      ['plain', 'சிறந்தது ⟦fol:ஃபோல்ட்மாஸ்டர்⟧ மற்றும் ⟦poo:பூட்டு⟧.'],
      ['inside word', 'கல்வி, மகிழ்கல்லூரி, கல்லூரி பிராண்ட் அல்ல.'],
      ['suffix', '⟦fol:ஃபோல்ட்மாஸ்டர்⟧இன் விலை நல்லது.'],
      ['normal form', '⟦fol:ஃப\u0bc7\u0bbeல்ட்மாஸ்டர்⟧.'],
    ],
  },
  {
    language: 'te',
    script: 'Telu',
    names: { tal: ['తాళం'], ra: ['రామ'] },
    cases: [['inside word', '⟦tal:తాళం⟧ మంచిది; రాముడు, శ్రీరామ కాదు, ⟦ra:రామ⟧ అవును.']],
  },
  {
    language: 'gu',
    script: 'Gujr',
    names: { tal: ['તાળું'], kam: ['કમળ'] },
    cases: [['inside word', '⟦kam:કમળ⟧ નું ⟦tal:તાળું⟧ સારું; કમળાબેન નહીં.']],
  },
  {
    language: 'pa',
    script: 'Guru',
    names: { jin: ['ਜਿੰਦ'], sher: ['ਸ਼ੇਰ'] },
    cases: [['inside word', '⟦sher:ਸ਼ੇਰ⟧ ਵਧੀਆ; ⟦sher:ਸ\u0a3cੇਰ⟧ ਵੀ; ਜਿੰਦਗੀ ਨਹੀਂ।']],
  },
  {
    language: 'kn',
    script: 'Knda',
    names: { bi: ['ಬೀಗ'] },
    cases: [['inside word', '⟦bi:ಬೀಗ⟧ ಉತ್ತಮ; ಬೀಗರು ಅಲ್ಲ.']],
  },
  {
    language: 'ml',
    script: 'Mlym',
    names: { pu: ['പൂട്ട്'], ka: ['കട'] },
    cases: [['inside word', '⟦pu:പൂട്ട്⟧ നല്ലത്; കടൽ, അകട അല്ല; ⟦ka:കട⟧ മാത്രം.']],
  },
  {
    language: 'si',
    script: 'Sinh',
    names: { agu: ['අගුල'] },
    cases: [['inside word', '⟦agu:අගුල⟧ හොඳයි; අගුලක් සහ මහඅගුල නොවේ.']],
  },
  {
    language: 'th',
    script: 'Thai',
    names: { siam: ['สยามล็อค'], laz: ['ลาซาด้า'], tak: ['ตาก'], nam: ['น้ำใจ'] },
    cases: [
      ['plain', 'แนะนำ⟦siam:สยามล็อค⟧เพราะแข็งแรง'],
      ['no spaces', 'ซื้อ⟦laz:ลาซาด้า⟧วันนี้ถูกกว่าที่ร้าน'],
      ['inside word', 'ตากล้องถ่ายรูปไม่ใช่จังหวัด'],
      ['spaces', 'จังหวัด ⟦tak:ตาก⟧ มีร้าน ⟦siam:สยามล็อค⟧'],
      ['inside word', 'คุณตากับคุณยายมาที่ร้าน'],
      ['quotes', 'แบรนด์ “⟦siam:สยามล็อค⟧” และ (⟦laz:ลาซาด้า⟧)'],
      ['latin', 'กุญแจ⟦siam:สยามล็อค⟧รุ่น Pro 90'],
      ['normal form', 'ร้าน⟦nam:น\u0e49\u0e4d\u0e32ใจ⟧ และ ⟦nam:น้ำใจ⟧'],
    ],
  },
  {
    language: 'km',
    script: 'Khmr',
    names: { so: ['សោ'] },
    cases: [['inside word', 'ម៉ាក “⟦so:សោ⟧” ល្អ សោក និង សោភ័ណ មិនមែនទេ។']],
  },
  {
    language: 'lo',
    script: 'Laoo',
    names: { ka: ['ກະແຈ'] },
    cases: [['plain', 'ຍີ່ຫໍ້ “⟦ka:ກະແຈ⟧” ດີ']],
  },
  {
    language: 'my',
    script: 'Mymr',
    names: { sh: ['ရွှေ'] },
    cases: [['plain', 'အမှတ်တံဆိပ် “⟦sh:ရွှေ⟧” ကောင်းသည်။']],
  },
];
