import { useState } from 'react';
import { type Endpoint, exampleBody, takesFile } from '#contract/endpoints/endpoint.ts';
import { ENDPOINTS } from '#contract/endpoints/endpoints.ts';
import { CodeView } from '#ui/code-samples/code-view.tsx';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import page from '#ui/kit/page.module.css';
import { useServices } from '#ui/services.ts';
import { useHost } from '#ui/state/models.ts';
import styles from './developer.module.css';
import { PlaygroundAnswer } from './playground-answer.tsx';
import { type PlaygroundResult, runRequest } from './run-request.ts';

/** Endpoints with a body to write, the first one chosen at the start. */
const FIRST = ENDPOINTS[0];
const WITH_BODY: readonly Endpoint[] = ENDPOINTS.filter(({ method }) => method === 'POST');

/** A request to each endpoint, its answer as it came, and the code that makes it. */
export function Playground() {
  const { post } = useServices();
  const models = useHost((state) => state.models);
  const [endpoint, setEndpoint] = useState<Endpoint>(FIRST);
  const [chosen, setChosen] = useState<string | null>(null);
  const [body, setBody] = useState(exampleBody(endpoint));
  const [file, setFile] = useState<File | null>(null);
  const [running, setRunning] = useState<AbortController | null>(null);
  const [result, setResult] = useState<PlaygroundResult | null>(null);
  const able = models.filter((model) => endpoint.tasks.includes(model.task));
  const model = able.find((m) => m.id === chosen)?.id ?? able[0]?.id ?? '';

  function choose(path: string) {
    const next = WITH_BODY.find((e) => e.path === path) ?? FIRST;
    setEndpoint(next);
    setBody(exampleBody(next));
    setResult(null);
  }

  async function send() {
    const controller = new AbortController();
    setRunning(controller);
    setResult(null);
    try {
      await runRequest({ post, endpoint, model, body, file }, controller.signal, setResult);
    } finally {
      setRunning(null);
    }
  }

  return (
    <section className={page['section']} aria-label="Playground">
      <div className={styles['split']}>
        <div>
          <label className={controls['label']}>
            Endpoint
            <select
              className={controls['field']}
              value={endpoint.path}
              onChange={(event) => choose(event.target.value)}
            >
              {WITH_BODY.map(({ path }) => (
                <option key={path} value={path}>
                  POST {path}
                </option>
              ))}
            </select>
          </label>
          <label className={controls['label']}>
            Model
            <select
              className={controls['field']}
              value={model}
              onChange={(event) => setChosen(event.target.value)}
            >
              {able.length === 0 && <option value="">No model here does this</option>}
              {able.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title} ({id})
                </option>
              ))}
            </select>
          </label>
          {takesFile(endpoint) && (
            <label className={controls['label']}>
              Audio file
              <input
                type="file"
                accept="audio/*,video/*"
                className={controls['field']}
                onChange={(event) => setFile(event.target.files?.[0] ?? null)}
              />
            </label>
          )}
          <label className={controls['label']}>
            {takesFile(endpoint) ? 'Other fields, as JSON' : 'Body, as JSON, without the model'}
            <textarea
              className={`${controls['field']} ${controls['code']}`}
              rows={9}
              spellCheck={false}
              value={body}
              onChange={(event) => setBody(event.target.value)}
            />
          </label>
          <div className={controls['row']}>
            <Button
              kind="primary"
              disabled={running !== null || model === '' || (takesFile(endpoint) && !file)}
              onClick={() => send().catch(reportError)}
            >
              Send
            </Button>
            {running && <Button onClick={() => running.abort()}>Stop</Button>}
          </div>
          <PlaygroundAnswer result={result} isRunning={running !== null} />
        </div>
        <CodeView
          endpoint={endpoint}
          model={model}
          body={body}
          fileName={file?.name ?? 'speech.mp3'}
        />
      </div>
    </section>
  );
}
