import { expect, test } from 'vitest';
import { readWrittenForms } from './written-forms.ts';

/** Written → spoken. */
const TABLE = `
€0.99/min → ninety-nine cents per minute
A$20 and NZ$30 → twenty Australian dollars and thirty New Zealand dollars
$1M–$2M → one million to two million dollars
between 5-10 people → between five and ten people
in the '60s → in the sixties
lives on Elm Dr. near here → lives on Elm Drive near here
6' tall → six feet tall
1920x1080 px → nineteen twenty by ten eighty pixels
a 27" monitor, 3.5" wide → a twenty-seven inch monitor, three point five inches wide
Psalm 23:1-6 and John 3:16 → Psalm twenty-three one to six and John three sixteen
SSN 123-45-6789 → SSN one two three, four five, six seven eight nine
12:00 noon → twelve noon
0800 hours, 1430 hours → oh eight hundred hours, fourteen thirty hours
00:1A:2B:3C:4D:5E → zero zero, one A, two B, three C, four D, five E
Boeing 747-400 → Boeing seven forty-seven four hundred
Ctrl+C, Alt-F4 → Control C, Alt F four
5★, ★★★★☆ → five stars, four stars
N 51° 30' W → N fifty-one degrees thirty minutes west
3:45.2 → three forty-five point two
he/she → he or she
won 7-5 in overtime, 1/2 in the bag → won seven to five in overtime, one half in the bag
Class C, Appendix L, Part III → Class C, Appendix L, Part three
1/2 tsp. of it → one half teaspoon of it
3/4 cup, 1/1000 s → three quarters cup, one thousandth of a second
1,200/km² → one thousand two hundred per kilometer squared
Roe v. Wade → Roe versus Wade
New York, NY 10118 → New York, NY one zero one one eight
4.5/5 → four point five out of five
2x/day → two times per day
it took 4.8s, then 2m30s → it took four point eight seconds, then two minutes thirty seconds
25 pts → twenty-five points
the 49ers → the forty-niners
the '08 crisis, class of '99 → the oh eight crisis, class of ninety-nine
100s of users → hundreds of users
Gen Z and Gen. Lee → Gen Z and General Lee
10 000 people → ten thousand people
07/04/1776 → July fourth, seventeen seventy-six
10%–20% → ten to twenty percent
~50%, <1%, ≥18 → about fifty percent, less than one percent, at least eighteen
$5 USD, ¢50, 50p → five U.S. dollars, fifty cents, fifty pence
0 K, 5 Ω, 100 µF → zero kelvins, five ohms, one hundred microfarads
RFC 2616, ES2023 → RFC twenty-six sixteen, ES twenty twenty-three
f/2.8, N/A, c/o → f two point eight, not applicable, care of
5 min. 30 sec. → five minutes thirty seconds.
Python 3.12 → Python three point twelve
Node 20.11 → Node twenty point eleven
Windows 3.11 and iOS 17.4.1 → Windows three point eleven and iOS seventeen point four point one
6 ft 2 in → six feet two inches
5 ft 11 in tall → five feet eleven inches tall
It is 3 in wide → It is three inches wide
12 in. wide → twelve inches wide
1h30m → one hour thirty minutes
₹1,00,000 → one hundred thousand rupees
₹12,34,567.50 → one million two hundred thirty-four thousand five hundred sixty-seven rupees and fifty paise
00:30 → twelve thirty a.m.
0:45 → zero forty-five
it starts at 00:00 → it starts at midnight
2001:db8::1 → two zero zero one colon D B eight colon colon one
fe80::1ff:fe23:4567:890a → F E eight zero colon colon one F F colon F E two three colon four five six seven colon eight nine zero A
::1 → colon colon one
/usr/local/bin → slash usr slash local slash bin
~/Documents/notes → tilde slash Documents slash notes
C:\\Users\\ana\\file.txt → C colon backslash Users backslash ana backslash file dot txt
ls -la → ls dash la
npm install --save-dev → npm install dash dash save dash dev
--help → dash dash help
./run.sh → dot slash run dot sh
1 234 567 → one million two hundred thirty-four thousand five hundred sixty-seven
CHF 1'250.00 → one thousand two hundred fifty Swiss francs
$.99 → ninety-nine cents
3.30 pm → three thirty p.m.
Mon–Fri → Monday to Friday
2024-11 → November twenty twenty-four
11/2024 → November twenty twenty-four
Nov. '24 → November twenty twenty-four
2024/11/05 → November fifth, twenty twenty-four
1st–3rd → first to third
ZIP 90210 → ZIP nine zero two one zero
CO₂ → CO two
f(x) = 2x + 1 → f(x) equals two x plus one
a² + b² = c² → a squared plus b squared equals c squared
#FF5733 → hash F F five seven three three
802.11ac → eight oh two point eleven ac
40° N → forty degrees north
10 µg/mL → ten micrograms per milliliter
120/80 mmHg → one hundred twenty over eighty millimeters of mercury
5 mg/kg → five milligrams per kilogram
Elizabeth II's → Elizabeth the second's
a -> b → a to b
10 s → ten seconds
3 yrs → three years
6 mos. → six months.
noon–3 → noon to three
Jan–Mar → January to March
pp 5 → pages five
>5 → more than five
<5 → less than five
1.234,56 € → one thousand two hundred thirty-four euros and fifty-six cents
1.000.000 → one million
call 911 → call nine one one
Ubuntu 22.04 → Ubuntu twenty-two point oh four
10:30:15 → ten thirty and fifteen seconds
well-known → well-known
he came -late- and went → he came -late- and went
a -1 → a minus one
1,000,000 → one million
0.75 → zero point seven five
1/3 → one third
2/5 → two fifths
7/16 → seven sixteenths
3 1/4 cups → three and a quarter cups
2 1/4 tsp of salt → two and a quarter teaspoons of salt
1,234.5678 → one thousand two hundred thirty-four point five six seven eight
the 90's → the nineties
the 1980's → the nineteen eighties
the 80s → the eighties
a 10-ft pole → a ten foot pole
Rs. 500 → five hundred rupees
5⅛ → five and an eighth
⅞ → seven eighths
1e6 → one times ten to the six
1.5e-3 → one point five times ten to the minus three
−3 °C → minus three degrees Celsius
5 ± 0.2 → five plus or minus zero point two
x ≥ 3 → x is at least three
a < b → a is less than b
3 × 4 → three times four
3×10⁸ → three times ten to the power of eight
√2 → the square root of two
√16 = 4 → the square root of sixteen equals four
~50 → about fifty
≈ 3.14 → is about three point one four
1:2 ratio → one to two ratio
16:9 → sixteen to nine
2:1 → two to one
3-4 weeks → three to four weeks
10–20 km → ten to twenty kilometers
pp. 3–7 → pages three to seven
1914–1918 → nineteen fourteen to nineteen eighteen
Jan. 3, 2021 → January third, twenty twenty-one
Jan 3rd → January third
3 Jan 2021 → the third of January, twenty twenty-one
12/25/2020 → December twenty-fifth, twenty twenty
25 Dec → the twenty-fifth of December
Monday, 4 May → Monday, the fourth of May
FY24 → FY twenty-four
2020s → twenty twenties
mid-1980s → mid-nineteen eighties
500 BCE → five hundred BCE
noon at 12:00 → noon at twelve o'clock
23:59:59 → twenty-three fifty-nine and fifty-nine seconds
8 a.m. → eight a.m.
8:05 AM → eight oh five a.m.
5:00 p.m. → five p.m.
7pm–9pm → seven p.m. to nine p.m.
9-5 → nine to five
GMT+2 → GMT plus two
UTC-5 → UTC minus five
$3 → three dollars
$1,234.56 → one thousand two hundred thirty-four dollars and fifty-six cents
$2bn → two billion dollars
$3.5 million → three point five million dollars
€99.90 → ninety-nine euros and ninety cents
€1 → one euro
£1m → one million pounds
¥500 → five hundred yen
5 USD → five U.S. dollars
USD 5 → five U.S. dollars
US$20 → twenty U.S. dollars
10¢ → ten cents
CHF 12.50 → twelve Swiss francs and fifty centimes
$10/month → ten dollars per month
$5/hr → five dollars per hour
5 kg → five kilograms
1 kg → one kilogram
2.5 lbs → two point five pounds
6'2" → six foot two
10 mph → ten miles per hour
100 km/h → one hundred kilometers per hour
9.8 m/s² → nine point eight meters per second squared
5 m/s → five meters per second
3 kW → three kilowatts
230 V → two hundred thirty volts
60 Hz → sixty hertz
2 TB → two terabytes
512 MB → five hundred twelve megabytes
1 GB → one gigabyte
5 Gbps → five gigabits per second
300 dpi → three hundred dots per inch
37.5 °C → thirty-seven point five degrees Celsius
90° → ninety degrees
1013 hPa → one thousand thirteen hectopascals
5 µm → five micrometers
10 mL → ten milliliters
250 g → two hundred fifty grams
20 m² → twenty square meters
3 m³ → three cubic meters
70 dB → seventy decibels
2000 kcal → two thousand kilocalories
5% → five percent
0.5% → zero point five percent
12.5 % → twelve point five percent
100% → one hundred percent
5 ppm → five parts per million
Dr. Who → Doctor Who
Prof. Lee → Professor Lee
Mr. & Mrs. Smith → Mr. and Missus Smith
Jr. → Junior
Sr. → Senior
vs. → versus
etc. → et cetera
approx. 5 → approximately five
Fig. 3 → Figure three
Eq. 2 → Equation two
No. 5 → number five
Vol. 2 → Volume two
Ch. 3 → Chapter three
Ave. → Avenue
Blvd. → Boulevard
Inc. → Incorporated
Ltd. → Limited
Co. → Company
a.k.a. → also known as
w/ milk → with milk
w/o sugar → without sugar
HTML5 → HTML five
UTF-8 → UTF-eight
COVID-19 → COVID-nineteen
4K → four K
5G → five G
B2C → B to C
i18n → i eighteen n
K-12 → K-twelve
https://alcove.dev/a-b?c=1 → alcove dot dev slash a dash b
http://localhost:3000 → localhost colon three thousand
www.test.co.uk → test dot co dot uk
foo@bar.co.uk → foo at bar dot co dot uk
first.last+tag@mail.com → first dot last plus tag at mail dot com
example.com/path/to → example dot com slash path slash to
index.html → index dot HTML
app.min.js → app min dot JS
v1.2 → version one point two
v2 → version two
Node 20.11.0 → Node twenty point eleven point zero
iOS 17.4 → iOS seventeen point four
1.0.0-beta → one point zero point zero-beta
HTTP/2 → HTTP slash two
TCP/IP → TCP slash IP
(555) 123-4567 → five five five, one two three, four five six seven
555-1234 → five five five, one two three four
+44 20 7946 0958 → plus four four, two zero, seven nine four six, zero nine five eight
1-800-555-0199 → one, eight zero zero, five five five, zero one nine nine
Louis XIV → Louis the fourteenth
Elizabeth II → Elizabeth the second
Chapter XII → Chapter twelve
Part III → Part three
World War I → World War one
Super Bowl LIV → Super Bowl fifty-four
XVI century → sixteenth century
Type II → Type two
1st → first
2nd → second
3rd → third
11th → eleventh
21st → twenty-first
100th → one hundredth
1,000th → one thousandth
the 4th of July → the fourth of July
foo_bar → foo bar
snake_case_name → snake case name
x += 1 → x plus equals one
a == b → a equals b
a != b → a does not equal b
a && b → a and b
i++ → i plus plus
**bold** → bold
_it_ → it
😀 hi → hi
❤️ you → you
C++ → C plus plus
C# → C sharp
F# → F sharp
.NET → dot NET
AT&T → AT and T
R&B → R and B
Q&A → Q and A
1 + 1 → one plus one
2 - 1 → two minus one
6 / 2 → six divided by two
6÷2 → six divided by two
2*3 → two times three
x² → x squared
10² → ten squared
50/50 → fifty fifty
24/7 → twenty-four seven
9/11 → nine eleven
1/2 → one half
#5 → number five
#hashtag → hashtag hashtag
@user → at user
§ 5 → section five
© 2024 → copyright twenty twenty-four
wait... → wait...
A4 → A four
CO2 → CO two
O2 → O two
10x → ten times
3D → three D
2nd-floor → second-floor
30-year-old → thirty-year-old
0800 → zero eight zero zero
007 → zero zero seven
1.2.3.4 → one dot two dot three dot four
¼ → one quarter
½ → one half
€5–10 → five to ten euros
$5–$10 → five to ten dollars
5–6 p.m. → five to six p.m.
10:30–11 → ten thirty to eleven
Sept. 5 → September fifth
5th Ave. → fifth Avenue
St. Louis → Saint Louis
Main St. → Main Street
Mt. Everest → Mount Everest
Ft. Worth → Fort Worth
1k → one thousand
10K → ten thousand
3M users → three million users
1.5x → one point five times
kg/m³ → kg slash m cubed
100 m/s → one hundred meters per second
5 lb → five pounds
3 oz → three ounces
2 tbsp → two tablespoons
1 tsp → one teaspoon
№ 5 → number five
5 °F → five degrees Fahrenheit
24-hour → twenty-four-hour
5-star → five-star
e.g. → for example
i.e. → that is
et al. → and others
ca. 1900 → ca. nineteen hundred
b. 1950 → born nineteen fifty
A+ → A plus
B- → B minus
John 3:16 → John three sixteen
About 1348 people → About one thousand three hundred forty-eight people
they built 1200 houses → they built one thousand two hundred houses
In 2010 people complained → In twenty ten people complained
Until 1990 women could not → Until nineteen ninety women could not
After 2008 students paid → After two thousand eight students paid
In 1950 most people walked → In nineteen fifty most people walked
1945 ends the war → nineteen forty-five ends the war
Only 2020 was worse → Only twenty twenty was worse
up to 2019 it was fine → up to twenty nineteen it was fine
Around 2015 phones grew → Around twenty fifteen phones grew
the Tokyo 2020 games → the Tokyo twenty twenty games
more than 1500 → more than one thousand five hundred
over 2000 in all → over two thousand in all
a town of 1850 inhabitants → a town of one thousand eight hundred fifty inhabitants
1984 was a good year → nineteen eighty-four was a good year
in 1990 prices rose → in nineteen ninety prices rose
since 2010 people complain → since twenty ten people complain
the 1990 elections → the nineteen ninety elections
around 1900 → around nineteen hundred
`;

const ROWS = TABLE.trim()
  .split('\n')
  .map((row) => row.split(' → ') as [string, string]);

test.each(ROWS)('reads “%s”', (written, spoken) => {
  expect(readWrittenForms(written)).toBe(spoken);
});
