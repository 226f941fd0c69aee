import { useEffect, useRef, useState } from 'react';
import { openMicrophone, recordingName, type Take, whyRefused } from './open-microphone.ts';

/**
 * Records the microphone while a component is mounted; `onDone` gets the recording as a file, `onPart`
 * the new audio every few seconds. Nothing is sent anywhere.
 */
export function useRecorder(onDone: (file: File) => void, onPart?: (part: Blob) => void) {
  const current = useRef<Take | null>(null);
  const [isRecording, setRecording] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const done = useRef(onDone);
  done.current = onDone;
  const part = useRef(onPart);
  part.current = onPart;

  const startedAt = useRef(0);

  // The browser may ask for long: the button is pressed again, or the page left, meanwhile.
  const isOpening = useRef(false);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      void current.current?.stop();
    };
  }, []);

  async function start() {
    if (isOpening.current || current.current) return;
    isOpening.current = true;
    setProblem(null);
    startedAt.current = Date.now();
    try {
      const take = await openMicrophone(
        (data) => part.current?.(data),
        () => void stop().catch(reportError),
      );
      if (isLeft.current) return void (await take.stop());
      current.current = take;
      setRecording(true);
    } catch (error) {
      setProblem(whyRefused(error));
    } finally {
      isOpening.current = false;
    }
  }

  async function stop() {
    const take = current.current;
    if (!take) return;
    current.current = null;
    const data = await take.stop();
    setRecording(false);
    const name = `${recordingName(startedAt.current)}.${data.type.split('/')[1]}`;
    done.current(new File([data], name, { type: data.type }));
  }

  return {
    isRecording,
    problem,
    start: () => void start().catch(reportError),
    stop: () => void stop().catch(reportError),
  };
}
