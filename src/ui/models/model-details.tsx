import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { buttonClass } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatBytes, formatCount, languageName } from '#ui/kit/format.ts';
import { Guard } from '#ui/kit/guard.tsx';
import page from '#ui/kit/page.module.css';
import { summaryText } from '#ui/messages/dictionary.ts';
import { modelFileText } from '#ui/messages/model-file.ts';
import { modelsPageText } from '#ui/messages/models-page.ts';
import { useSpeed } from '#ui/model-offer/use-speed.ts';
import { BackLink } from '#ui/page-header/back-link.tsx';
import { PageHeader } from '#ui/page-header/page-header.tsx';
import { voiceName } from '#ui/read-aloud/session/voices.ts';
import { useMeasuredSpeed } from '#ui/state/measured-speed.ts';
import { describeFit, taskName } from './describe-model.ts';
import { KnownAnswers } from './known-answers.tsx';
import { ModelActions } from './model-actions.tsx';
import { ModelFiles } from './model-files.tsx';
import { ModelState } from './model-state.tsx';
import { roundSpeed } from './model-table.tsx';
import styles from './models.module.css';
import type { ModelRow } from './session/model-rows.ts';

/** The page of one model. */
export function ModelDetails({ id, row }: { id: string; row: ModelRow | undefined }) {
  return (
    <>
      <PageHeader
        title={row?.model.title ?? id}
        isName
        before={<BackLink href="/models" label={modelsPageText.back} />}
      />
      <div className={`${page['page']} ${styles['page']}`}>
        {row ? <Model row={row} /> : <p>{modelsPageText.unknownModel}</p>}
      </div>
    </>
  );
}

const PLACES = {
  chat: ['/chat', 'openChat'],
  'audio-chat': ['/chat', 'openChat'],
  speech: ['/transcribe', 'openTranscribe'],
  embeddings: ['/embeddings', 'openEmbeddings'],
  // Used with the documents of a chat.
  rerank: ['/chat', 'openChat'],
  // Reads answers aloud.
  voice: ['/chat', 'openChat'],
  speakers: ['/transcribe', 'openTranscribe'],
  // Reads scans and pictures that a chat is given.
  ocr: ['/chat', 'openChat'],
} as const;

function Model({ row }: { row: ModelRow }) {
  const { model, entry, fit } = row;
  const isHere = entry === null || entry.state.kind === 'ready';
  const [path, label] = PLACES[model.task];
  return (
    <>
      <header className={styles['header']}>
        <p className={page['lead']}>{summaryText(model.summary)}</p>
        <ModelState row={row} />
        <div className={controls['row']}>
          <ModelActions row={row} isMain />
          {isHere && (
            <Link href={path} className={buttonClass({ size: 'small' })}>
              {modelsPageText[label]}
            </Link>
          )}
          <NeedsLine row={row} />
        </div>
        {fit && !fit.fits && <p className={controls['error']}>{describeFit(fit)}</p>}
      </header>
      <Facts row={row} />
      {isHere && (
        <Guard title={modelsPageText.filesNotShown}>
          <KnownAnswers id={model.id} isLoaded={row.slot?.state === 'ready'} />
        </Guard>
      )}
      {entry?.state.kind === 'ready' && (
        <Guard title={modelsPageText.filesNotShown}>
          <ModelFiles id={model.id} isOwn={entry.file !== undefined} />
        </Guard>
      )}
    </>
  );
}

/** The size of a model, what it needs and its speed, next to its buttons. */
function NeedsLine({ row }: { row: ModelRow }) {
  const speed = useSpeed()(row);
  const { model, fit } = row;
  const facts = [
    formatBytes(model.downloadBytes),
    fit?.fits && fit.availableBytes !== null
      ? modelsPageText.needsOf(formatBytes(fit.neededBytes), formatBytes(fit.availableBytes))
      : null,
    speed === null ? null : modelsPageText.tokensPerSecond(roundSpeed(speed)),
  ];
  return (
    <span className={controls['secondary']} data-figures>
      {facts.filter(Boolean).join(' · ')}
    </span>
  );
}

function Facts({ row }: { row: ModelRow }) {
  const { model, entry } = row;
  const speed = useSpeed()(row);
  const measured = useMeasuredSpeed((speeds) => speeds[model.id]);
  const { can, dimensions, languages, voices = [] } = model;
  const abilities = [
    can.tools && modelsPageText.abilityTools,
    can.json && modelsPageText.abilityJson,
    can.images && modelsPageText.abilityImages,
    can.audio && modelsPageText.abilityAudio,
  ].filter((name) => name !== false);
  return (
    <section aria-labelledby="facts" className={styles['section']}>
      <h2 id="facts">{modelsPageText.details}</h2>
      <dl className={styles['facts']}>
        <Fact name={modelsPageText.identifier}>
          <code>{model.id}</code>
        </Fact>
        <Fact name={modelsPageText.task}>{taskName(model.task)}</Fact>
        <Fact name={modelsPageText.size}>{formatBytes(model.downloadBytes)}</Fact>
        <Fact name={modelsPageText.memory}>{formatBytes(model.memoryBytes)}</Fact>
        <Fact name={modelsPageText.context}>
          {modelsPageText.contextTokens(formatCount(model.contextTokens))}
        </Fact>
        {measured !== undefined && (
          <Fact name={modelsPageText.measuredSpeed}>
            {modelsPageText.measured(formatCount(Math.round(measured)))}
            <p className={controls['secondary']}>{modelsPageText.measuredHere}</p>
          </Fact>
        )}
        {speed !== null && (
          <Fact name={modelsPageText.speed}>
            {modelsPageText.tokensPerSecond(roundSpeed(speed))}
            <p className={controls['secondary']}>{modelsPageText.estimated}</p>
          </Fact>
        )}
        {dimensions.length > 0 && (
          <Fact name={modelsPageText.dimensions}>{dimensions.join(', ')}</Fact>
        )}
        {abilities.length > 0 && (
          <Fact name={modelsPageText.abilities}>{abilities.join(', ')}</Fact>
        )}
        {languages.length > 0 && (
          <Fact name={modelsPageText.languages}>{languages.map(languageName).join(', ')}</Fact>
        )}
        {voices.length > 0 && (
          <Fact name={modelsPageText.voices}>{voices.map(voiceName).join(' · ')}</Fact>
        )}
        <Fact name={modelsPageText.licence}>{model.licence}</Fact>
        <Fact name={modelsPageText.source}>
          <Source entry={entry} />
        </Fact>
      </dl>
    </section>
  );
}

function Source({ entry }: { entry: ModelRow['entry'] }) {
  if (!entry) return modelsPageText.shipped;
  if (entry.file !== undefined) return modelFileText.fromFile(entry.file);
  return (
    <a href={entry.page} target="_blank" rel="noopener noreferrer">
      {modelsPageText.sourceLink}
    </a>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
