import { Download, Pause, Play, SkipBack, SkipForward, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { formatCount } from '#ui/kit/format.ts';
import { Select } from '#ui/kit/select.tsx';
import { language } from '#ui/messages/catalogue.ts';
import { readAloudText } from '#ui/messages/read-aloud.ts';
import { useSession } from '#ui/services.ts';
import { type DeviceVoice, type Reading, stopReading, useReading } from '#ui/state/reading.ts';
import { saveFile } from '#ui/state/save-file.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { WordMark } from './mark-word.ts';
import styles from './reading-bar.module.css';
import { listDeviceVoices } from './session/device-voice.ts';
import { Reader } from './session/reader.ts';

const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2];

/** The text that is read aloud, and the controls of the voice. */
export function ReadingBar() {
  const reader = useSession(Reader);
  const phase = useReading(({ reading }) => reading?.phase);
  useWordMark(reader);
  useEscape();
  if (!phase) return null;
  return (
    <section className={styles['bar']} aria-label={readAloudText.title}>
      {phase === 'refused' ? (
        <Refusal reader={reader} />
      ) : (
        <Controls reader={reader} phase={phase} />
      )}
      <IconButton icon={X} label={readAloudText.stop} onClick={stopReading} />
    </section>
  );
}

function Controls({ reader, phase }: { reader: Reader; phase: Reading['phase'] }) {
  const title = useReading(({ reading }) => reading?.title);
  const speed = useReading(({ reading }) => reading?.speed ?? 1);
  const voice = useReading(({ reading }) => reading?.voice ?? null);
  const isPaused = phase === 'paused';
  const { progress, save, cancel } = useSaving(reader);
  return (
    <>
      <div className={styles['buttons']}>
        <IconButton icon={SkipBack} label={readAloudText.back} onClick={() => reader.skip(-1)} />
        <IconButton
          icon={isPaused ? Play : Pause}
          label={isPaused ? readAloudText.resume : readAloudText.pause}
          onClick={() => reader.toggle()}
        />
        <IconButton
          icon={SkipForward}
          label={readAloudText.forward}
          onClick={() => reader.skip(1)}
        />
      </div>
      <div className={styles['words']}>
        <p className={styles['title']} dir="auto">
          {title}
        </p>
        <p className={styles['voice']}>
          {progress ?? (
            <>
              {phase === 'waiting' && `${readAloudText.waiting} `}
              {voice ? readAloudText.deviceVoice(voice.name) : readAloudText.synthetic}
            </>
          )}
        </p>
      </div>
      {progress !== null && (
        <Button size="small" onClick={cancel}>
          {readAloudText.cancelSaving}
        </Button>
      )}
      {progress === null && !voice && (
        <IconButton icon={Download} label={readAloudText.save} onClick={save} />
      )}
      <Select
        className={styles['speed']}
        label={readAloudText.speed}
        isLabelHidden
        options={SPEEDS.map((id) => ({
          id,
          name: readAloudText.times(id.toLocaleString(language())),
        }))}
        value={speed}
        onChange={(chosen) => reader.setSpeed(chosen)}
      />
    </>
  );
}

/** The whole text as a file of sound. It ends with the reading. `progress`: how far, in words; null for none. */
function useSaving(reader: Reader) {
  const [progress, setProgress] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  const cancel = () => running.current?.abort();
  useEffect(() => () => running.current?.abort(), []);
  async function make({ signal }: AbortController) {
    const show = (made: number, total: number) =>
      setProgress(readAloudText.saving(formatCount(made + 1), formatCount(total)));
    const file = await reader.file(signal, show);
    if (file) saveFile(file.name, file);
  }
  function save() {
    const controller = new AbortController();
    running.current = controller;
    reader.pause();
    setProgress(readAloudText.waiting);
    const work = make(controller)
      .catch((error: unknown) => {
        if (!controller.signal.aborted) throw error;
      })
      .finally(() => setProgress(null));
    reportFailure(readAloudText.notSaved, work);
  }
  return { progress, save, cancel };
}

/** Why nothing is said, and the voices of the device where they can. */
function Refusal({ reader }: { reader: Reader }) {
  const problem = useReading(({ reading }) => reading?.problem);
  const voices = useDeviceVoices();
  const [chosen, setChosen] = useState<string | null>(null);
  const voice = voices?.find(({ id }) => id === chosen) ?? voices?.[0];
  return (
    <div className={styles['refusal']}>
      <p role="alert">
        {problem}
        {problem === readAloudText.englishOnly &&
          voices?.length === 0 &&
          ` ${readAloudText.noVoice}`}
      </p>
      {problem === readAloudText.englishOnly && voice && voices && (
        <div className={styles['choice']}>
          <Select
            label={readAloudText.voice}
            isInline
            options={voices.map(({ id, name, language: tag }) => ({
              id,
              name: `${name} (${tag})`,
            }))}
            value={voice.id}
            onChange={setChosen}
          />
          <Button onClick={() => reportFailure(readAloudText.failed, reader.readWith(voice))}>
            {readAloudText.readWith}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The language of the app first; null until the browser has listed them. */
function useDeviceVoices(): readonly DeviceVoice[] | null {
  const [voices, setVoices] = useState<readonly DeviceVoice[] | null>(null);
  useEffect(() => {
    let isMounted = true;
    const rank = ({ language: tag }: DeviceVoice) => (tag.startsWith(language()) ? 0 : 1);
    const read = async () => {
      const found = await listDeviceVoices();
      const others = found.filter(({ language: tag }) => !tag.startsWith('en'));
      if (isMounted) setVoices(others.sort((a, b) => rank(a) - rank(b)));
    };
    read().catch(reportError);
    return () => {
      isMounted = false;
    };
  }, []);
  return voices;
}

function useWordMark(reader: Reader): void {
  useEffect(() => {
    const mark = new WordMark();
    const stop = useReading.subscribe(({ reading }, before) => {
      const word = reading?.word;
      if (word === before.reading?.word) return;
      const { text } = reader;
      const place = word && text?.place(word.start);
      if (!word || !text || !place) return mark.clear();
      mark.show(
        place.element,
        text.read().text.slice(word.start, word.end),
        word.start - place.from,
      );
    });
    return () => {
      stop();
      mark.clear();
    };
  }, [reader]);
}

/** Escape stops the voice, where no dialog or menu closes with it. */
function useEscape(): void {
  useEffect(() => {
    const stop = (event: KeyboardEvent) => {
      if (
        event.key === 'Escape' &&
        !event.defaultPrevented &&
        !document.querySelector('dialog[open], :popover-open')
      )
        stopReading();
    };
    document.addEventListener('keydown', stop);
    return () => document.removeEventListener('keydown', stop);
  }, []);
}
