import { useState } from 'react';
import type { Endpoint } from '#contract/endpoints/endpoint.ts';
import type { Exchange, UsageRow } from '#storage/service-records.ts';
import { CodeView } from '#ui/code-samples/code-view.tsx';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Field, TextArea } from '#ui/kit/field.tsx';
import { formatSeconds } from '#ui/kit/format.ts';
import { Select } from '#ui/kit/select.tsx';
import { developerText } from '#ui/messages/developer.ts';
import { inspectorText } from '#ui/messages/inspector.ts';
import { useServices } from '#ui/services.ts';
import { useHost } from '#ui/state/models.ts';
import { reportFailure, showToast } from '#ui/state/toasts.ts';
import { useWatched } from '#ui/state/use-watched.ts';
import { Compared } from './compared.tsx';
import { answerOf, parseJson } from './read-exchange.ts';
import styles from './request.module.css';
import { saveToSet } from './requests-session.ts';
import { type Answered, readSendable, runAgain, type Sendable, toSendable } from './run-again.ts';
import { wholeSeconds } from './waterfall.ts';

interface RecordedProps {
  row: UsageRow;
  exchange: Exchange;
}

/** Code that makes the request, and ways to send it again now or later. */
export function RequestActions({ row, exchange }: RecordedProps) {
  const sendable = toSendable(exchange);
  if (!sendable) return <p className={controls['secondary']}>{inspectorText.cannotReplay}</p>;
  const { model = '', ...others } = sendable.body;
  return (
    <>
      <details className={styles['action']}>
        <summary>{inspectorText.replay}</summary>
        <Replay row={row} exchange={exchange} sendable={sendable} />
      </details>
      <details className={styles['action']}>
        <summary>{inspectorText.copyAs}</summary>
        <CodeView
          endpoint={sendable.endpoint}
          model={String(model)}
          body={JSON.stringify(others)}
          fileName=""
        />
      </details>
      <details className={styles['action']}>
        <summary>{inspectorText.saveToSet}</summary>
        <SaveToSet row={row} exchange={exchange} />
      </details>
    </>
  );
}

function useModelsOf(endpoint: Endpoint): { id: string; name: string }[] {
  const models = useHost((state) => state.models);
  return models
    .filter(({ task }) => endpoint.tasks.includes(task))
    .map(({ id, title }) => ({ id, name: `${title} (${id})` }));
}

function Replay({ row, exchange, sendable }: RecordedProps & { sendable: Sendable }) {
  const services = useServices();
  const [body, setBody] = useState(() => JSON.stringify(sendable.body, null, 2));
  const [running, setRunning] = useState<AbortController | null>(null);
  const [answered, setAnswered] = useState<(Answered & { model: string }) | null>(null);
  const edited = readSendable(sendable.endpoint.path, body);
  const model = String(edited?.body['model'] ?? '');
  const recordedModel = String(sendable.body['model'] ?? '');
  const models = useModelsOf(sendable.endpoint);
  const isListed = models.some(({ id }) => id === recordedModel);

  const chooseModel = (id: string) =>
    setBody(JSON.stringify({ ...(parseJson(body) as object), model: id }, null, 2));

  async function send() {
    if (!edited) return;
    const controller = new AbortController();
    setRunning(controller);
    const result = await runAgain(services, edited, controller.signal, row.boundary);
    setRunning(null);
    setAnswered({ ...result, model });
  }

  return (
    <div>
      <p className={controls['secondary']}>{inspectorText.replayHint}</p>
      {models.length > 0 && edited && (
        <Select
          label={developerText.model}
          options={isListed ? models : [{ id: recordedModel, name: recordedModel }, ...models]}
          value={model}
          onChange={chooseModel}
        />
      )}
      <TextArea
        label={inspectorText.body}
        isCode
        rows={Math.min(16, body.split('\n').length + 1)}
        spellCheck={false}
        value={body}
        error={edited ? null : inspectorText.notJson}
        onChange={({ target }) => setBody(target.value)}
      />
      <div className={controls['row']}>
        <Button
          kind="primary"
          disabled={!edited}
          isPending={running !== null}
          onClick={() => send().catch(reportError)}
        >
          {inspectorText.send}
        </Button>
        {running && <Button onClick={() => running.abort()}>{inspectorText.stop}</Button>}
        {answered && (
          <span role="status">
            {answered.text === answerOf(exchange) ? inspectorText.same : inspectorText.different}
          </span>
        )}
      </div>
      {answered && (
        <Compared
          first={{
            title: inspectorText.original,
            facts: [row.model, formatSeconds(wholeSeconds(row))].join(' · '),
            text: answerOf(exchange),
          }}
          second={{
            title: inspectorText.replayed,
            facts: [answered.model, formatSeconds(answered.seconds), answered.requestId].join(
              ' · ',
            ),
            text: answered.text,
          }}
        />
      )}
    </div>
  );
}

function SaveToSet({ row, exchange }: RecordedProps) {
  const { database } = useServices();
  const sets = useWatched(() => database.requestSets.toArray(), 'sets') ?? [];
  const [name, setName] = useState('');
  const save = async () => {
    const saved = {
      id: crypto.randomUUID(),
      path: exchange.path,
      bodyJson: exchange.request?.text ?? '',
      model: row.model,
      answer: answerOf(exchange),
    };
    await saveToSet(database, name.trim(), saved);
    showToast({ text: inspectorText.saved(name.trim()) });
  };
  return (
    <form
      className={controls['row']}
      onSubmit={(event) => {
        event.preventDefault();
        reportFailure(inspectorText.notSaved, save());
      }}
    >
      <Field
        label={inspectorText.setName}
        isLabelHidden
        placeholder={inspectorText.setName}
        list="request-sets"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <datalist id="request-sets">
        {sets.map((set) => (
          <option key={set.id} value={set.name} />
        ))}
      </datalist>
      <Button type="submit" disabled={name.trim() === ''}>
        {inspectorText.saveToSet}
      </Button>
    </form>
  );
}
