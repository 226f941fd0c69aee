/** Languages by Whisper code: ISO-639-1 where there is one, plus `haw`, `yue` and Whisper's own `jw`. */
const NAMES =
  'en:english zh:chinese de:german es:spanish ru:russian ko:korean fr:french ja:japanese pt:portuguese tr:turkish pl:polish ca:catalan nl:dutch ar:arabic sv:swedish it:italian id:indonesian hi:hindi fi:finnish vi:vietnamese he:hebrew uk:ukrainian el:greek ms:malay cs:czech ro:romanian da:danish hu:hungarian ta:tamil no:norwegian th:thai ur:urdu hr:croatian bg:bulgarian lt:lithuanian la:latin mi:maori ml:malayalam cy:welsh sk:slovak te:telugu fa:persian lv:latvian bn:bengali sr:serbian az:azerbaijani sl:slovenian kn:kannada et:estonian mk:macedonian br:breton eu:basque is:icelandic hy:armenian ne:nepali mn:mongolian bs:bosnian kk:kazakh sq:albanian sw:swahili gl:galician mr:marathi pa:punjabi si:sinhala km:khmer sn:shona yo:yoruba so:somali af:afrikaans oc:occitan ka:georgian be:belarusian tg:tajik sd:sindhi gu:gujarati am:amharic yi:yiddish lo:lao uz:uzbek fo:faroese ht:haitian_creole ps:pashto tk:turkmen nn:nynorsk mt:maltese sa:sanskrit lb:luxembourgish my:myanmar bo:tibetan tl:tagalog mg:malagasy as:assamese tt:tatar haw:hawaiian ln:lingala ha:hausa ba:bashkir jw:javanese su:sundanese yue:cantonese';

const BY_CODE = new Map(
  NAMES.split(' ').map((entry) => {
    const [code = '', name = ''] = entry.split(':');
    return [code, name.replaceAll('_', ' ')] as const;
  }),
);
const BY_NAME = new Map([...BY_CODE].map(([code, name]) => [name, code]));
const OTHER_NAMES = new Map([
  ['burmese', 'my'],
  ['castilian', 'es'],
  ['flemish', 'nl'],
  ['haitian', 'ht'],
  ['mandarin', 'zh'],
  ['moldavian', 'ro'],
  ['panjabi', 'pa'],
  ['pushto', 'ps'],
  ['sinhalese', 'si'],
  ['valencian', 'ca'],
  ['jv', 'jw'],
  ['nb', 'no'],
]);

export const LANGUAGE_CODES: readonly string[] = [...BY_CODE.keys()];

/** The code of a language given as code, BCP-47 tag or English name in any case; null when unknown. */
export function languageCode(text: string): string | null {
  const wanted = text.trim().toLowerCase();
  const named = BY_NAME.get(wanted) ?? OTHER_NAMES.get(wanted);
  if (named) return named;
  const [code = ''] = wanted.split(/[-_]/);
  if (BY_CODE.has(code) && /^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/.test(wanted)) return code;
  return OTHER_NAMES.get(code) ?? null;
}

/** English name of a code, lower case: `german`. */
export function languageName(code: string): string {
  return BY_CODE.get(code) ?? code;
}
