import { useState } from 'react';
import { type Endpoint, exampleBody, namesModel, takesFile } from '#contract/endpoints/endpoint.ts';
import { ENDPOINTS } from '#contract/endpoints/endpoints.ts';
import { CodeView } from '#ui/code-samples/code-view.tsx';
import styles from '#ui/developer/developer.module.css';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Field, TextArea } from '#ui/kit/field.tsx';
import page from '#ui/kit/page.module.css';
import { Select } from '#ui/kit/select.tsx';
import { developerText } from '#ui/messages/developer.ts';
import { useServices } from '#ui/services.ts';
import { useHost } from '#ui/state/models.ts';
import { BodyForm } from './body-form.tsx';
import { PlaygroundAnswer } from './playground-answer.tsx';
import { type PlaygroundResult, runRequest } from './run-request.ts';

/** Endpoints with a body to write, the first one chosen at the start. */
const FIRST = ENDPOINTS[0];
const WITH_BODY: readonly Endpoint[] = ENDPOINTS.filter(
  ({ method, request }: Endpoint) => method === 'POST' && request !== null,
);

/** A request to each endpoint, its answer to read and as it came, and the code that makes it. */
export function Playground() {
  const services = useServices();
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
      await runRequest({ services, endpoint, model, body, file }, controller.signal, setResult);
    } finally {
      setRunning(null);
    }
  }

  return (
    <section className={page['section']} aria-label={developerText.playground}>
      <div className={styles['split']}>
        <div>
          <Select
            label={developerText.endpoint}
            options={WITH_BODY.map(({ path }) => ({ id: path, name: `POST ${path}` }))}
            value={endpoint.path}
            onChange={choose}
          />
          {namesModel(endpoint) && (
            <Select
              label={developerText.model}
              options={
                able.length === 0
                  ? [{ id: '', name: developerText.noModel }]
                  : able.map(({ id, title }) => ({ id, name: `${title} (${id})` }))
              }
              value={model}
              onChange={setChosen}
            />
          )}
          {takesFile(endpoint) && (
            <Field
              label={namesModel(endpoint) ? developerText.audioFile : developerText.file}
              type="file"
              {...(namesModel(endpoint) && { accept: 'audio/*,video/*' })}
              onChange={(event) => setFile(event.target.files?.[0] ?? null)}
            />
          )}
          {!takesFile(endpoint) && <BodyForm body={body} onChange={setBody} />}
          <TextArea
            label={takesFile(endpoint) ? developerText.otherFields : developerText.body}
            isCode
            rows={body.split('\n').length + 1}
            spellCheck={false}
            value={body}
            onChange={(event) => setBody(event.target.value)}
          />
          <div className={controls['row']}>
            <Button
              kind="primary"
              disabled={
                running !== null ||
                (namesModel(endpoint) && model === '') ||
                (takesFile(endpoint) && !file)
              }
              onClick={() => send().catch(reportError)}
            >
              {developerText.send}
            </Button>
            {running && <Button onClick={() => running.abort()}>{developerText.stop}</Button>}
          </div>
        </div>
        <div>
          <PlaygroundAnswer result={result} isRunning={running !== null} />
          <CodeView
            endpoint={endpoint}
            model={model}
            body={body}
            fileName={file?.name ?? (namesModel(endpoint) ? 'speech.mp3' : 'requests.jsonl')}
          />
        </div>
      </div>
    </section>
  );
}
