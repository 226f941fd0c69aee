import type { Recording } from '#storage/transcript-records.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { GeneralModel } from '#ui/model-offer/general-model.tsx';
import { useSession } from '#ui/services.ts';
import { findModel } from '#ui/state/models.ts';
import { writePreferences } from '#ui/state/preferences.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { TranscriptionSession } from '#ui/transcribe/session/transcription-session.ts';
import styles from './transcribe.module.css';

interface NumbersOnlyProps {
  /** The chosen model. */
  model: string;
  onModel: (id: string) => void;
}

/** Warns before transcribing that the chosen model recognises numbers only, and offers another. */
export function NumbersOnly({ model, onModel }: NumbersOnlyProps) {
  const card = findModel(model);
  if (card?.scope !== 'digits') return null;
  return (
    <div className={styles['scope']} role="note">
      <span>{transcribeText.numbersOnly(card.title)}</span>
      <GeneralModel task="speech" onUse={onModel} />
    </div>
  );
}

/** Replaces an empty transcript: explains that the model recognises only numbers, and offers another one. */
export function NoWords({ recording }: { recording: Recording }) {
  const session = useSession(TranscriptionSession);
  const { id, model, name, windowsDone } = recording;
  const card = findModel(model);
  if (card?.scope !== 'digits' || windowsDone === 0) return transcribeText.noSpeech;
  const again = (general: string) => {
    writePreferences({ speechModel: general });
    const options = { model: general, language: null, translate: false };
    reportFailure(transcribeText.actionFailed(name), session.transcribeAgain(id, options));
  };
  return (
    <span className={styles['scope']}>
      <span>{transcribeText.noNumbers(card.title)}</span>
      <GeneralModel task="speech" onUse={again} />
    </span>
  );
}
