import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { RequestSet, SavedRequest } from '#storage/service-records.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { formatPercent, formatSeconds } from '#ui/kit/format.ts';
import page from '#ui/kit/page.module.css';
import { Select } from '#ui/kit/select.tsx';
import { inspectorText } from '#ui/messages/inspector.ts';
import { useServices } from '#ui/services.ts';
import { useHost } from '#ui/state/models.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { useWatched } from '#ui/state/use-watched.ts';
import { compareTexts, similarityOf } from './compare-texts.ts';
import { Compared } from './compared.tsx';
import styles from './inspector.module.css';
import request from './request.module.css';
import line from './request-line.module.css';
import { type Answered, readSendable, runAgain } from './run-again.ts';

/** Saved requests, run together against a model: what answers differently than it did. */
export function SavedSets() {
  const { database } = useServices();
  const sets = useWatched(
    () => database.requestSets.orderBy('savedAt').reverse().toArray(),
    'sets',
  );
  const [chosen, setChosen] = useState('');
  const set = sets?.find(({ id }) => id === chosen) ?? sets?.[0];
  return (
    <section className={page['section']} aria-label={inspectorText.sets}>
      <Link href="/developer/requests" className={request['back']}>
        <ArrowLeft size={16} aria-hidden /> {inspectorText.back}
      </Link>
      <h2>{inspectorText.sets}</h2>
      <p className={page['lead']}>{inspectorText.setsLead}</p>
      {sets?.length === 0 && <p className={controls['secondary']}>{inspectorText.noSets}</p>}
      {sets && set && (
        <>
          <Select
            label={inspectorText.set}
            isInline
            options={sets.map(({ id, name }) => ({ id, name }))}
            value={set.id}
            onChange={setChosen}
          />
          <OpenSet key={set.id} set={set} />
        </>
      )}
    </section>
  );
}

type Results = Readonly<Record<string, Answered>>;

function OpenSet({ set }: { set: RequestSet }) {
  const services = useServices();
  const models = useHost((state) => state.models);
  const [model, setModel] = useState('');
  const [results, setResults] = useState<Results>({});
  const [running, setRunning] = useState<AbortController | null>(null);
  const [isAsking, setAsking] = useState(false);
  const done = set.requests.flatMap(({ id }) => results[id] ?? []).length;

  async function run() {
    const controller = new AbortController();
    setRunning(controller);
    setResults({});
    // One after the other: side by side they would wait for each other, and their times would say nothing.
    for (const request of set.requests) {
      if (controller.signal.aborted) break;
      const answered = await runOne(request, controller.signal);
      if (!controller.signal.aborted) setResults((all) => ({ ...all, [request.id]: answered }));
    }
    setRunning(null);
  }

  async function runOne(request: SavedRequest, signal: AbortSignal): Promise<Answered> {
    const sendable = readSendable(request.path, request.bodyJson);
    const nothing = { requestId: '', isFailed: true, firstSeconds: 0, seconds: 0 };
    if (!sendable) return { ...nothing, text: inspectorText.cannotReplay };
    const body = model === '' ? sendable.body : { ...sendable.body, model };
    return runAgain(services, { ...sendable, body }, signal);
  }

  const save = (requests: SavedRequest[]) =>
    reportFailure(
      inspectorText.setNotDeleted,
      requests.length === 0
        ? services.database.requestSets.delete(set.id)
        : services.database.requestSets.put({ ...set, requests }),
    );

  return (
    <>
      <div className={controls['row']}>
        <Select
          label={inspectorText.runWith}
          isInline
          options={[
            { id: '', name: inspectorText.ownModels },
            ...models.map(({ id, title }) => ({ id, name: `${title} (${id})` })),
          ]}
          value={model}
          onChange={setModel}
        />
        <Button
          kind="primary"
          isPending={running !== null}
          onClick={() => run().catch(reportError)}
        >
          {inspectorText.runSet}
        </Button>
        {running && <Button onClick={() => running.abort()}>{inspectorText.stop}</Button>}
        <Button kind="danger" disabled={running !== null} onClick={() => setAsking(true)}>
          {inspectorText.deleteSet}
        </Button>
      </div>
      <p className={controls['secondary']} role="status">
        {done === 0 ? inspectorText.countInSet(set.requests.length) : summaryOf(set, results)}
      </p>
      <ol className={styles['saved']}>
        {set.requests.map((request) => (
          <SavedRow
            key={request.id}
            request={request}
            answered={results[request.id]}
            onDelete={() => save(set.requests.filter(({ id }) => id !== request.id))}
          />
        ))}
      </ol>
      {isAsking && (
        <Dialog title={inspectorText.deleteSet} onClose={() => setAsking(false)}>
          <p>{inspectorText.deleteSetAsk(set.name)}</p>
          <div className={controls['row']}>
            <Button kind="danger" onClick={() => save([])}>
              {inspectorText.deleteSet}
            </Button>
            <Button onClick={() => setAsking(false)}>{inspectorText.cancel}</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

function summaryOf({ requests }: RequestSet, results: Results): string {
  const counts = { same: 0, different: 0, failed: 0 };
  for (const { id, answer } of requests) {
    const answered = results[id];
    if (!answered) continue;
    if (answered.isFailed) counts.failed++;
    else counts[answered.text === answer ? 'same' : 'different']++;
  }
  const { same, different, failed } = counts;
  const all = inspectorText.progress(String(same + different + failed), String(requests.length));
  return `${all} · ${inspectorText.summary(String(same), String(different), String(failed))}`;
}

interface SavedRowProps {
  request: SavedRequest;
  answered: Answered | undefined;
  onDelete: () => void;
}

function SavedRow({ request, answered, onDelete }: SavedRowProps) {
  const { path, bodyJson, model, answer } = request;
  const share = answered ? similarityOf(compareTexts(answer, answered.text)) : null;
  return (
    <li>
      <details>
        <summary>
          <span className={line['name']}>
            {model || path}
            <small>{lastQuestion(bodyJson)}</small>
          </span>
          <span className={answered?.isFailed ? line['bad'] : undefined}>
            {resultOf(answered, answer)}
          </span>
          <span className={line['whole']}>{share === null ? '' : formatPercent(share)}</span>
        </summary>
        <Compared
          first={{ title: inspectorText.expected, facts: model, text: answer }}
          second={{
            title: inspectorText.now,
            facts: answered ? formatSeconds(answered.seconds) : inspectorText.notRun,
            text: answered?.text ?? '',
          }}
        />
        <Button kind="danger" size="small" onClick={onDelete}>
          {inspectorText.deleteRequest}
        </Button>
      </details>
    </li>
  );
}

function resultOf(answered: Answered | undefined, answer: string): string {
  if (!answered) return inspectorText.notRun;
  if (answered.isFailed) return inspectorText.failed;
  return answered.text === answer ? inspectorText.same : inspectorText.different;
}

/** What sets requests apart: the end of the body is the last question. */
const lastQuestion = (bodyJson: string): string =>
  /.*"(?:content|input|prompt)":\s*"((?:[^"\\]|\\.)*)"/s.exec(bodyJson)?.[1]?.slice(0, 200) ?? '';
