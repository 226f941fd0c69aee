import { Square, Volume2 } from 'lucide-react';
import { useEffect } from 'react';
import { IconButton } from '#ui/kit/button.tsx';
import { readAloudText } from '#ui/messages/read-aloud.ts';
import { useServices } from '#ui/services.ts';
import { stopReading, useReading } from '#ui/state/reading.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import type { ReadingText } from './session/reader.ts';

// Loaded on demand: most visits read nothing aloud.
const loadReader = () => import('./session/reader.ts').then((m) => m.Reader);

/** @returns a function that reads a text aloud in place of any other */
export function useReader(): (text: ReadingText) => void {
  const services = useServices();
  return (text) => {
    const read = async () => services.session(await loadReader()).start(text);
    reportFailure(readAloudText.failed, read());
  };
}

interface ReadButtonProps {
  id: string;
  /** Asked when it is pressed. */
  text: () => ReadingText;
  label?: string;
}

/** Reads a text aloud, or stops. */
export function ReadButton({ id, text, label = readAloudText.readAloud }: ReadButtonProps) {
  const read = useReader();
  const isRead = useReading(({ reading }) => reading?.id === id);
  return (
    <IconButton
      icon={isRead ? Square : Volume2}
      label={isRead ? readAloudText.stop : label}
      size="small"
      onClick={() => (isRead ? stopReading() : read(text()))}
    />
  );
}

/** Stops the voice when the person leaves a page, or shows something else on it. */
export function useStopOnLeave(shown: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the id of the shown item
  useEffect(() => stopReading, [shown]);
}
