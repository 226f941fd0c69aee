// Ten functions and forty requests that each ask for one of them: its name, and words that its arguments have to have.
const text = (description) => ({ type: 'string', description });
const whole = (description) => ({ type: 'integer', description });

function define(name, description, properties, required) {
  const parameters = { type: 'object', properties, required };
  return { type: 'function', function: { name, description, parameters } };
}

export const TOOLS = [
  define(
    'get_weather',
    'Get the current weather of a city.',
    { city: text('The city.'), unit: { type: 'string', enum: ['celsius', 'fahrenheit'] } },
    ['city'],
  ),
  define(
    'send_email',
    'Send an email.',
    { to: text('The address.'), subject: text('The subject.'), body: text('The text.') },
    ['to', 'subject', 'body'],
  ),
  define('search_web', 'Search the web.', { query: text('What to search for.') }, ['query']),
  define(
    'set_timer',
    'Set a timer.',
    { minutes: { type: 'number', description: 'How many minutes.' }, label: text('Its name.') },
    ['minutes'],
  ),
  define(
    'convert_currency',
    'Convert an amount of money from one currency to another.',
    {
      amount: { type: 'number' },
      from: text('Currency code, as USD.'),
      to: text('Currency code, as EUR.'),
    },
    ['amount', 'from', 'to'],
  ),
  define(
    'create_event',
    'Create a calendar event.',
    {
      title: text('Its title.'),
      date: text('The day.'),
      time: text('When it begins.'),
      guests: { type: 'array', items: { type: 'string' } },
    },
    ['title', 'date'],
  ),
  define(
    'translate',
    'Translate a text into another language.',
    { text: text('The text.'), language: text('The language.') },
    ['text', 'language'],
  ),
  define('run_python', 'Run Python code and return what it prints.', { code: text('The code.') }, [
    'code',
  ]),
  define(
    'play_music',
    'Play music.',
    { artist: text('The artist.'), title: text('The title.'), volume: whole('0 to 100.') },
    ['artist'],
  ),
  define(
    'find_route',
    'Find a route between two places.',
    {
      from: text('Where it begins.'),
      to: text('Where it ends.'),
      by: { type: 'string', enum: ['car', 'train', 'bicycle', 'foot'] },
    },
    ['from', 'to'],
  ),
];

export const QUESTIONS = [
  ['What is the weather in Oslo in celsius?', 'get_weather', 'oslo'],
  ['Is it raining in Nairobi right now?', 'get_weather', 'nairobi'],
  ['How warm is it in Phoenix? In fahrenheit please.', 'get_weather', 'phoenix'],
  ['Do I need a coat in Reykjavik today?', 'get_weather', 'reykjavik'],
  [
    'Send an email to bob@example.org that the meeting is moved to Monday.',
    'send_email',
    'bob@example.org',
  ],
  [
    'Write to lena@example.com, subject "Invoice", and tell her that I have paid it.',
    'send_email',
    'lena@example.com',
  ],
  ['Mail my landlord at house@example.net that the heating is broken.', 'send_email', 'house@'],
  [
    'Tell the team at team@example.org by email that the release is done.',
    'send_email',
    'team@example.org',
  ],
  ['Search the web for vegan restaurants in Lyon.', 'search_web', 'lyon'],
  ['Look up who won the last chess world championship.', 'search_web', 'chess'],
  ['Find reviews of the Fairphone 5 on the internet.', 'search_web', 'fairphone'],
  ['Google the opening hours of the British Museum.', 'search_web', 'british museum'],
  ['Set a timer for 12 minutes.', 'set_timer', '12'],
  ['Remind me in half an hour to turn off the oven.', 'set_timer', '30'],
  ['Start a 5 minute timer called "eggs".', 'set_timer', 'eggs'],
  ['Timer: 90 minutes, label laundry.', 'set_timer', '90'],
  ['How much is 250 US dollars in euros?', 'convert_currency', '250'],
  ['Convert 1000 JPY to GBP.', 'convert_currency', 'jpy'],
  ['What are 75 Swiss francs in Swedish kronor?', 'convert_currency', 'chf'],
  ['I have 40 pounds sterling. How many Canadian dollars is that?', 'convert_currency', 'cad'],
  ['Put a dentist appointment into my calendar on 3 May 2027 at 9:30.', 'create_event', 'dentist'],
  [
    'Create an event "Board meeting" on 2027-01-14 with ann@example.org and joe@example.org.',
    'create_event',
    'board meeting',
  ],
  ['Schedule lunch with Maria for Friday at noon.', 'create_event', 'lunch'],
  ['Add "Pay rent" to my calendar on the first of June.', 'create_event', 'rent'],
  ['Translate "good morning" into Japanese.', 'translate', 'good morning'],
  ['How do you say "Where is the station?" in Italian?', 'translate', 'station'],
  ['Put this into German: The parcel arrives tomorrow.', 'translate', 'german'],
  ['Translate the sentence "I don\'t like {braces}" to Spanish.', 'translate', 'spanish'],
  ['Run Python code that prints the first ten prime numbers.', 'run_python', 'print'],
  ['Use Python to compute 2 to the power of 100.', 'run_python', '100'],
  ['Execute this: print("a\\nb".split("\\n"))', 'run_python', 'split'],
  ['Calculate the mean of 3, 8, 15 and 22 with Python.', 'run_python', '22'],
  ['Play something by Nina Simone.', 'play_music', 'nina simone'],
  ['Play "Heroes" by David Bowie at volume 40.', 'play_music', 'bowie'],
  ['I want to hear Radiohead.', 'play_music', 'radiohead'],
  ['Put on some Miles Davis, quietly.', 'play_music', 'miles davis'],
  ['How do I get from Berlin to Prague by train?', 'find_route', 'prague'],
  ['Show me a bicycle route from Utrecht to Amersfoort.', 'find_route', 'amersfoort'],
  ['What is the way on foot from the Louvre to Notre-Dame?', 'find_route', 'louvre'],
  ['Directions by car from Boston to Montreal, please.', 'find_route', 'montreal'],
].map(([question, name, word]) => ({ question, name, word }));

/** Whether a call is the one that was asked for. */
export function isRightCall(call, { name, word }) {
  return call?.function.name === name && call.function.arguments.toLowerCase().includes(word);
}
