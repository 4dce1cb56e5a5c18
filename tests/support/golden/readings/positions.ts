/** Positions in an answer: the brands Acme, Kuvo and Strideon with the list position of each, by position. */

import { noContent } from '#shared/model/comparison/samples.ts';
import { createBrandMatcher } from '#shared/text/brands/brands.ts';
import { brandsInContent } from '#shared/text/brands/brandsInAnswer.ts';
import { linesOf, type ReadingSet } from './readingSet.ts';

const cases = linesOf(`
### 1. Acme\\n\\nGood.\\n\\n### 2. Kuvo\\n\\nLight. => Acme 1, Kuvo 2
**1. Acme**\\nGood.\\n\\n**2. Kuvo**\\nLight. => Acme 1, Kuvo 2
① Acme\\n② Kuvo => Acme 1, Kuvo 2
1️⃣ Acme – good\\n\\n2️⃣ Kuvo – light => Acme 1, Kuvo 2
１．Acme\\n２．Kuvo => Acme 1, Kuvo 2
1. Best overall – *Strideon*\\n2. Best value – *Acme* => Strideon 1, Acme 2
1. Best overall: Strideon\\n2. Best value: Acme => Strideon 1, Acme 2
1. Acme, cheaper than Kuvo\\n2. Strideon\\n3. Kuvo => Acme 1, Strideon 2, Kuvo 3
1. **Acme** – lighter than Kuvo\\n2. **Kuvo** – strong => Acme 1, Kuvo 2
1. Acme\\n   - cheaper than Kuvo\\n   - heavier than Strideon\\n2. Kuvo\\n3. Strideon => Acme 1, Kuvo 2, Strideon 3
- Acme\\n- Kuvo => Acme 1, Kuvo 2
#1 Acme\\n\\n#2 Kuvo => Acme 1, Kuvo 2
| Brand | Note |\\n|---|---|\\n| Acme | beats Kuvo |\\n| Kuvo | light | => Acme 1, Kuvo 2
Acme is good, Kuvo too. => Acme -, Kuvo -
## 2026 in review\\n\\nAcme is good. => Acme -
**#1. Acme**\\n\\nGood\\n\\n**#2. Kuvo** => Acme 1, Kuvo 2
### 1 – Acme\\n\\nx\\n\\n### 2 – Kuvo => Acme 1, Kuvo 2
**1 | Acme**\\n\\n**2 | Kuvo** => Acme 1, Kuvo 2
1. [Acme](https://acme.com)\\n2. [Kuvo](https://kuvo.com) => Acme 1, Kuvo 2
1. ![logo](x.png) Acme\\n2. Kuvo => Acme 1, Kuvo 2
1. ⭐ Acme\\n2. ⭐ Kuvo => Acme 1, Kuvo 2
🥇 **Acme**\\n🥈 **Kuvo**\\n🥉 **Strideon** => Acme 1, Kuvo 2, Strideon 3
(1) Acme\\n(2) Kuvo => Acme 1, Kuvo 2
1) Acme\\n2) Kuvo => Acme 1, Kuvo 2
第1位：Acme\\n\\n第2位：Kuvo => Acme 1, Kuvo 2
第十一位：Acme\\n\\n第二十三位：Kuvo => Acme 11, Kuvo 23
第九名 Acme 第十名 Kuvo 第十一名 Strideon => Acme 9, Kuvo 10, Strideon 11
1위. Acme\\n2위. Kuvo => Acme 1, Kuvo 2
1º Acme\\n2º Kuvo => Acme 1, Kuvo 2
١. Acme\\n٢. Kuvo => Acme 1, Kuvo 2
Platz 1: Acme\\n\\nPlatz 2: Kuvo => Acme 1, Kuvo 2
1. **Best overall:** Acme — beats Kuvo\\n2. **Best budget:** Kuvo => Acme 1, Kuvo 2
1. Best for families (Acme)\\n2. Best for runners (Kuvo) => Acme 1, Kuvo 2
1. If you want cheap: Acme\\n2. If you want strong: Kuvo => Acme 1, Kuvo 2
| # | Brand |\\n|---|---|\\n| 1 | Acme |\\n| 2 | Kuvo | => Acme 1, Kuvo 2
| Rank | Brand | Price |\\n|---|---|---|\\n| 2 | Kuvo | $3 |\\n| 1 | Acme | $4 | => Acme 1, Kuvo 2
| | Acme | Kuvo |\\n|---|---|---|\\n| Price | 1 | 2 | => Acme -, Kuvo -
My pick is Acme.\\n\\n1. Kuvo\\n2. Strideon => Kuvo 1, Strideon 2, Acme -
1. Kuvo\\n2. Strideon\\n\\n## Also good\\n\\n1. Acme => Kuvo 1, Acme 1, Strideon 2
Top picks:\\n\\n**1. Acme** ($49)\\n- Light\\n- Better value than Kuvo\\n\\n**2. Kuvo** ($59)\\n- Strong => Acme 1, Kuvo 2
Rank 1: Acme\\nRank 2: Kuvo => Acme 1, Kuvo 2
| Rank | Product |\\n|:--:|:--|\\n| 🥇 | **Acme** |\\n| 🥈 | Kuvo | => Acme 1, Kuvo 2
1. **Best for small teams** → Acme\\n2. **Best for enterprises** → Kuvo => Acme 1, Kuvo 2
1.) Acme\\n2.) Kuvo => Acme 1, Kuvo 2
[1] Acme\\n[2] Kuvo => Acme -, Kuvo -
- 🥇 Acme\\n- 🥈 Kuvo => Acme 1, Kuvo 2
1. *Acme* ‒ unlike **Kuvo**, it is light\\n2. *Strideon* => Acme 1, Strideon 2, Kuvo -
1. Not as good as Kuvo: Acme\\n2. Kuvo => Acme 1, Kuvo 2
1️⃣ **Acme**: leichter als Kuvo\\n2️⃣ **Kuvo**: stark => Acme 1, Kuvo 2
1-р: Acme => Acme -
Numéro 1 : Acme\\n\\nNuméro 2 : Kuvo => Acme 1, Kuvo 2
1.ª Acme\\n2.ª Kuvo => Acme 1, Kuvo 2
#1. Acme | #2. Kuvo => Acme 1, Kuvo 2
A. Acme\\n\\nB. Kuvo => Acme 1, Kuvo 2
a) Acme\\nb) Kuvo => Acme 1, Kuvo 2
I. Acme\\n\\nII. Kuvo\\n\\nIII. Strideon => Acme 1, Kuvo 2, Strideon 3
## A. Acme\\n\\nGood.\\n\\n## B. Kuvo\\n\\nLight. => Acme 1, Kuvo 2
### I. Acme\\n\\nx\\n\\n### II. Kuvo => Acme 1, Kuvo 2
Ⅰ. Acme\\n\\nⅡ. Kuvo => Acme 1, Kuvo 2
<ol>\\n<li><b>Acme</b> – good</li>\\n<li><b>Kuvo</b> – light</li>\\n</ol> => Acme 1, Kuvo 2
<ol start="3"><li>Acme</li><li>Kuvo</li></ol> => Acme 3, Kuvo 4
A. Acme is a brand of A. Kuvo. => Acme -, Kuvo -
I. Acme is one. => Acme -
Plan A: Acme\\nPlan B: Kuvo => Acme -, Kuvo -
**No. 1 – Acme**\\n\\n**No. 2 – Kuvo** => Acme 1, Kuvo 2
**Pick #1: Acme**\\n\\n**Pick #2: Kuvo** => Acme 1, Kuvo 2
1.Acme\\n2.Kuvo => Acme 1, Kuvo 2
1. **Acme**: A rival to Kuvo and Strideon\\n2. **Strideon**: light => Acme 1, Strideon 2, Kuvo -
a. Acme\\nb. Kuvo\\nc. Strideon => Acme 1, Kuvo 2, Strideon 3
А) Acme\\nБ) Kuvo => Acme 1, Kuvo 2
أ) Acme\\nب) Kuvo => Acme 1, Kuvo 2
## I. Introduction\\n\\nx\\n\\n## II. Acme\\n\\nx\\n\\n## III. Kuvo => Acme 2, Kuvo 3
J. Acme founded it.\\n\\nK. Kuvo too. => Acme -, Kuvo -
<ol><li><strong>Acme</strong>: cheaper than Kuvo</li><li>Strideon<ul><li>like Kuvo</li></ul></li></ol> => Acme 1, Strideon 2, Kuvo -
<ul>\\n<li>Acme</li>\\n<li>Kuvo</li>\\n</ul> => Acme 1, Kuvo 2
Use <code>ol</code>: Acme => Acme -
**Option A: Acme**\\n\\n**Option B: Kuvo** => Acme -, Kuvo -
**1.Acme**\\n\\n**2.Kuvo** => Acme 1, Kuvo 2
ii. Acme\\niii. Kuvo\\niv. Strideon => Acme 2, Kuvo 3, Strideon 4
II. Acme\\n\\nIII. Kuvo => Acme 2, Kuvo 3
IV. Acme\\n\\nV. Kuvo\\n\\nVI. Strideon => Acme 4, Kuvo 5, Strideon 6
**V. Acme**\\n\\nGood.\\n\\n**VI. Kuvo**\\n\\nLight. => Acme 5, Kuvo 6
IX) Acme\\nX) Kuvo\\nXI) Strideon => Acme 9, Kuvo 10, Strideon 11
V. Acme is good. => Acme -
6. Acme\\n7. Kuvo => Acme 6, Kuvo 7
10. Acme\\n9. Kuvo\\n8. Strideon => Strideon 8, Kuvo 9, Acme 10
No. 1: Acme\\n\\nNo. 2: Kuvo => Acme 1, Kuvo 2
Nr. 1 – Acme\\n\\nNr. 2 – Kuvo => Acme 1, Kuvo 2
N.º 1: Acme\\n\\nN.º 2: Kuvo => Acme 1, Kuvo 2
1-е место: Acme\\n\\n2-е место: Kuvo => Acme 1, Kuvo 2
Miejsce 1: Acme\\n\\nMiejsce 2: Kuvo => Acme 1, Kuvo 2
1. sija: Acme\\n\\n2. sija: Kuvo => Acme 1, Kuvo 2
Paikka 1: Acme\\nPaikka 2: Kuvo => Acme 1, Kuvo 2
1. místo – Acme\\n\\n2. místo – Kuvo => Acme 1, Kuvo 2
Sıra 1: Acme\\n\\nSıra 2: Kuvo => Acme 1, Kuvo 2
المركز 1: Acme\\n\\nالمركز 2: Kuvo => Acme 1, Kuvo 2
อันดับ 1: Acme\\n\\nอันดับ 2: Kuvo => Acme 1, Kuvo 2
Hạng 1: Acme\\n\\nHạng 2: Kuvo => Acme 1, Kuvo 2
Peringkat 1: Acme\\n\\nPeringkat 2: Kuvo => Acme 1, Kuvo 2
1位 Acme\\n2位 Kuvo => Acme 1, Kuvo 2
Top 1: Acme\\n\\nTop 2: Kuvo => Acme 1, Kuvo 2
第一名：Acme\\n\\n第二名：Kuvo => Acme 1, Kuvo 2
Option 1: Acme\\n\\nOption 2: Kuvo => Acme 1, Kuvo 2
**Winner: Acme**\\n\\n**Runner-up: Kuvo** => Acme -, Kuvo -
➊ Acme\\n➋ Kuvo => Acme 1, Kuvo 2
⓵ Acme\\n⓶ Kuvo => Acme 1, Kuvo 2
㊀ Acme\\n㊁ Kuvo => Acme 1, Kuvo 2
➀ Acme\\n➁ Kuvo => Acme 1, Kuvo 2
1. Acme (better than Kuvo and Strideon)\\n2. Strideon\\n3. Kuvo => Acme 1, Strideon 2, Kuvo 3
1. **Acme**, das leichter ist als Kuvo\\n2. **Kuvo** => Acme 1, Kuvo 2
1. Acme vs. Kuvo: Acme is lighter\\n2. Strideon => Acme 1, Strideon 2, Kuvo -
१. Acme\\n२. Kuvo => Acme 1, Kuvo 2
۱. Acme\\n۲. Kuvo => Acme 1, Kuvo 2
### **1) Acme**\\nGood\\n### **2) Kuvo**\\nLight => Acme 1, Kuvo 2
## 🏆 1. Acme\\n\\n## 🥈 2. Kuvo => Acme 1, Kuvo 2
> 1. Acme\\n> 2. Kuvo => Acme 1, Kuvo 2
- **#1 – Acme:** good\\n- **#2 – Kuvo:** light => Acme 1, Kuvo 2
The top 3 are: 1. Acme, 2. Kuvo and 3. Strideon. => Acme 1, Kuvo 2, Strideon 3
The best are (1) Acme, (2) Kuvo, and (3) Strideon. => Acme 1, Kuvo 2, Strideon 3
1st place: Acme\\n2nd place: Kuvo => Acme 1, Kuvo 2
1 · Acme\\n2 · Kuvo => Acme 1, Kuvo 2
* 1. Acme\\n* 2. Kuvo => Acme 1, Kuvo 2
#1 Acme\\n#2 Kuvo => Acme 1, Kuvo 2
1\\uff09Acme\\n2\\uff09Kuvo => Acme 1, Kuvo 2
【1位】Acme\\n【2位】Kuvo => Acme 1, Kuvo 2
TOP1：Acme\\nTOP2：Kuvo => Acme 1, Kuvo 2
TOP 1. Acme\\nTOP 2. Kuvo => Acme 1, Kuvo 2
1° posto: Acme\\n2° posto: Kuvo => Acme 1, Kuvo 2
1ère place : Acme\\n2ème place : Kuvo => Acme 1, Kuvo 2
1e plaats: Acme\\n2e plaats: Kuvo => Acme 1, Kuvo 2
1 место — Acme\\n2 место — Kuvo => Acme 1, Kuvo 2
`);

