/** Words that stand for written forms. A table is a text of `form: words` entries: read once, and easy to extend. */
export function readTable(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(/,\s+/u).map((entry) => {
      const at = entry.indexOf(': ');
      return [entry.slice(0, at).trim(), entry.slice(at + 2).trim()] as const;
    }),
  );
}

/** Written short, said in full. Titles stand before a name. */
export const TITLES = readTable(`
  Mr: Mister, Mrs: Missus, Ms: Miz, Dr: Doctor, Prof: Professor, St: Saint, Mt: Mount, Ft: Fort, Gen: General,
  Gov: Governor, Sen: Senator, Rep: Representative, Capt: Captain, Lt: Lieutenant, Col: Colonel, Sgt: Sergeant,
  Cmdr: Commander, Rev: Reverend, Hon: Honorable, Pres: President, Cpl: Corporal, Maj: Major, Adm: Admiral, Fr: Father,
  Msgr: Monsignor, Supt: Superintendent`);

export const ABBREVIATIONS = readTable(`
  e.g.: for example, i.e.: that is, etc.: et cetera, vs.: versus, vs: versus, approx.: approximately, cf.: compare,
  et al.: and others, a.k.a.: also known as, aka: also known as, w/o: without, w/: with, Jr.: Junior, Sr.: Senior,
  Ave.: Avenue, Blvd.: Boulevard, Rd.: Road, Ln.: Lane, Hwy.: Highway, Apt.: Apartment, Bldg.: Building, Ltd.: Limited,
  Inc.: Incorporated, Corp.: Corporation, Co.: Company, Bros.: Brothers, Dept.: Department, dept.: department,
  Univ.: University, Govt.: Government, est.: established, vol.: volume, Vol.: Volume, fig.: figure, Fig.: Figure,
  ch.: chapter, Ch.: Chapter, ed.: edition, eds.: editors, sec.: section, Sec.: Section, eq.: equation, Eq.: Equation,
  max.: maximum, min.: minimum, misc.: miscellaneous, avg.: average, temp.: temperature, Mon.: Monday, Tue.: Tuesday,
  Tues.: Tuesday, Wed.: Wednesday, Thu.: Thursday, Thurs.: Thursday, Fri.: Friday, Sat.: Saturday, Sun.: Sunday,
  BTW: by the way, IMO: in my opinion, FYI: for your information, TBD: to be determined, P.S.: P S, ref.: reference,
  incl.: including, he/she: he or she, she/he: she or he, his/her: his or her, him/her: him or her, ext.: extension, N/A: not applicable, c/o: care of`);

/** Units whose plural ends in s; and others, one and several. */
const REGULAR_UNITS = readTable(`
  km: kilometer, cm: centimeter, mm: millimeter, µm: micrometer, nm: nanometer, m: meter, kg: kilogram, mg: milligram,
  µg: microgram, mcg: microgram, g: gram, t: ton, lb: pound, lbs: pound, oz: ounce, mi: mile, yd: yard, ml: milliliter,
  mL: milliliter, cl: centiliter, dl: deciliter, l: liter, L: liter, kB: kilobyte, KB: kilobyte, MB: megabyte,
  GB: gigabyte, TB: terabyte, PB: petabyte, KiB: kibibyte, MiB: mebibyte, GiB: gibibyte, Mb: megabit, Gb: gigabit, h: hour,
  hr: hour, hrs: hour, min: minute, mins: minute, yr: year, yrs: year, wk: week, wks: week, mos: month, qt: quart, gal: gallon, s: second, sec: second, secs: second, ms: millisecond, µs: microsecond,
  ns: nanosecond, W: watt, kW: kilowatt, MW: megawatt, GW: gigawatt, kWh: kilowatt hour, Wh: watt hour, V: volt,
  mV: millivolt, kV: kilovolt, A: amp, mA: milliamp, mAh: milliamp hour, J: joule, kJ: kilojoule, cal: calorie,
  kcal: kilocalorie, N: newton, Pa: pascal, hPa: hectopascal, bar: bar, dB: decibel, px: pixel, pt: point, ha: hectare, pts: point, mol: mole, mmol: millimole, Ω: ohm, kΩ: kiloohm, MΩ: megaohm, µF: microfarad, nF: nanofarad,
  pF: picofarad, N·m: newton meter, Nm: newton meter,
  cc: cubic centimeter`);
