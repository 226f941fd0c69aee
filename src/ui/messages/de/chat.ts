import { plural } from '#ui/messages/catalogue.ts';
import type { chatText } from '#ui/messages/chat.ts';

export const chat: typeof chatText = {
  page: 'Chat',
  chats: 'Chats',
  newChat: 'Neuer Chat',
  temporaryChat: 'Temporärer Chat',
  model: 'Modell',
  secondModel: 'Zweites Modell',
  compare: 'Zwei Modelle vergleichen',
  settings: 'Chat-Einstellungen',
  settingNotSaved: 'Die Einstellung konnte nicht gespeichert werden',
  draftNotSaved: 'Der Entwurf konnte nicht gespeichert werden',
  answerNotSaved: 'Die Antwort konnte nicht gespeichert werden',
  dropHere: 'Dokumente, Bilder oder Aufnahmen hier ablegen',
  chatNotFound: 'Dieser Chat ist nicht auf diesem Gerät gespeichert.',
  transcriptNotRead: 'Das Transkript konnte nicht gelesen werden',

  welcome: 'KI, die in diesem Tab läuft.',
  welcomeLead:
    'Chatten, transkribieren und nach Bedeutung suchen. Nichts verlässt dieses Gerät, wenn Sie es nicht erlauben.',
  doorAsk: 'Fragen',
  doorAskText: 'Guide ist eingebaut und kennt diese App',
  doorTranscribe: 'Transkribieren',
  doorTranscribeText: 'Elf Sekunden Sprache als Text',
  doorMap: 'Karte ansehen',
  doorMapText: 'Achtzig Sätze, nach Bedeutung geordnet',
  alsoApi: 'Auch eine API:',
  firstCall: 'Der erste Aufruf',
  welcomeTemporary: 'Dieser Chat wird nie gespeichert',
  welcomeTemporaryLead:
    'Er wird gelöscht, sobald ein anderer Chat geöffnet oder der Tab geschlossen wird.',
  abilities:
    'Ich beantworte Fragen zu Alcove, auf Englisch. Mit anderen Modellen chattet diese App, transkribiert Aufnahmen, liest Dokumente und zeichnet Karten von Texten, alles auf diesem Gerät. Ein Modell gibt es unter „Modelle“.',
  moreActions: 'Weitere Aktionen',
  askAbilities: 'Was kannst du?',
  largerModel: 'Ein größeres Modell',
  forConversations: (model) => `Ein kleines Modell, das schreiben kann: ${model}`,
  about: (size) => `Etwa ${size}`,
  fitsDevice: 'passt auf dieses Gerät',
  download: 'Herunterladen',
  resume: 'Fortsetzen',
  downloading: (model) => `${model} wird heruntergeladen`,
  otherModels: 'Andere Modelle',
  notDownloaded: (model) => `${model} konnte nicht heruntergeladen werden`,

  message: 'Nachricht',
  placeholder: 'Etwas fragen',
  placeholderBusy: 'Nächste Nachricht schreiben',
  files: 'Dateien',
  attachFiles: 'Dateien anhängen',
  record: 'Aufnehmen',
  stopRecording: 'Aufnahme beenden',
  stop: 'Stopp',
  send: 'Senden',
  sendKeys: '↵ senden · ⇧ ↵ neue Zeile · / Vorlagen',
  contextUsed: 'Belegter Kontext',
  tokensUsed: (used, total) => `${used} von ${total} Tokens`,
  englishOnly: (model) => `${model} versteht nur Englisch.`,
  nearlyFull: 'Fast voll: Die ältesten Nachrichten werden ausgelassen',
  tooManyWords: (model, count) =>
    plural(count, {
      one: `Etwa # Wort zu lang für ${model}.`,
      other: `Etwa # Wörter zu lang für ${model}.`,
    }),
  tooManyCharacters: (model, count) =>
    plural(count, {
      one: `Etwa # Zeichen zu lang für ${model}.`,
      other: `Etwa # Zeichen zu lang für ${model}.`,
    }),
  attachAsDocument: 'Als Dokument anhängen',
  pastedText: 'Eingefügter Text',
  attachedAsFile: 'Der Text ist zu lang für eine Nachricht: Er wurde als Datei angehängt.',

  notSent: 'Die Nachricht konnte nicht gesendet werden',
  filesNotAttached: 'Die Dateien konnten nicht angehängt werden',
  fileNotRemoved: 'Die Datei konnte nicht entfernt werden',
  writtenElsewhere: 'Diese Antwort wird in einem anderen Tab geschrieben.',
  answerReady: 'Eine Antwort ist fertig.',
  answerFailed: 'Eine Antwort ist fehlgeschlagen.',
  tooManyRounds: (rounds) =>
    plural(rounds, {
      one: 'Nach # Runde von Werkzeugaufrufen angehalten. Eine Nachricht senden, um fortzufahren.',
      other:
        'Nach # Runden von Werkzeugaufrufen angehalten. Eine Nachricht senden, um fortzufahren.',
    }),
  deleted: (title) => `„${title}“ gelöscht.`,
  deletedMany: (count) => plural(count, { one: '# Chat gelöscht.', other: '# Chats gelöscht.' }),
  undo: 'Rückgängig',
};
