import { BookA } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/kit/button.tsx';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { useServices } from '#ui/services.ts';
import { writeSettings } from '#ui/state/pending-settings.ts';
import { reportFailure, showToast } from '#ui/state/toasts.ts';
import { termToLearn } from './term-to-learn.ts';

/** Offers a correction once for the list of names and terms of all recordings; only a press adds it. */
export function useTermOffer() {
  const { control } = useServices();
  const [term, setTerm] = useState<string | null>(null);
  const [offered] = useState(() => new Set<string>());
  const readTerms = async () => (await control((c) => c.readSettings())).vocabulary;

  async function offer(correction: string) {
    const found = termToLearn(correction, await readTerms());
    setTerm(found !== null && !offered.has(found) ? found : null);
    if (found !== null) offered.add(found);
  }

  async function add(learned: string) {
    const listed = await readTerms();
    if (termToLearn(learned, listed) === null) return;
    await writeSettings(control, { vocabulary: [...listed, learned] });
    showToast({ text: transcribeText.learned(learned) });
  }

  const button = term !== null && (
    <Button
      kind="quiet"
      icon={BookA}
      onClick={() => {
        setTerm(null);
        reportFailure(transcribeText.notLearned, add(term));
      }}
    >
      {transcribeText.learn(term)}
    </Button>
  );
  return { offer, button };
}
