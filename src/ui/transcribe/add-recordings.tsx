import { AudioLines, Folder, Link, Mic, Square } from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { appPath } from '#contract/app-path.ts';
import { microphoneLock } from '#storage/transcripts.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Problem } from '#ui/kit/problem.tsx';
import { useRecorder } from '#ui/kit/use-recorder.ts';
import { useServices } from '#ui/services.ts';
import { describeError } from '#ui/state/describe-error.ts';
import { showToast } from '#ui/state/toasts.ts';
import { droppedFiles, isSound } from '#ui/transcribe/session/add-files.ts';
import { transcriptsOf } from '#ui/transcribe/session/room.ts';
import { AddressDialog } from './address-dialog.tsx';
import styles from './transcribe.module.css';

const SAMPLE = appPath('/samples/spoken-digits.flac');

interface AddRecordingsProps {
  onFiles: (files: readonly File[]) => void;
  children: ReactNode;
}

/** Every way a recording comes in: dropped, chosen, spoken, by address, or the sample. */
export function AddRecordings({ onFiles, children }: AddRecordingsProps) {
  const transcripts = transcriptsOf(useServices());
  const [isOver, setOver] = useState(false);
  const [asksAddress, setAsksAddress] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const recordingId = useRef(crypto.randomUUID());
  const recorder = useRecorder(
    (file) => {
      onFiles([file]);
      transcripts.dropParts(recordingId.current).catch(reportError);
      recordingId.current = crypto.randomUUID();
    },
    (part) => transcripts.keepPart(recordingId.current, part).catch(reportError),
  );

  const { isRecording } = recorder;
  useEffect(() => {
    if (!isRecording) return;
    // Tells other tabs that these pieces are not lost.
    let giveBack = () => {};
    const held = new Promise<void>((resolve) => (giveBack = resolve));
    navigator.locks.request(microphoneLock(recordingId.current), () => held).catch(() => {});
    return giveBack;
  }, [isRecording]);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    droppedFiles(event.dataTransfer).then(onFiles, reportError);
  }

  async function addSample() {
    const response = await fetch(SAMPLE);
    const name = SAMPLE.split('/').pop() ?? '';
    onFiles([new File([await response.blob()], name, { type: 'audio/flac' })]);
  }

  return (
    <section
      className={`${styles['drop']} ${isOver ? styles['over'] : ''}`}
      aria-label="Add recordings"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p className={styles['invite']}>
        Drop recordings or a folder here: audio, or video with sound.
      </p>
      <div className={`${controls['row']} ${styles['ways']}`}>
        <Button kind="primary" onClick={() => files.current?.click()}>
          <AudioLines size={18} aria-hidden /> Choose files
        </Button>
        <Button onClick={() => folder.current?.click()}>
          <Folder size={18} aria-hidden /> Choose a folder
        </Button>
        <Button onClick={recorder.isRecording ? recorder.stop : recorder.start}>
          {recorder.isRecording ? <Square size={18} aria-hidden /> : <Mic size={18} aria-hidden />}
          {recorder.isRecording ? 'Stop recording' : 'Record'}
        </Button>
        <Button onClick={() => setAsksAddress(true)}>
          <Link size={18} aria-hidden /> From an address
        </Button>
        <Button
          kind="quiet"
          onClick={() => addSample().catch((e: unknown) => showToast({ text: describeError(e) }))}
        >
          Try the sample
        </Button>
      </div>
      <Problem text={recorder.problem} />
      {children}
      <input
        ref={files}
        className={controls['unseen']}
        type="file"
        accept="audio/*,video/*"
        multiple
        tabIndex={-1}
        aria-label="Audio files"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <input
        ref={(input) => {
          folder.current = input;
          // The types of React do not know the attribute.
          if (input) input.webkitdirectory = true;
        }}
        className={controls['unseen']}
        type="file"
        tabIndex={-1}
        aria-label="Folder of recordings"
        onChange={(event) => {
          const all = [...(event.target.files ?? [])];
          onFiles(all.filter(isSound));
          event.target.value = '';
        }}
      />
      {asksAddress && (
        <AddressDialog onFile={(f) => onFiles([f])} onClose={() => setAsksAddress(false)} />
      )}
    </section>
  );
}