const heldOut = linesOf(`
## 1) Acme\\n\\nGood.\\n\\n## 2) Kuvo\\n\\nLight. => Acme 1, Kuvo 2
#### #1: Acme\\n\\nGood.\\n\\n#### #2: Kuvo => Acme 1, Kuvo 2
**1) Acme** is good.\\n\\n**2) Kuvo** is light. => Acme 1, Kuvo 2
❶ Acme\\n❷ Kuvo => Acme 1, Kuvo 2
1位 Acme\\n2位 Kuvo => Acme 1, Kuvo 2
1、Acme\\n2、Kuvo => Acme 1, Kuvo 2
🔟 Acme => Acme 10
1. Best overall — **Strideon**\\n2. Lightest — **Kuvo** => Strideon 1, Kuvo 2
1. Acme (better than Kuvo and Strideon)\\n2. Kuvo\\n3. Strideon => Acme 1, Kuvo 2, Strideon 3
1. Acme vs Kuvo\\n2. Kuvo => Acme 1, Kuvo 2
1. Acme\\n\\n   Cheaper than Strideon.\\n\\n2. Kuvo\\n3. Strideon => Acme 1, Kuvo 2, Strideon 3
- **1. Acme** – good\\n- **2. Kuvo** – light => Acme 1, Kuvo 2
No. 1: Acme\\n\\nNo. 2: Kuvo => Acme 1, Kuvo 2
1. For beginners\\n   - Acme\\n2. For experts\\n   - Kuvo => Acme -, Kuvo -
1. The Acme\\n2. “Kuvo” => Acme 1, Kuvo 2
3. Acme\\n4. Kuvo => Acme 3, Kuvo 4
Top 3:\\n\\n1. Acme\\n2. Kuvo\\n3. Strideon => Acme 1, Kuvo 2, Strideon 3
* Acme: good\\n* Kuvo: cheaper than Strideon => Acme 1, Kuvo 2, Strideon -
The 10. anniversary of Acme. => Acme -
1. Kuvo\\n2. Acme\\n\\nKuvo wins. => Kuvo 1, Acme 2
1. **Acme** — a rival of Kuvo.\\n1. **Kuvo** — strong.\\n1. **Strideon** — new. => Acme 1, Kuvo 2, Strideon 3
**Winner: Acme**\\n\\n**Runner-up: Kuvo** => Acme -, Kuvo -
| Feature | Acme | Kuvo |\\n|---|---|---|\\n| Weight | 1 kg | 2 kg |\\n| Rival | Kuvo | Acme | => Acme -, Kuvo -
1\\. Acme\\n\\n2\\. Kuvo => Acme 1, Kuvo 2
1 - Acme\\n2 - Kuvo => Acme 1, Kuvo 2
## 🥇 1. Acme – best overall\\n\\nBeats Kuvo.\\n\\n## 🥈 2. Kuvo – best value\\n\\nGood. => Acme 1, Kuvo 2
• Acme\\n• Kuvo => Acme 1, Kuvo 2
1. Unlike Kuvo, Acme is light.\\n2. Kuvo is strong. => Acme 1, Kuvo 2
一、Acme\\n二、Kuvo => Acme 1, Kuvo 2
**第1名：Acme**\\n**第2名：Kuvo** => Acme 1, Kuvo 2
1. Acme\\n\\n![x](https://a.example/x.png)\\n\\n2. Kuvo => Acme 1, Kuvo 2
1er : Acme\\n2e : Kuvo => Acme 1, Kuvo 2
Место 1: Acme\\n\\nМесто 2: Kuvo => Acme 1, Kuvo 2
1. Open the app of Acme\\n2. Log in\\n3. Choose Kuvo => Acme 1, Kuvo 3
A) Acme\\nB) Kuvo\\nC) Strideon => Acme 1, Kuvo 2, Strideon 3
(a) Acme\\n(b) Kuvo => Acme 1, Kuvo 2
i) Acme\\nii) Kuvo\\niii) Strideon => Acme 1, Kuvo 2, Strideon 3
**A. Acme**\\n\\nGood.\\n\\n**B. Kuvo**\\n\\nLight. => Acme 1, Kuvo 2
### IV. Acme\\n\\nx\\n\\n### V. Kuvo => Acme 4, Kuvo 5
<ol><li>Acme</li><li>Kuvo</li></ol> => Acme 1, Kuvo 2
Here:\\n\\n<ol>\\n  <li>Acme</li>\\n  <li>Kuvo, cheaper than Strideon</li>\\n  <li>Strideon</li>\\n</ol> => Acme 1, Kuvo 2, Strideon 3
<ul><li>Acme</li><li>Kuvo</li></ul> => Acme 1, Kuvo 2
I like Acme. => Acme -
A Acme lock => Acme -
1. Acme (tested against Kuvo)\\n2. Strideon => Acme 1, Strideon 2, Kuvo -
1. Best value is Acme\\n2. Best design is Kuvo => Acme 1, Kuvo 2
### 01. Acme\\n\\n### 02. Kuvo => Acme 1, Kuvo 2
| # | Lock |\\n|---|---|\\n| 1. | Acme |\\n| 2. | Kuvo | => Acme 1, Kuvo 2
A) **Acme** – good\\n\\nB) **Kuvo** – light => Acme 1, Kuvo 2
- A. Acme\\n- B. Kuvo => Acme 1, Kuvo 2
가. Acme\\n나. Kuvo => Acme 1, Kuvo 2
## A) Best overall: Acme\\n\\nx\\n\\n## B) Best value: Kuvo => Acme 1, Kuvo 2
I. Acme is a brand. J. Kuvo is a man. => Acme -, Kuvo -
Vitamin A. Acme sells it. => Acme -
<h3>1. Acme</h3><p>Good.</p><h3>2. Kuvo</h3><p>Light.</p> => Acme 1, Kuvo 2
Text before <ol><li>Acme</li><li>Kuvo</li></ol> => Acme 1, Kuvo 2
<table><tr><td>1</td><td>Acme</td></tr><tr><td>2</td><td>Kuvo</td></tr></table> => Acme 1, Kuvo 2
Rank #1 – Acme\\n\\nRank #2 – Kuvo => Acme 1, Kuvo 2
We looked at three: (1) Kuvo, which is light, and (2) Acme. => Kuvo 1, Acme 2
In 2 of 3 tests Acme beat Kuvo. => Acme -, Kuvo -
- 1) Acme\\n- 2) Kuvo => Acme 1, Kuvo 2
1st pick: Acme\\n2nd pick: Kuvo => Acme 1, Kuvo 2
Acme (1) and Kuvo (2) are fine. => Acme -, Kuvo -
`);

const names = ['Acme', 'Kuvo', 'Strideon'];
const matcher = createBrandMatcher(
  names.map((name) => ({ id: name, name, kind: 'own', aliases: [], domains: [] })),
);

export const positions: ReadingSet = {
  name: 'list positions of brands',
  read: (markdown) => {
    const found = brandsInContent({ ...noContent, text: markdown, markdown }, matcher, new Set(), {
      language: null,
      country: '',
    });
    const place = (rank: number | null) => rank ?? names.length + 100;
    const ranked = [...(found ?? [])].sort(([, one], [, two]) => place(one.listRank) - place(two.listRank));
    return ranked.map(([brand, { listRank }]) => `${names[brand]} ${listRank ?? '-'}`).join(', ');
  },
  cases,
  heldOut,
};
