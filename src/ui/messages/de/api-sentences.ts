/**
 * Error messages of `/v1` that name what their code does not: a server, a limit, a field. As in `sentences.ts`, `{}` stands
 * for a value, which is translated where it has an entry of its own.
 */
export const apiSentences: Record<string, string> = {
  // Models
  '“{}” is not used: what it computes here differs from the values that ship with the app. Its files may be damaged, or this browser may compute wrongly.':
    '„{1}“ wird nicht verwendet: Was es hier berechnet, weicht von den Werten ab, die mit der App kommen. Seine Dateien sind vielleicht beschädigt, oder dieser Browser rechnet falsch.',
  // Providers
  'Offline mode is on: no provider is called. It is turned off under Settings → Privacy.':
    'Der Offline-Modus ist an: Kein Anbieter wird gefragt. Er lässt sich unter Einstellungen → Datenschutz ausschalten.',
  'Offline mode is on: no provider is called.':
    'Der Offline-Modus ist an: Kein Anbieter wird gefragt.',
  'There is no provider of {}.': 'Für {1} gibt es keinen Anbieter.',
  'The provider of {} was changed.': 'Der Anbieter von {1} wurde geändert.',
  '{} could not be reached. It may be off, its certificate may be unknown, or it may not allow this page.':
    '{1} ist nicht erreichbar. Der Server ist vielleicht ausgeschaltet, sein Zertifikat unbekannt, oder er lässt diese Seite nicht zu.',
  '{} could not be reached {}.': '{1} ist nicht erreichbar, {2}.',
  'because the server of this page is not connected (Developer, Connect)':
    'weil der Server dieser Seite nicht verbunden ist (Entwickler, Verbinden)',
  'because the server of this page does not call that address':
    'weil der Server dieser Seite diese Adresse nicht aufruft',
  'because its certificate is not trusted by the server of this page':
    'weil der Server dieser Seite dem Zertifikat nicht vertraut',
  'because its name has no address that its label allows':
    'weil der Name keine Adresse hat, die zur Angabe des Ortes passt',
  'because nothing listens at its address': 'weil unter der Adresse nichts antwortet',
  'because it redirects to another address': 'weil die Adresse auf eine andere umleitet',
  'The connection to {} broke off.': 'Die Verbindung zu {1} ist abgebrochen.',
  'The answer of {} is not understood: it has nothing for text {}.':
    'Die Antwort von {1} ist unverständlich: Zu Text {2} fehlt das Ergebnis.',
  'The answer of {} is not understood: {}.': 'Die Antwort von {1} ist unverständlich: {2}.',
  'it is not JSON': 'Sie ist kein JSON',
  'a part of it is no object': 'Ein Teil davon ist kein Objekt',
  'it has no choices': 'Sie enthält keine „choices“',
  'a tool call has no name': 'Ein Werkzeugaufruf hat keinen Namen',
  'it calls too many tools': 'Sie ruft zu viele Werkzeuge auf',
  'one event is too long': 'Ein Ereignis ist zu lang',
  'an event is not JSON': 'Ein Ereignis ist kein JSON',
  'it has no text': 'Sie enthält keinen Text',
  'its vectors have different sizes': 'Ihre Vektoren sind verschieden lang',
  'The answer of {} was ended: it has more {} than an answer can have.':
    'Die Antwort von {1} wurde beendet: Sie hat mehr {2}, als eine Antwort haben kann.',
  bytes: 'Bytes',
  characters: 'Zeichen',
  events: 'Ereignisse',
  '{} answered {}: "{}".': '{1} antwortete mit {2}: „{3}“.',
  '{} answered {}.': '{1} antwortete mit {2}.',
  '{} failed while it answered{}.': '{1} hat beim Antworten einen Fehler gemeldet{2}.',
  '{} failed while it answered.': '{1} hat beim Antworten einen Fehler gemeldet.',
  '{} did not begin to answer within {} s.':
    '{1} hat nicht innerhalb von {2} s zu antworten begonnen.',
  '{} stopped answering for {} s.': '{1} hat {2} s lang nicht weiter geantwortet.',
  '{} did not finish within {} s.': '{1} ist nicht innerhalb von {2} s fertig geworden.',
  '{} ended its answer before it was complete.':
    '{1} hat die Antwort beendet, bevor sie vollständig war.',
  '{} has reached a limit that was set for it.':
    '{1} hat eine Grenze erreicht, die dafür gesetzt ist.',
  'The budget of every provider that may answer is used up for today.':
    'Das Budget aller Anbieter, die antworten dürfen, ist für heute verbraucht.',
  'No provider that may answer can do so now.':
    'Kein Anbieter, der antworten darf, kann das gerade.',
  'The thread that calls providers ended unexpectedly.':
    'Der Prozess, der Anbieter aufruft, wurde unerwartet beendet.',
  'The host could not be reached.': 'Der Host ist nicht erreichbar.',
  'Providers do not read aloud here.': 'Anbieter lesen hier nicht vor.',
  'Providers do not read pictures here.': 'Anbieter lesen hier keine Bilder.',
  'Providers do not tell speakers apart here.': 'Anbieter unterscheiden hier keine Sprecher.',
  'The provider was removed.': 'Der Anbieter wurde entfernt.',
  // Fields of a request
  "Missing required parameter: '{}'.": 'Die Angabe „{1}“ fehlt.',
  "Invalid type for '{}': expected {}, but got {} instead.":
    'Die Angabe „{1}“ hat den falschen Typ (erwartet: {2}, erhalten: {3}).',
  "Invalid value: '{}'. Supported values are: {}.": 'Ungültiger Wert: „{1}“. Möglich sind: {2}.',
  "Invalid '{}': decimal {} value. Expected a value between {} and {}, but got {} instead.":
    '{2}: „{1}“ muss zwischen {3} und {4} liegen, nicht bei {5}.',
  "Invalid '{}': integer {} value. Expected a value <= {}, but got {} instead.":
    '{2}: „{1}“ darf höchstens {3} sein, nicht {4}.',
  "Invalid '{}': integer {} value. Expected a value >= {}, but got {} instead.":
    '{2}: „{1}“ muss mindestens {3} sein, nicht {4}.',
  'above maximum': 'Zu groß',
  'below minimum': 'Zu klein',
  "Invalid '{}': array too long. Expected an array with maximum length {}, but got an array with length {} instead.":
    '„{1}“ hat zu viele Einträge: höchstens {2}, nicht {3}.',
  "Unsupported parameter: '{}' is not supported.": 'Die Angabe „{1}“ wird nicht unterstützt.',
  "Unsupported parameter: '{}' is not supported. {}":
    'Die Angabe „{1}“ wird nicht unterstützt. {2}',
};
