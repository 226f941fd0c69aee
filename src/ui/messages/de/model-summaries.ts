/** By the catalogue's sentence. */
export const modelSummaries: Record<string, string> = {
  'Chosen, stored and updated by the maker of the browser.':
    'Vom Hersteller des Browsers ausgewählt, gespeichert und aktualisiert.',
  'Converted from a file on this device.': 'Aus einer Datei auf diesem Gerät umgewandelt.',
  'Knows this app, little else.': 'Kennt diese App und sonst wenig.',
  'English sentence embeddings, 256 dimensions each.':
    'Embeddings englischer Sätze, je 256 Dimensionen.',
  'Says how well each passage answers a question, in English.':
    'Sagt, wie gut jeder Abschnitt eine Frage beantwortet, auf Englisch.',
  'Sentence embeddings in 15 languages, 512 dimensions each.':
    'Embeddings von Sätzen in 15 Sprachen, je 512 Dimensionen.',
  'Speech in 99 languages to text, and into English. Whisper base by OpenAI.':
    'Sprache in 99 Sprachen als Text, auch ins Englische. Whisper base von OpenAI.',
  'Reads text in scans and photographs: Latin, Chinese and Japanese scripts.':
    'Liest Text in Scans und Fotos: lateinische, chinesische und japanische Schrift.',
  'Reads English text aloud in eleven voices; slow on a processor.':
    'Liest englischen Text mit elf Stimmen vor; langsam auf einem Prozessor.',
  'Reads English text aloud: an American voice, made by a computer.':
    'Liest englischen Text vor: eine amerikanische Stimme, von einem Computer gemacht.',
  'Everyday questions, rewriting and code in short answers; facts are often wrong.':
    'Alltagsfragen, Umformulieren und Code in kurzen Antworten; Fakten sind oft falsch.',
  'Small and quick; few of its answers can be used as they are.':
    'Klein und schnell; nur wenige Antworten sind so brauchbar, wie sie sind.',
  'A small general assistant in eight languages.': 'Ein kleiner Assistent in acht Sprachen.',
  'A general assistant in eight languages.': 'Ein Assistent in acht Sprachen.',
  'A strong general assistant; needs a large GPU.':
    'Ein starker Assistent; braucht eine große GPU.',
  'For workstations only.': 'Nur für Workstations.',
  'The version before 3.1.': 'Die Version vor 3.1.',
  'An older assistant.': 'Ein älterer Assistent.',
  'Thinks at length before it answers.': 'Denkt lange nach, bevor es antwortet.',
  'Follows instructions and calls tools.': 'Folgt Anweisungen und ruft Werkzeuge auf.',
  'Made for calling tools.': 'Zum Aufrufen von Werkzeugen gemacht.',
  'Reasons well for its size.': 'Schlussfolgert gut für seine Größe.',
  'Answers questions about pictures.': 'Beantwortet Fragen zu Bildern.',
  'The version before 3.5.': 'Die Version vor 3.5.',
  'Reasons well for its size; calls tools.':
    'Schlussfolgert gut für seine Größe; ruft Werkzeuge auf.',
  'An older small model, not tuned for chat.':
    'Ein älteres kleines Modell, nicht für Chats trainiert.',
  'A general assistant.': 'Ein Assistent für vieles.',
  'Writes and summarises English.': 'Schreibt und fasst zusammen, auf Englisch.',
  'Short answers and rewriting in English.': 'Kurze Antworten und Umformulieren auf Englisch.',
  'The smallest that talks: knows little.': 'Das kleinste Chatmodell: weiß wenig.',
  'Understands pictures and audio of up to 30 seconds.': 'Versteht Bilder und Ton bis 30 Sekunden.',
  'Japanese and English.': 'Japanisch und Englisch.',
  'A small general assistant.': 'Ein kleiner Assistent.',
  'An older small assistant.': 'Ein älterer kleiner Assistent.',
  'Open in its data and its making.': 'Offen in Daten und Training.',
  'Thinks before it answers, in many languages.':
    'Denkt nach, bevor es antwortet, in vielen Sprachen.',
  'Thinks before it answers; calls tools.': 'Denkt nach, bevor es antwortet; ruft Werkzeuge auf.',
  'Thinks before it answers; good at code and tools.':
    'Denkt nach, bevor es antwortet; gut mit Code und Werkzeugen.',
  'The strongest that thinks; needs a large GPU.':
    'Das stärkste, das nachdenkt; braucht eine große GPU.',
  'The newer small Qwen.': 'Das neuere kleine Qwen.',
  'The newer Qwen for laptops.': 'Das neuere Qwen für Laptops.',
  'The newer Qwen; good at code and tools.': 'Das neuere Qwen; gut mit Code und Werkzeugen.',
  'Needs a large GPU.': 'Braucht eine große GPU.',
  'A very small assistant in many languages.': 'Ein sehr kleiner Assistent in vielen Sprachen.',
  'A small assistant in many languages.': 'Ein kleiner Assistent in vielen Sprachen.',
  'Not for commercial use.': 'Nicht für kommerzielle Nutzung.',
  'A general assistant in many languages.': 'Ein Assistent in vielen Sprachen.',
  'Completes short pieces of code.': 'Ergänzt kurze Stücke Code.',
  'Writes code.': 'Schreibt Code.',
  'Writes code; not for commercial use.': 'Schreibt Code; nicht für kommerzielle Nutzung.',
  'Writes code well.': 'Schreibt guten Code.',
  'Solves mathematics step by step.': 'Löst Mathematik Schritt für Schritt.',
  'An older very small assistant.': 'Ein älterer, sehr kleiner Assistent.',
  'Solves mathematics.': 'Löst Mathematik.',
  'A small assistant.': 'Ein kleiner Assistent.',
  'A small older assistant.': 'Ein kleiner, älterer Assistent.',
  'Thinks before it answers.': 'Denkt nach, bevor es antwortet.',
  'The smallest that talks: quick on any processor, knows little.':
    'Das kleinste Chatmodell: schnell auf jedem Prozessor, weiß wenig.',
  'Short answers and rewriting in English, on a processor.':
    'Kurze Antworten und Umformulieren auf Englisch, auf dem Prozessor.',
  'Writes and summarises English; slow on a processor.':
    'Schreibt und fasst zusammen, auf Englisch; langsam auf dem Prozessor.',
  'Reasons before it answers, in six languages; for a GPU.':
    'Schlussfolgert, bevor es antwortet, in sechs Sprachen; für eine GPU.',
  'Thinks before it answers, in many languages; calls tools.':
    'Denkt nach, bevor es antwortet, in vielen Sprachen; ruft Werkzeuge auf.',
  'Thinks before it answers; better with numbers and code than 0.6B.':
    'Denkt nach, bevor es antwortet; besser mit Zahlen und Code als 0.6B.',
  'A general assistant in eight languages; calls tools.':
    'Ein Assistent in acht Sprachen; ruft Werkzeuge auf.',
  'A hybrid of convolution and attention: quick on a processor.':
    'Aus Faltung und Attention: schnell auf dem Prozessor.',
  'A hybrid of convolution and attention, in eight languages.':
    'Aus Faltung und Attention, in acht Sprachen.',
  'Small, made for calling functions and short tasks; quick on a processor.':
    'Klein, für Funktionsaufrufe und kurze Aufgaben; schnell auf dem Prozessor.',
  'Looks at pictures and answers in English; the smallest that sees.':
    'Sieht Bilder an und antwortet auf Englisch; das kleinste seiner Art.',
  'Looks at pictures and answers in English, more closely than 256M.':
    'Sieht Bilder an und antwortet auf Englisch, genauer als 256M.',
  'Reads pictures, documents and their text; slow on a processor.':
    'Liest Bilder, Dokumente und ihren Text; langsam auf dem Prozessor.',
  'Describes pictures and reads their text; quick on a processor.':
    'Beschreibt Bilder und liest ihren Text; schnell auf dem Prozessor.',
  'The usual small English sentence embedding, 384 dimensions.':
    'Das übliche kleine Embedding für englische Sätze, 384 Dimensionen.',
  'English search, 384 dimensions.': 'Suche auf Englisch, 384 Dimensionen.',
  'Search across a hundred languages, 384 dimensions.':
    'Suche über hundert Sprachen hinweg, 384 Dimensionen.',
  'Long English texts; 768 dimensions that can be cut to 64.':
    'Lange englische Texte; 768 Dimensionen, kürzbar auf 64.',
  'A hundred languages; 768 dimensions that can be cut to 128.':
    'Hundert Sprachen; 768 Dimensionen, kürzbar auf 128.',
  'The strongest here, in many languages; 1,024 dimensions, slow on a processor.':
    'Das stärkste hier, in vielen Sprachen; 1.024 Dimensionen, langsam auf dem Prozessor.',
  'Quick, for clear speech.': 'Schnell, für deutliche Sprache.',
  'A good start on most laptops.': 'Ein guter Anfang auf den meisten Laptops.',
  'Accents and noise; slower.': 'Für Akzente und Lärm; langsamer.',
  'The most accurate here; for a GPU.': 'Das genaueste hier; für eine GPU.',
  'English only; near small, about twice as fast.':
    'Nur Englisch; fast wie small, etwa doppelt so schnell.',
  'English only, without times; the quickest for short recordings.':
    'Nur Englisch, ohne Zeiten; das schnellste für kurze Aufnahmen.',
  'English only, without times; better than tiny and still quick.':
    'Nur Englisch, ohne Zeiten; besser als tiny und immer noch schnell.',
  'English in lower case, without punctuation; decoded in one step, without a decoder.':
    'Englisch in Kleinbuchstaben ohne Satzzeichen; in einem Schritt, ohne Decoder.',
  'Listens, transcribes and translates in eight languages; for a GPU.':
    'Hört zu, transkribiert und übersetzt in acht Sprachen; für eine GPU.',
  'Answers questions about audio; the smallest that does.':
    'Beantwortet Fragen zu Ton; das kleinste seiner Art.',
  'Ranks passages for English questions; small and quick.':
    'Ordnet Textstellen nach englischen Fragen; klein und schnell.',
  'Ranks passages in English and Chinese.': 'Ordnet Textstellen auf Englisch und Chinesisch.',
  'Ranks passages for English questions, with the weights as published.':
    'Ordnet Textstellen nach englischen Fragen, mit den Gewichten wie veröffentlicht.',
  'Finds who speaks when in a recording, in any language.':
    'Findet, wer wann in einer Aufnahme spricht, in jeder Sprache.',
};
