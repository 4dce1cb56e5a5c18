/** What two English statements say otherwise, and what they only word otherwise. */
import { describe, expect, it } from 'vitest';
import { statementFacts } from '#shared/text/facts/statementFacts.ts';
import { contradictions } from '#shared/text/facts/verdict.ts';
import { numberRules } from '#shared/text/words/numberRules.ts';

const rules = numberRules('en', 'US');
const factsOf = (text: string) =>
  statementFacts({
    ...{ original: text, originalRules: rules, words: text, wordsRules: rules },
    ...{ namesInOriginal: [], namesInWords: [] },
  });
const kindsOf = ([one, two]: readonly [string, string]) =>
  contradictions(factsOf(one), factsOf(two)).map(({ kind }) => kind);
type Pairs = readonly (readonly [string, string])[];

const negated: Pairs = [
  ['You need a password to join the network.', 'No password is required to join the network.'],
  ['The lamp can be dimmed.', "The lamp can't be dimmed."],
  ['The case is waterproof.', 'The case is not waterproof.'],
  ['The case is waterproof.', 'The case is anything but waterproof.'],
  ['The tent fits in hand luggage.', 'The tent is too large for hand luggage.'],
  ['The battery can be replaced by the owner.', 'Owners are unable to replace the battery.'],
  ['Children may ride without a ticket.', 'Children need a ticket to ride.'],
  ['The contract renews automatically.', 'The contract does not renew on its own.'],
  ['Returns are free.', 'Returns are not free of charge.'],
  ['A deposit is required.', 'There is no deposit.'],
  ['Dogs are allowed on board.', 'Dogs are not permitted on board.'],
  ['It supports wireless charging.', 'It lacks wireless charging.'],
  ['It supports wireless charging.', 'Wireless charging is missing.'],
  ['It supports wireless charging.', 'It comes without wireless charging.'],
  ['It supports wireless charging.', 'Wireless charging is not available.'],
  ['You have to register beforehand.', 'You do not have to register beforehand.'],
  ['You have to register beforehand.', 'Registration is optional.'],
  ['Cash is accepted.', 'Cash is refused.'],
  ['Cash is accepted.', 'They accept cards only, no cash.'],
  ['The seat can be folded flat.', 'The seat cannot be folded.'],
  ['The warranty covers theft.', 'The warranty excludes theft.'],
  ['The warranty covers theft.', 'Theft is not covered by the warranty.'],
  ['The oven has a pyrolytic self-cleaning function.', 'The oven has no self-cleaning function.'],
  ['The pan is safe for the dishwasher.', 'Never put the pan in the dishwasher.'],
  ['The museum is open on Mondays.', 'The museum is closed on Mondays.'],
  ['You can cancel at any time.', 'Cancelling is impossible during the first year.'],
  ['You can cancel at any time.', 'You cannot cancel early.'],
  ['Tap water is drinkable.', 'Tap water is undrinkable.'],
  ['The service is still available.', 'The service is no longer available.'],
  ['The service is still available.', 'The service has been discontinued.'],
  ['It runs on batteries.', 'It does not run on batteries.'],
  ['A visa is needed.', 'Travellers are exempt from the visa.'],
  ['The bag comes with a rain cover.', 'The bag has no rain cover.'],
  ['Spare parts are easy to find.', 'Spare parts are hard to find.'],
  ['The fabric is breathable.', 'The fabric hardly breathes.'],
  ['Insurance is worth it.', 'Insurance is not worth it.'],
  ['It contains nuts.', 'It is free of nuts.'],
  ['It contains nuts.', 'It is nut-free.'],
  ['The helmet fits glasses wearers.', 'The helmet is unsuitable for glasses wearers.'],
  ['The trail is marked.', 'The trail is unmarked.'],
  ['The road is paved.', 'The road is unpaved.'],
  ['Delivery on Sundays is possible.', 'There is no delivery on Sundays.'],
  ['You should wash it at 60 degrees.', 'You should not wash it at 60 degrees.'],
  ['Data is stored on your device.', 'Data is never stored on your device.'],
];

