import type { Recording } from '#storage/transcript-records.ts';
import { GeneralModel } from '#ui/model-offer/general-model.tsx';
import { useServices } from '#ui/services.ts';
import { findModel } from '#ui/state/models.ts';
import { writePreferences } from '#ui/state/preferences.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import { hearAgain } from '#ui/transcribe/session/queue-actions.ts';
import styles from './transcribe.module.css';

interface NumbersOnlyProps {
  /** The chosen model. */
  model: string;
  onModel: (id: string) => void;
}

/** Says before anything is transcribed that the chosen model knows numbers only, and offers another. */
export function NumbersOnly({ model, onModel }: NumbersOnlyProps) {
  const card = findModel(model);
  if (card?.scope !== 'digits') return null;
  return (
    <div className={styles['scope']} role="note">
      <span>{card.title} recognises spoken numbers only, no other words.</span>
      <GeneralModel
        task="speech"
        onUse={(id) => {
          writePreferences({ speechModel: id });
          onModel(id);
        }}
      />
    </div>
  );
}

/** Instead of an empty transcript: what the model could not have recognised, and the way to get it. */
export function NoWords({ recording }: { recording: Recording }) {
  const services = useServices();
  const { id, model, name, windowsDone } = recording;
  const card = findModel(model);
  if (card?.scope !== 'digits' || windowsDone === 0) return <>No speech was found.</>;
  const again = (general: string) => {
    writePreferences({ speechModel: general });
    const options = { model: general, language: null, translate: false };
    tryOrSay(name, hearAgain(services, id, options));
  };
  return (
    <span className={styles['scope']}>
      <span>
        {card.title} found no numbers. It recognises spoken numbers only, no other words. A larger
        model transcribes this recording.
      </span>
      <GeneralModel task="speech" onUse={again} />
    </span>
  );
}