const ODD_UNITS = readTable(`
  ft: foot / feet, in: inch / inches, Hz: hertz / hertz, kHz: kilohertz / kilohertz, MHz: megahertz / megahertz,
  GHz: gigahertz / gigahertz, km/h: kilometer per hour / kilometers per hour,
  kph: kilometer per hour / kilometers per hour, mph: mile per hour / miles per hour,
  m/s: meter per second / meters per second, Mbps: megabit per second / megabits per second,
  Mbit/s: megabit per second / megabits per second, Gbps: gigabit per second / gigabits per second,
  MB/s: megabyte per second / megabytes per second, fps: frame per second / frames per second,
  bpm: beat per minute / beats per minute, wpm: word per minute / words per minute,
  mpg: mile per gallon / miles per gallon, ft²: square foot / square feet, mi²: square mile / square miles,
  in²: square inch / square inches, ft³: cubic foot / cubic feet, rpm: revolution per minute / revolutions per minute, dpi: dot per inch / dots per inch, m²: square meter / square meters,
  m2: square meter / square meters, km²: square kilometer / square kilometers, cm²: square centimeter / square centimeters,
  m³: cubic meter / cubic meters, m3: cubic meter / cubic meters, cm³: cubic centimeter / cubic centimeters,
  sq ft: square foot / square feet, sq mi: square mile / square miles, sq m: square meter / square meters,
  m/s²: meter per second squared / meters per second squared, kg/m³: kilogram per cubic meter / kilograms per cubic meter,
  tbsp: tablespoon / tablespoons, tsp: teaspoon / teaspoons, ppm: part per million / parts per million,
  pct: percent / percent,
  mmHg: millimeter of mercury / millimeters of mercury, mm Hg: millimeter of mercury / millimeters of mercury`);

/** One and several of a unit. */
export const UNITS: ReadonlyMap<string, readonly string[]> = new Map([
  ...pairs(REGULAR_UNITS, (name) => [name, `${name}s`]),
  ...pairs(ODD_UNITS, (names) => split(names)),
]);

/** Of a currency: one and several of its main part, one and several of its smaller part. */
export const MONEY: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ...readTable(`
  $: dollar / dollars / cent / cents, US$: U.S. dollar / U.S. dollars / cent / cents,
  C$: Canadian dollar / Canadian dollars / cent / cents, A$: Australian dollar / Australian dollars / cent / cents,
  AU$: Australian dollar / Australian dollars / cent / cents, CA$: Canadian dollar / Canadian dollars / cent / cents,
  NZ$: New Zealand dollar / New Zealand dollars / cent / cents, HK$: Hong Kong dollar / Hong Kong dollars / cent / cents,
  S$: Singapore dollar / Singapore dollars / cent / cents, R$: Brazilian real / Brazilian reais / centavo / centavos,
  CAD: Canadian dollar / Canadian dollars / cent / cents, AUD: Australian dollar / Australian dollars / cent / cents,
  CNY: yuan / yuan / fen / fen, SEK: Swedish krona / Swedish kronor / öre / öre,
  USD: U.S. dollar / U.S. dollars / cent / cents, €: euro / euros / cent / cents, EUR: euro / euros / cent / cents,
  £: pound / pounds / penny / pence, GBP: pound / pounds / penny / pence, ¥: yen / yen / sen / sen,
  JPY: yen / yen / sen / sen, ₹: rupee / rupees / paisa / paise, INR: rupee / rupees / paisa / paise,
  ₩: won / won / jeon / jeon, CHF: Swiss franc / Swiss francs / centime / centimes, ₽: ruble / rubles / kopek / kopeks,
  ₿: bitcoin / bitcoins /  /`),
  ].map(([sign, names]) => [sign, split(names)] as const),
);

export const SIGNS = readTable(`
  =: equals, ≠: does not equal, ≈: is about, <: is less than, >: is greater than, ≤: is at most, ≥: is at least,
  ±: plus or minus, ×: times, ·: times, ÷: divided by, √: the square root of, ∞: infinity, °: degrees, ¢: cents,
  §: section, ¶: paragraph, ©: copyright, ½: one half, ¼: one quarter, ¾: three quarters, ⅓: one third, ⅔: two thirds,
  ²: squared, ³: cubed, →: to, &: and, ∈: in, ∑: the sum of, π: pi, Δ: delta, µ: micro, Ω: ohms, @: at, %: percent`);

function pairs(table: ReadonlyMap<string, string>, read: (names: string) => string[]) {
  return [...table].map(([form, names]) => [form, read(names)] as const);
}

function split(names: string): string[] {
  return names.split(' / ').map((name) => name.trim());
}