const sameNegation: Pairs = [
  ['No password is required.', 'You do not need a password.'],
  ['The case is not waterproof.', 'The case is anything but waterproof.'],
  ['Dogs are not allowed.', 'Dogs are forbidden.'],
  ['It is free of charge.', 'It costs nothing.'],
  ['Registration is optional.', 'You do not have to register.'],
  ['The service is no longer available.', 'The service has been discontinued.'],
  ['It comes without a charger.', 'A charger is not included.'],
  ['Not only is it light, it is also strong.', 'It is light and strong.'],
  ['It is safe for children.', 'It is not dangerous for children.'],
  ['You cannot go wrong with it.', 'It is a safe choice.'],
  ['It never runs out of battery.', 'The battery lasts very long.'],
  ['Do not forget to charge the lamp.', 'Remember to charge the lamp.'],
  ['The museum is closed on Mondays.', 'The museum is not open on Mondays.'],
  ['It is not heavy.', 'It is light.'],
  ['There is no need to book.', 'Booking is not necessary.'],
  ['The road is unpaved.', 'The road is not paved.'],
  ['Theft is not covered.', 'Theft is excluded.'],
  ['If you do not like it, you can return it.', 'You can return it if you dislike it.'],
  ['Make sure not to overcharge the battery.', 'Avoid overcharging the battery.'],
  ['It is unlikely to break.', 'It will hardly break.'],
  ['The seat cannot be folded.', 'The seat does not fold.'],
  ['It is nut-free.', 'It contains no nuts.'],
  ['Spare parts are hard to find.', 'Spare parts are not easy to find.'],
  ['The lamp uses no battery, it is wired.', 'The lamp is wired and has no battery.'],
];

const otherNumber: Pairs = [
  ['It has three compartments.', 'It has four compartments.'],
  ['It seats up to 5 people.', 'It has room for 6 people.'],
  ['The drum holds 9 kg.', 'The drum holds 8 kg.'],
  ['The guarantee lasts two years.', 'The guarantee lasts five years.'],
  ['The guarantee lasts 24 months.', 'The guarantee lasts five years.'],
  ['Wash it twice a month.', 'Wash it three times a month.'],
  ['About a third of buyers return it.', 'About half of buyers return it.'],
  ['About 30 % of buyers return it.', 'About half of buyers return it.'],
  ['Rated 4.5 out of 5.', 'Rated 4.1 out of 5.'],
  ['It scored 87 points in our test.', 'In the test it got 92 points.'],
  ['The battery lasts 10 hours.', 'The battery lasts 14 hours.'],
  ['The battery lasts 90 minutes.', 'The battery lasts one hour.'],
  ['It is 20 cm wide.', 'It is 30 cm wide.'],
  ['It takes 3 to 5 days.', 'It takes 7 to 10 days.'],
  ['Screen: 15 inches', 'Screen: 13 inches'],
  ['It has 12 speed levels.', 'You can choose between ten speeds.'],
  ['There are a dozen shops.', 'There are twenty shops.'],
  ['It draws 2,200 watts.', 'It draws 1,800 watts.'],
  ['Water resistant to 50 metres.', 'Water resistant to 100 metres.'],
  ['You get 100 GB of storage.', 'You get 1 TB of storage.'],
  ['Noise: 64 dB', 'Noise: 58 dB'],
  ['It was founded in 1998.', 'It was founded in 2004.'],
  ['Energy class A, 1.2 kWh per load', 'Energy class A, 1.9 kWh per load'],
  ['It weighs 1.8 kg.', 'It weighs 2.4 kg.'],
  ['Children under 12 travel free.', 'Children under 6 travel free.'],
  ['Open from 9 am to 6 pm.', 'Open from 10 am to 6 pm.'],
  ['Cook for 20 minutes at 180 °C.', 'Cook for 20 minutes at 220 °C.'],
  ['Use 2 tablespoons per litre.', 'Use 1 tablespoon per litre.'],
];

const sameNumber: Pairs = [
  ['The guarantee lasts 24 months.', 'The guarantee lasts two years.'],
  ['It weighs 1 kg.', 'It weighs 1,000 g.'],
  ['It takes an hour and a half.', 'It takes 90 minutes.'],
  ['About half of buyers return it.', 'About 50 % of buyers return it.'],
  ['Wash it twice a month.', 'Wash it two times a month.'],
  ['A dozen shops sell it.', 'Twelve shops sell it.'],
  ['You get 1 TB.', 'You get 1,000 GB.'],
  ['Open from 9 am to 6 pm.', 'Open from 9:00 to 18:00.'],
  ['It is 6 feet long.', 'It is 183 cm long.'],
  ['It has three pockets and weighs 2 kg.', 'It weighs 2 kg and has 3 pockets.'],
  ['It lasts 7 days.', 'It lasts one week.'],
  ['Rated 4.5 out of 5.', 'Rated 4.5/5.'],
  ['Delivery in 2-3 days.', 'Delivery within two to three days.'],
];

describe('facts of English statements', () => {
  it.each(negated)('differ in a negation: %s | %s', (...pair) => expect(kindsOf(pair)).toContain('negation'));
  it.each(sameNegation)('do not differ: %s | %s', (...pair) => expect(kindsOf(pair)).toEqual([]));
  it.each(otherNumber)('differ in a number: %s | %s', (...pair) => expect(kindsOf(pair)).toContain('number'));
  it.each(sameNumber)('state the same value: %s | %s', (...pair) => expect(kindsOf(pair)).toEqual([]));
});
