import type { knownVoicesText } from '#ui/messages/known-voices.ts';

export const knownVoices: typeof knownVoicesText = {
  title: 'Bekannte Stimmen',
  about:
    'Wo in einer Aufnahme Sprecher gesucht werden, bekommen diese Stimmen ihre Namen. Jede ist zehn Sekunden Ton und nur in diesem Browser gespeichert.',
  none: 'Keine. Öffnen Sie in einem Transkript die Sprecher, benennen Sie jemanden und drücken Sie das Lesezeichen hinter dem Namen.',
  count: (count) => `Bekannte Stimmen: ${count}`,
  full: (count) =>
    `${count} Stimmen sind bekannt, mehr sind nicht möglich. Vergessen Sie erst eine.`,
  manage: 'Verwalten',
  know: (name) => `Stimme von ${name} in anderen Aufnahmen erkennen`,
  forgetOf: (name) => `Stimme von ${name} vergessen`,
  forget: 'Vergessen',
  forgetAll: 'Alle Stimmen vergessen',
  forgotten: (name) => `Stimme von ${name} vergessen`,
  allForgotten: 'Alle Stimmen vergessen',
  ask: (name) => `Stimme von ${name} merken?`,
  askAbout: (name) =>
    `Bis zu zehn Sekunden dieser Aufnahme werden in diesem Browser gespeichert, und andere Aufnahmen nennen ${name}, wo diese Stimme spricht. Eine Stimme identifiziert einen Menschen: Fragen Sie vorher.`,
  askLater:
    'Sie können sie unter Bekannte Stimmen abspielen und löschen. Sie ist Teil von Sicherungen.',
  remember: 'Stimme merken',
  notStored: 'Die Stimme konnte nicht gespeichert werden',
  unnamed: 'Geben Sie der Person erst einen Namen.',
  tooShort: 'In dieser Aufnahme spricht diese Stimme nirgends zwei Sekunden allein.',
  from: (recording, date) => `Aus ${recording}, ${date}`,
  play: (name) => `Stimme von ${name} abspielen`,
  notPlayed: 'Die Stimme konnte nicht abgespielt werden',
  back: 'Aufnahmen',
};
