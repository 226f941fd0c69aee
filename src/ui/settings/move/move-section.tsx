import { type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { Field, TextArea } from '#ui/kit/field.tsx';
import { formatBytes } from '#ui/kit/format.ts';
import page from '#ui/kit/page.module.css';
import { Problem } from '#ui/kit/problem.tsx';
import { Progress } from '#ui/kit/progress.tsx';
import { moveText } from '#ui/messages/backups.ts';
import { useServices } from '#ui/services.ts';
import { useHost } from '#ui/state/models.ts';
import { Done } from './done.tsx';
import styles from './move.module.css';
import { type MoveView, useMove } from './move-view.ts';
import { openMove } from './open-move.ts';
import { Cancel, Running, type StepOf } from './running.tsx';

/** Sends everything to another device, or gets it from one. */
export function MoveSection() {
  const services = useServices();
  const isOffline = useHost((state) => state.status.isOffline === true);
  const move = useMove((state) => state.move);
  const section = useRef<HTMLElement>(null);
  useFocus(section, move ? placeOf(move.view) : 'closed');
  return (
    <section ref={section} className={page['section']} aria-labelledby="move">
      <h2 id="move" tabIndex={-1}>
        {moveText.title}
      </h2>
      <p className={controls['secondary']}>{moveText.about}</p>
      {isOffline && !move && <Problem text={moveText.offline} />}
      {move ? (
        <div className={styles['panel']} data-testid="move">
          <Step view={move.view} />
        </div>
      ) : (
        <div className={controls['row']}>
          <Button disabled={isOffline} onClick={() => openMove('send', services)}>
            {moveText.send}
          </Button>
          <Button disabled={isOffline} onClick={() => openMove('receive', services)}>
            {moveText.receive}
          </Button>
        </div>
      )}
    </section>
  );
}

/** The step, and what a person does in it. */
const placeOf = (view: MoveView): string =>
  view.step === 'texts' ? `texts ${view.text !== null} ${view.answer !== null}` : view.step;

/** A step takes the button with it that began it: the focus goes to the first field of the next step, else to the heading. */
function useFocus(section: RefObject<HTMLElement | null>, place: string): void {
  const before = useRef(place);
  useEffect(() => {
    if (before.current === place) return;
    before.current = place;
    const heading = section.current?.querySelector('h2');
    const { activeElement } = document;
    if (activeElement !== document.body && activeElement !== heading) return;
    const found =
      section.current?.querySelector<HTMLElement>('input, textarea:not([readonly])') ?? heading;
    found?.focus({ preventScroll: true });
  }, [section, place]);
}

function Step({ view }: { view: MoveView }) {
  switch (view.step) {
    case 'preparing':
      return <Preparing {...view} />;
    case 'opening':
      return (
        <div className={controls['row']} role="status">
          <span>{moveText.connecting}</span>
          <Progress label={moveText.connecting} value={null} />
          <Cancel />
        </div>
      );
    case 'code':
      return <ShowCode code={view.code} />;
    case 'enter':
      return <EnterCode fault={view.fault} />;
    case 'texts':
      return <Texts {...view} />;
    case 'running':
      return <Running {...view} />;
    case 'done':
      return <Done {...view} />;
    case 'failed':
      return <Failed {...view} />;
  }
}

function Preparing({ done, total }: StepOf<'preparing'>) {
  const isSized = total > 0 && done > 0;
  return (
    <div className={controls['row']} role="status">
      <span>
        {isSized
          ? moveText.preparingOf(formatBytes(done), formatBytes(Math.max(done, total)))
          : moveText.preparing}
      </span>
      <Progress label={moveText.preparing} value={isSized ? done / total : null} />
      <Cancel />
    </div>
  );
}

function Words({ code }: { code: string }) {
  return (
    <p className={styles['words']} data-testid="move-code">
      {code.replaceAll('-', ' ')}
    </p>
  );
}

function ShowCode({ code }: { code: string }) {
  return (
    <>
      <Words code={code} />
      <p className={controls['secondary']}>{moveText.aboutCode}</p>
      <div className={controls['row']} role="status">
        <span>{moveText.waiting}</span>
        <Progress label={moveText.waiting} value={null} />
      </div>
      <div className={controls['row']}>
        <CopyButton text={code.replaceAll('-', ' ')} label={moveText.copyCode} isNamed />
        <Exchange />
        <Cancel />
      </div>
    </>
  );
}

/** To carry texts in place of a server. */
function Exchange() {
  const exchange = useMove((state) => state.move?.exchange);
  const byText = useMove((state) => state.move?.byText);
  if (!exchange || byText) return null;
  return (
    <Button kind="quiet" size="small" onClick={() => exchange(true)}>
      {moveText.withoutServer}
    </Button>
  );
}

function EnterCode({ fault }: StepOf<'enter'> | { fault: StepOf<'enter'>['fault'] }) {
  const enter = useMove((state) => state.move?.enter);
  const byText = useMove((state) => state.move?.byText === true);
  const [words, setWords] = useState('');
  const [text, setText] = useState('');
  const [isNone, setNone] = useState(false);
  const problem = fault && fault !== 'cut' && fault !== 'failed' && fault !== 'offline';
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (enter) setNone(!enter(words, text));
      }}
    >
      {byText && <p className={controls['secondary']}>{moveText.aboutReceiveText}</p>}
      <Field
        label={moveText.enterCode}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={words}
        hint={moveText.enterHint}
        error={isNone ? moveText.noCode : null}
        onChange={({ target }) => {
          setWords(target.value);
          setNone(false);
        }}
      />
      {byText && (
        <TextArea
          label={moveText.textOfOther}
          isCode
          rows={4}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      )}
      {problem && <Problem text={moveText[fault]} />}
      <div className={controls['row']}>
        <Button kind="primary" type="submit" disabled={words.trim() === ''}>
          {moveText.connect}
        </Button>
        <Exchange />
        <Cancel />
      </div>
    </form>
  );
}

function Texts({ code, text, fault, answer, isAllThere }: StepOf<'texts'>) {
  const [typed, setTyped] = useState('');
  const error = fault === 'wrong-code' || fault === 'no-text' ? moveText[fault] : null;
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        answer?.(typed);
        setTyped('');
      }}
    >
      {isAllThere && <p role="status">{moveText.allThere}</p>}
      {code && <Words code={code} />}
      <p className={controls['secondary']}>
        {text === null || answer ? moveText.aboutSendText : moveText.aboutReply}
      </p>
      {text !== null && (
        <>
          <TextArea label={moveText.textForOther} isCode rows={4} readOnly value={text} />
          <div className={controls['row']}>
            <CopyButton text={text} label={moveText.copyText} isNamed />
          </div>
        </>
      )}
      {answer && (
        <TextArea
          label={moveText.textOfOther}
          isCode
          rows={4}
          value={typed}
          error={typed === '' ? error : null}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <div className={controls['row']}>
        {answer && (
          <Button kind="primary" type="submit" disabled={typed.trim() === ''}>
            {moveText.next}
          </Button>
        )}
        <Cancel />
      </div>
    </form>
  );
}

function Failed({ text, canShowNewCode }: StepOf<'failed'>) {
  const role = useMove(({ move }) => move?.role);
  const renew = useMove(({ move }) => move?.renew);
  return (
    <>
      <Problem text={text} />
      <div className={controls['row']}>
        {canShowNewCode && (
          <Button kind="primary" onClick={() => renew?.()}>
            {role === 'send' ? moveText.newCode : moveText.tryAgain}
          </Button>
        )}
        <Cancel label={moveText.close} />
      </div>
    </>
  );
}
