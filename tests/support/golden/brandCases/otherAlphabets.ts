/** Brand mentions in Cyrillic, Greek, Georgian, Armenian and Ethiopic. */
import type { BrandSet } from '../brandCases.ts';

export const otherAlphabets: readonly BrandSet[] = [
  {
    language: 'ru',
    script: 'Cyrl',
    names: { ark: ['Арка'], zver: ['Зверёк'], fm: ['Foldmaster', 'Фолдмастер'], mir: ['Мир Замков'] },
    cases: [
      ['plain', 'Лучшие замки — ⟦fm:Фолдмастер⟧ и ⟦ark:Арка⟧.'],
      ['inside word', 'Ярмарка, старка и аркада не марки замков.'],
      ['folding', '⟦zver:Зверек⟧ и ⟦zver:ЗВЕРЁК⟧ — одна марка; зверьки — нет.'],
      ['stress mark', 'Ударение: ⟦ark:А\u0301рка⟧, ⟦fm:Фолдма\u0301стер⟧.'],
      ['normal form', '⟦zver:Звере\u0308к⟧ дешевле.'],
      ['apostrophe', 'Цена ⟦fm:Foldmaster⟧’а и ⟦fm:Foldmaster⟧-а.'],
      ['quotes', 'Фирма «⟦ark:Арка⟧», магазин „⟦mir:Мир замков⟧“.'],
      ['hyphen', 'Мультибренд: ⟦ark:Арка⟧-Сервис, замок-⟦fm:фолдмастер⟧.'],
      ['glued script', 'Возьмите ⟦fm:Foldmaster⟧ом или телефон.'],
      ['case', '⟦mir:МИР  ЗАМКОВ⟧ открыт, миру замков радуются.'],
    ],
  },
  {
    language: 'uk',
    script: 'Cyrl',
    names: { ij: ['Їжак'], ob: ['Об'], yun: ['Юність'] },
    cases: [
      ['apostrophe', "Об’єкт і об'єднання; фірма «⟦ob:Об⟧»."],
      ['normal form', '⟦ij:І\u0308жак⟧ та ⟦ij:ЇЖАК⟧; їжачок ні.'],
      ['inside word', 'Юністю пахне, ⟦yun:Юність⟧ продає.'],
    ],
  },
  {
    language: 'bg',
    script: 'Cyrl',
    names: { kat: ['Катинар'], yi: ['Йон'] },
    cases: [
      ['normal form', 'Магазин ⟦yi:И\u0306он⟧ и ⟦kat:КАТИНАР⟧; йони и йонизатор не са марки.'],
      ['hyphen', '⟦kat:Катинар⟧-ът е по-евтин; катинарче не е.'],
    ],
  },
  {
    language: 'sr',
    script: 'Cyrl',
    names: { br: ['Брава', 'Brava'] },
    cases: [['two scripts', '⟦br:Брава⟧ и ⟦br:Brava⟧ су исто; браварија и bravarija нису.']],
  },
  {
    language: 'el',
    script: 'Grek',
    names: { kl: ['Κλειδός'], ath: ['Αθήνα Lock', 'Αθήνα'], oi: ['Όαση'] },
    cases: [
      ['final sigma', '⟦kl:ΚΛΕΙΔΟΣ⟧, ⟦kl:Κλειδός⟧ και ⟦kl:κλειδος⟧ είναι η ίδια μάρκα.'],
      ['folding', '⟦ath:ΑΘΗΝΑ⟧ και ⟦ath:Αθηνα Lock⟧, ⟦oi:ΟΑΣΗ⟧ και ⟦oi:οαση⟧.'],
      ['normal form', '⟦ath:Αθη\u0301να⟧ και ⟦oi:Ο\u0301αση⟧ και ⟦oi:Ὄαση⟧.'],
      ['inside word', 'Η Αθηναία, ο κλειδοσωλήνας και η οασηδα δεν είναι.'],
      ['quotes', 'Το «⟦kl:Κλειδός⟧» (της ⟦ath:Αθήνα⟧)· και ⟦oi:Όαση⟧;'],
      ['apostrophe', 'Απ’ την ⟦oi:Όαση⟧ κι απ’ ⟦ath:Αθήνα⟧.'],
    ],
  },
  {
    language: 'ka',
    script: 'Geor',
    names: { ar: ['არკი'], fold: ['ფოლდმასტერი'] },
    cases: [
      ['plain', 'საუკეთესოა ⟦ar:არკი⟧ და ⟦fold:ფოლდმასტერი⟧.'],
      ['inside word', 'პარკი და მარკირება, არკიტექტურა არ არის ბრენდი.'],
      ['suffix', '⟦fold:ფოლდმასტერი⟧ს ფასი დაბალია.'],
      ['capital letters', '⟦ar:ᲐᲠᲙᲘ⟧ და პარკინგი.'],
      ['quotes', 'კომპანია „⟦ar:არკი⟧“ ყიდის.'],
    ],
  },
  {
    language: 'hy',
    script: 'Armn',
    names: { kog: ['Կողպեք'], ar: ['Արա'] },
    cases: [
      ['plain', 'Լավագույնը ⟦kog:Կողպեք⟧ն է, ոչ թե ⟦ar:Արա⟧ն։'],
      ['inside word', 'Բարակ, արագ և Արարատ բառերը բրենդ չեն։'],
      ['suffix', '⟦kog:Կողպեք⟧ի գինը ցածր է, ⟦kog:ԿՈՂՊԵՔ⟧ը թանկ։'],
      ['quotes', '«⟦ar:Արա⟧» ընկերությունը։'],
    ],
  },
  {
    language: 'am',
    script: 'Ethi',
    names: { qu: ['ቁልፍ'], ab: ['አበባ'] },
    cases: [
      ['plain', 'ምርጡ ⟦qu:ቁልፍ⟧ እና ⟦ab:አበባ⟧ ናቸው።'],
      ['inside word', 'ቁልፍነት እና አዲስአበባውያን ብራንድ አይደሉም።'],
    ],
  },
];
