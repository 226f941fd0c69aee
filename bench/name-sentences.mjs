// Rare names for `npm run eval:vocabulary`.

/** Sixty sentences, with names between brackets. */
const SENTENCES = `
The letter was signed by Doctor [Quenby] in March.
[Thessaly] [Marrow] called the office this morning.
Please send the report to [Ilse] [Vandermeer] today.
We met at the [Korvath] bridge after lunch.
[Anselm] [Tregarth] will speak first tomorrow.
The new server is called [Nimbara] and runs well.
Our partner [Zelcor] has agreed to the price.
Professor [Okonjo] wrote the second chapter.
The train to [Brindlewick] leaves at seven.
[Maelle] [Dufresne] opened the meeting.
She works with [Kubernetes] and [Grafana] every day.
The patient takes [Apixaban] twice a day.
Ask [Siobhan] [Kearney] about the contract.
The village of [Llanfair] is near the coast.
Mister [Pemberley] disagreed with the plan.
The company [Averon] builds small engines.
[Ludmilla] [Prokhorova] teaches chemistry here.
The team in [Ouagadougou] finished the work.
We moved the data to [Postgres] last week.
Captain [Jorvik] waited for the storm to end.
The medicine [Lisinopril] is on the shelf.
[Cosima] [Hallworth] plays the cello.
The river [Tavira] was high this spring.
Tell [Bexley] that the tickets are ready.
[Ottoline] [Fairbrass] repaired the old clock in the hall.
The ferry to [Skellmoor] was late again on Sunday.
Mrs. [Abernethy] keeps bees behind the house.
The nurse gave him [Metoprolol] before breakfast.
We bought the paper from [Haverstock] for years.
[Dagny] [Solheim] drew the plans for the school.
The treaty of [Vasterholm] ended the long war.
Our sales in [Bratislava] grew faster than expected.
The program is written in [Haskell] and tested every night.
[Ezekiel] [Thorncroft] found the coins in a field.
The museum in [Porthgwarra] closes at five.
Judge [Mbeki] read the decision aloud.
The wine from [Castelmora] is dry and light.
[Rosalind] [Achterberg] won the race by a second.
They sailed from [Zeebrugge] in the early morning.
Send the boxes to [Wolverley] before Friday.
The doctor changed her dose of [Warfarin] last month.
[Yevgenia] [Baranova] sang the second song.
The mountain [Kestrelhorn] was covered with snow.
The bank of [Lindqvist] lent them the money.
[Peregrine] [Oakhanger] sold the farm in June.
All messages go through [Kafka] and end in [Redis].
The bishop of [Ravensworth] blessed the new bells.
Please ask [Xanthe] [Pappas] to sign the form.
The lake near [Ullapool] freezes every winter.
General [Marchetti] ordered the bridge to be held.
The vaccine is called [Zostavax] in this country.
[Tobias] [Wexcombe] plants three trees every year.
The road to [Nethercott] is closed until spring.
The children read a book by [Amabel] [Strickland].
Inspector [Drummond] searched the garden with a lamp.
The engine was made by [Tarvonix] in the north.
[Guinevere] [Polkinghorne] leads the choir on Thursdays.
The island of [Sandoray] has one shop and no doctor.
Our lawyer [Etxeberria] will answer the letter.
He keeps his notes in [Obsidian] and his tasks in [Todoist].
`;

const isName = /\[([^\]]+)\]/g;
export const spoken = SENTENCES.trim()
  .split('\n')
  .map((text) => ({
    text: text.replace(/[[\]]/g, ''),
    names: [...text.matchAll(isName)].map(([, name]) => name),
  }));

/** Names that readers of LibriSpeech and LJSpeech say. */
export const READ =
  'Helstone, Thornton, Hale, Nuzhat, Zau, Makan, Zaman, Newberg, Delmonico, Liddy, Jamieson, Warner, Innes, Quilter, Schoeffer, Maintz, Gutenberg, Sweynheim, Pannartz, Subiaco, Strasburg, Basle, Lubeck'.split(
    ', ',
  );

/** A list that concerns none of the sentences and recordings: a clinic's, with its staff. */
export const OTHER =
  'Amlodipine, Atorvastatin, Clopidogrel, Dabigatran, Escitalopram, Furosemide, Gabapentin, Hydroxychloroquine, Ibuprofen, Levothyroxine, Methotrexate, Naproxen, Omeprazole, Pantoprazole, Quetiapine, Rosuvastatin, Sertraline, Tamsulosin, Ursodiol, Valsartan, Keflavik, Nakamura, Oyelaran, Villanueva, Przybylski, Haugland, Castellanos, Bjornstad, Ferreira, Kowalczyk, Delacroix, Fitzwilliam, Gundersen, Hashimoto, Iyengar, Jovanovic, Karamanlis, Lefebvre, McAllister, Nwosu, Ostrowski, Papadakis, Quigley, Ramaswamy, Szymanski, Tanaka, Underhill, Vasquez, Whitcombe, Yamamoto, Zimmerman, Crohn, Meniere, Alport, Raynaud, Sjogren, Tourette, Wernicke, Korsakoff, Babinski'.split(
    ', ',
  );
