/**
 * Sentences of errors that parts below the page write in English, as `/v1` and logs show them too. `{}` stands for a
 * value; in the German text they are numbered.
 */
export const sentences: Record<string, string> = {
  'Something unexpected happened. Try again.':
    'Etwas Unerwartetes ist geschehen. Noch einmal versuchen.',
  'No file is being received.': 'Es wird keine Datei empfangen.',
  'Another tab of this browser receives the same data. Close it, and try again.':
    'Ein anderer Tab dieses Browsers empfängt dieselben Daten. Ihn schließen und noch einmal versuchen.',
  "Without a service worker fetch('/v1/…') is not answered here. Use alcove.fetch.":
    "Ohne Service Worker wird fetch('/v1/…') hier nicht beantwortet. alcove.fetch verwenden.",
  'This page was loaded past its service worker. Reload it normally, or use alcove.fetch.':
    'Diese Seite wurde am Service Worker vorbei geladen. Normal neu laden oder alcove.fetch verwenden.',
  'There is no storage left on this device. Delete models or other data and resume.':
    'Auf diesem Gerät ist kein Speicher mehr frei. Modelle oder andere Daten löschen und fortsetzen.',
  'Offline mode is on: nothing is downloaded. Turn it off in Settings, Privacy.':
    'Der Offline-Modus ist an: Nichts wird heruntergeladen. Er lässt sich unter Einstellungen, Datenschutz ausschalten.',
  '{} stopped sending {}.': '{1} sendet {2} nicht weiter.',
  'The connection ended after {} of {} bytes.': 'Die Verbindung endete nach {1} von {2} Bytes.',
  '{} is not what its repository says it is.': '{1} ist nicht, was das Repository angibt.',
  '{} has changed.': '{1} hat sich geändert.',
  '{} gives {} only to people it knows. Choose another model.':
    '{1} gibt {2} nur an angemeldete Personen heraus. Ein anderes Modell wählen.',
  '{} answered {} for {}.': '{1} antwortete mit {2} auf {3}.',
  'The connection broke.': 'Die Verbindung ist abgebrochen.',
  'This window has no private file system, so no model can be downloaded. Use a normal window.':
    'Dieses Fenster hat kein privates Dateisystem, daher kann kein Modell heruntergeladen werden. Ein normales Fenster verwenden.',
  '{} has more than {} files. Choose another model.':
    '{1} hat mehr als {2} Dateien. Ein anderes Modell wählen.',
  "The model's config.json is damaged: {} must be a whole number. Choose another model.":
    'Die config.json des Modells ist beschädigt: {1} muss eine ganze Zahl sein. Ein anderes Modell wählen.',
  "The model's {} is damaged. Choose another model.":
    '{1} des Modells ist beschädigt. Ein anderes Modell wählen.',
  '{} has no model {}, or it is private.': '{1} hat kein Modell {2}, oder es ist privat.',
  '{} has no {}.': '{1} hat {2} nicht.',
  '{} answered {}.': '{1} antwortete mit {2}.',
  '{} did not answer as a model hub does.': '{1} antwortete nicht wie ein Modell-Hub.',
  'That model is on ModelScope. Choose https://modelscope.cn as the source of models first.':
    'Dieses Modell liegt bei ModelScope. Zuerst https://modelscope.cn als Quelle der Modelle wählen.',
  'A model is named by its owner and its name, owner/name, or by the address of its page.':
    'Ein Modell wird durch Eigentümer und Namen benannt, eigentümer/name, oder durch die Adresse seiner Seite.',
  'A library is named by its whole address: https://…/name-webgpu.wasm':
    'Eine Bibliothek wird durch ihre ganze Adresse benannt: https://…/name-webgpu.wasm',
  'This device is offline. Connect to a network and try again.':
    'Dieses Gerät ist offline. Mit einem Netz verbinden und erneut versuchen.',
  '{} cannot be reached. Check the connection, or set another source in Settings, Service.':
    '{1} ist nicht erreichbar. Die Verbindung prüfen oder unter Einstellungen, Dienst eine andere Quelle angeben.',
  'The repository has no ONNX files that can be run here.':
    'Das Repository hat keine ONNX-Dateien, die hier laufen.',
  'No compiled library is known for this MLC model. Write its address after the name: owner/name https://…/name-webgpu.wasm':
    'Für dieses MLC-Modell ist keine kompilierte Bibliothek bekannt. Ihre Adresse nach dem Namen angeben: eigentümer/name https://…/name-webgpu.wasm',
  'Of the models for WebLLM only those that chat are run.':
    'Von den Modellen für WebLLM laufen hier nur Chat-Modelle.',
  '{} did not answer within {} seconds. Check the connection and try again.':
    '{1} antwortete nicht innerhalb von {2} Sekunden. Die Verbindung prüfen und erneut versuchen.',
  "Models of the kind '{}' cannot be run here.": 'Modelle der Art „{1}“ laufen hier nicht.',
  'This is a base model: it has no chat template. Choose its instruct version.':
    'Das ist ein Basismodell: Es hat keine Chat-Vorlage. Die Instruct-Version wählen.',
  'Models with Mamba layers cannot be run here.': 'Modelle mit Mamba-Schichten laufen hier nicht.',
  'The download failed. Resume it, or reload the page.':
    'Der Download ist fehlgeschlagen. Fortsetzen oder die Seite neu laden.',
  '{} has changed on this device since the download. Download it again.':
    '{1} hat sich auf diesem Gerät seit dem Download geändert. Erneut herunterladen.',
  '{} and {} more have changed on this device since the download. Download it again.':
    '{1} und {2} weitere haben sich auf diesem Gerät seit dem Download geändert. Erneut herunterladen.',
  '{} has changed on this device since the conversion. Choose the file again.':
    '{1} hat sich auf diesem Gerät seit der Umwandlung geändert. Die Datei erneut auswählen.',
  '{} and {} more have changed on this device since the conversion. Choose the file again.':
    '{1} und {2} weitere haben sich auf diesem Gerät seit der Umwandlung geändert. Die Datei erneut auswählen.',
  'The file was not read to its end. Choose it again.':
    'Die Datei wurde nicht bis zum Ende gelesen. Erneut auswählen.',
  'Model {} is not installed here.': 'Das Modell {1} ist hier nicht installiert.',
  '{} of {} is missing. Download the model again.':
    '{1} von {2} fehlt. Das Modell erneut herunterladen.',
  '{} of {} is damaged. Delete the model and install it again.':
    '{1} von {2} ist beschädigt. Das Modell löschen und erneut installieren.',
  '{} of {} is damaged: its SHA-256 differs. Copy the pack again.':
    '{1} von {2} ist beschädigt: Der SHA-256 weicht ab. Das Paket erneut kopieren.',
  '{} in the pack is damaged.': '{1} im Paket ist beschädigt.',
  'The file is no pack of models, or it is cut off or damaged.':
    'Die Datei ist kein Paket mit Modellen, oder sie ist abgeschnitten oder beschädigt.',
  'The file is no pack of models.': 'Die Datei ist kein Paket mit Modellen.',
  'The pack has no whole {} of {}.': 'Das Paket enthält {1} von {2} nicht vollständig.',
  'The pack was made by a newer version of Alcove. Update this one.':
    'Das Paket stammt von einer neueren Version von Alcove. Diese hier aktualisieren.',
  '{} in the pack describes no models that can be read.':
    '{1} im Paket beschreibt keine Modelle, die gelesen werden können.',
  'The pack does not have this model any more.': 'Das Paket enthält dieses Modell nicht mehr.',
  '"{}" in the pack is no model that this version runs. Update Alcove, or make the pack again.':
    '„{1}“ im Paket ist kein Modell, das diese Version ausführt. Alcove aktualisieren oder das Paket neu erstellen.',
  'These are too many models or files for one pack. Pack fewer together.':
    'Das sind zu viele Modelle oder Dateien für ein Paket. Weniger zusammen packen.',
  'A pack cannot have the name of {}.': 'Ein Paket kann den Namen von {1} nicht haben.',
  'A pack has 1 to {} files of a model; {} has {}.':
    'Ein Paket hat 1 bis {1} Dateien eines Modells; {2} hat {3}.',
  'A pack cannot have the file "{}" of {}.': 'Ein Paket kann die Datei „{1}“ von {2} nicht haben.',
  'Two files of {} have the same name, or one has that of a folder.':
    'Zwei Dateien von {1} haben denselben Namen, oder eine den eines Ordners.',
  '{} cannot be saved as a pack: no other Alcove could read its description.':
    '{1} kann nicht als Paket gespeichert werden: Kein anderes Alcove könnte die Beschreibung lesen.',
  '{} cannot be saved as a pack: its compiled library is code, which packs do not bring, and the catalogue does not have the model.':
    '{1} kann nicht als Paket gespeichert werden: Die kompilierte Bibliothek ist Code, den kein Paket mitbringt, und der Katalog hat das Modell nicht.',
  'The weights are here. The compiled library is code, which no pack brings: with a connection, try again to fetch it from its own address.':
    'Die Gewichte sind hier. Die kompilierte Bibliothek ist Code, den kein Paket mitbringt: mit einer Verbindung erneut versuchen, um sie von ihrer eigenen Adresse zu holen.',
  '{} is being downloaded. Pause the download or wait for its end, then choose the pack again.':
    '{1} wird gerade heruntergeladen. Den Download anhalten oder sein Ende abwarten, dann das Paket erneut auswählen.',
  '{} of the pack would replace files of {}. Delete that model first, or leave the pack.':
    '{1} aus dem Paket würde Dateien von {2} ersetzen. Zuerst dieses Modell löschen oder das Paket nicht öffnen.',
  'The file is not open any more.': 'Die Datei ist nicht mehr geöffnet.',
  'The file could not be read: it was moved, changed or removed. Choose it again.':
    'Die Datei konnte nicht gelesen werden: Sie wurde verschoben, geändert oder gelöscht. Erneut auswählen.',
  'The model takes {} here, and this browser has {} of storage left for this app. Delete models or other data, then try again.':
    'Das Modell belegt hier {1}, und dieser Browser hat für diese App noch {2} Speicher. Modelle oder andere Daten löschen und es erneut versuchen.',
  'The downloaded file was deleted. Try again.':
    'Die heruntergeladene Datei wurde gelöscht. Erneut versuchen.',
  'An address with a name and a password is not asked. Download the file, then choose it here.':
    'Eine Adresse mit Name und Passwort wird nicht angefragt. Die Datei herunterladen und hier auswählen.',
  'The GGUF files of {} are of types that are not read here, or parts of a split model. Choose a repository with Q4_K_M, Q8_0 or another common type.':
    'Die GGUF-Dateien von {1} haben Arten, die hier nicht gelesen werden, oder sind Teile eines geteilten Modells. Ein Repository mit Q4_K_M, Q8_0 oder einer anderen üblichen Art wählen.',
  'This repository has files of llama.cpp (GGUF) alone. Name one of them by its address: https://…/name-Q4_K_M.gguf':
    'Dieses Repository hat nur Dateien von llama.cpp (GGUF). Eine davon mit ihrer Adresse nennen: https://…/name-Q4_K_M.gguf',
  '{} is not a model hub: this page was served with a list of hosts for models. Where its server runs, "npm start -- pull {}" fetches the folder for every browser.':
    '{1} ist kein Hub: Diese Seite wurde mit einer Liste von Hosts für Modelle ausgeliefert. Wo ihr Server läuft, holt "npm start -- pull {2}" den Ordner für jeden Browser.',
  'An address with a name and a password is not asked. Download the folder, then name it here.':
    'Eine Adresse mit Name und Passwort wird nicht angefragt. Laden Sie den Ordner herunter und nennen Sie ihn dann hier.',
  '{} has no config.json in that folder. A folder with a model holds the files of a repository: config.json, tokenizer.json, onnx/model_quantized.onnx and so on.':
    '{1} hat in diesem Ordner keine config.json. Ein Ordner mit einem Modell enthält die Dateien eines Repositorys: config.json, tokenizer.json, onnx/model_quantized.onnx und so weiter.',
  'This page may not ask {}: it was served with a list of hosts for models. Where its server runs, "npm start -- pull {}" fetches the model for every browser; or download the file and choose it on this page.':
    'Diese Seite darf {1} nicht anfragen: Sie wurde mit einer Liste von Hosts für Modelle ausgeliefert. Wo ihr Server läuft, holt "npm start -- pull {2}" das Modell für jeden Browser; oder die Datei herunterladen und auf dieser Seite auswählen.',
  '{} cannot be reached, or does not let web pages read its files (CORS). Where the server of this page runs, "npm start -- pull {}" fetches the model for every browser; or download the file and choose it on this page.':
    '{1} ist nicht erreichbar oder lässt Webseiten seine Dateien nicht lesen (CORS). Wo der Server dieser Seite läuft, holt "npm start -- pull {2}" das Modell für jeden Browser; oder die Datei herunterladen und auf dieser Seite auswählen.',
  'The GGUF model {} has the name {} here. Delete it first, then add this model again.':
    'Das GGUF-Modell {1} hat hier den Namen {2}. Erst dieses löschen, dann das Modell erneut hinzufügen.',
  'This is not a GGUF file.': 'Das ist keine GGUF-Datei.',
  'This GGUF file has version {}; versions 2 and 3 are read here.':
    'Diese GGUF-Datei hat Version {1}; hier werden die Versionen 2 und 3 gelesen.',
  'This GGUF file is cut off: its weights end before the file says. Download it again.':
    'Diese GGUF-Datei ist abgeschnitten: Ihre Gewichte enden früher, als sie angibt. Erneut herunterladen.',
  'This GGUF file is damaged: its header cannot be read.':
    'Diese GGUF-Datei ist beschädigt: Ihr Kopf kann nicht gelesen werden.',
  'This GGUF file is damaged: its sizes make no model.':
    'Diese GGUF-Datei ist beschädigt: Ihre Größen ergeben kein Modell.',
  'This GGUF file is damaged: its vocabulary does not fit its weights.':
    'Diese GGUF-Datei ist beschädigt: Ihr Vokabular passt nicht zu ihren Gewichten.',
  'This GGUF file is damaged: the weight {} is missing.':
    'Diese GGUF-Datei ist beschädigt: Das Gewicht {1} fehlt.',
  'This GGUF file is damaged: the weight {} has another size than the model needs.':
    'Diese GGUF-Datei ist beschädigt: Das Gewicht {1} hat eine andere Größe, als das Modell braucht.',
  'This GGUF file is damaged: {} is missing or wrong.':
    'Diese GGUF-Datei ist beschädigt: {1} fehlt oder ist falsch.',
  'This model has a weight that is not known here ({}), so it cannot be converted yet.':
    'Dieses Modell hat ein Gewicht, das hier nicht bekannt ist ({1}), und kann deshalb noch nicht umgewandelt werden.',
  'Models that turn {} numbers of a head by positions cannot be converted yet; multiples of 16 can.':
    'Modelle, die {1} Zahlen eines Kopfes nach Positionen drehen, können noch nicht umgewandelt werden; Vielfache von 16 schon.',
  'Models with experts cannot be converted yet.':
    'Modelle mit Experten können noch nicht umgewandelt werden.',
  'Models of the architecture "{}" cannot be converted yet; {} can.':
    'Modelle der Architektur „{1}“ können noch nicht umgewandelt werden; {2} können es.',
  'Models of the kind "{}" cannot be run here.': 'Modelle der Art „{1}“ laufen hier nicht.',
  'The file has weights of the type {}, which is not read here. Choose a file with Q4_K_M, Q8_0 or another common type.':
    'Die Datei hat Gewichte der Art {1}, die hier nicht gelesen wird. Eine Datei mit Q4_K_M, Q8_0 oder einer anderen üblichen Art wählen.',
  'The positions of this model ({}) cannot be converted yet.':
    'Die Positionen dieses Modells ({1}) können noch nicht umgewandelt werden.',
  'The tokenizer of this file ({}) cannot be converted yet.':
    'Der Tokenizer dieser Datei ({1}) kann noch nicht umgewandelt werden.',
  'The weight {} has {} columns, which 32 does not divide.':
    'Das Gewicht {1} hat {2} Spalten, die sich nicht durch 32 teilen lassen.',
  'Models of {} that turn {} of {} numbers of a head by positions cannot be converted yet.':
    'Modelle der Architektur {1}, die {2} von {3} Zahlen eines Kopfes nach Positionen drehen, können noch nicht umgewandelt werden.',
  'Models whose layers differ in {} cannot be converted yet.':
    'Modelle, deren Schichten sich in {1} unterscheiden, können noch nicht umgewandelt werden.',
  'The tokenizer of this file has too many ways to join its tokens.':
    'Der Tokenizer dieser Datei hat zu viele Wege, seine Tokens zu verbinden.',
  'This is part {} of {} of a model. Join them with "llama-gguf-split --merge" and choose the whole file.':
    'Das ist Teil {1} von {2} eines Modells. Die Teile mit „llama-gguf-split --merge“ verbinden und die ganze Datei wählen.',
  'This model would take {} here; models of up to 2.1 GB can be converted. Choose a smaller one.':
    'Dieses Modell würde hier {1} belegen; umgewandelt werden Modelle bis 2,1 GB. Ein kleineres wählen.',
  'There is no model {}.': 'Es gibt kein Modell {1}.',
  'Where this model is downloaded from is not known. Delete it here, then add it again.':
    'Es ist nicht bekannt, woher dieses Modell heruntergeladen wird. Hier löschen und erneut hinzufügen.',
  'The download could not be started. Check the connection and try again.':
    'Der Download konnte nicht beginnen. Die Verbindung prüfen und erneut versuchen.',
  'The download stopped. Resume it.': 'Der Download wurde unterbrochen. Fortsetzen.',
  'No chats or transcripts were found in this file. Alcove imports its own exports (.alcove, .ndjson, .json, .zip, transcripts also .srt, .vtt, .csv, .txt, .md, .docx with times) and the chats of ChatGPT, Claude and Open WebUI (.zip, .json).':
    'In dieser Datei wurden keine Chats oder Transkripte gefunden. Alcove importiert eigene Exporte (.alcove, .ndjson, .json, .zip, Transkripte auch .srt, .vtt, .csv, .txt, .md, .docx mit Zeiten) und die Chats von ChatGPT, Claude und Open WebUI (.zip, .json).',
  'The file brings “{}”, which does not belong to it.':
    'Die Datei bringt „{1}“ mit, was nicht hineingehört.',
  'The file brings items that belong to nothing in it.':
    'Die Datei bringt Einträge mit, die zu nichts in ihr gehören.',
  'The file brings more than {} files, chats and recordings, the limit of an import. The first ones were added.':
    'Die Datei bringt mehr als {1} Dateien, Chats und Aufnahmen mit, die Grenze eines Imports. Die ersten wurden hinzugefügt.',
  'No subtitles with times were found in “{}”.':
    'In „{1}“ wurden keine Untertitel mit Zeiten gefunden.',
  '“{}” is text to read: add it to a chat or a project as a document. Chats come back from their file for Alcove or JSON, transcripts from their files with times.':
    '„{1}“ ist Text zum Lesen: als Dokument zu einem Chat oder Projekt hinzufügen. Chats kommen aus ihrer Datei für Alcove oder JSON zurück, Transkripte aus ihren Dateien mit Zeiten.',
  '“{}” is a list of requests as an HTTP archive (HAR), which the developer tools of browsers open. It is not imported: use “Save to a set” under Developer → Requests to run requests again; sets are in backups.':
    '„{1}“ ist eine Liste von Anfragen als HTTP-Archiv (HAR), das die Entwicklerwerkzeuge von Browsern öffnen. Sie wird nicht importiert: „In einem Satz speichern“ unter Entwickler → Anfragen dient dazu, Anfragen noch einmal zu senden; Sätze sind in Backups.',
  '“{}” is a list of requests from Developer → Requests, one in each line, for scripts. It is not imported: use “Save to a set” under Developer → Requests to run requests again; sets are in backups.':
    '„{1}“ ist eine Liste von Anfragen aus Entwickler → Anfragen, eine je Zeile, für Skripte. Sie wird nicht importiert: „In einem Satz speichern“ dort dient dazu, Anfragen noch einmal zu senden; Sätze sind in Backups.',
  '“{}” is a report of Settings → Privacy, which an auditor compares with a build of Alcove. It has no chats or other data to import.':
    '„{1}“ ist ein Bericht aus Einstellungen → Datenschutz, der mit einem Build von Alcove verglichen wird. Er hat keine Chats oder anderen Daten zum Importieren.',
  '“{}” is a model: drop it on the Models page.':
    '„{1}“ ist ein Modell: auf der Seite Modelle ablegen.',
  '“{}” is a pack of models: drop it on the Models page.':
    '„{1}“ ist ein Paket mit Modellen: auf der Seite Modelle ablegen.',
  '“{}” is larger than {}, the limit of a transcript.':
    '„{1}“ ist größer als {2}, die Grenze eines Transkripts.',
  '“{}” has no text.': '„{1}“ hat keinen Text.',
  'The archive is damaged or was not downloaded to the end.':
    'Das Archiv ist beschädigt oder wurde nicht vollständig heruntergeladen.',
  'The archive of {} unpacks to more than {}, which no export does. What came before was added.':
    'Das Archiv von {1} entpackt sich zu mehr als {2}, was kein Export tut. Was davor war, wurde hinzugefügt.',
  'A chat in the file is larger than {}, the limit of an import.':
    'Ein Chat in der Datei ist größer als {1}, die Grenze eines Imports.',
  'This browser could not compute the key of the passphrase: it needs WebAssembly and 64 MB of memory. Close other tabs and try again. The stored data is unchanged.':
    'Dieser Browser konnte den Schlüssel der Passphrase nicht berechnen: Dafür sind WebAssembly und 64 MB Speicher nötig. Andere Tabs schließen und erneut versuchen. Die gespeicherten Daten sind unverändert.',
  'The passphrase is not the one that this backup was made with. Nothing was added.':
    'Das ist nicht die Passphrase, mit der diese Sicherung erstellt wurde. Nichts wurde hinzugefügt.',
  'The backup ends early, or something was added to its end: it was not written or copied to the end. What could be read was added.':
    'Die Sicherung endet zu früh, oder an ihr Ende wurde etwas angehängt: Sie wurde nicht vollständig geschrieben oder kopiert. Was gelesen werden konnte, wurde hinzugefügt.',
  'Part {} of {} of the backup was changed, or is in another place than it was written. What came before it was added.':
    'Teil {1} von {2} der Sicherung wurde geändert oder steht an einer anderen Stelle, als er geschrieben wurde. Was davor war, wurde hinzugefügt.',
  'The backup ends early: not even its head is whole.':
    'Die Sicherung endet zu früh: Nicht einmal ihr Anfang ist vollständig.',
  'The folder of the backups can no longer be used. Choose it again.':
    'Der Ordner der Sicherungen kann nicht mehr verwendet werden. Noch einmal wählen.',
  'The browser was not allowed to write into the folder.':
    'Der Browser durfte nicht in den Ordner schreiben.',
  'The head of the backup was changed: it cannot be opened.':
    'Der Anfang der Sicherung wurde geändert: Sie kann nicht geöffnet werden.',
  'The file is damaged: a vector is cut off.':
    'Die Datei ist beschädigt: Ein Vektor ist abgeschnitten.',
  'The file is damaged: some data in it is not base64.':
    'Die Datei ist beschädigt: Einige Daten darin sind kein Base64.',
  'The file is empty.': 'Die Datei ist leer.',
  'The file ends early: it was not exported or copied to the end. {} items were read.':
    'Die Datei endet zu früh: Sie wurde nicht vollständig exportiert oder kopiert. {1} Einträge wurden gelesen.',
  'The file holds more than {} million rows, the limit of an import.':
    'Die Datei hat mehr als {1} Millionen Zeilen, die Grenze eines Imports.',
  'The file was changed since it was exported. What could be read was added.':
    'Die Datei wurde seit dem Export geändert. Was gelesen werden konnte, wurde hinzugefügt.',
  'The file is damaged: items are missing. The others were added.':
    'Die Datei ist beschädigt: Einträge fehlen. Die anderen wurden hinzugefügt.',
  'This file is not an Alcove export.': 'Diese Datei ist kein Export von Alcove.',
  'This export was made by a newer Alcove. Update this page first.':
    'Dieser Export stammt von einem neueren Alcove. Zuerst diese Seite aktualisieren.',
  'The file ends early: it was not downloaded to the end.':
    'Die Datei endet zu früh: Sie wurde nicht vollständig heruntergeladen.',
  'The file is nested more than {} levels deep, the limit of an import.':
    'Die Datei ist mehr als {1} Ebenen tief verschachtelt, die Grenze eines Imports.',
  'The file can no longer be read: it was changed, moved or deleted.':
    'Die Datei kann nicht mehr gelesen werden: Sie wurde geändert, verschoben oder gelöscht.',
  'A line of the file is longer than {}, the limit of an import.':
    'Eine Zeile der Datei ist länger als {1}, die Grenze eines Imports.',
  'A line of the file is nested more than {} levels deep, the limit of an import.':
    'Eine Zeile der Datei ist mehr als {1} Ebenen tief verschachtelt, die Grenze eines Imports.',
  'A line of the file holds more than {} million values, the limit of an import.':
    'Eine Zeile der Datei hat mehr als {1} Millionen Werte, die Grenze eines Imports.',
  'The file is damaged: a line of it cannot be read.':
    'Die Datei ist beschädigt: Eine Zeile ist nicht lesbar.',
  'The file is damaged: a part of a recording is missing or was changed.':
    'Die Datei ist beschädigt: Ein Teil einer Aufnahme fehlt oder wurde geändert.',
  'Vectors or a text of {} are larger than {}, the limit of an import.':
    'Vektoren oder ein Text von {1} sind größer als {2}, die Grenze eines Imports.',
  'This browser does not run WebAssembly, which checks exported files. Allow it for this site, reload, and try again. The stored data is unchanged.':
    'Dieser Browser führt kein WebAssembly aus, das exportierte Dateien prüft. Für diese Website erlauben, neu laden und erneut versuchen. Die gespeicherten Daten sind unverändert.',
  'The export could not be verified: {} were written, and something else was read back. Nothing was deleted; try again.':
    'Der Export konnte nicht geprüft werden: {1} wurden geschrieben, und etwas anderes wurde gelesen. Nichts wurde gelöscht; erneut versuchen.',
  'A part of the app could not be loaded. Check the connection, reload the page, and try again.':
    'Ein Teil der App konnte nicht geladen werden. Die Verbindung prüfen, die Seite neu laden und erneut versuchen.',
  'The browser ended the work: it may need too much memory.':
    'Der Browser hat die Arbeit beendet: Sie benötigt vielleicht zu viel Arbeitsspeicher.',
  'The work took too long and was ended.': 'Die Arbeit dauerte zu lange und wurde beendet.',
  // Why a model runs on the processor
  'Runs on the processor, which is faster than WebGPU for this model on this device.':
    'Läuft auf dem Prozessor, der für dieses Modell auf diesem Gerät schneller ist als WebGPU.',
  // Before the general one, which would match as well.
  'Runs on the processor: WebGPU computes other values on this device: their cosine is {}.':
    'Läuft auf dem Prozessor: WebGPU berechnet auf diesem Gerät andere Werte: Ihr Kosinus ist {1}.',
  'Runs on the processor: WebGPU computes other values on this device: {}':
    'Läuft auf dem Prozessor: WebGPU berechnet auf diesem Gerät andere Werte: {1}',
  // Before the general one, too.
  '“{}” is not used: what it computes here differs from the values that ship with the app. Its files may be damaged, or this browser may compute wrongly.':
    '„{1}“ wird nicht verwendet: Was es hier berechnet, weicht von den Werten ab, die mit der App kommen. Seine Dateien sind vielleicht beschädigt, oder dieser Browser rechnet falsch.',
  'their count differs.': 'Ihre Anzahl ist verschieden.',
  'their values differ.': 'Ihre Beträge sind verschieden.',
  'the most likely token differs.': 'Das wahrscheinlichste Token ist ein anderes.',
  'Runs on the processor: WebGPU failed.': 'Läuft auf dem Prozessor: WebGPU ist fehlgeschlagen.',
  'Runs on the processor: WebGPU failed: {}':
    'Läuft auf dem Prozessor: WebGPU ist fehlgeschlagen: {1}',
  'The model gives no sound numbers there.': 'Das Modell gibt dort keine brauchbaren Zahlen aus.',
  'The model returns the same output for every input there.':
    'Das Modell gibt dort für jede Eingabe dasselbe aus.',
};
