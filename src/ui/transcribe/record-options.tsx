import { SlidersVertical } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { CheckBox } from '#ui/kit/field.tsx';
import { canShareSound } from '#ui/kit/open-microphone.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import {
  type RecordChoices,
  readRecordChoices,
  writeRecordChoices,
} from '#ui/transcribe/session/record-choices.ts';

const SOURCES = [
  ['microphone', () => transcribeText.microphone],
  ['screen', () => transcribeText.screenSound],
  ['both', () => transcribeText.bothSounds],
] as const;

/** What "Record" records, and what happens with it. */
export function RecordOptions() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        icon={SlidersVertical}
        label={transcribeText.recordOptions}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {isOpen && <OptionsDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function OptionsDialog({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState(readRecordChoices);
  const change = (changes: Partial<RecordChoices>) => {
    const next = { ...chosen, ...changes };
    writeRecordChoices(next);
    setChosen(next);
  };
  return (
    <Dialog title={transcribeText.recordOptions} onClose={onClose}>
      {canShareSound() && (
        <fieldset className={controls['fieldset']}>
          <legend>{transcribeText.recordFrom}</legend>
          {SOURCES.map(([source, name]) => (
            <CheckBox
              key={source}
              type="radio"
              name="record-source"
              label={name()}
              checked={chosen.source === source}
              onChange={() => change({ source })}
            />
          ))}
        </fieldset>
      )}
      <CheckBox
        label={transcribeText.showLiveText}
        checked={chosen.showsText}
        onChange={({ target }) => change({ showsText: target.checked })}
      />
      <CheckBox
        label={transcribeText.transcribeLater}
        checked={chosen.isForLater}
        onChange={({ target }) => change({ isForLater: target.checked })}
      />
    </Dialog>
  );
}
