// What the cluster tests do inside Alcove's page. Sent there as text: nothing here may use anything outside its function.

/** One call of `/v1`. Resolves with what came back, errors included. */
export async function ask({ path, key, body, form }) {
  const headers = { authorization: `Bearer ${key}` };
  if (body) headers['content-type'] = 'application/json';
  const data = form ? await toFormData(form) : JSON.stringify(body);
  const start = performance.now();
  const response = await fetch(`/v1/${path}`, { method: 'POST', headers, body: data });
  const found = {
    status: response.status,
    servedBy: response.headers.get('x-alcove-served-by'),
    tried: response.headers.get('x-alcove-tried'),
    firstMs: 0,
    text: '',
    deltas: 0,
    error: null,
    isDone: false,
    json: null,
  };
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    const text = await response.text();
    found.totalMs = performance.now() - start;
    found.json = JSON.parse(text);
    found.error = found.json.error ?? null;
    return found;
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const events = (rest + part.value).split('\n\n');
    rest = events.pop();
    // Comments hold a connection open.
    for (const event of events.filter((text) => /^data: /m.test(text))) {
      take(event.replace(/^[\s\S]*?^data: /m, ''));
    }
  }
  found.totalMs = performance.now() - start;
  return found;

  async function toFormData({ fields, file }) {
    const sent = new FormData();
    for (const [name, value] of Object.entries(fields)) sent.append(name, value);
    const recording = await fetch(file);
    sent.append('file', await recording.blob(), 'speech.flac');
    return sent;
  }

  function take(data) {
    if (data === '[DONE]') {
      found.isDone = true;
      return;
    }
    const chunk = JSON.parse(data);
    found.error ??= chunk.error ?? null;
    const content = chunk.choices?.[0]?.delta?.content;
    if (!content) return;
    found.firstMs ||= performance.now() - start;
    found.text += content;
    found.deltas++;
    globalThis.deltas = (globalThis.deltas ?? 0) + 1;
  }
}

/** Lets every key's requests go as far as the own network, which a new key does not. */
export function allowKeys() {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('alcove');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const work = database.transaction('keys', 'readwrite');
      const keys = work.objectStore('keys');
      keys.getAll().onsuccess = ({ target }) => {
        for (const key of target.result) keys.put({ ...key, limits: { boundary: 'own-network' } });
      };
      work.oncomplete = () => {
        database.close();
        resolve();
      };
    };
  });
}
