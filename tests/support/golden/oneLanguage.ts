/** Golden cases within one language: prices, orders, inserted steps, added rows, rewritten paragraphs. */
import { brand, type GoldenCase } from './goldenCase.ts';

const locks = [
  brand('F', 'Foldmaster 90', 'Foldmaster'),
  brand('C', 'CycleGuard X', 'CycleGuard'),
  brand('L', 'Lockhart U2', 'Lockhart'),
  brand('V', 'VeloSafe'),
  brand('K', 'Kettenwerk'),
];

export const oneLanguage: readonly GoldenCase[] = [
  {
    name: 'prices differ, one sentence added',
    brands: locks,
    columns: [
      [
        'US',
        `
# {h1}Short answer

{p1}For daily city use, most testers recommend the ⟦F:Foldmaster 90⟧, a folding lock that weighs 1.2 kg and costs about $84.00.

## {h2}Best picks

1. {i1}**⟦F:Foldmaster 90⟧** – best overall, folds flat on the frame, $84.00 ([gearlab.example](https://gearlab.example/foldmaster))
2. {i2}**⟦C:CycleGuard X⟧** – lightest at 0.9 kg, $69.00
3. {i3}**⟦L:Lockhart U2⟧** – best value U-lock, $45.00

## {h3}What to watch for

{p2}A lock is only as strong as what you lock it to. Use a fixed rack and lock the frame, not only the wheel.`,
      ],
      [
        'GB',
        `
# {h1}Short answer

{p1}For daily city use, most testers recommend the ⟦F:Foldmaster 90⟧, a folding lock that weighs 1.2 kg and costs about £79.00. It is rated Sold Secure Gold.

## {h2}Best picks

1. {i1}**⟦F:Foldmaster 90⟧** – best overall, folds flat on the frame, £79.00 ([gearlab.example](https://gearlab.example/foldmaster))
2. {i2}**⟦C:CycleGuard X⟧** – lightest at 0.9 kg, £64.99
3. {i3}**⟦L:Lockhart U2⟧** – best value U-lock, £39.00

## {h3}What to watch for

{p2}A lock is only as strong as what you lock it to. Use a fixed stand and lock the frame, not only the wheel.`,
      ],
      [
        'AU',
        `
# {h1}Short answer

{p1}For daily city use, most testers recommend the ⟦F:Foldmaster 90⟧, a folding lock that weighs 1.2 kg and costs about A$139.00.

## {h2}Best picks

1. {i1}**⟦F:Foldmaster 90⟧** – best overall, folds flat on the frame, A$139.00 ([gearlab.example](https://gearlab.example/foldmaster))
2. {i3}**⟦L:Lockhart U2⟧** – best value U-lock, A$75.00

## {h3}What to watch for

{p2}A lock is only as strong as what you lock it to. Use a fixed rack and lock the frame, not only the wheel.

{p3}Check with your insurer which ratings it accepts.`,
      ],
    ],
  },
  {
    name: 'last of five list items moves to the top',
    brands: locks,
    columns: [
      [
        'US',
        `
{p1}Here are five locks that riders rate highly this year:

1. {i1}**⟦F:Foldmaster 90⟧** – strong folding lock with a smart bracket
2. {i2}**⟦C:CycleGuard X⟧** – strong chain with a fabric sleeve
3. {i3}**⟦L:Lockhart U2⟧** – strong U-lock with two keys
4. {i4}**⟦V:VeloSafe⟧ Pro** – strong cable for short stops
5. {i5}**⟦K:Kettenwerk⟧ 7** – strong chain made of hardened steel

{p2}Prices change often, so compare before you buy.`,
      ],
      [
        'CA',
        `
{p1}Here are five locks that riders rate highly this year:

1. {i5!}**⟦K:Kettenwerk⟧ 7** – strong chain made of hardened steel
2. {i1}**⟦F:Foldmaster 90⟧** – strong folding lock with a smart bracket
3. {i2}**⟦C:CycleGuard X⟧** – strong chain with a fabric sleeve
4. {i3}**⟦L:Lockhart U2⟧** – strong U-lock with two keys
5. {i4}**⟦V:VeloSafe⟧ Pro** – strong cable for short stops

{p2}Prices change often, so compare before you buy.`,
      ],
      [
        'IE',
        `
{p1}Here are five locks that riders rate highly this year:

1. {i1}**⟦F:Foldmaster 90⟧** – strong folding lock with a smart bracket
2. {i3}**⟦L:Lockhart U2⟧** – strong U-lock with two keys
3. {i4}**⟦V:VeloSafe⟧ Pro** – strong cable for short stops
4. {i5}**⟦K:Kettenwerk⟧ 7** – strong chain made of hardened steel
5. {i2!}**⟦C:CycleGuard X⟧** – strong chain with a fabric sleeve

{p2}Prices change often, so compare before you buy.`,
      ],
    ],
  },
  {
    name: 'renumbered steps: an inserted step moves nothing',
    brands: [],
    columns: [
      [
        'US',
        `
## {h1}How to fit the bracket

1. {s1}Clean the seat tube with a damp cloth and let it dry.
2. {s2}Wrap the rubber strip around the tube.
3. {s3}Put the bracket over the strip and tighten both bolts to 4 Nm.
4. {s4}Slide the lock in until it clicks.
5. {s5}Ride a short loop and check that nothing rattles.`,
      ],
      [
        'GB',
        `
## {h1}How to fit the bracket

1. {s1}Clean the seat tube with a damp cloth and let it dry.
2. {s6}Measure the tube: the bracket fits 28 to 38 mm.
3. {s2}Wrap the rubber strip around the tube.
4. {s3}Put the bracket over the strip and tighten both bolts to 4 Nm.
5. {s4}Slide the lock in until it clicks.
6. {s7}Pull hard on the lock; it must not move.
7. {s5}Ride a short loop and check that nothing rattles.`,
      ],
      [
        'NZ',
        `
## {h1}How to fit the bracket

1. {s1}Clean the seat tube with a damp cloth and leave it to dry.
2. {s3}Put the bracket over the tube and tighten both bolts to 5 Nm.
3. {s4}Slide the lock in until you hear a click.`,
      ],
    ],
  },
  {
    name: 'table rows added, one price changed, one row moved',
    brands: locks,
    columns: [
      [
        'US',
        `
{p1}The table compares the locks we looked at.

| {t0}Model | Weight | Price |
|---|---|---|
| {t1}⟦F:Foldmaster 90⟧ | 1.2 kg | $84.00 |
| {t2}⟦C:CycleGuard X⟧ | 0.9 kg | $69.00 |
| {t3}⟦L:Lockhart U2⟧ | 1.4 kg | $45.00 |`,
      ],
      [
        'CA',
        `
{p1}The table compares the locks we looked at.

| {t0}Model | Weight | Price |
|---|---|---|
| {t1}⟦F:Foldmaster 90⟧ | 1.2 kg | $112.00 |
| {t4}⟦V:VeloSafe⟧ Pro | 0.7 kg | $59.00 |
| {t2}⟦C:CycleGuard X⟧ | 0.9 kg | $69.00 |
| {t3}⟦L:Lockhart U2⟧ | 1.4 kg | $45.00 |
| {t5}⟦K:Kettenwerk⟧ 7 | 1.9 kg | $99.00 |`,
      ],
      [
        'AU',
        `
{p1}This table compares the locks that we looked at.

| {t0}Model | Weight | Price |
|---|---|---|
| {t3!}⟦L:Lockhart U2⟧ | 1.4 kg | $75.00 |
| {t1}⟦F:Foldmaster 90⟧ | 1.2 kg | $139.00 |
| {t2}⟦C:CycleGuard X⟧ | 0.9 kg | $109.00 |`,
      ],
    ],
  },
  {
    name: 'introduction rewritten under the same headings',
    brands: locks,
    columns: [
      [
        'US',
        `
## {h1}Overview

{p1}Choosing a bike lock comes down to how long you leave the bike and where. A heavier lock buys you time.

## {h2}Recommended locks

- {i1}**⟦F:Foldmaster 90⟧**: compact and hard to cut
- {i2}**⟦L:Lockhart U2⟧**: cheap and tough

## {h3}Bottom line

{p2}If you park outside all day, carry two different locks.`,
      ],
      [
        'IE',
        `
## {h1}Overview

{p1}There is no unbreakable lock; what you pay for is minutes. Think about the place, the length of stay and the weight you accept.

## {h2}Recommended locks

- {i1}**⟦F:Foldmaster 90⟧**: small when folded, difficult to cut
- {i2}**⟦L:Lockhart U2⟧**: inexpensive but tough

## {h3}Bottom line

{p2}Anyone who leaves a bike outside for hours should use two locks of different kinds.`,
      ],
    ],
  },
  {
    name: 'two whole sections change places',
    brands: [],
    columns: [
      [
        'US',
        `
# {h0}Folding locks

## {h1}Advantages

- {a1}They fit into a small holder on the frame.
- {a2}They reach around thick posts.
- {a3}Good models resist bolt cutters for minutes.

## {h2}Drawbacks

- {d1}The rivets are a weak point.
- {d2}They cost more than a chain of equal strength.

## {h3}Verdict

{p1}For commuters the convenience outweighs the price.`,
      ],
      [
        'GB',
        `
# {h0}Folding locks

## {h2!}Drawbacks

- {d1!}The rivets are a weak point.
- {d2!}They cost more than a chain of equal strength.

## {h1}Advantages

- {a1}They fit into a small holder on the frame.
- {a2}They reach around thick posts.
- {a3}Good models resist bolt cutters for minutes.

## {h3}Verdict

{p1}For commuters the convenience outweighs the price.`,
      ],
    ],
  },
  {
    name: 'a list in one market is a table in another',
    brands: locks,
    columns: [
      [
        'US',
        `
{p1}These three stand out in tests.

- {i1}**⟦F:Foldmaster 90⟧**: 1.2 kg, $84.00
- {i2}**⟦C:CycleGuard X⟧**: 0.9 kg, $69.00
- {i3}**⟦L:Lockhart U2⟧**: 1.4 kg, $45.00`,
      ],
      [
        'CA',
        `
{p1}These three stand out in tests.

| {t0}Lock | Weight | Price |
|---|---|---|
| {i1}⟦F:Foldmaster 90⟧ | 1.2 kg | $112.00 |
| {i2}⟦C:CycleGuard X⟧ | 0.9 kg | $92.00 |
| {i3}⟦L:Lockhart U2⟧ | 1.4 kg | $62.00 |`,
      ],
    ],
  },
  {
    name: 'the same labels repeat under every product',
    brands: locks,
    columns: [
      [
        'US',
        `
### {h1}⟦F:Foldmaster 90⟧

- {f1}Price: $84.00
- {f2}Weight: 1.2 kg
- {f3}Verdict: the best choice for most riders

### {h2}⟦C:CycleGuard X⟧

- {c1}Price: $69.00
- {c2}Weight: 0.9 kg
- {c3}Verdict: the best choice if weight matters

### {h3}⟦L:Lockhart U2⟧

- {l1}Price: $45.00
- {l2}Weight: 1.4 kg
- {l3}Verdict: the best choice on a budget`,
      ],
      [
        'GB',
        `
### {h3!}⟦L:Lockhart U2⟧

- {l1!}Price: £39.00
- {l2!}Weight: 1.4 kg
- {l3!}Verdict: the best choice on a budget

### {h1}⟦F:Foldmaster 90⟧

- {f1}Price: £79.00
- {f2}Weight: 1.2 kg
- {f3}Verdict: the best choice for most riders

### {h2}⟦C:CycleGuard X⟧

- {c1}Price: £64.99
- {c2}Weight: 0.9 kg
- {c3}Verdict: the best choice if weight matters`,
      ],
      [
        'NZ',
        `
### {h1}⟦F:Foldmaster 90⟧

- {f1}Price: NZ$149.00
- {f2}Weight: 1.2 kg
- {f3}Verdict: the best choice for most riders

### {h3}⟦L:Lockhart U2⟧

- {l1}Price: NZ$79.00
- {l2}Weight: 1.4 kg
- {l3}Verdict: the best choice on a budget`,
      ],
    ],
  },
  {
    name: 'headings reworded over the same content',
    brands: locks,
    columns: [
      [
        'US',
        `
## {h1}How to choose

{p1}Look for a rating from an independent lab such as Sold Secure or ART, and for a cylinder that resists picking.

## {h2}Where to lock

{p2}Lock the frame and the rear wheel to something bolted into the ground.

## {h3}Care

{p3}A drop of graphite in the cylinder every few months keeps the key turning.`,
      ],
      [
        'AU',
        `
## {h1}What to look for

{p1}Look for a rating from an independent lab such as Sold Secure or ART, and a cylinder that is hard to pick.

## {h2}Locking it right

{p2}Lock the frame and the rear wheel to something that is bolted into the ground.

## {h3}Maintenance

{p3}A drop of graphite in the cylinder every few months keeps the key turning smoothly.`,
      ],
    ],
  },
  {
    name: 'questions and answers in another order',
    brands: [],
    columns: [
      [
        'US',
        `
### {q1}Are folding locks safe?

{a1}Mostly yes: good ones resist bolt cutters for several minutes.

### {q2}How heavy are they?

{a2}Between 0.7 and 1.8 kg, depending on length and steel.

### {q3}Can I take one on a plane?

{a3}In checked luggage, yes; in hand luggage it depends on the airport.

### {q4}Do they rust?

{a4}The plates are coated, but the rivets need oil now and then.`,
      ],
      [
        'GB',
        `
### {q1}Are folding locks safe?

{a1}Mostly yes: good ones resist bolt cutters for several minutes.

### {q4!}Do they rust?

{a4!}The plates are coated, but the rivets need oil now and then.

### {q2}How heavy are they?

{a2}Between 0.7 and 1.8 kg, depending on length and steel.

### {q3}Can I take one on a plane?

{a3}In checked luggage, yes; in hand luggage it depends on the airline.`,
      ],
    ],
  },
  {
    name: 'a full answer beside one sentence',
    brands: locks,
    columns: [
      [
        'US',
        `
# {h1}Recommendation

{p1}The ⟦F:Foldmaster 90⟧ is the folding lock most riders trust.

- {i1}It weighs 1.2 kg.
- {i2}It costs about $84.00.

{p2}Register the key number so you can order a replacement.`,
      ],
      [
        'IN',
        `
{p1}The ⟦F:Foldmaster 90⟧ is the folding lock that most riders trust.`,
      ],
    ],
  },
  {
    name: 'Germany, Austria and Switzerland',
    brands: [...locks, brand('P', 'Plicata')],
    columns: [
      [
        'DE',
        `
# {h1}Kurz gesagt

{p1}Für den täglichen Weg empfehlen die meisten Tests das ⟦F:Foldmaster 90⟧. Es wiegt 1,2 kg und kostet rund 79,00 €.

## {h2}Die besten Schlösser

1. {i1}**⟦F:Foldmaster 90⟧** – Testsieger, lässt sich flach am Rahmen befestigen, 79,00 €
2. {i2}**⟦K:Kettenwerk⟧ 7** – schwere Kette für die Großstadt, 99,00 €
3. {i3}**⟦L:Lockhart U2⟧** – bestes Preis-Leistungs-Verhältnis, 39,90 €

## {h3}Worauf Sie achten sollten

- {b1}Sicherheitsstufe mindestens 10 von 15
- {b2}Zwei Schlüssel und eine Codekarte
- {b3}Ein Halter, der nicht klappert`,
      ],
      [
        'AT',
        `
# {h1}Kurz gesagt

{p1}Für den täglichen Weg empfehlen die meisten Tests das ⟦F:Foldmaster 90⟧. Es wiegt 1,2 kg und kostet rund 82,00 €.

## {h2}Die besten Schlösser

1. {i1}**⟦F:Foldmaster 90⟧** – Testsieger, lässt sich flach am Rahmen befestigen, 82,00 €
2. {i3}**⟦L:Lockhart U2⟧** – bestes Preis-Leistungs-Verhältnis, 42,90 €
3. {i4}**⟦P:Plicata⟧ Uno** – leichtes Faltschloss aus Graz, 65,00 €

## {h3}Worauf Sie achten sollten

- {b1}Sicherheitsstufe mindestens 10 von 15
- {b2}Zwei Schlüssel und eine Codekarte`,
      ],
      [
        'CH',
        `
# {h1}Kurz gesagt

{p1}Für den täglichen Weg empfehlen die meisten Tests das ⟦F:Foldmaster 90⟧. Es wiegt 1,2 kg und kostet rund CHF 95.00.

## {h2}Die besten Schlösser

1. {i2!}**⟦K:Kettenwerk⟧ 7** – schwere Kette für die Grossstadt, CHF 119.00
2. {i1}**⟦F:Foldmaster 90⟧** – Testsieger, lässt sich flach am Rahmen befestigen, CHF 95.00
3. {i3}**⟦L:Lockhart U2⟧** – bestes Preis-Leistungs-Verhältnis, CHF 49.90

## {h3}Worauf Sie achten sollten

- {b1}Sicherheitsstufe mindestens 10 von 15
- {b2}Zwei Schlüssel und eine Codekarte
- {b3}Ein Halter, der nicht scheppert`,
      ],
    ],
    moves: { CH: [['i2'], ['i1']] },
  },
  {
    name: 'Brazil and Portugal',
    brands: locks,
    columns: [
      [
        'BR',
        `
## {h1}Resposta curta

{p1}Para o uso diário na cidade, o cadeado dobrável ⟦F:Foldmaster 90⟧ é o mais indicado pelos testes. Ele pesa 1,2 kg e custa cerca de R$ 549,00.

## {h2}Como escolher

- {b1}Verifique o nível de segurança do fabricante.
- {b2}Prefira um cilindro resistente à perfuração.
- {b3}Confira se o suporte cabe no seu quadro.

{p2}Nunca prenda a bicicleta apenas pela roda.`,
      ],
      [
        'PT',
        `
## {h1}Resposta curta

{p1}Para a utilização diária na cidade, o cadeado dobrável ⟦F:Foldmaster 90⟧ é o mais recomendado pelos testes. Pesa 1,2 kg e custa cerca de 82,00 €.

## {h2}Como escolher

- {b1}Verifique o nível de segurança indicado pelo fabricante.
- {b3!}Confirme que o suporte cabe no seu quadro.
- {b2}Prefira um cilindro resistente à perfuração.

{p2}Nunca prenda a bicicleta apenas pela roda da frente.`,
      ],
    ],
    moves: { PT: [['b3'], ['b2']] },
  },
  {
    name: 'Spain, Mexico and Argentina',
    brands: locks,
    columns: [
      [
        'ES',
        `
{p1}Los candados plegables más fiables este año son estos:

1. {i1}**⟦F:Foldmaster 90⟧**: el más equilibrado, 79,00 €
2. {i2}**⟦C:CycleGuard X⟧**: el más ligero, 0,9 kg, 65,00 €
3. {i3}**⟦V:VeloSafe⟧ Pro**: fácil de transportar, 55,00 €

{p2}Guarda el número de la llave para pedir una copia.`,
      ],
      [
        'MX',
        `
{p1}Los candados plegables más confiables este año son estos:

1. {i1}**⟦F:Foldmaster 90⟧**: el más equilibrado, $1,699.00
2. {i3}**⟦V:VeloSafe⟧ Pro**: fácil de llevar, $1,150.00
3. {i4}**⟦L:Lockhart U2⟧**: el más económico, $890.00

{p2}Guarda el número de la llave para pedir una copia.`,
      ],
      [
        'AR',
        `
{p1}Los candados plegables más confiables de este año son:

1. {i4}**⟦L:Lockhart U2⟧**: el más económico
2. {i1}**⟦F:Foldmaster 90⟧**: el más equilibrado

{p3}Los precios cambian cada semana, así que compará antes de comprar.`,
      ],
    ],
  },
  {
    name: 'six English markets, each with something of its own',
    brands: locks,
    columns: [
      [
        'US',
        `
# {h1}Folding bike locks

{p1}A folding lock is a chain of steel plates joined by rivets.

- {i1}**⟦F:Foldmaster 90⟧** is the most recommended model.
- {i2}**⟦C:CycleGuard X⟧** is the lightest at 0.9 kg.
- {i3}**⟦L:Lockhart U2⟧** costs the least.

{p2}In New York, insurers ask for a receipt of the lock.`,
      ],
      [
        'GB',
        `
# {h1}Folding bike locks

{p1}A folding lock is a chain of steel plates joined by rivets.

- {i1}**⟦F:Foldmaster 90⟧** is the most recommended model.
- {i2}**⟦C:CycleGuard X⟧** is the lightest at 0.9 kg.
- {i3}**⟦L:Lockhart U2⟧** costs the least.

{p3}Sold Secure Gold is what most British insurers want to see.`,
      ],
      [
        'CA',
        `
# {h1}Folding bike locks

{p1}A folding lock is a chain of hardened steel plates joined by rivets.

- {i2!}**⟦C:CycleGuard X⟧** is the lightest at 0.9 kg.
- {i1}**⟦F:Foldmaster 90⟧** is the most recommended model.
- {i3}**⟦L:Lockhart U2⟧** costs the least.

{p4}Cold makes cheap cylinders stick; use de-icer in winter.`,
      ],
      [
        'AU',
        `
# {h1}Folding bike locks

{p1}A folding lock is a chain of steel plates joined by rivets.

- {i1}**⟦F:Foldmaster 90⟧** is the most recommended model.
- {i3}**⟦L:Lockhart U2⟧** costs the least.`,
      ],
      [
        'IE',
        `
# {h1}Folding bike locks

{p1}A folding lock is a chain of steel plates joined by rivets.

- {i1}**⟦F:Foldmaster 90⟧** is the most recommended model.
- {i2}**⟦C:CycleGuard X⟧** is the lightest at 0.9 kg.
- {i4}**⟦K:Kettenwerk⟧ 7** is the strongest.
- {i3}**⟦L:Lockhart U2⟧** costs the least.

{p3}Sold Secure Gold is what most Irish insurers want to see.`,
      ],
      [
        'NZ',
        `
# {h1}Folding bike locks

{p1}A folding lock is a chain of steel plates joined by rivets.

- {i3!}**⟦L:Lockhart U2⟧** costs the least.
- {i1}**⟦F:Foldmaster 90⟧** is the most recommended model.
- {i2}**⟦C:CycleGuard X⟧** is the lightest at 0.9 kg.`,
      ],
    ],
    moves: { CA: [['i2'], ['i1']] },
  },
  {
    name: 'sub-items go with the item they stand under',
    brands: locks,
    columns: [
      [
        'US',
        `
{p1}Two models are worth the money:

- {m1}**⟦F:Foldmaster 90⟧**
  - {m1a}Folds flat on the frame
  - {m1b}Two years of warranty
- {m2}**⟦C:CycleGuard X⟧**
  - {m2a}Weighs only 0.9 kg
  - {m2b}Five years of warranty`,
      ],
      [
        'GB',
        `
{p1}Two models are worth the money:

- {m2!}**⟦C:CycleGuard X⟧**
  - {m2a!}Weighs only 0.9 kg
  - {m2b!}Five years of warranty
- {m1}**⟦F:Foldmaster 90⟧**
  - {m1a}Folds flat on the frame
  - {m1b}Two years of warranty`,
      ],
    ],
    moves: {
      GB: [
        ['m2', 'm2a', 'm2b'],
        ['m1', 'm1a', 'm1b'],
      ],
    },
  },
  {
    name: 'the same headings over different products',
    brands: [...locks, brand('T', 'Tetsu Lock'), brand('I', 'IronLoop')],
    columns: [
      [
        'US',
        `
## {h1}Top picks

1. {i1}**⟦F:Foldmaster 90⟧** – excellent build quality and a smooth cylinder
2. {i2}**⟦L:Lockhart U2⟧** – solid protection at a low price

## {h2}Conclusion

{p1}Either of them will serve a commuter well.`,
      ],
      [
        'SG',
        `
## {h1}Top picks

1. {i3}**⟦T:Tetsu Lock⟧** – excellent build quality and a rust-free cylinder
2. {i4}**⟦I:IronLoop⟧** – solid protection at a fair price

## {h2}Conclusion

{p1}Either of them will serve a daily commuter well.`,
      ],
    ],
  },
  {
    name: 'answers that came as plain text',
    brands: locks,
    plain: true,
    columns: [
      [
        'US',
        `
{p1}Three folding locks come up again and again in reviews.

1. {i1}⟦F:Foldmaster 90⟧: best overall, $84.00
2. {i2}⟦C:CycleGuard X⟧: lightest, $69.00
3. {i3}⟦L:Lockhart U2⟧: cheapest, $45.00

{p2}Buy from a shop that registers the key.`,
      ],
      [
        'CA',
        `
{p1}Three folding locks come up again and again in reviews.

1. {i1}⟦F:Foldmaster 90⟧: best overall, $112.00
2. {i3}⟦L:Lockhart U2⟧: cheapest, $62.00
3. {i4}⟦V:VeloSafe⟧ Pro: easiest to carry, $74.00

{p2}Buy it from a shop that registers the key.
{p3}Keep the receipt for your insurer.`,
      ],
    ],
  },
  {
    name: 'names inside other words and addresses are no mentions',
    brands: [brand('A', 'Arc'), brand('O', 'Orbit'), brand('S', 'Solo')],
    columns: [
      [
        'US',
        `
## {h1}Brands compared

- {i1}**⟦A:Arc⟧** makes light locks; the arch of its shackle is narrow. See arc.example for sizes.
- {i2}**⟦O:Orbit⟧** sells chains. Orbital sanders are a different company.
- {i3}**⟦S:Solo⟧** is new. ⟦S:Solo⟧'s first model is called One, and soloists love it.

{p1}Marching bands do not need ⟦A:ARC⟧ locks, but touring riders do. Write to info@orbit.example.`,
      ],
      [
        'GB',
        `
## {h1}Brands compared

- {i2}**⟦O:Orbit⟧** sells chains. The Orbital label is a different company.
- {i1}**⟦A:Arc⟧** makes light locks; the search for a lighter one goes on.

{p1}Marching bands do not need ⟦A:Arc⟧ locks, but touring riders do.`,
      ],
    ],
    moves: { GB: [['i1'], ['i2']] },
  },
];
