/** By the code of the error. What no room can cause is left to the API's own words. */
export const apiErrors: Record<string, string> = {
  audio_too_long: 'Die Aufnahme ist zu lang für dieses Modell (höchstens 30 Sekunden).',
  audio_too_short: 'Die Aufnahme ist zu kurz.',
  boundary_forbids: 'Der Inhalt darf dieses Gerät nicht verlassen.',
  context_length_exceeded: 'Der Text ist länger, als dieses Modell lesen kann.',
  empty_array: 'Es fehlt ein Text.',
  empty_string: 'Der Text ist leer.',
  engine_unavailable: 'Das Modell ist nicht mehr erreichbar. Erneut versuchen.',
  file_too_large: 'Die Datei ist zu groß: höchstens 25 MiB.',
  insufficient_memory: 'Der Speicher dieses Geräts reicht für dieses Modell nicht aus.',
  insufficient_quota: 'Das Kontingent für heute ist verbraucht.',
  internal_server_error: 'Bei der Verarbeitung ist ein Fehler aufgetreten.',
  invalid_authentication:
    'Der API-Schlüssel ist ungültig. Schlüssel stehen auf der Seite Entwickler.',
  invalid_file_format:
    'Das Dateiformat ist unbekannt oder die Datei beschädigt. Unterstützt: flac, m4a, mp3, mp4, mpeg, mpga, oga, ogg, wav, webm.',
  invalid_image_url: 'Das Bild kann nicht gelesen werden.',
  invalid_json_schema: 'Das JSON-Schema kann nicht verwendet werden.',
  model_not_compatible: 'Dieses Modell kann das nicht.',
  model_not_found: 'Das Modell ist nicht auf diesem Gerät. Unter Modelle kann es geladen werden.',
  provider_budget_exceeded: 'Das Budget des Anbieters ist verbraucht.',
  queue_full: 'Zu viele Anfragen auf einmal. Gleich erneut versuchen.',
  rate_limit_exceeded: 'Zu viele Anfragen in dieser Minute. Später erneut versuchen.',
  request_timeout: 'Die Anfrage hat zu lange gedauert.',
  request_too_large: 'Die Anfrage ist zu groß.',
  storage_full: 'Der Speicher dieses Browsers ist voll. Modelle, Aufnahmen oder Chats löschen.',
  upstream_failed: 'Der Anbieter hat einen Fehler gemeldet.',
  upstream_invalid_answer: 'Die Antwort des Anbieters ist unverständlich.',
  upstream_lost: 'Die Antwort des Anbieters ist abgebrochen.',
  upstream_rate_limited:
    'Der Anbieter nimmt gerade keine weiteren Anfragen an. Später erneut versuchen.',
  upstream_timeout: 'Der Anbieter hat nicht rechtzeitig geantwortet.',
  upstream_unauthorized:
    'Der Anbieter lehnt den API-Schlüssel ab. Schlüssel stehen in den Einstellungen unter Anbieter.',
  upstream_unavailable: 'Kein Anbieter, der antworten darf, kann das gerade.',
  upstream_unreachable: 'Der Anbieter ist nicht erreichbar.',
};
