import { useState } from 'react';
import { breakRuns } from '#ui/kit/break-runs.tsx';
import { Button } from '#ui/kit/button.tsx';
import { limitMarks } from '#ui/kit/long-text.tsx';
import { chatThreadText } from '#ui/messages/chat-thread.ts';
import { fitsWithin, MAX_DRAWN_VALUES } from './fits-within.ts';
import styles from './json-answer.module.css';

/** Items of a list or keys of an object drawn at first, and more with each press. */
const SHOWN = 100;

interface JsonValueProps {
  value: unknown;
  /** Its name in the object it is in. */
  name?: string | null;
  /** How many values inside it may be drawn before a person opens it. */
  budget?: number;
}

/** A value of JSON. Lists and objects are drawn when they are open: of a large one only the outer ones are at first. */
export function JsonValue({ value, name = null, budget }: JsonValueProps) {
  const key =
    name === null ? null : (
      <span className={styles['key']}>
        {show(name)}
        {': '}
      </span>
    );
  if (typeof value !== 'object' || value === null) {
    return (
      <>
        {key}
        <span className={styles[value === null ? 'null' : typeof value]}>{show(value)}</span>
      </>
    );
  }
  const isList = Array.isArray(value);
  const [begin, end] = isList ? '[]' : '{}';
  if (Object.keys(value).length === 0) {
    return (
      <>
        {key}
        {begin}
        {end}
      </>
    );
  }
  return <Part value={value} label={key} {...(budget === undefined ? {} : { budget })} />;
}

interface PartProps {
  value: object;
  label: React.ReactNode;
  budget?: number;
}

/** A list or an object that has something in it. The outermost one is open. */
function Part({ value, label, budget = Number.POSITIVE_INFINITY }: PartProps) {
  const [isWhole] = useState(() => fitsWithin(value, Math.min(budget, MAX_DRAWN_VALUES)));
  const [isOpen, setOpen] = useState(isWhole || budget === Number.POSITIVE_INFINITY);
  const isList = Array.isArray(value);
  const count = Object.keys(value).length;
  return (
    <details
      open={isOpen}
      className={styles['part']}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        {label}
        {isList ? '[' : '{'}
        <span className={styles['count']}>
          {isList ? chatThreadText.jsonItems(count) : chatThreadText.jsonKeys(count)}
        </span>
      </summary>
      {isOpen && <Entries value={value} isWhole={isWhole} />}
      {isList ? ']' : '}'}
    </details>
  );
}

function Entries({ value, isWhole }: { value: object; isWhole: boolean }) {
  const [shown, setShown] = useState(SHOWN);
  const names = Object.keys(value);
  const budget = isWhole ? MAX_DRAWN_VALUES : MAX_DRAWN_VALUES / Math.min(names.length, SHOWN);
  const left = names.length - shown;
  return (
    <>
      <ul>
        {names.slice(0, shown).map((name) => (
          <li key={name}>
            <JsonValue
              value={value[name as keyof typeof value]}
              name={Array.isArray(value) ? null : name}
              budget={budget}
            />
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button size="small" onClick={() => setShown(shown + SHOWN)}>
          {chatThreadText.jsonMore(left)}
        </Button>
      )}
    </>
  );
}

const show = (value: unknown) => breakRuns(limitMarks(JSON.stringify(value)));
