import type { browserModelText } from '#ui/messages/browser-model.ts';

export const browserModel: typeof browserModelText = {
  title: 'Das Modell dieses Browsers',
  about: (browser) =>
    `${browser} bringt ein Sprachmodell mit. Sein Hersteller wählt es aus, speichert es für alle Websites und kann es mit jedem Update ändern; Chrome und Edge führen es auf diesem Gerät aus.`,
  limits:
    'Es antwortet mit Text und JSON. Es ruft keine Werkzeuge auf und nimmt weder Seed noch Log-Wahrscheinlichkeiten.',
  download: 'Vom Browser herunterladen lassen',
  aboutDownload: 'Mehrere Gigabyte, vom Browser für alle Websites gespeichert.',
  downloading: 'Der Browser lädt sein Modell herunter',
  available: 'Bereit. Es steht in der Modellliste jedes Chats.',
  openChat: 'In Chat öffnen',
  notDownloaded: 'Der Browser hat sein Modell nicht bereitgestellt.',
};
