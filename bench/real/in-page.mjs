/** Runs inside the page: one step of a measurement with one model. Self-contained, since it is sent as text. */
export async function measureInPage({ key, what, model, entry, files }) {
  const headers = { authorization: `Bearer ${key}` };
  const json = { ...headers, 'content-type': 'application/json' };
  const now = () => performance.now();
  /** Events of a stream. */
  async function* chunksOf(response) {
    let pending = '';
    for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
      const lines = (pending + part).split('\n');
      pending = lines.pop();
      for (const line of lines.filter((l) => l.startsWith('data: {'))) {
        const chunk = JSON.parse(line.slice(6));
        if (chunk.error) throw new Error(JSON.stringify(chunk.error));
        yield chunk;
      }
    }
  }
  async function chat(messages, more = {}, signal = undefined) {
    const start = now();
    const body = JSON.stringify({
      model,
      messages,
      temperature: 0,
      max_tokens: 48,
      stream: true,
      stream_options: { include_usage: true },
      ...more,
    });
    const response = await fetch('/v1/chat/completions', {
      method: 'POST',
      headers: json,
      body,
      signal,
    });
    if (!response.ok) throw new Error(await response.text());
    let text = '';
    let first = null;
    let last = null;
    let usage = null;
    for await (const chunk of chunksOf(response)) {
      const piece = chunk.choices?.[0]?.delta?.content ?? '';
      if (piece) last = now();
      first ??= last;
      text += piece;
      usage = chunk.usage ?? usage;
    }
    const tokens = usage?.completion_tokens ?? 0;
    return {
      text,
      firstMs: Math.round((first ?? now()) - start),
      tokensPerSecond: tokens > 1 ? +(((tokens - 1) * 1000) / (last - first)).toFixed(1) : null,
      promptTokens: usage?.prompt_tokens,
      cachedTokens: usage?.prompt_tokens_details?.cached_tokens,
      tokens,
    };
  }
  const user = (content) => ({ role: 'user', content });
  async function embed(input) {
    const body = JSON.stringify({ model, input, encoding_format: 'float' });
    const response = await fetch('/v1/embeddings', { method: 'POST', headers: json, body });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()).data.map((d) => d.embedding);
  }
  async function transcribe(file) {
    const bytes = Uint8Array.from(atob(file.data), (c) => c.charCodeAt(0));
    const form = new FormData();
    form.append('model', model);
    form.append('response_format', 'verbose_json');
    form.append('file', new File([bytes], file.name.split('/').at(-1)));
    const start = now();
    const response = await fetch('/v1/audio/transcriptions', {
      method: 'POST',
      headers,
      body: form,
    });
    if (!response.ok) throw new Error(await response.text());
    const { text, duration, segments } = await response.json();
    const spent = (now() - start) / 1000;
    return {
      text,
      seconds: +spent.toFixed(3),
      duration,
      perSecond: +(spent / duration).toFixed(4),
      segments: segments?.length,
    };
  }
  const words = 'the of a city river music people time house water old small light paper'.split(
    ' ',
  );
  const filler = (count) =>
    Array.from({ length: count }, (_, i) => words[(i * 7 + (i >> 3)) % words.length]).join(' ');
  const status = async () => (await alcove.status()).slots.find((s) => s.model === model);
  switch (what) {
    case 'load': {
      const start = now();
      if (entry.task === 'chat') await chat([user('Hi')], { max_tokens: 1 });
      else if (entry.task === 'embed') await embed('Hi');
      else await transcribe(files[0]);
      const slot = await status();
      return {
        seconds: +((now() - start) / 1000).toFixed(2),
        device: slot?.device,
        note: slot?.note,
        threads: slot?.threads,
      };
    }
    case 'answers': {
      const answers = [];
      for (const question of entry.questions ?? ['What is Alcove?', 'What can you do?'])
        answers.push(await chat([user(question)]));
      return answers;
    }
    case 'repeat': {
      const question = [user('Write a short story about a lighthouse keeper.')];
      const [one, two] = [
        await chat(question, { max_tokens: 96 }),
        await chat(question, { max_tokens: 96 }),
      ];
      const [three, four] = await Promise.all([
        chat(question, { max_tokens: 96 }),
        chat([user('List ten animals.')]),
      ]);
      return { same: one.text === two.text && one.text === three.text, one, two, three, four };
    }
    case 'long': {
      const asked = [user(`${filler(900)}\n\nWhich of these words is a liquid?`)];
      const first = await chat(asked, { max_tokens: 16 });
      const again = await chat(
        [...asked, { role: 'assistant', content: first.text }, user('And which one can be read?')],
        { max_tokens: 16 },
      );
      return { first, again };
    }
    case 'abort': {
      const controller = new AbortController();
      const asked = chat([user(`${filler(1500)} What is this?`)], {}, controller.signal).catch(
        (e) => e.name,
      );
      await new Promise((resolve) => setTimeout(resolve, 600));
      controller.abort();
      const start = now();
      const ended = await asked;
      while ((await status())?.running) await new Promise((resolve) => setTimeout(resolve, 5));
      return {
        ended: typeof ended === 'string' ? ended : 'answered',
        freeMs: Math.round(now() - start),
        state: (await status())?.state,
      };
    }
    case 'vectors':
      return {
        vectors: (await embed(entry.texts.slice(0, 24))).map((v) => v.map((x) => +x.toFixed(6))),
      };
    case 'speed': {
      await embed(entry.texts.slice(0, 64));
      const start = now();
      await embed(entry.texts);
      return {
        texts: entry.texts.length,
        perSecond: +((entry.texts.length * 1000) / (now() - start)).toFixed(1),
      };
    }
    case 'transcripts': {
      const all = [];
      for (const file of files) all.push({ file: file.name, ...(await transcribe(file)) });
      return all;
    }
    case 'twenty': {
      for (let i = 0; i < 20; i++) await transcribe(files[0]);
      return { done: 20 };
    }
    default:
      throw new Error(`There is no step ${what}.`);
  }
}
