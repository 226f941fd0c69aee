// Ten documents, five questions each with one right passage. The last three documents are held out: prompts are chosen without them.
export const DOCUMENTS = [
  {
    name: 'house-rules.txt',
    text: `House rules of 14 Linden Street

Laundry. The laundry room in the basement is open on Tuesdays and Fridays from 8 in the morning to 8 in the evening. Each flat may use one machine at a time. Washing powder is not provided. Clothes that are left in a machine for more than an hour may be put into a basket by the next person.

Keys. Mr Olsen in flat 12 keeps the key to the cellar and lends it out against a signature. A lost key costs 60 euros, because the lock has to be changed for everybody. Spare keys to flats are not kept in the house.

Bicycles. Bicycles are stored in the yard behind the east gate. They must not stand in the stairwell, which is the only way out in a fire. Bicycles without a name tag are removed in April of each year.

Quiet hours. Please play no music between 10 at night and 7 in the morning. Repairs with a drill are allowed until 6 in the evening, and not on Sundays. Parties have to be announced on the notice board three days before.

Waste. Paper goes into the blue bin, glass is taken to the container at the corner of Mill Lane. Large pieces of furniture are collected by the city on request.`,
    questions: [
      ['On which days may I use the laundry room?', 'tuesdays? and fridays?', 'open on Tuesdays'],
      ['Who has the key to the cellar?', 'olsen', 'keeps the key'],
      ['Where are bicycles kept?', 'yard|east gate', 'behind the east gate'],
      ['How much does a lost key cost?', '\\b60\\b|sixty', 'costs 60 euros'],
      ['How long before a party must it be announced?', 'three|\\b3\\b', 'three days before'],
    ],
  },
  {
    name: 'rental-contract.txt',
    text: `Rental contract

1. Rent. The monthly rent is 940 euros without heating. It is due on the third working day of each month and is paid to the account named on the last page. For heating and water the tenant pays 110 euros a month in advance, settled once a year.

2. Deposit. The tenant pays a deposit of two monthly rents. It is returned within six months after the end of the contract, less the cost of damage that goes beyond normal wear.

3. Notice. Either side may end the contract in writing with a notice of three months to the end of a month. The landlord has to give a reason; the tenant does not.

4. Pets. Small animals in cages may be kept without asking. For dogs and cats the landlord's written consent is needed, which may be withdrawn when neighbours complain with good cause.

5. Repairs. Small repairs up to 80 euros each are paid by the tenant, at most 300 euros a year. All others are arranged and paid by the landlord. Damage has to be reported within two days.

6. Changes. Walls may be painted in any colour, but have to be white again when the flat is handed back. Holes in tiles are not allowed.`,
    questions: [
      ['How much is the monthly rent without heating?', '\\b940\\b', 'monthly rent is 940'],
      ['How long is the notice period?', 'three months|3 months', 'notice of three months'],
      ['What colour must the walls have when I move out?', 'white', 'white again'],
      ['Up to what amount does the tenant pay for a small repair?', '\\b80\\b', 'up to 80 euros'],
      ['What do I need to keep a dog?', 'consent|permission', 'written consent'],
    ],
  },
  {
    name: 'router-manual.txt',
    text: `Quick guide for the NX-30 router

Setting up. Connect the grey cable to the wall socket and the yellow one to your computer. The first start takes about four minutes. Then open http://10.0.0.1 in a browser and type the password that is printed on the bottom of the device.

Lights. A steady green light means that the connection is working. A blinking orange light means that the firmware is being updated: do not switch the router off. A red light means that there is no signal on the line; call your provider.

Reset. To reset the router to its factory settings, hold the button on its back for seven seconds with a pin until all lights go out. All settings are lost, including the name of the network.

Wireless. The router sends in two bands. The 5 GHz band is faster, the 2.4 GHz band reaches farther. The guest network is switched off after installation; it can be turned on under Access and is separated from your own devices.

Care. Do not cover the openings. The device may be used at temperatures from 0 to 40 degrees. Clean it with a dry cloth only. The guarantee lasts 36 months from the day of purchase.`,
    questions: [
      ['What does a blinking orange light mean?', 'firmware|updat', 'blinking orange light'],
      ['How do I reset the router?', 'seven|\\b7\\b', 'for seven seconds'],
      ['Where is the password printed?', 'bottom', 'on the bottom'],
      ['Which band reaches farther?', '2\\.4', 'reaches farther'],
      ['How long is the guarantee?', '36|three years', '36 months'],
    ],
  },
  {
    name: 'board-minutes.txt',
    text: `Minutes of the board, 12 March

Present were Ms Adeyemi (chair), Mr Brandt, Ms Shah, Mr Ferreira and, for item 2, the auditor Ms Kowalski. Mr Lund had sent his excuses.

Item 1, autumn meeting. After a comparison of three offers the board chose Lisbon as the place of the autumn meeting, from 8 to 10 October. Mr Ferreira books the rooms. About 120 guests are expected.

Item 2, accounts. The auditor reported that the books were in order. The surplus of the last year was 18,400 euros, of which 10,000 go into the reserve. The membership fee stays at 45 euros.

Item 3, elections. Priya Shah was elected treasurer for two years with four votes and one abstention. She follows Tom Brandt, who has held the office since 2019 and is thanked for his work.

Item 4, website. The new website goes online on 1 June. It was built by the firm Halden. Articles can be sent to Ms Adeyemi until the middle of May.

Item 5, other. The library will be closed in August because of the new floor. The next meeting of the board is on 23 April at 6 in the evening, this time by video.`,
    questions: [
      ['Where will the autumn meeting take place?', 'lisbon', 'chose Lisbon'],
      ['Who was elected treasurer?', 'shah', 'elected treasurer'],
      ['How large was the surplus of the last year?', '18[,.]?400', '18,400'],
      ['Which firm built the new website?', 'halden', 'firm Halden'],
      ['Why will the library be closed in August?', 'floor', 'new floor'],
    ],
  },
  {
    name: 'bread.txt',
    text: `Rye bread with seeds

For the sourdough, mix 200 grams of rye flour with 200 millilitres of warm water and a spoon of starter in the evening. Cover it and leave it at room temperature for twelve hours. In the morning it should smell sour and be full of bubbles.

For the dough, add 350 grams of rye flour, 150 grams of wheat flour, 12 grams of salt and 300 millilitres of water. Soak 80 grams of sunflower seeds in hot water beforehand, drain them and knead them in. The dough is sticky; wet hands help.

Shape a loaf and put it into a tin that has been rubbed with butter. Let it rise for two hours under a damp cloth. Brush it with water and cut it lengthwise.

Bake the loaf at 250 degrees for ten minutes with a bowl of water on the floor of the oven, then at 190 degrees for fifty more minutes. It is done when it sounds hollow if you knock on its bottom.

Let it cool on a rack for a whole day before you cut it; fresh rye bread is hard to digest. It keeps for a week in a linen bag and can be frozen in slices. If the crust is too hard, bake it with a lid for the first half hour.`,
    questions: [
      ['How long does the sourdough stand at room temperature?', 'twelve|\\b12\\b', 'twelve hours'],
      ['How much salt goes into the dough?', '\\b12\\b|twelve', '12 grams of salt'],
      ['How do I know that the loaf is done?', 'hollow|knock', 'sounds hollow'],
      ['What is the tin rubbed with?', 'butter', 'rubbed with butter'],
      ['In what kind of bag does the bread keep for a week?', 'linen', 'linen bag'],
    ],
  },
  {
    name: 'island-guide.txt',
    text: `A weekend on the island

Getting there. The ferry leaves from pier 4 every 45 minutes and takes half an hour. A return ticket is 9.50; children under six travel free. Dogs are carried free of charge if they are kept on a leash. The last boat back goes at 23:15.

Where to stay. The Harbour Inn has eleven rooms with a view of the boats. Camping is only allowed at Stone Bay, where there are showers and a small shop. In August everything should be booked weeks ahead.

What to see. The lighthouse was built in 1862 and can be climbed on weekdays; it has 214 steps. The museum of fishing shows nets, knots and the log of the lifeboat. From the chapel on the hill one sees the mainland on clear days.

Walking. The path around the island is 16 kilometres long and marked with white stones. Wear good shoes: the part below the cliffs is slippery after rain. Between May and July the north beach is closed to protect nesting terns.

Eating. Try the smoked mackerel at Ida's on the quay. The bakery opens at 6:30 and is often sold out by ten. Tap water is safe to drink everywhere.`,
    questions: [
      ['From which pier does the ferry leave?', 'pier (?:4|four)|\\b4\\b', 'from pier 4'],
      ['How many steps does the lighthouse have?', '\\b214\\b', '214 steps'],
      ['Where is camping allowed?', 'stone bay', 'Stone Bay'],
      ['Why is the north beach closed between May and July?', 'tern|nest|bird', 'nesting terns'],
      ['How long is the path around the island?', '\\b16\\b|sixteen', '16 kilometres'],
    ],
  },
  {
    name: 'annual-report.txt',
    text: `Annual report, summary

Revenue of the group grew by 18 percent to 412 million, mostly because of strong sales in Brazil and Mexico. In Europe sales stayed level. The share of services in revenue rose from a fifth to a quarter.

Costs of energy fell by 7 percent after the contracts had been renegotiated. Freight remained expensive. The company spent 31 million on research, above all on batteries for vehicles on building sites.

The new plant in Gdansk opens in March 2027 and will employ 240 people. It replaces the works in Leeds, which close at the end of that year; all of the staff there have been offered other work.

The board proposes a dividend of 1.20 a share, ten cents more than a year before. Net debt was reduced to 95 million. The rating of the company was raised to BBB in November.

Accidents at work fell to 2.1 per million hours, the lowest figure so far. Half of the electricity used now comes from wind. Marta Lindqvist becomes chief executive on 1 July; she has led the division for pumps until now.`,
    questions: [
      ['By how much did revenue grow?', '\\b18\\b', 'grew by 18 percent'],
      ['When does the plant in Gdansk open?', 'march 2027', 'opens in March 2027'],
      ['Who becomes chief executive?', 'lindqvist', 'becomes chief executive'],
      ['What dividend does the board propose?', '1\\.20?', 'dividend of 1.20'],
      ['How much did the company spend on research?', '\\b31\\b', '31 million on research'],
    ],
  },
  {
    name: 'shop-faq.txt',
    text: `Questions about orders

Shipping. Orders that reach us before 2 in the afternoon are sent on the same day. Delivery within the country takes one to two days and costs 4.90; above 50 it is free. Abroad it takes up to nine days.

Returns. Goods can be sent back within 30 days if they are unused and in their original box. Print the label from your account. Gift cards and opened cosmetics cannot be returned.

Refunds. The money is paid back to the card or account it came from within ten working days after we have received the parcel. You get an email as soon as it is on its way.

Guarantee. Electrical devices have a guarantee of two years, for batteries it is six months. Please keep the receipt. Damage by water is not covered.

Help. Our people answer from Monday to Saturday at help@example.org or by telephone until 7 in the evening. On public holidays only the chat is open. For repairs you need the serial number, which is on the back of the device.

Account. You can change your address until the parcel has been packed. Points from purchases expire after 18 months.`,
    questions: [
      ['How long does a refund take?', 'ten|\\b10\\b', 'within ten working days'],
      ['What is the email address of support?', 'help@example\\.org', 'help@example.org'],
      ['How long is the guarantee for batteries?', 'six months|6 months', 'batteries it is six'],
      ['After how many months do points expire?', '\\b18\\b|eighteen', 'expire after 18'],
      ['What is not covered by the guarantee?', 'water', 'Damage by water'],
    ],
  },
  {
    name: 'ada-quist.txt',
    text: `Ada Quist (1931 to 2008)

Ada Quist was born in Tromso as the third daughter of a ship's doctor. She spent the war years with an aunt in Gothenburg, where she learned to draw from a maker of maps.

From 1950 she studied marine biology in Bergen, and for six summers she drew plankton on the research ship Havfru. Her drawings were printed in textbooks that are used to this day. She gave up science in 1961, after an accident in which she lost the sight of her left eye.

Her first exhibition, in Oslo in 1964, was a failure: not one picture was sold. The breakthrough came four years later in Copenhagen with Winter Harbour, a painting of four metres' width that hangs in the parliament now.

She married the violinist Jonas Eide in 1970. They lived on a farm near Lillehammer with goats and an old printing press, on which she made her series of 48 woodcuts of birds.

In her last years she taught at the academy without taking a salary. She left her house to the town, which opened it as a museum in 2012. Her letters to her sister Liv were published in three volumes.`,
    questions: [
      ['Where was Ada Quist born?', 'troms', 'born in Tromso'],
      ['What did she study in Bergen?', 'marine biology', 'studied marine biology'],
      [
        'What is the name of the painting that brought her breakthrough?',
        'winter harbour',
        'Winter Harbour',
      ],
      ['Whom did Ada Quist marry?', 'eide', 'married the violinist'],
      ['How many woodcuts of birds did she make?', '\\b48\\b|forty-eight', '48 woodcuts'],
    ],
  },
  {
    name: 'garden-club.txt',
    text: `Letter to the members of the garden club

Dear members, the plots are dug for the last time on 15 November. Tools have to be back in the shed by then, clean and oiled. A member who has lost a tool replaces it or puts 25 into the tin.

Water is turned off from 1 December until the end of February because of the frost. Please empty your barrels, or they will burst. Mulch is delivered on the second Saturday of January and lies behind the greenhouse.

The greenhouse gets a new stove in spring; it was paid for by the sale of jam at the summer fair, which brought in 1,310. Thanks go to the Nakamura family for the use of their kitchen.

Plot 9 becomes free, as the Petersons are moving to Cornwall. There are six names on the waiting list; the first of them is Mrs Okafor. The yearly fee for a plot rises from 70 to 75.

Against slugs the committee has ordered nematodes. They are spread in the evening when the ground is warmer than five degrees. Slug pellets are still forbidden, because of the hedgehogs under the compost.`,
    questions: [
      ['When is the water turned on again?', 'february', 'end of February'],
      ['Why are slug pellets forbidden?', 'hedgehog', 'hedgehogs'],
      ['Who is first on the waiting list?', 'okafor', 'Mrs Okafor'],
      ['How much money did the sale of jam bring in?', '1[,.]?310', '1,310'],
      ['To how much does the yearly fee for a plot rise?', '\\b75\\b', 'from 70 to 75'],
    ],
  },
];
export const HELD_OUT = 3;
