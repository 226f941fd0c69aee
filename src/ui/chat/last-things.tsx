import { AudioLines, MessageSquare, Waypoints } from 'lucide-react';
import { Link } from 'wouter';
import type { AlcoveDatabase } from '#storage/database.ts';
import type { Recording } from '#storage/transcript-records.ts';
import { shortClock } from '#transcript-formats/clock.ts';
import { chatTitle } from '#ui/chat/session/conversation-state.ts';
import controls from '#ui/kit/controls.module.css';
import { itemPath } from '#ui/kit/item-path.ts';
import { chatText } from '#ui/messages/chat.ts';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { useServices } from '#ui/services.ts';
import { readPreferences, writePreferences } from '#ui/state/preferences.ts';
import { useWatched } from '#ui/state/use-watched.ts';
import styles from './welcome.module.css';

/** Things that are listed. */
const MAX_THINGS = 5;

interface Thing {
  path: string;
  icon: typeof AudioLines;
  name: string;
  note: string;
  at: number;
}

/** The chats, recordings and text collections that were at work last: a press opens one. */
export function LastThings() {
  const { storage } = useServices();
  const things = useWatched(async () => lastThings(await storage), 'things');
  if (!things) return null;
  return (
    <ul className={styles['last']} aria-label={chatText.lastThings}>
      {things.map(({ path, icon: Icon, name, note }) => (
        <li key={path}>
          <Link href={path}>
            <Icon size={16} aria-hidden />
            <span dir="auto">{name}</span>
            <span className={controls['secondary']} data-figures>
              {note}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Decides what the next new chat begins with. */
export async function noteThings(storage: Promise<AlcoveDatabase>): Promise<void> {
  const { conversations, recordings, textSets } = await storage;
  const counts = [conversations, recordings, textSets].map((table) => table.limit(1).count());
  const hasThings = (await Promise.all(counts)).some((count) => count > 0);
  if (readPreferences().hasThings !== hasThings) writePreferences({ hasThings });
}

async function lastThings(database: AlcoveDatabase): Promise<Thing[]> {
  const { conversations, recordings, textSets } = database;
  const [chats, spoken, sets] = await Promise.all([
    conversations.toArray(),
    recordings.toArray(),
    textSets.toArray(),
  ]);
  const things: Thing[] = [
    ...chats.map((chat) => ({
      path: itemPath('/chat', chat.id),
      icon: MessageSquare,
      name: chatTitle(chat),
      note: '',
      at: chat.updatedAt,
    })),
    ...spoken.map((recording) => ({
      path: itemPath('/transcribe', recording.id),
      icon: AudioLines,
      name: recording.name,
      note: lengthOf(recording),
      at: recording.addedAt,
    })),
    ...sets.map(({ id, name, texts, updatedAt }) => ({
      path: itemPath('/embeddings', id),
      icon: Waypoints,
      name: name || embeddingsText.texts,
      note: embeddingsText.countTexts(texts.length),
      at: updatedAt,
    })),
  ];
  return things.sort((a, b) => b.at - a.at).slice(0, MAX_THINGS);
}

/** How long a recording is, and how far it was transcribed. */
function lengthOf({ state, seconds, doneSeconds }: Recording): string {
  if (seconds === 0) return '';
  const length = shortClock(seconds);
  return state === 'done' ? length : transcribeText.position(shortClock(doneSeconds), length);
}
