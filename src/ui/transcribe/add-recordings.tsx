import { AudioLines, Folder, Link, Mic, Square } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { appPath } from '#contract/app-path.ts';
import { microphoneLock } from '#storage/transcripts.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { DropZone } from '#ui/kit/drop-zone.tsx';
import { FilePicker } from '#ui/kit/file-picker.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { useRecorder } from '#ui/kit/use-recorder.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { useSession } from '#ui/services.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import { droppedFiles, isSound } from '#ui/transcribe/session/add-files.ts';
import { TranscriptionSession } from '#ui/transcribe/session/transcription-session.ts';
import { AddressDialog } from './address-dialog.tsx';
import styles from './transcribe.module.css';

const SAMPLE = appPath('/samples/spoken-digits.flac');

interface AddRecordingsProps {
  /** Resolves to whether the files are stored; a failure is shown by the page. */
  onFiles: (files: readonly File[]) => Promise<boolean>;
  children: ReactNode;
}

/** Adds recordings: dropped, chosen, recorded, from a URL, or the sample. */
export function AddRecordings({ onFiles, children }: AddRecordingsProps) {
  const transcripts = useSession(TranscriptionSession).transcripts;
  const add = (added: readonly File[]) => void onFiles(added);
  const [asksAddress, setAsksAddress] = useState(false);
  const recordingId = useRef(crypto.randomUUID());
  const recorder = useRecorder(
    (file) => {
      const id = recordingId.current;
      recordingId.current = crypto.randomUUID();
      // The parts stay until the whole is stored: a later visit makes a recording of them.
      onFiles([file])
        .then(async (isStored) => {
          if (isStored) await transcripts.dropParts(id);
        })
        .catch(reportError);
    },
    (part) => transcripts.savePart(recordingId.current, part).catch(reportError),
  );

  const { isRecording } = recorder;
  useEffect(() => {
    if (!isRecording) return;
    // Shows other tabs that these parts still belong to a recording.
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    navigator.locks.request(microphoneLock(recordingId.current), () => held).catch(() => {});
    return release;
  }, [isRecording]);

  async function addSample() {
    const response = await fetch(SAMPLE);
    const name = SAMPLE.split('/').pop() ?? '';
    add([new File([await response.blob()], name, { type: 'audio/flac' })]);
  }

  return (
    <DropZone
      className={styles['drop']}
      overClassName={styles['over']}
      aria-label={transcribeText.addRecordings}
      onFiles={(_, data) => droppedFiles(data).then(add, reportError)}
    >
      <p className={styles['invite']}>{transcribeText.dropHere}</p>
      <div className={`${controls['row']} ${styles['ways']}`}>
        <FilePicker label={transcribeText.audioFiles} accept="audio/*,video/*" onFiles={add}>
          {(open) => (
            <Button kind="primary" icon={AudioLines} onClick={open}>
              {transcribeText.chooseFiles}
            </Button>
          )}
        </FilePicker>
        <FilePicker
          label={transcribeText.recordingFolder}
          isFolder
          onFiles={(all) => add(all.filter(isSound))}
        >
          {(open) => (
            <Button icon={Folder} onClick={open}>
              {transcribeText.chooseFolder}
            </Button>
          )}
        </FilePicker>
        <Button
          icon={recorder.isRecording ? Square : Mic}
          onClick={recorder.isRecording ? recorder.stop : recorder.start}
        >
          {recorder.isRecording ? transcribeText.stopRecording : transcribeText.record}
        </Button>
        <Button icon={Link} onClick={() => setAsksAddress(true)}>
          {transcribeText.fromAddress}
        </Button>
        <Button kind="quiet" onClick={() => tryOrSay(transcribeText.sampleNotAdded, addSample())}>
          {transcribeText.trySample}
        </Button>
      </div>
      <Problem text={recorder.problem} />
      {children}
      {asksAddress && (
        <AddressDialog onFile={(f) => add([f])} onClose={() => setAsksAddress(false)} />
      )}
    </DropZone>
  );
}
