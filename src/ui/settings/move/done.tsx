import { type KindCounts, MOVED_KINDS, missingKinds } from '#move/added.ts';
import controls from '#ui/kit/controls.module.css';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { TextArea } from '#ui/kit/field.tsx';
import { formatCount } from '#ui/kit/format.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { moveText } from '#ui/messages/backups.ts';
import { Cancel, type StepOf } from './running.tsx';

/** The result of a move, as the device that received reports it. */
export function Done({ added, sent, receipt }: StepOf<'done'>) {
  const { added: count, present, unreadable, kinds } = added;
  const text = sent ? moveText.sent : moveText.received;
  const missing = sent && kinds ? missingOf(sent, kinds) : '';
  const all = kinds ? listOf(kinds) : '';
  return (
    <>
      <p role="status" data-testid="move-done">
        {text(count, formatCount(present))}
        {unreadable > 0 && ` ${moveText.unreadable(unreadable)}`}
        {all !== '' && missing === '' && ` ${sent ? moveText.hasThere(all) : moveText.has(all)}`}
      </p>
      {missing !== '' && <Problem text={moveText.missingThere(missing)} />}
      {receipt && (
        <>
          <p className={controls['secondary']}>{moveText.aboutReceipt}</p>
          <TextArea label={moveText.receipt} isCode rows={3} readOnly value={receipt} />
          <div className={controls['row']}>
            <CopyButton text={receipt} label={moveText.copyReceipt} isNamed />
          </div>
        </>
      )}
      <p className={controls['secondary']}>{sent ? moveText.aboutRest : moveText.aboutRestHere}</p>
      <div className={controls['row']}>
        <Cancel label={moveText.close} />
      </div>
    </>
  );
}

const listOf = (kinds: KindCounts) =>
  MOVED_KINDS.filter((kind) => kinds[kind] > 0)
    .map((kind) => moveText[kind](kinds[kind]))
    .join(', ');

const missingOf = (sent: KindCounts, found: KindCounts) =>
  missingKinds(sent, found)
    .map((kind) => moveText.ofSent(formatCount(found[kind]), moveText[kind](sent[kind])))
    .join(', ');
