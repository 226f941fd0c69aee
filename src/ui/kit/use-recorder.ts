import { useEffect, useRef, useState } from 'react';
import { language } from '#ui/messages/catalogue.ts';
import { recorderText } from '#ui/messages/recorder.ts';

/** Milliseconds of a part: what a crash may cost. */
const PART_MS = 4_000;

/**
 * Records the microphone; `onDone` gets the recording as a file, `onPart` every few seconds what came
 * since. Nothing is sent anywhere.
 */
export function useRecorder(onDone: (file: File) => void, onPart?: (part: Blob) => void) {
  const current = useRef<MediaRecorder | null>(null);
  const [isRecording, setRecording] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const done = useRef(onDone);
  done.current = onDone;
  const part = useRef(onPart);
  part.current = onPart;

  useEffect(
    () => () => {
      for (const track of current.current?.stream.getTracks() ?? []) track.stop();
    },
    [],
  );

  async function start() {
    setProblem(null);
    let stream: MediaStream;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    } catch (error) {
      setProblem(whyRefused(error));
      return;
    }
    const recorder = new MediaRecorder(stream);
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => {
      parts.push(data);
      part.current?.(data);
    };
    recorder.onstop = () => {
      for (const track of stream.getTracks()) track.stop();
      setRecording(false);
      const type = recorder.mimeType.split(';')[0] ?? 'audio/webm';
      const name = `${recorderText.name(new Date().toLocaleTimeString(language()))}.${type.split('/')[1]}`;
      done.current(new File(parts, name, { type }));
    };
    recorder.start(PART_MS);
    current.current = recorder;
    setRecording(true);
  }

  return {
    isRecording,
    problem,
    start: () => void start().catch(reportError),
    stop: () => current.current?.stop(),
  };
}

function whyRefused(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError') return recorderText.refused;
  if (name === 'NotFoundError') return recorderText.none;
  return recorderText.failed;
}
