/** Brand mentions in Hebrew and in the Arabic script. */
import type { BrandSet } from '../brandCases.ts';

export const middleEastern: readonly BrandSet[] = [
  {
    language: 'he',
    script: 'Hebr',
    names: { hat: ['חצין'], tz: ['צה"ב'], beit: ['בית-מנעול'], fm: ['Foldmaster'] },
    cases: [
      ['plain', 'המנעול של ⟦hat:חצין⟧ הוא הטוב ביותר.'],
      ['prefix', 'קנינו ב⟦hat:חצין⟧ ול⟦hat:חצין⟧, וש⟦hat:חצין⟧ מוכרת; כשב⟦hat:חצין⟧ זול.'],
      ['maqaf', 'המנעולים ב־⟦fm:Foldmaster⟧ וב־⟦hat:חצין⟧ ושל ה-⟦fm:Foldmaster⟧.'],
      ['maqaf', 'חנות ⟦beit:בית־מנעול⟧ וגם ⟦beit:בית-מנעול⟧.'],
      ['gershayim', 'חברת ⟦tz:צה״ב⟧ וחברת ⟦tz:צה"ב⟧ זהות; צהבהב לא.'],
      ['gershayim', 'דו״ח על ״⟦hat:חצין⟧״'],
      ['points', '⟦hat:חָצִין⟧ בניקוד.'],
      ['inside word', 'מחצינים, חצינות והחצינים אינם מותג.'],
      ['quotes', 'המותג ב"⟦hat:חצין⟧" וב„⟦hat:חצין⟧”.'],
    ],
  },
  {
    language: 'ar',
    script: 'Arab',
    names: { his: ['حصين'], ama: ['أمان'], mak: ['مكتبة النور'], qi: ['قفلي'] },
    cases: [
      ['plain', 'أفضل الأقفال من ⟦his:حصين⟧ و⟦ama:أمان⟧.'],
      ['prefix', 'اشترينا من ال⟦his:حصين⟧ وب⟦his:حصين⟧، لل⟦ama:أمان⟧ سعر أقل.'],
      ['folding', '⟦ama:امان⟧ و⟦ama:أَمَان⟧ و⟦mak:مكتبه النور⟧ و⟦qi:قفلى⟧.'],
      ['tatweel', 'شركة ⟦his:حصـــين⟧ وشركة ⟦ama:أمـان⟧.'],
      ['inside word', 'الحصينة، تحصينات، وأمانة ليست علامات.'],
      ['quotes', 'علامة «⟦his:حصين⟧»، و"⟦ama:أمان⟧"؛ هل ⟦his:حصين⟧؟'],
      ['presentation forms', 'العلامة ⟦his:ﺣﺼﻴﻦ⟧ قديمة.'],
      ['digits', 'سعر ⟦his:حصين⟧ ٩٠ ريال.'],
      ['mixed', 'قفل Foldmaster من ⟦his:حصين⟧.'],
    ],
  },
  {
    language: 'fa',
    script: 'Arab',
    names: { qof: ['قفل‌یار'], kel: ['کلید'], snap: ['اسنپ'] },
    cases: [
      ['zero-width', 'بهترین ⟦qof:قفل‌یار⟧ یا ⟦qof:قفل یار⟧ است؛ ⟦qof:قفلیار⟧ هم.'],
      ['letters', '⟦kel:کلید⟧ و ⟦kel:كليد⟧ یکی است.'],
      ['zero-width', '⟦snap:اسنپ⟧‌ها ارزان‌اند، اسنپ‌فود نه.'],
      ['inside word', 'کلیدی و شاه‌کلید نام تجاری نیستند.'],
    ],
  },
  {
    language: 'ur',
    script: 'Arab',
    names: { taa: ['تالا گھر'], pak: ['پاک'] },
    cases: [
      ['plain', 'سب سے بہتر ⟦taa:تالا گھر⟧ ہے، ⟦pak:پاک⟧ کا نہیں۔'],
      ['inside word', 'پاکستان اور پاکیزہ برانڈ نہیں ہیں۔'],
    ],
  },
];
